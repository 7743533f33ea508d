import { RecordView } from "../../kernel/core/index.ts";
import type { HistoryFrame } from "./history.ts";
import type { RowFilter } from "./rowFilter.ts";

/**
 * The most bytes of events in one transaction (only events that leave rows count), unless a single frame has
 * more.
 */
const BATCH_MAX_BYTES = 4 * 1024 * 1024;
/**
 * The most bytes of events that were given and are not committed yet; beyond this the caller of `apply`
 * waits. To fold this much takes less than the two seconds that a query waits, so a full queue alone makes
 * no query fail.
 */
export const QUEUE_MAX_BYTES = 3 * BATCH_MAX_BYTES;

/** The size of a batch's buffer at first; it is doubled when that is not enough. */
const BATCH_MIN_BYTES = 64 * 1024;

/** Frames as they cross to the writer: headers, and all their events in one transferred buffer. */
export interface Batch {
  /** First sequence number, count, time, byte length of each frame. */
  readonly headers: Float64Array<ArrayBuffer>;
  readonly events: Uint8Array<ArrayBuffer>;
  readonly lastSeq: number;
}

const HEADER_WORDS = 4;

/**
 * Frames waiting to become batches. The events that leave rows are copied once, into the buffer that will be
 * transferred. In a market whose house quotes all day they are a twentieth of all events.
 */
export class FrameQueue {
  /** Oldest first; new frames are added to the last one. */
  readonly #batches: GatheringBatch[] = [];
  /** The size of the last batch: the next is expected to be like it. */
  #bytesExpected = BATCH_MIN_BYTES;
  readonly #filter: RowFilter;

  constructor(filter: RowFilter) {
    this.#filter = filter;
  }

  get isEmpty(): boolean {
    return this.#batches.length === 0;
  }

  /** Bytes of the events in the oldest batch. */
  get bytes(): number {
    return this.#batches[0]?.bytes ?? 0;
  }

  /** The last sequence number in the queue, 0 when it is empty. */
  get lastSeq(): number {
    return this.#batches.at(-1)?.lastSeq ?? 0;
  }

  /** Whether the oldest batch has reached its largest size. */
  get isFull(): boolean {
    return this.#batches.length > 1 || this.bytes >= BATCH_MAX_BYTES;
  }

  /**
   * Adds a frame with a copy of its events, since others use the caller's buffer too.
   *
   * @returns the bytes of the copy
   */
  push(frame: HistoryFrame): number {
    let last = this.#batches.at(-1);
    if (last === undefined || last.bytes >= BATCH_MAX_BYTES) {
      last = new GatheringBatch(this.#bytesExpected);
      this.#batches.push(last);
    }
    return last.push(frame, this.#filter);
  }

  /** Takes the oldest batch; there must be one. */
  take(): Batch {
    const batch = this.#batches.shift()!.close();
    this.#bytesExpected = Math.max(BATCH_MIN_BYTES, batch.events.byteLength);
    return batch;
  }
}

class GatheringBatch {
  bytes = 0;
  lastSeq = 0;
  readonly #headers: number[] = [];
  #events: Uint8Array<ArrayBuffer>;
  /** The bytes of `#events` as 32-bit words, of which records consist. */
  #parts: Int32Array<ArrayBuffer>;

  constructor(bytesExpected: number) {
    this.#events = new Uint8Array(bytesExpected);
    this.#parts = new Int32Array(this.#events.buffer);
  }

  push({ firstSeq, count, time, events }: HistoryFrame, filter: RowFilter): number {
    const view = new RecordView(events);
    const parts = new Int32Array(events.buffer, events.byteOffset, events.byteLength / PART_BYTES);
    const { bytes } = this;
    for (let at = 0; at < view.length; ) {
      const next = view.next(at);
      if (filter.mayLeaveRow(view, at)) this.#add(parts, at * WORD_PARTS, next * WORD_PARTS);
      at = next;
    }
    this.#headers.push(firstSeq, count, time, this.bytes - bytes);
    this.lastSeq = firstSeq + count - 1;
    return this.bytes - bytes;
  }

  close(): Batch {
    const { bytes, lastSeq } = this;
    return { headers: Float64Array.from(this.#headers), events: this.#events.subarray(0, bytes), lastSeq };
  }

  #add(parts: Int32Array, from: number, end: number): void {
    const bytes = this.bytes + (end - from) * PART_BYTES;
    if (bytes > this.#events.byteLength) this.#grow(bytes);
    const to = this.#parts;
    for (let part = from, at = this.bytes / PART_BYTES; part < end; part++) to[at++] = parts[part]!;
    this.bytes = bytes;
  }

  #grow(bytes: number): void {
    const larger = new Uint8Array(Math.max(bytes, 2 * this.#events.byteLength));
    larger.set(this.#events.subarray(0, this.bytes));
    this.#events = larger;
    this.#parts = new Int32Array(larger.buffer);
  }
}

/**
 * Records consist of whole words of 8 bytes. They are copied as 32-bit halves, since not every word is a
 * number that survives being copied as one.
 */
const PART_BYTES = 4;
const WORD_PARTS = 2;

/** The frames of a batch; their events are views of it. */
export function framesOf({ headers, events }: Batch): HistoryFrame[] {
  const frames: HistoryFrame[] = [];
  let at = 0;
  for (let word = 0; word < headers.length; word += HEADER_WORDS) {
    const bytes = headers[word + 3]!;
    frames.push({
      firstSeq: headers[word]!,
      count: headers[word + 1]!,
      time: headers[word + 2]!,
      events: events.subarray(at, at + bytes),
    });
    at += bytes;
  }
  return frames;
}
