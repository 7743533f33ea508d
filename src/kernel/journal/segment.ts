import { crc32 } from "node:zlib";
import type { Disk, DiskFile } from "../host/disk.ts";
import { readFully } from "../host/disk.ts";
import type { LogHead } from "./commandLog.ts";
import { LogError } from "./commandLog.ts";
import { getU32, getU64, SECTOR_BYTES, setU64 } from "./frame.ts";

/*
 * A segment is a file of fixed size: one sector of header, then frames, then zeros. The header repeats where
 * the log stood when the segment began, so that a log whose older segments are gone still has its chain:
 *
 *   0 magic 8             "OUTCRY\0J"
 *   8 crc32 u32           over the rest of the sector
 *  12 formatVersion u32
 *  16 format u32
 *  20 epoch u32           of the frame before
 *  24 firstSeq u64
 *  32 time u64            of the frame before
 *  40 previousHash 32     of the frame before
 *  72 zeros
 */
export const SEGMENT_HEADER_BYTES = SECTOR_BYTES;
export const JOURNAL_FORMAT_VERSION = 1;

const MAGIC = Buffer.from("OUTCRY\0J", "latin1");
const CRC_FROM = 12;
const NAME = /^(\d{16})\.segment$/;

/** The next segment while it is being prepared; not part of the log until it is renamed. */
export const SPARE_NAME = "spare.segment";

/** Where the log stood when a segment began, and the rules it is written under. */
export interface SegmentHeader {
  readonly format: number;
  readonly firstSeq: number;
  readonly epoch: number;
  readonly time: number;
  readonly hash: Uint8Array;
}

/** A segment file by its name, which carries its first sequence number. */
export interface SegmentName {
  readonly name: string;
  readonly firstSeq: number;
}

export function segmentName(firstSeq: number): string {
  return `${String(firstSeq).padStart(16, "0")}.segment`;
}

/** The segments of a directory, oldest first. Other files are ignored. */
export async function listSegments(disk: Disk): Promise<SegmentName[]> {
  const segments = (await disk.list()).flatMap((name) => {
    const match = NAME.exec(name);
    return match === null ? [] : [{ name, firstSeq: Number(match[1]) }];
  });
  return segments.sort((a, b) => a.firstSeq - b.firstSeq);
}

export function encodeSegmentHeader(format: number, head: LogHead): Uint8Array {
  const bytes = new Uint8Array(SEGMENT_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(12, JOURNAL_FORMAT_VERSION, true);
  view.setUint32(16, format, true);
  view.setUint32(20, head.epoch, true);
  setU64(view, 24, head.nextSeq);
  setU64(view, 32, head.time);
  bytes.set(head.hash, 40);
  view.setUint32(8, crc32(bytes.subarray(CRC_FROM)), true);
  return bytes;
}

/**
 * Reads a segment's header; `undefined` when it is not what was written.
 *
 * @throws LogError `unsupported` when it is intact but of a format this program does not know
 */
export async function readSegmentHeader(
  disk: Disk,
  { name, firstSeq }: SegmentName,
  file: DiskFile,
): Promise<SegmentHeader | undefined> {
  const bytes = new Uint8Array(SEGMENT_HEADER_BYTES);
  if ((await readFully(file, bytes, 0)) < bytes.length) return undefined;
  if (!MAGIC.equals(bytes.subarray(0, MAGIC.length))) return undefined;
  if (crc32(bytes.subarray(CRC_FROM)) !== getU32(bytes, 8)) return undefined;
  const version = getU32(bytes, 12);
  if (version !== JOURNAL_FORMAT_VERSION) {
    throw new LogError(
      "unsupported",
      `${name} in ${disk.where} is a journal of format ${version}; this program reads format ` +
        `${JOURNAL_FORMAT_VERSION}. Start the version of the venue that wrote it.`,
    );
  }
  const header = {
    format: getU32(bytes, 16),
    epoch: getU32(bytes, 20),
    firstSeq: getU64(bytes, 24),
    time: getU64(bytes, 32),
    hash: bytes.subarray(40, 72),
  };
  return header.firstSeq === firstSeq ? header : undefined;
}
