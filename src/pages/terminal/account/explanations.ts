import { operations, type V2Client } from "../../../interface/client/index.ts";
import type { v2 } from "../../../interface/wire/index.ts";
import { sentenceOf } from "../format/failure.ts";
import { whileShown } from "../state/following.ts";
import { Store } from "../state/store.ts";
import type { AccountData } from "./accountData.ts";
import { RequestBudget } from "./requestBudget.ts";

/** How often they are read, ms: queues of auto-deleveraging change with prices and are not pushed. */
const LIGHTS_MS = 30_000;
/**
 * How much of the account's budget of 100 a second these readings may use, together with those that a reader
 * asks for.
 */
const BUDGET = { backPerS: 0.5, savedMax: 20 };

/**
 * The venue's explanation of the account's numbers, with the places of its positions in the queues of
 * auto-deleveraging.
 */
export class Explanations {
  readonly shown = new Store<v2.Explanation | undefined>(undefined);
  /** Why the last reading failed; `undefined` if it did not. */
  readonly failure = new Store<string | undefined>(undefined);
  readonly #budget: RequestBudget;
  #isClosed = false;

  constructor(client: V2Client, account: AccountData) {
    this.#budget = new RequestBudget(client, BUDGET);
    void this.#poll(account);
  }

  /** Reads now, because somebody looks at it. */
  async read(): Promise<void> {
    try {
      await this.fresh();
      this.failure.set(undefined);
    } catch (error) {
      this.failure.set(sentenceOf(error));
    }
  }

  /** Reads now, and rejects with the reason if that fails. */
  async fresh(): Promise<v2.Explanation> {
    const explanation = await this.#budget.ask(operations.account.explain, {});
    if (!this.#isClosed) this.shown.set(explanation);
    return explanation;
  }

  close(): void {
    this.#isClosed = true;
  }

  async #poll(account: AccountData): Promise<void> {
    let known = "";
    for (let waitedMs = LIGHTS_MS; !this.#isClosed; waitedMs += 1_000) {
      await whileShown();
      const held = (account.view.value?.positions ?? []).map(({ id }) => id).join();
      const isDue = held !== "" && (held !== known || waitedMs >= LIGHTS_MS);
      if (isDue && this.#budget.affords(operations.account.explain)) {
        await this.read();
        known = held;
        waitedMs = 0;
      }
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}
