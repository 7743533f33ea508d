import type { Operation, V2Client } from "../../client/index.ts";

/** Weight that comes back in a second: the account's budget of 100 a second belongs to its bots. */
const BACK_PER_S = 1.25;
/** Weight saved up while nothing is asked: a trade is looked at as soon as it is made. */
const SAVED_MAX = 20;
/** On top of it at first, for reading everything once. */
const AT_FIRST = 45;

/**
 * Asks with the account's key, and keeps account of what that weighs, so that all the page asks by itself takes about
 * {@link BACK_PER_S} a second of the budget that it shares with the account's bots.
 */
export class Thrift {
  readonly #client: V2Client;
  /** May fall below zero by one round of questions. */
  #left = SAVED_MAX + AT_FIRST;
  #atMs = performance.now();

  constructor(client: V2Client) {
    this.#client = client;
  }

  /** Resolves when there is something left to ask with. */
  async ready(): Promise<void> {
    for (this.#refill(); this.#left < 0; this.#refill()) {
      const ms = (-this.#left / BACK_PER_S) * 1_000;
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
    const back = ((nowMs - this.#atMs) / 1_000) * BACK_PER_S;
    this.#atMs = nowMs;
    if (this.#left < SAVED_MAX) this.#left = Math.min(SAVED_MAX, this.#left + back);
  }
}
