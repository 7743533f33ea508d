import { rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import { OWNER_FILE } from "../host/ownerOnly.ts";
import { sync } from "./replacement.ts";

/**
 * JSON with a checksum over the rest of it, so that a damaged file is not taken for what was written. A file without a
 * checksum was written by hand, and is believed.
 */
export async function writeChecked(path: string, value: object): Promise<void> {
  const unfinished = `${path}.unfinished`;
  const text = `${JSON.stringify({ ...value, checksum: checksumOf(value) }, null, 2)}\n`;
  await writeFile(unfinished, text, { mode: OWNER_FILE, flush: true });
  await rename(unfinished, path);
  await sync(dirname(path));
}

/** The text of {@link writeChecked} as a value; `undefined` where it is not JSON, or not what was written. */
export function parseChecked(text: string): unknown {
  try {
    const { checksum, ...value } = JSON.parse(text) as Record<string, unknown>;
    return checksum === undefined || checksum === checksumOf(value) ? value : undefined;
  } catch {
    return undefined; // told by who reads it, with the file's name and the way on
  }
}

function checksumOf(value: object): string {
  return crc32(JSON.stringify(value)).toString(16).padStart(8, "0");
}
