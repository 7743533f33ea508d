import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { linesOf } from "../../../kernel/host/archive.ts";
import { ArchiveFolderError } from "./catalogue.ts";
import type { Header } from "./row.ts";
import { BOM, isHeader, Row } from "./row.ts";

/** Some rows of a file. */
export interface Rows {
  /**
   * The names of the columns; given with the first rows of the file, or of the member of a packed file, that
   * has them.
   */
  readonly header: Header | undefined;
  /** Whether these are the first rows of the file or member. */
  readonly isFirst: boolean;
  readonly rows: readonly Row[];
}

/**
 * The rows of a file, in pieces, without empty lines and the line of names.
 *
 * @throws ArchiveFolderError where a `.CHECKSUM` beside the file says another sum; ArchiveError
 */
export async function* rowsOf(path: string): AsyncGenerator<Rows> {
  await verify(path);
  for await (const { file, line, lines } of linesOf(path)) {
    const isFirst = line === 1;
    const header = isFirst && isHeader(lines[0]!) ? headerOf(lines[0]!, file) : undefined;
    const rows: Row[] = [];
    for (const [i, text] of lines.entries()) {
      if (text.trim() === "" || (i === 0 && header !== undefined)) continue;
      const cells = (isFirst && i === 0 ? text.replace(BOM, "") : text).split(",");
      rows.push(new Row(text.includes('"') ? cells.map(unquoted) : cells, file, line + i));
    }
    yield { header, isFirst, rows };
  }
}

/** The names of a file's columns in small letters; of a name in two languages (`price/…`) the first part. */
function headerOf(line: string, file: string): Header {
  const cells = line.replace(BOM, "").split(",");
  return {
    names: cells.map((cell) => unquoted(cell).trim().toLowerCase().split("/")[0]!),
    row: new Row(cells, file, 1),
  };
}

function unquoted(cell: string): string {
  return cell.replaceAll('"', "");
}

/**
 * Checks a file against the `.CHECKSUM` beside it, if there is one. @throws ArchiveFolderError where they
 * differ
 */
async function verify(path: string): Promise<void> {
  const wanted = await readFile(`${path}.CHECKSUM`, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (wanted === undefined) return;
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  const [sum] = wanted.trim().split(/\s+/);
  if (hash.digest("hex") !== sum?.toLowerCase())
    throw new ArchiveFolderError(`${path}: its SHA-256 is not that of ${basename(path)}.CHECKSUM`);
}
