import type { Clock } from "../../../kernel/host/clock.ts";

/**
 * The time is looked at in each beat at least. A look that comes later than this after the one before it, in
 * ms, shows that the process was held up.
 */
const HELD_UP_MS = 500;
/** How much of a hold-up counts all the same, ms: silence is noticed also where every beat is late. */
const COUNTED_MS = 100;

/**
 * For how long a source was listened to, ms: the host's monotonic time without that in which this process was
 * held up. What the source said during a hold-up waits unread, and a beat that was due runs before that is
 * read: nothing that is judged by this time takes a hold-up for silence.
 */
export class ListeningTime {
  readonly #clock: Clock;
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

  /** How long this process was held up until now, ms, as far as that is not counted as listening. */
  missedMs(): number {
    this.now();
    return this.#missedMs;
  }
}
