import { createHash, hash } from "node:crypto";
import type { RecordBuffer } from "../core/index.ts";
import { DIGEST_BYTES } from "../journal/commandLog.ts";

/** The running digest before the first frame. */
export const DIGEST_ZERO: Uint8Array = new Uint8Array(DIGEST_BYTES);

/** A frame's events, copied out of the machine, and the running digest that covers them. */
export interface SealedEvents {
  /** Starts on a word. */
  readonly events: Uint8Array;
  /** SHA-256 of `previous` followed by `events`. */
  readonly digest: Uint8Array;
}

/**
 * Copies a frame's events and adds them to the running digest. The copy is laid behind the previous digest, so that
 * one hash over one array covers both.
 */
export function sealEvents(previous: Uint8Array, records: RecordBuffer): SealedEvents {
  const bytes = Buffer.allocUnsafeSlow(DIGEST_BYTES + records.length * 8);
  bytes.set(previous, 0);
  bytes.set(records.bytes.subarray(0, records.length * 8), DIGEST_BYTES);
  return { events: bytes.subarray(DIGEST_BYTES), digest: hash("sha256", bytes, "buffer") };
}

/** The digest of {@link sealEvents}, of events that stay where they are: a replay mostly needs no copy of them. */
export function digestEvents(previous: Uint8Array, records: RecordBuffer): Uint8Array {
  const events = records.bytes.subarray(0, records.length * 8);
  return createHash("sha256").update(previous).update(events).digest();
}

export function digestsEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
