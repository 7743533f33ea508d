import type { Timing } from "./timing.ts";

/** How far the venue's time is from this machine's. */
export interface Skew {
  /** Venue minus machine, ms; from the sample with the shortest way. */
  readonly offsetMs: number;
  /** The offset is exact to this: half of the way there and back. */
  readonly uncertaintyMs: number;
}

/**
 * The time that signatures carry: the machine's own, corrected by the venue's once the venue has refused it.
 *
 * Not corrected from the start, because what a venue calls its time may be market time: a test clock that stands still, or
 * runs a hundred times as fast. Such a venue takes the machine's time for signatures; one whose clock differs from the
 * machine's by more than its window says so (40008), and then the measured offset is adopted.
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

  /** Unix ms to sign with. */
  now(): number {
    return Math.round(this.#timing.wallMs() + this.#correctionMs);
  }

  /** Added to the machine's time; 0 until the venue has refused that. */
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

  /** Signs with the venue's time from now on. */
  async adopt(signal?: AbortSignal): Promise<void> {
    this.#correctionMs = (await this.measure(1, signal)).offsetMs;
  }
}
