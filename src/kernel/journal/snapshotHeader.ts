import { crc32 } from "node:zlib";
import { DIGEST_BYTES, LogError } from "./commandLog.ts";
import { getU32, getU64, SECTOR_BYTES, setU64 } from "./frame.ts";
import type { SnapshotInfo } from "./snapshotStore.ts";

/*
 * A snapshot begins with a header, one sector, little-endian; the body follows:
 *
 *   0 magic 8             "OUTCRY\0S"
 *   8 headerCrc u32       over the rest of the sector
 *  12 formatVersion u32   of this header
 *  16 format u32          of the body: the engine's tag, which is not checked here
 *  20 bodyCrc u32
 *  24 seq u64
 *  32 time u64
 *  40 length u64          of the body
 *  48 digest 32
 *  80 work u64            commands and events up to `seq`; 0: not counted
 *  88 zeros
 */
export const HEADER_BYTES = SECTOR_BYTES;
export const SNAPSHOT_FORMAT_VERSION = 1;
const MAGIC = Buffer.from("OUTCRY\0S", "latin1");
const CRC_FROM = 12;

export interface SnapshotHeader {
  readonly info: SnapshotInfo;
  /** CRC-32 of the body. */
  readonly bodyCrc: number;
}

export function encodeHeader({ info, bodyCrc }: SnapshotHeader): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint32(12, SNAPSHOT_FORMAT_VERSION, true);
  view.setUint32(16, info.format, true);
  view.setUint32(20, bodyCrc, true);
  setU64(view, 24, info.seq);
  setU64(view, 32, info.time);
  setU64(view, 40, info.length);
  bytes.set(info.digest, 48);
  setU64(view, 80, info.work);
  view.setUint32(8, crc32(bytes.subarray(CRC_FROM)), true);
  return bytes;
}

/**
 * Reads the header of the snapshot of command `seq`; its digest is a view of `bytes`.
 *
 * @param where for messages
 * @throws LogError `damaged`; `unsupported` when it is intact, and its formatVersion another than this
 * program's
 */
export function decodeHeader(bytes: Uint8Array, seq: number, where: string): SnapshotHeader {
  if (
    bytes.length < HEADER_BYTES ||
    !MAGIC.equals(bytes.subarray(0, MAGIC.length)) ||
    crc32(bytes.subarray(CRC_FROM)) !== getU32(bytes, 8)
  ) {
    throw new LogError("damaged", `${where} is damaged: its header is unreadable`);
  }
  const version = getU32(bytes, 12);
  if (version !== SNAPSHOT_FORMAT_VERSION) {
    throw new LogError(
      "unsupported",
      `${where} is a snapshot of format ${version}; this program reads ${SNAPSHOT_FORMAT_VERSION}`,
    );
  }
  const info = {
    seq: getU64(bytes, 24),
    format: getU32(bytes, 16),
    time: getU64(bytes, 32),
    digest: bytes.subarray(48, 48 + DIGEST_BYTES),
    length: getU64(bytes, 40),
    work: getU64(bytes, 80),
  };
  if (info.seq !== seq) {
    throw new LogError("damaged", `${where} is damaged: it is the snapshot of command ${info.seq}`);
  }
  return { info, bodyCrc: getU32(bytes, 20) };
}
