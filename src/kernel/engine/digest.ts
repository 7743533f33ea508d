import { hash } from "node:crypto";
import type { RecordBuffer } from "../core/index.ts";
import { DIGEST_BYTES } from "../journal/commandLog.ts";

/** The running digest before the first frame. */
export const DIGEST_ZERO: Uint8Array = new Uint8Array(DIGEST_BYTES);

/** A frame's events, copied out of the machine, and the running digest that covers them. */
export interface DigestedEvents {
  /** Starts on a word. */
  readonly events: Uint8Array;
  /** SHA-256 of `previous` followed by `events`. */
  readonly digest: Uint8Array;
}

/**
 * Copies a frame's events and adds them to the running digest. The copy is laid behind the previous digest,
 * so that one hash over one array covers both.
 */
export function digestEvents(previous: Uint8Array, records: RecordBuffer): DigestedEvents {
  const bytes = Buffer.allocUnsafeSlow(DIGEST_BYTES + records.length * 8);
  bytes.set(previous, 0);
  bytes.set(records.bytes.subarray(0, records.length * 8), DIGEST_BYTES);
  return { events: bytes.subarray(DIGEST_BYTES), digest: hash("sha256", bytes, "buffer") };
}

/**
 * The digests of {@link digestEvents} for one frame after the other, without a copy of the events that
 * outlives them: a replay mostly needs none. The array is used again, which costs less than a new one for
 * each frame, and less than a hash in two steps.
 */
export class Digester {
  #bytes = Buffer.allocUnsafeSlow(64 * 1024);

  next(previous: Uint8Array, records: RecordBuffer): Uint8Array {
    const length = DIGEST_BYTES + records.length * 8;
    if (length > this.#bytes.length) this.#bytes = Buffer.allocUnsafeSlow(2 * length);
    this.#bytes.set(previous, 0);
    this.#bytes.set(records.bytes.subarray(0, records.length * 8), DIGEST_BYTES);
    return hash("sha256", this.#bytes.subarray(0, length), "buffer");
  }
}

export function digestsEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
