import type { Clock } from "../../../kernel/host/clock.ts";
import { MINUTE_MS } from "../../../kernel/host/clock.ts";
import type { Log } from "../log.ts";
import type { Acting } from "./acting.ts";

/**
 * Refusals of one operator that are logged in the journal within a minute; further ones are counted in the
 * venue's log.
 */
const RECORDED_A_MINUTE = 60;

/**
 * Logs in the journal what operators asked for and control refused: a wrong parameter, a role that is not
 * enough, an unknown state. The number for each operator within a minute is limited, so that nobody without
 * rights can fill the disk.
 */
export class Refusals {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #recorded = new Map<string, number>();
  #minute = 0;

  constructor(clock: Clock, log: Log) {
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * Logs a refusal; resolves when it is durable. If the venue has halted meanwhile, it is logged nowhere.
   */
  async record(operator: string, acting: Acting, reason: string): Promise<void> {
    if (acting.isRefusalLogged) return;
    const minute = Math.floor(this.#clock.monotonicMs() / MINUTE_MS);
    if (minute !== this.#minute) this.#recorded.clear();
    this.#minute = minute;
    const recorded = (this.#recorded.get(operator) ?? 0) + 1;
    this.#recorded.set(operator, recorded);
    if (recorded === RECORDED_A_MINUTE + 1)
      this.#log.warn({ operator }, "more than 60 refusals in a minute: the journal is told no more of them");
    if (recorded > RECORDED_A_MINUTE) return;
    try {
      await acting.logRefusal(reason);
    } catch (cause) {
      this.#log.error({ err: cause, operator, reason }, "a refusal of control could not be logged");
    }
  }
}
