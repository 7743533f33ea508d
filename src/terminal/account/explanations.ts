import { operations, type V2Client } from "../../client/index.ts";
import type { v2 } from "../../wire/index.ts";
import { sentenceOf } from "../format/failure.ts";
import { Store } from "../state/store.ts";
import { whileShown } from "../state/whileShown.ts";
import type { AccountData } from "./accountData.ts";
import { Thrift } from "./thrift.ts";

/** Queues of auto-deleveraging move with prices and are not pushed. */
const LIGHTS_MS = 30_000;
/** Enough for that and for a reader who asks, of the account's budget of 100 a second. */
const BUDGET = { backPerS: 0.5, savedMax: 20, atFirst: 0 };

/** How the account's numbers come about, and where its positions stand in the queues of auto-deleveraging, as the venue explains them. */
export class Explanations {
  readonly shown = new Store<v2.Explanation | undefined>(undefined);
  /** Why it could not be read the last time. */
  readonly failure = new Store<string | undefined>(undefined);
  readonly #thrift: Thrift;
  #isClosed = false;

  constructor(client: V2Client, account: AccountData) {
    this.#thrift = new Thrift(client, BUDGET);
    void this.#poll(account);
  }

  /** Reads it now, because somebody looks. */
  async read(): Promise<void> {
    try {
      const explanation = await this.#thrift.ask(operations.account.explain, {});
      if (this.#isClosed) return;
      this.shown.set(explanation);
      this.failure.set(undefined);
    } catch (error) {
      this.failure.set(sentenceOf(error));
    }
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
      if (isDue && this.#thrift.affords(operations.account.explain)) {
        await this.read();
        known = held;
        waitedMs = 0;
      }
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}
