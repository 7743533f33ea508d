import type { HistoryFrame } from "./history.ts";

/** Bytes of events that one transaction takes, unless a single frame has more. */
export const BATCH_MAX_BYTES = 1024 * 1024;
/**
 * Bytes of events given and not yet committed, past which whoever gives them waits. Folding this much takes less than
 * the two seconds that a question waits, so a full queue alone refuses nobody.
 */
export const QUEUE_MAX_BYTES = 4 * 1024 * 1024;

/** Frames as they cross to the writer: headers, and all their events in one transferred buffer. */
export interface Batch {
  /** First sequence number, count, time, byte length of each frame. */
  readonly headers: Float64Array<ArrayBuffer>;
  readonly events: Uint8Array<ArrayBuffer>;
}

const HEADER_WORDS = 4;

/** Frames waiting to become batches. */
export class FrameQueue {
  readonly #frames: HistoryFrame[] = [];

  get isEmpty(): boolean {
    return this.#frames.length === 0;
  }

  /** Adds a frame with a copy of its events: the caller's buffer is others' too. */
  push(frame: HistoryFrame): void {
    this.#frames.push({ ...frame, events: frame.events.slice() });
  }

  /** Takes as many frames as fit a transaction; at least one. */
  take(): Batch {
    let bytes = 0;
    let count = 0;
    for (const { events } of this.#frames) {
      if (count > 0 && bytes + events.byteLength > BATCH_MAX_BYTES) break;
      bytes += events.byteLength;
      count++;
    }
    const batch: Batch = {
      headers: new Float64Array(count * HEADER_WORDS),
      events: new Uint8Array(bytes),
    };
    let at = 0;
    this.#frames.splice(0, count).forEach((frame, index) => {
      const { firstSeq, time, events } = frame;
      batch.headers.set([firstSeq, frame.count, time, events.byteLength], index * HEADER_WORDS);
      batch.events.set(events, at);
      at += events.byteLength;
    });
    return batch;
  }
}

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
