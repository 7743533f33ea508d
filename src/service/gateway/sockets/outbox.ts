import type { Flushable, Flusher } from "./flusher.ts";
import type { Frame } from "./frame.ts";

/**
 * The most bytes that may wait for one reader. When there would be more, a connection that must not miss
 * anything is cut.
 */
export const BACKLOG_MAX_BYTES = 1024 * 1024;
/**
 * From this many waiting bytes on, frames that a later snapshot replaces are not sent; the room above is for
 * frames that nothing replaces.
 */
export const BACKLOG_CONFLATED_BYTES = 256 * 1024;

/** The part of a socket that an outbox needs. */
export interface Sink {
  /** Bytes written that the operating system has not taken yet. */
  readonly writableLength: number;
  write(bytes: Uint8Array): boolean;
  cork(): void;
  uncork(): void;
}

/** Where a channel sends what it pushes. */
export interface Pushing {
  /** Takes a frame that the peer must not miss. */
  push(frame: Frame): void;
  /**
   * Takes a frame that a later snapshot can replace, if the peer keeps up.
   *
   * @param drained called once, when there is room again after a frame was not taken
   * @returns whether it was taken
   */
  offer(frame: Frame, drained: () => void): boolean;
}

/**
 * The outgoing side of one connection: gathers frames and writes them once a turn of the event loop, never
 * holding more than {@link BACKLOG_MAX_BYTES} for a peer that does not read.
 */
export class Outbox implements Flushable, Pushing {
  readonly #sink: Sink;
  readonly #flusher: Flusher;
  readonly #overflowed: (backlog: number) => void;
  #frames: Frame[] = [];
  #gathered = 0;
  /**
   * How many bytes the peer had not read when the first of the gathered frames came; it cannot have grown
   * since.
   */
  #unread = 0;
  /**
   * Since when the peer has not read everything, as of the last frame that was gathered; `undefined`: it
   * has.
   */
  #behindSince: number | undefined;
  #isShut = false;
  /** The number of messages that it took so far. */
  taken = 0;
  /** Called once the peer has read everything. */
  #waiting: (() => void)[] = [];

  /** @param overflowed called once, when a frame did not fit: from then on none is taken */
  constructor(sink: Sink, flusher: Flusher, overflowed: (backlog: number) => void) {
    this.#sink = sink;
    this.#flusher = flusher;
    this.#overflowed = overflowed;
  }

  /** How many bytes wait for the peer. */
  get backlog(): number {
    return this.#gathered + this.#sink.writableLength;
  }

  /** For how long the peer has not read everything, ms. */
  lagMs(now: number): number {
    return this.#behindSince === undefined || this.backlog === 0 ? 0 : now - this.#behindSince;
  }

  push(frame: Frame): void {
    if (this.#isShut) return;
    if (!this.#fits(frame, BACKLOG_MAX_BYTES)) {
      this.flush(); // much came in one turn: maybe the peer can take it
      if (!this.#fits(frame, BACKLOG_MAX_BYTES)) {
        this.shut();
        this.#overflowed(this.backlog);
        return;
      }
    }
    this.#take(frame);
  }

  offer(frame: Frame, drained: () => void): boolean {
    if (this.#isShut) return false;
    if (!this.#fits(frame, BACKLOG_CONFLATED_BYTES)) {
      this.flush();
      if (!this.#fits(frame, BACKLOG_CONFLATED_BYTES) && this.backlog > 0) {
        this.#waiting.push(drained);
        return false;
      }
    }
    this.#take(frame);
    return true;
  }

  /** Writes what was gathered. */
  flush(): void {
    const frames = this.#frames;
    if (frames.length === 0) return;
    const bytes = this.#gathered;
    this.#frames = [];
    this.#gathered = 0;
    if (frames.length === 1) {
      this.#sink.write(frames[0]!);
      return;
    }
    const bundle = this.#flusher.bundle(frames, bytes);
    if (bundle !== undefined) {
      this.#sink.write(bundle);
      return;
    }
    this.#sink.cork();
    for (const frame of frames) this.#sink.write(frame);
    this.#sink.uncork();
  }

  /** The peer has read everything: calls those who wait for that. */
  drained(): void {
    this.#behindSince = undefined;
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const each of waiting) each();
  }

  /** Takes no more frames; gathered frames that were not written are dropped. */
  shut(): void {
    this.#isShut = true;
    this.#frames = [];
    this.#gathered = 0;
    this.#waiting = [];
  }

  #fits(frame: Frame, max: number): boolean {
    if (this.#frames.length === 0) {
      this.#unread = this.#sink.writableLength;
      if (this.#unread === 0) this.#behindSince = undefined;
      else this.#behindSince ??= this.#flusher.now();
    }
    return this.#unread + this.#gathered + frame.length <= max;
  }

  #take(frame: Frame): void {
    if (this.#frames.length === 0) this.#flusher.add(this);
    this.#flusher.frames++;
    this.taken++;
    this.#frames.push(frame);
    this.#gathered += frame.length;
  }
}
