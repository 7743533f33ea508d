import type { Clock } from "../../../kernel/host/clock.ts";

/**
 * {@link ListeningTime.now} is called in each beat at least. More than this between two calls, in ms, shows
 * that the process was held up.
 */
const HELD_UP_MS = 500;
/**
 * How much of each hold-up counts as listening all the same, ms: so a silent source is noticed even where
 * every beat is late.
 */
const COUNTED_MS = 100;

/**
 * For how long a source was listened to, ms: the host's monotonic time less the time in which this process
 * was held up. After a hold-up a beat that was due runs first, and what the source sent meanwhile is read
 * only then. By this time a source is not taken for silent because of that.
 */
export class ListeningTime {
  readonly #clock: Clock;
  /** When {@link now} was last called, by the host's monotonic clock. */
  #lookedAt: number;
  #missedMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#lookedAt = clock.monotonicMs();
  }

  /** How long the source was listened to, ms; it never goes back. */
  now(): number {
    const now = this.#clock.monotonicMs();
    const sinceMs = now - this.#lookedAt;
    this.#lookedAt = now;
    if (sinceMs > HELD_UP_MS) this.#missedMs += sinceMs - COUNTED_MS;
    return now - this.#missedMs;
  }

  /** How long this process was held up so far, ms, less what counts as listening. */
  missedMs(): number {
    this.now();
    return this.#missedMs;
  }
}
