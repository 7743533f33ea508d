import type { Operation, V2Client } from "../../../interface/client/index.ts";

/**
 * How much of the account's budget of 100 a second the page may spend; the budget is for the account's bots.
 */
export interface Allowance {
  /** Weight regained per second. */
  readonly backPerS: number;
  /** The weight that can be saved up while nothing is requested. */
  readonly savedMax: number;
}

/** For the page's own readings; a fill is followed by a reading at once. */
const BY_ITSELF: Allowance = { backPerS: 1.25, savedMax: 20 };

/**
 * Sends requests with the account's key and counts their weight, so that the page uses no more than its
 * {@link Allowance} of the budget that it shares with the account's bots.
 */
export class RequestBudget {
  readonly #client: V2Client;
  /** The weight left; one round of requests may take it below zero. */
  #left: number;
  readonly #allowance: Allowance;
  #atMs = performance.now();

  constructor(client: V2Client, allowance = BY_ITSELF) {
    this.#client = client;
    this.#allowance = allowance;
    this.#left = allowance.savedMax;
  }

  /** Resolves when there is weight left. */
  async ready(): Promise<void> {
    for (this.#refill(); this.#left < 0; this.#refill()) {
      const ms = (-this.#left / this.#allowance.backPerS) * 1_000;
      await new Promise((resolve) => setTimeout(resolve, Math.ceil(ms)));
    }
  }

  /** Whether the saved weight is enough for an operation. */
  affords({ weight }: Operation<never, unknown>): boolean {
    this.#refill();
    return this.#left >= weight.uid;
  }

  async ask<In, Out>(operation: Operation<In, Out>, input: In): Promise<Out> {
    this.#refill();
    this.#left -= operation.weight.uid;
    return (await this.#client.ask(operation, input)).value;
  }

  #refill(): void {
    const nowMs = performance.now();
    const { backPerS, savedMax } = this.#allowance;
    const back = ((nowMs - this.#atMs) / 1_000) * backPerS;
    this.#atMs = nowMs;
    if (this.#left < savedMax) this.#left = Math.min(savedMax, this.#left + back);
  }
}
