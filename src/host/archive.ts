import { createReadStream } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGunzip, createInflateRaw } from "node:zlib";

/** A file that is not the archive that its name promises. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
}

/** Some lines of a file, without their ends; the first is number `line`, counted from 1. */
export interface Lines {
  /** The file that they are from: `prices.csv`, or `prices.zip!prices.csv`. */
  readonly file: string;
  readonly line: number;
  readonly lines: readonly string[];
}

/**
 * The text lines of a file, in pieces, so that a day is never in memory at once: plain text; `.gz` (one or more
 * members); `.zip`, of which the `.csv` members are read in the order of their names.
 *
 * @throws ArchiveError naming the file and, where it is known, the last line before the damage
 */
export async function* linesOf(path: string): AsyncGenerator<Lines> {
  if (path.endsWith(".zip")) {
    const file = await open(path, "r");
    try {
      const members = (await membersOf(file, path)).filter(({ name }) => /\.csv$/i.test(name));
      if (members.length === 0) throw new ArchiveError(`${path}: the archive has no .csv member`);
      for (const member of members.sort((a, b) => (a.name < b.name ? -1 : 1)))
        yield* split(await contentOf(file, path, member), `${path}!${member.name}`);
    } finally {
      await file.close();
    }
  } else {
    const stream = createReadStream(path);
    yield* split(path.endsWith(".gz") ? through(stream, createGunzip()) : stream, path);
  }
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
    const { code } = error as NodeJS.ErrnoException;
    // A missing file is left to the file system's own error; one that cannot be decompressed is damaged.
    if (error instanceof ArchiveError || code === undefined || !code.startsWith("Z_")) throw error;
    throw new ArchiveError(`${file}:${line}: the file is damaged or cut off behind here (${code})`, {
      cause: error,
    });
  } finally {
    stream.destroy();
  }
  if (rest !== "") yield { file, line, lines: [rest.endsWith("\r") ? rest.slice(0, -1) : rest] };
}

interface Member {
  readonly name: string;
  readonly method: number;
  readonly size: number;
  readonly offset: number;
}

const END_OF_DIRECTORY = 0x06054b50;
const END_OF_DIRECTORY_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_BYTES = 22;
const COMMENT_BYTES_MAX = 65_535;
/** The most bytes of a zip directory: more than a thousand members with long names need. */
const DIRECTORY_BYTES_MAX = 16 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

/** Reads the directory at the end of the file, since the members' own headers may lack their sizes. */
async function membersOf(file: FileHandle, path: string): Promise<Member[]> {
  const { size } = await file.stat();
  const from = Math.max(0, size - END_BYTES - COMMENT_BYTES_MAX);
  const tail = await read(file, path, from, size - from);
  let at = tail.length - END_BYTES;
  while (at >= 0 && tail.readUInt32LE(at) !== END_OF_DIRECTORY) at--;
  if (at < 0)
    throw new ArchiveError(`${path}: no zip archive, or one that is cut off: its directory is missing`);
  let bytes = tail.readUInt32LE(at + 12);
  let start = tail.readUInt32LE(at + 16);
  if (at >= 20 && tail.readUInt32LE(at - 20) === LOCATOR_64) {
    const end = await read(file, path, Number(tail.readBigUInt64LE(at - 20 + 8)), 56);
    if (end.readUInt32LE(0) !== END_OF_DIRECTORY_64)
      throw new ArchiveError(`${path}: its zip64 directory is damaged`);
    bytes = Number(end.readBigUInt64LE(40));
    start = Number(end.readBigUInt64LE(48));
  }
  if (bytes > DIRECTORY_BYTES_MAX) throw new ArchiveError(`${path}: too many members`);
  return entriesOf(await read(file, path, start, bytes), path);
}

function entriesOf(directory: Buffer, path: string): Member[] {
  const members: Member[] = [];
  for (let at = 0; at + 46 <= directory.length; ) {
    if (directory.readUInt32LE(at) !== DIRECTORY_ENTRY)
      throw new ArchiveError(`${path}: its directory is damaged`);
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((from) =>
      directory.readUInt16LE(at + from),
    );
    const name = directory.toString("utf8", at + 46, at + 46 + nameBytes!);
    const plain = directory.readUInt32LE(at + 24);
    let size = directory.readUInt32LE(at + 20);
    let offset = directory.readUInt32LE(at + 42);
    const extra = directory.subarray(at + 46 + nameBytes!, at + 46 + nameBytes! + extraBytes!);
    for (let i = 0; i + 4 <= extra.length; i += 4 + extra.readUInt16LE(i + 2)) {
      if (extra.readUInt16LE(i) !== 1) continue; // zip64: the numbers that did not fit, in this order
      let field = i + 4;
      if (plain === 0xffffffff) field += 8;
      if (size === 0xffffffff) {
        size = Number(extra.readBigUInt64LE(field));
        field += 8;
      }
      if (offset === 0xffffffff) offset = Number(extra.readBigUInt64LE(field));
    }
    members.push({ name, method: directory.readUInt16LE(at + 10), size, offset });
    at += 46 + nameBytes! + extraBytes! + commentBytes!;
  }
  return members;
}

async function contentOf(file: FileHandle, path: string, member: Member): Promise<Readable> {
  const { name, method, size, offset } = member;
  const header = await read(file, path, offset, 30);
  if (header.readUInt32LE(0) !== LOCAL_HEADER)
    throw new ArchiveError(`${path}!${name}: its header is damaged`);
  const start = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (method !== STORED && method !== DEFLATED)
    throw new ArchiveError(`${path}!${name}: packed by method ${method}; stored and deflated can be read`);
  const bytes = size === 0 ? Readable.from([]) : createReadStream(path, { start, end: start + size - 1 });
  return method === STORED ? bytes : through(bytes, createInflateRaw());
}

async function read(file: FileHandle, path: string, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, at);
  if (bytesRead < bytes) throw new ArchiveError(`${path}: the archive is cut off`);
  return buffer;
}

/** As `pipe`, but it passes on errors of the source, which `pipe` loses. */
function through(from: Readable, into: ReturnType<typeof createGunzip | typeof createInflateRaw>): Readable {
  from.on("error", (error) => into.destroy(error));
  into.on("close", () => from.destroy());
  return from.pipe(into);
}
