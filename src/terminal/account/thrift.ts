import type { Operation, V2Client } from "../../client/index.ts";

/** How much of the account's budget of 100 a second may be spent; it belongs to its bots. */
export interface Allowance {
  /** Weight that comes back in a second. */
  readonly backPerS: number;
  /** Weight saved up while nothing is asked. */
  readonly savedMax: number;
  /** On top of it at first. */
  readonly atFirst: number;
}

/** Of what the page asks by itself: a trade is looked at as soon as it is made, everything is read once at first. */
const BY_ITSELF: Allowance = { backPerS: 1.25, savedMax: 20, atFirst: 45 };

/**
 * Asks with the account's key, and keeps account of what that weighs, so that what the page asks takes no more than its
 * {@link Allowance} of the budget that it shares with the account's bots.
 */
export class Thrift {
  readonly #client: V2Client;
  /** May fall below zero by one round of questions. */
  #left: number;
  readonly #allowance: Allowance;
  #atMs = performance.now();

  constructor(client: V2Client, allowance = BY_ITSELF) {
    this.#client = client;
    this.#allowance = allowance;
    this.#left = allowance.savedMax + allowance.atFirst;
  }

  /** Resolves when there is something left to ask with. */
  async ready(): Promise<void> {
    for (this.#refill(); this.#left < 0; this.#refill()) {
      const ms = (-this.#left / this.#allowance.backPerS) * 1_000;
      await new Promise((resolve) => setTimeout(resolve, Math.ceil(ms)));
    }
  }

  /** Whether an operation can be asked with what was saved. */
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
