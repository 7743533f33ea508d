import type { BackOff, Timing } from "./timing.ts";
import { pauseMs } from "./timing.ts";

const BACK_OFF: BackOff = { firstMs: 250, mostMs: 30_000 };
/** About as long as a request is tried: a restart of the venue is shorter. */
const PATIENCE_MS = 8_000;

/**
 * When the lost connections of one client are opened again: together, since a venue that went away took all of them.
 * A pause belongs to the client, not to a socket: a connection lost during a pause waits for its end.
 */
export class Reconnection {
  /** How long the first connection of a socket is tried, ms; 0: once. Lost connections are tried for ever. */
  readonly patienceMs: number;
  readonly #timing: Timing;
  #failures = 0;
  #pauseEndsMs = Number.NEGATIVE_INFINITY;

  constructor(timing: Timing, patienceMs = PATIENCE_MS) {
    this.#timing = timing;
    this.patienceMs = patienceMs;
  }

  /** How long to wait before the next attempt, ms. */
  pauseMs(): number {
    if (!this.#isPausing()) {
      this.#failures++;
      const pause = pauseMs(BACK_OFF, this.#failures, this.#timing.random());
      this.#pauseEndsMs = this.#timing.monotonicMs() + pause;
    }
    return this.#pauseEndsMs - this.#timing.monotonicMs();
  }

  /** A connection lasted: the next pause is a short one again. */
  wasGood(): void {
    if (!this.#isPausing()) this.#failures = 0;
  }

  #isPausing(): boolean {
    return this.#pauseEndsMs > this.#timing.monotonicMs();
  }
}
