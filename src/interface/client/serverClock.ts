import type { Timing } from "./timing.ts";

/** How far the venue's time is from this machine's. */
export interface Skew {
  /** Venue minus machine, ms; from the sample with the shortest round trip. */
  readonly offsetMs: number;
  /** The offset's error is at most this, ms: half of the round trip. */
  readonly uncertaintyMs: number;
}

/**
 * The time for signatures: the machine's own, corrected by the venue's once the venue has refused it.
 *
 * It is not corrected from the start, because a venue's time may be market time: a test clock that stands
 * still, or runs a hundred times as fast. Such a venue accepts the machine's time in signatures. A venue
 * whose clock differs from the machine's by more than its window refuses it (40008), and then the measured
 * offset is used.
 */
export class ServerClock {
  readonly #timing: Timing;
  readonly #askTime: (signal?: AbortSignal) => Promise<number>;
  #correctionMs = 0;

  /** @param askTime the venue's time, Unix ms */
  constructor(timing: Timing, askTime: (signal?: AbortSignal) => Promise<number>) {
    this.#timing = timing;
    this.#askTime = askTime;
  }

  /** The time to sign with, Unix ms. */
  now(): number {
    return Math.round(this.#timing.wallMs() + this.#correctionMs);
  }

  /** What is added to the machine's time, ms; 0 until the venue has refused that time. */
  get correctionMs(): number {
    return this.#correctionMs;
  }

  /** Asks the venue for its time, several times in a row. */
  async measure(samples = 3, signal?: AbortSignal): Promise<Skew> {
    let best: Skew | undefined;
    for (let i = 0; i < samples; i++) {
      const sentMs = this.#timing.monotonicMs();
      const wallMs = this.#timing.wallMs();
      const venueMs = await this.#askTime(signal);
      const halfMs = (this.#timing.monotonicMs() - sentMs) / 2;
      const skew = { offsetMs: venueMs - (wallMs + halfMs), uncertaintyMs: halfMs };
      if (best === undefined || skew.uncertaintyMs < best.uncertaintyMs) best = skew;
    }
    if (best === undefined) throw new RangeError("samples must be at least 1");
    return best;
  }

  /** From now on signs with the venue's time. */
  async adopt(signal?: AbortSignal): Promise<void> {
    this.#correctionMs = (await this.measure(1, signal)).offsetMs;
  }
}
