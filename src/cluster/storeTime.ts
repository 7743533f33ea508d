import type { Clock, Timer } from "../host/clock.ts";
import type { LeaseState } from "../journal/clusterLog.ts";

/** A node whose clock is further from the store's than this does not lead, ms. */
export const OFF_MAX_MS = 500;

/**
 * The host's clock, corrected to the clock of the store that all nodes share: so market time goes on, whoever leads, from
 * where it was.
 */
export class StoreTime implements Clock {
  readonly #host: Clock;
  #offMs = 0;

  constructor(host: Clock) {
    this.#host = host;
  }

  /** How far the store's clock is ahead of the host's, in ms; negative: behind. */
  get offMs(): number {
    return this.#offMs;
  }

  /** The store has answered. @param sentMs the host's monotonic time when it was asked; the answer was made halfway */
  saw({ storeTime }: LeaseState, sentMs: number): void {
    const halfMs = (this.#host.monotonicMs() - sentMs) / 2;
    const offMs = storeTime + halfMs - this.#host.wallMs();
    // Within what the way there and back leaves open, the earlier estimate is as good, and steadier.
    if (Math.abs(offMs - this.#offMs) > halfMs + 1) this.#offMs = offMs;
  }

  wallMs(): number {
    return this.#host.wallMs() + Math.round(this.#offMs);
  }

  monotonicMs(): number {
    return this.#host.monotonicMs();
  }

  setTimer(afterMs: number, fire: () => void): Timer {
    return this.#host.setTimer(afterMs, fire);
  }
}
