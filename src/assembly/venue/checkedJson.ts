import { rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import { OWNER_FILE } from "../../kernel/host/ownerOnly.ts";
import { sync } from "../../kernel/host/sync.ts";

/**
 * JSON with a checksum over the rest of it, so that a damaged file is noticed. A file without a checksum was
 * written by hand and is accepted.
 */
export async function writeChecked(path: string, value: object): Promise<void> {
  const unfinished = `${path}.unfinished`;
  const text = `${JSON.stringify({ ...value, checksum: checksumOf(value) }, null, 2)}\n`;
  await writeFile(unfinished, text, { mode: OWNER_FILE, flush: true });
  await rename(unfinished, path);
  await sync(dirname(path));
}

/** The value in a text of {@link writeChecked}; `undefined` if it is no JSON, or not as it was written. */
export function parseChecked(text: string): unknown {
  try {
    const { checksum, ...value } = JSON.parse(text) as Record<string, unknown>;
    return checksum === undefined || checksum === checksumOf(value) ? value : undefined;
  } catch {
    return undefined; // the caller reports it, with the file's name and a remedy
  }
}

function checksumOf(value: object): string {
  return crc32(JSON.stringify(value)).toString(16).padStart(8, "0");
}
