import { crc32 } from "node:zlib";
import type { Disk } from "../host/disk.ts";
import { readFully, writeFully } from "../host/disk.ts";

/**
 * Where a journal begins: the first command that it must hold, in a file of its own, so that the loss of the
 * oldest segment is noticed. Written once the first segment exists and before any frame, and before every
 * trim. Commands before it may still be stored; all from it on must be.
 *
 * ```
 * begins.txt   0000000000000001 89fd7b26      sequence number, crc32 of its digits
 * ```
 */
export const ORIGIN_NAME = "begins.txt";
const UNFINISHED_NAME = "begins.unfinished";
const TEXT = /^(\d{16}) ([0-9a-f]{8})\n$/;

/** Records durably that the journal holds everything from `firstSeq` on. */
export async function writeOrigin(disk: Disk, firstSeq: number): Promise<void> {
  const file = await disk.create(UNFINISHED_NAME);
  try {
    await writeFully(file, encodeOrigin(firstSeq), 0);
    await file.sync();
  } finally {
    await file.close();
  }
  await disk.rename(UNFINISHED_NAME, ORIGIN_NAME);
  await disk.syncDirectory();
}

export function encodeOrigin(firstSeq: number): Uint8Array {
  const digits = String(firstSeq).padStart(16, "0");
  return Buffer.from(`${digits} ${checksum(digits)}\n`, "latin1");
}

/** The first command recorded. @param names of the files there are */
export async function readOrigin(disk: Disk, names: readonly string[]): Promise<number | "none" | "damaged"> {
  if (!names.includes(ORIGIN_NAME)) return "none";
  const file = await disk.open(ORIGIN_NAME, "read");
  try {
    const bytes = Buffer.alloc(Math.min(await file.size(), 64));
    await readFully(file, bytes, 0);
    const [, digits = "", crc] = TEXT.exec(bytes.toString("latin1")) ?? [];
    return crc !== undefined && crc === checksum(digits) ? Number(digits) : "damaged";
  } finally {
    await file.close();
  }
}

function checksum(digits: string): string {
  return crc32(digits).toString(16).padStart(8, "0");
}
