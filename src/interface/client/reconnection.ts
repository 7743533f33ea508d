import type { BackOff, Timing } from "./timing.ts";
import { pauseMs } from "./timing.ts";

const BACK_OFF: BackOff = { firstMs: 250, mostMs: 30_000 };
/**
 * How long a further attempt at a request takes on average, ms. A first connection is tried as long as a
 * request.
 */
const PATIENCE_MS = 800;

/**
 * When the lost connections of one client are opened again: together, since a venue that went away took all
 * of them. A pause belongs to the client, not to a socket: a connection lost during a pause waits for its
 * end.
 */
export class Reconnection {
  /**
   * How long the first connection of a socket is tried, ms; twice at least, unless 0: once. Lost connections
   * are tried for ever.
   */
  readonly patienceMs: number;
  readonly #timing: Timing;
  #failures = 0;
  #pauseEndsMs = Number.NEGATIVE_INFINITY;

  /** @param retries further attempts at a request; with none a first connection is tried once */
  constructor(timing: Timing, retries: number) {
    this.#timing = timing;
    this.patienceMs = retries * PATIENCE_MS;
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
