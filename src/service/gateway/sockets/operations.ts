import { WireError } from "../../../interface/wire/index.ts";
import type { Clock } from "../../../kernel/host/clock.ts";
import type { SocketLimits } from "../limits/profile.ts";

/**
 * The limits of one connection: how often it subscribes, and how many channels it holds. They are counted
 * for each connection by itself, so that nothing of it outlives the connection; the numbers are those of the
 * profile in force.
 */
export class Operations {
  readonly #limits: () => SocketLimits | undefined;
  readonly #clock: Clock;
  #windowEndsMs = Number.NEGATIVE_INFINITY;
  #used = 0;

  constructor(limits: () => SocketLimits | undefined, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Counts a subscription; refuses with 429 one too many. */
  take(): void {
    const budget = this.#limits()?.operations;
    if (budget === undefined) return;
    const nowMs = this.#clock.monotonicMs();
    if (nowMs >= this.#windowEndsMs) {
      this.#windowEndsMs = nowMs + budget.windowMs;
      this.#used = 0;
    }
    if (this.#used < budget.max) {
      this.#used++;
      return;
    }
    const seconds = Math.max(1, Math.ceil((this.#windowEndsMs - nowMs) / 1000));
    throw new WireError(
      "rateLimited",
      `Too many requests: Rate limit exceeded: subscriptions of a connection ${this.#used} of ${budget.max} in ` +
        `${budget.windowMs / 1000} s, resets in ${seconds} s`,
    );
  }

  /** Refuses with 429 more channels than a connection may hold. @param held how many it holds */
  checkChannels(held: number): void {
    const max = this.#limits()?.channels;
    if (max === undefined || held < max) return;
    throw new WireError(
      "rateLimited",
      `Too many requests: Rate limit exceeded: channels of a connection ${held} of ${max}, unsubscribe first`,
    );
  }
}
