import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";

/** A file that is not the archive that its name promises. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}

/** More members than any archive of market data has: each is looked at before the first is read. */
const MEMBERS_MAX = 100_000;

/** Some lines of a file, without their ends; the first is number `line`, counted from 1. */
export interface Lines {
  /** The file that they are from: `prices.csv`, or `prices.zip!prices.csv`. */
  readonly file: string;
  readonly line: number;
  readonly lines: readonly string[];
}

/**
 * The text lines of a file, in pieces, so that a day is never in memory at once: plain text; `.gz` (one or
 * more members); `.zip`, of which the `.csv` members are read in the order of their names.
 *
 * @throws ArchiveError naming the file and, where it is known, the last line before the damage
 */
export async function* linesOf(path: string): AsyncGenerator<Lines> {
  if (path.endsWith(".zip")) yield* membersOf(path);
  else {
    const stream = createReadStream(path);
    yield* split(path.endsWith(".gz") ? through(stream, createGunzip()) : stream, path);
  }
}

async function* membersOf(path: string): AsyncGenerator<Lines> {
  const { openPromise } = await import("yauzl"); // few archives are zip
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { autoClose: false });
    if (zip.entryCount > MEMBERS_MAX) throw new ArchiveError(`${path}: too many members`);
    const members: Entry[] = [];
    for await (const entry of zip.eachEntry()) if (/\.csv$/i.test(entry.fileName)) members.push(entry);
    if (members.length === 0) throw new ArchiveError(`${path}: the archive has no .csv member`);
    for (const member of members.sort((a, b) => (a.fileName < b.fileName ? -1 : 1)))
      yield* split(await zip.openReadStreamPromise(member), `${path}!${member.fileName}`);
  } catch (error) {
    if (isFileSystems(error) || error instanceof ArchiveError) throw error;
    const { message } = error as Error;
    throw new ArchiveError(`${path}: no zip archive, or one that is cut off or damaged (${message})`, {
      cause: error,
    });
  } finally {
    zip?.close();
  }
}

/** Whether a file could not be read at all, which the file system says best itself. */
function isFileSystems(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).syscall !== undefined;
}

async function* split(stream: Readable, file: string): AsyncGenerator<Lines> {
  let line = 1;
  let rest = "";
  stream.setEncoding("utf8");
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop()!;
      if (lines.length === 0) continue;
      for (const [i, text] of lines.entries()) if (text.endsWith("\r")) lines[i] = text.slice(0, -1);
      yield { file, line, lines };
      line += lines.length;
    }
  } catch (error) {
    if (isFileSystems(error)) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ArchiveError(
      `${file}:${line}: the file is damaged or cut off behind here (${code ?? message})`,
      { cause: error },
    );
  } finally {
    stream.destroy();
  }
  if (rest !== "") yield { file, line, lines: [rest.endsWith("\r") ? rest.slice(0, -1) : rest] };
}

/** As `pipe`, but it passes on errors of the source, which `pipe` loses. */
function through(from: Readable, into: ReturnType<typeof createGunzip>): Readable {
  from.on("error", (error) => into.destroy(error));
  into.on("close", () => from.destroy());
  return from.pipe(into);
}
