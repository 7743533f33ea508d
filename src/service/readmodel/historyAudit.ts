import type { Clock, Timer } from "../../kernel/host/clock.ts";
import { type History, HistoryFailedError } from "./history.ts";

/** Rows checked at a time. */
const ROWS = 128;
/** From the end of a piece to the next, ms of the host: about a hundredth of one core. */
export const PROVE_EVERY_MS = 100;
/** From the end of a piece to the next in the pass over the newest day, ms of the host. */
export const PROVE_NEWEST_EVERY_MS = 10;
/** From the end of a pass to the next, ms of the host. */
export const PROVE_REST_MS = 10_000;

type Audited = Pick<History, "proveSome" | "failure">;

/**
 * Checks the newest day of history at the start, then all of it again and again, a piece at a time, in a
 * reader's thread: so damage is noticed also in rows that nobody reads. It stops at the first damage, which
 * history reports as a read would; where the system refuses a read, it goes on later.
 */
export class HistoryAudit {
  readonly #history: Audited;
  readonly #clock: Clock;
  #timer: Timer | undefined;
  #isStopped = false;
  #extent: "all" | "newest" = "newest";
  #passes = 0;

  constructor(history: Audited, clock: Clock) {
    this.#history = history;
    this.#clock = clock;
    this.#sleep(PROVE_NEWEST_EVERY_MS);
  }

  /** The number of complete passes over the store that found no damage. */
  get passes(): number {
    return this.#passes;
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.clear();
  }

  #sleep(ms: number): void {
    if (!this.#isStopped) this.#timer = this.#clock.setTimer(ms, () => void this.#prove());
  }

  async #prove(): Promise<void> {
    try {
      const isPassDone = await this.#history.proveSome(ROWS, this.#extent);
      if (this.#extent === "newest") {
        if (isPassDone) this.#extent = "all";
        this.#sleep(PROVE_NEWEST_EVERY_MS);
      } else {
        if (isPassDone) this.#passes++;
        this.#sleep(isPassDone ? PROVE_REST_MS : PROVE_EVERY_MS);
      }
    } catch (error) {
      const isOfSystem = error instanceof HistoryFailedError && error.systemError !== undefined;
      if (isOfSystem && this.#history.failure === undefined) this.#sleep(PROVE_REST_MS);
      else this.stop(); // history has reported the reason
    }
  }
}
