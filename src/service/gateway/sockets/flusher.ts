import type { Frame } from "./frame.ts";

/**
 * How many connections are written to before the event loop goes on: the engine never waits for more than
 * these.
 */
export const SLICE_CONNECTIONS = 32;
/**
 * Up to this size, frames are copied together into one piece of memory; larger ones are handed over as a
 * list.
 */
const BUNDLE_BYTES_MAX = 256 * 1024;

/** Handled entries are removed once there are this many, even if others still wait. */
const DONE_MAX = 4_096;

/** Something that holds frames back until {@link Flusher} tells it to write. */
export interface Flushable {
  flush(): void;
}

/**
 * Writes gathered frames once a turn of the event loop, connection by connection in the order in which each
 * got its first frame. Many connections are written to in slices, between which the event loop goes on;
 * frames that come meanwhile join the same write.
 */
export class Flusher {
  #waiting: Flushable[] = [];
  #next = 0;
  #isSet = false;
  #bundled: readonly Frame[] = [];
  #bundle: Buffer = Buffer.alloc(0);
  /** The number of frames that its outboxes took so far. */
  frames = 0;
  /** The host's monotonic time, ms. */
  readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  add(outbox: Flushable): void {
    this.#waiting.push(outbox);
    if (this.#isSet) return;
    this.#isSet = true;
    setImmediate(this.#turn);
  }

  /**
   * The frames in one piece, `undefined` where that would be too large. Connections that follow the same
   * channels have the same frames in the same turn: they share the piece.
   */
  bundle(frames: readonly Frame[], bytes: number): Buffer | undefined {
    if (bytes > BUNDLE_BYTES_MAX) return undefined;
    if (!isSame(frames, this.#bundled)) {
      this.#bundled = frames;
      this.#bundle = Buffer.concat(frames, bytes);
    }
    return this.#bundle;
  }

  readonly #turn = (): void => {
    const end = Math.min(this.#next + SLICE_CONNECTIONS, this.#waiting.length);
    while (this.#next < end) this.#waiting[this.#next++]!.flush();
    if (this.#next < this.#waiting.length) {
      if (this.#next > DONE_MAX) {
        this.#waiting = this.#waiting.slice(this.#next);
        this.#next = 0;
      }
      setImmediate(this.#turn);
      return;
    }
    this.#waiting = [];
    this.#next = 0;
    this.#isSet = false;
    this.#bundled = [];
    this.#bundle = Buffer.alloc(0);
  };
}

function isSame(a: readonly Frame[], b: readonly Frame[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = a.length - 1; i >= 0; i--) if (a[i] !== b[i]) return false;
  return true;
}
