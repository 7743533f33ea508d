import type { AccountUpdate, TimeMs } from "../../../../kernel/core/index.ts";
import type { VenueClock } from "../../../../kernel/engine/index.ts";
import type { Timer } from "../../../../kernel/host/clock.ts";

/** The most updates of an account that are delayed at a time; when there are more, the oldest go early. */
const UNDERWAY_MAX = 10_000;

/**
 * Delays the updates of an account by the market time that its latency says, and keeps their order: an update
 * with a shorter delay waits for those before it.
 */
export class PushDelay {
  readonly #now: () => TimeMs;
  readonly #alarm: VenueClock["alarm"] | undefined;
  readonly #deliver: (update: AccountUpdate) => void;
  #underway: { readonly due: TimeMs; readonly update: AccountUpdate }[] = [];
  #timer: Timer | undefined;

  constructor({
    now,
    alarm,
    deliver,
  }: {
    readonly now: () => TimeMs;
    readonly alarm: VenueClock["alarm"] | undefined;
    readonly deliver: (update: AccountUpdate) => void;
  }) {
    this.#now = now;
    this.#alarm = alarm;
    this.#deliver = deliver;
  }

  take(update: AccountUpdate): void {
    const isAtOnce = update.pushDelayMs === 0 && this.#underway.length === 0;
    if (isAtOnce || this.#alarm === undefined) {
      this.#deliver(update);
      return;
    }
    this.#underway.push({ due: update.time + update.pushDelayMs, update });
    if (this.#underway.length > UNDERWAY_MAX) this.#deliver(this.#underway.shift()!.update);
    if (this.#timer === undefined) this.#go();
  }

  /** Drops the updates that are still delayed. */
  close(): void {
    this.#timer?.clear();
    this.#timer = undefined;
    this.#underway = [];
  }

  /** Delivers the updates that are due, and sets a timer for the next one. */
  #go(): void {
    this.#timer = undefined;
    const now = this.#now();
    while (this.#underway.length > 0 && this.#underway[0]!.due <= now)
      this.#deliver(this.#underway.shift()!.update);
    const [next] = this.#underway;
    if (next !== undefined) this.#timer = this.#alarm?.(next.due, () => this.#go());
  }
}
