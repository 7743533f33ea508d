import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Frame, FrameInput } from "./commandLog.ts";
import { DIGEST_BYTES, FRAME_PAYLOAD_MAX_BYTES, LogError } from "./commandLog.ts";

/*
 * A stored frame, little-endian (docs/reference/journal.md):
 *
 *   0 length u32          header and payload, without padding
 *   4 crc32 u32           over the length, and everything from byte 8 to the end of the padding
 *   8 firstSeq u64
 *  16 epoch u32
 *  20 count u32
 *  24 previousHash 32     SHA-256 of the stored bytes of the frame before, padding included
 *  56 time u64
 *  64 digest 32
 *  96 format u32
 * 100 reserved u32        zero
 * 104 payload             then zeros up to a whole sector
 */
export const FRAME_HEADER_BYTES = 104;

/**
 * Frames start on sector boundaries, so that writing one never rewrites a sector that holds acknowledged
 * bytes: whatever a power cut makes of the sectors being written, the frames before are not among them.
 */
export const SECTOR_BYTES = 512;

/** The largest stored frame. */
const FRAME_MAX_BYTES = storedBytes(FRAME_HEADER_BYTES + FRAME_PAYLOAD_MAX_BYTES);

const U32_MAX = 2 ** 32 - 1;

/** What chains a frame to the one before it. */
export interface FramePlace {
  readonly firstSeq: number;
  readonly epoch: number;
  readonly previousHash: Uint8Array;
  readonly format: number;
}

/** Bytes a frame of this `length` takes on disk: whole sectors. */
export function storedBytes(length: number): number {
  return Math.ceil(length / SECTOR_BYTES) * SECTOR_BYTES;
}

/** SHA-256 of a stored frame. */
export function frameHash(stored: Uint8Array): Uint8Array {
  return new Uint8Array(hash("sha256", stored, "buffer"));
}

/** Refuses with `frameInvalid` whatever a reader would not accept. */
export function checkFrame(input: FrameInput, firstSeq: number): void {
  const wrong =
    !isInteger(input.count, 1, U32_MAX) || firstSeq + input.count > Number.MAX_SAFE_INTEGER
      ? `count ${input.count}`
      : !isInteger(input.time, 0, Number.MAX_SAFE_INTEGER)
        ? `time ${input.time}`
        : input.digest.length !== DIGEST_BYTES
          ? `digest of ${input.digest.length} bytes`
          : !isInteger(input.payload.length, 1, FRAME_PAYLOAD_MAX_BYTES)
            ? `payload of ${input.payload.length} bytes (at most ${FRAME_PAYLOAD_MAX_BYTES})`
            : undefined;
  if (wrong !== undefined) throw new LogError("frameInvalid", `frame ${firstSeq} has a ${wrong}`);
}

/** Builds stored frames in one buffer that is used again and again: a result is valid until the next call. */
export class FrameEncoder {
  #bytes = new Uint8Array(0);
  #view = new DataView(this.#bytes.buffer);

  /** The stored form of a frame. @param input must have passed `checkFrame` */
  encode(place: FramePlace, input: FrameInput): Uint8Array {
    const length = FRAME_HEADER_BYTES + input.payload.length;
    const end = storedBytes(length);
    if (end > this.#bytes.length) this.#reserve(end);
    const bytes = this.#bytes;
    const view = this.#view;
    view.setUint32(0, length, true);
    setU64(view, 8, place.firstSeq);
    view.setUint32(16, place.epoch, true);
    view.setUint32(20, input.count, true);
    bytes.set(place.previousHash, 24);
    setU64(view, 56, input.time);
    bytes.set(input.digest, 64);
    view.setUint32(96, place.format, true);
    view.setUint32(100, 0, true);
    bytes.set(input.payload, FRAME_HEADER_BYTES);
    bytes.fill(0, length, end);
    view.setUint32(4, checksum(bytes.subarray(0, end)), true);
    return bytes.subarray(0, end);
  }

  #reserve(size: number): void {
    this.#bytes = new Uint8Array(Math.max(2 * this.#bytes.length, size, 64 * 1024));
    this.#view = new DataView(this.#bytes.buffer);
  }
}

/**
 * The length field of a frame that starts here, or 0 when no frame can: `room` is what the segment has left.
 */
export function frameLength(header: Uint8Array, room: number): number {
  if (header.length < FRAME_HEADER_BYTES) return 0;
  const length = getU32(header, 0);
  return length > FRAME_HEADER_BYTES && length <= FRAME_MAX_BYTES && storedBytes(length) <= room ? length : 0;
}

/** Whether the stored bytes are the ones that were written. */
export function isIntact(stored: Uint8Array): boolean {
  return checksum(stored) === getU32(stored, 4);
}

/** Reads an intact frame; its arrays are views of `stored`. */
export function decodeFrame(stored: Uint8Array): Frame {
  return {
    firstSeq: getU64(stored, 8),
    epoch: getU32(stored, 16),
    count: getU32(stored, 20),
    previousHash: stored.subarray(24, 56),
    time: getU64(stored, 56),
    digest: stored.subarray(64, 96),
    format: getU32(stored, 96),
    payload: stored.subarray(FRAME_HEADER_BYTES, getU32(stored, 0)),
  };
}

/** CRC-32 of everything but the checksum itself. */
function checksum(stored: Uint8Array): number {
  return crc32(stored.subarray(8), crc32(stored.subarray(0, 4)));
}

/** The first sequence number a frame claims, before anything about it is known to be true. */
export function claimedSeq(header: Uint8Array): number {
  return getU64(header, 8);
}

export function setU64(view: DataView, offset: number, value: number): void {
  view.setUint32(offset, value % 2 ** 32, true);
  view.setUint32(offset + 4, Math.floor(value / 2 ** 32), true);
}

export function getU64(bytes: Uint8Array, offset: number): number {
  return getU32(bytes, offset) + getU32(bytes, offset + 4) * 2 ** 32;
}

export function getU32(bytes: Uint8Array, offset: number): number {
  return (
    (bytes[offset]! | (bytes[offset + 1]! << 8) | (bytes[offset + 2]! << 16) | (bytes[offset + 3]! << 24)) >>>
    0
  );
}

function isInteger(value: number, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= min && value <= max;
}
