import type { Operation } from "../../../interface/client/index.ts";
import { V2Client } from "../../../interface/client/index.ts";
import type { NewOwnKey, OwnKeys } from "../../../interface/wire/selfService.ts";
import { RequestBudget } from "../account/requestBudget.ts";
import { RequestWatch } from "../account/requestWatch.ts";
import { whileShown } from "../state/following.ts";
import { Store } from "../state/store.ts";

/** A key's three strings. */
export type Strings = NewOwnKey;
/** What is asked of a new key. */
export interface Asked {
  readonly label: string;
  readonly permissions: readonly string[];
  readonly addresses: readonly string[];
  readonly delayMinutes: number;
}

const own = { isSigned: true, weight: { ip: 5, uid: 10 } } as const;
const list: Operation<object, OwnKeys> = { ...own, method: "GET", path: "/capi/v2/self/keys" };
const create: Operation<Asked, NewOwnKey> = {
  ...own,
  method: "POST",
  path: "/capi/v2/self/keys/create",
  isForgotten: true,
};
const disable: Operation<{ readonly apiKey: string }, object> = {
  ...own,
  method: "POST",
  path: "/capi/v2/self/keys/disable",
};

const EVERY_MS = 5_000;

/** An account as the owner of its first key sees it: its keys, and its requests. */
export class OwnAccount {
  readonly keys: Store<OwnKeys>;
  readonly requests: RequestWatch;
  readonly #budget: RequestBudget;

  private constructor(budget: RequestBudget, keys: OwnKeys) {
    this.#budget = budget;
    this.keys = new Store(keys);
    this.requests = new RequestWatch(budget);
  }

  /** Opens the account of a key. @throws where the key opens nothing, or the account came by no invitation */
  static async open(credentials: Strings): Promise<OwnAccount> {
    const budget = new RequestBudget(new V2Client({ baseUrl: location.origin, credentials }));
    return new OwnAccount(budget, await budget.ask(list, {}));
  }

  /** Looks again every now and then, for when each key was last used. @returns how to stop */
  follow(): () => void {
    const leaving = new AbortController();
    const run = async (): Promise<void> => {
      while (!leaving.signal.aborted) {
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
        await whileShown();
        if (!leaving.signal.aborted) await this.#look().catch(() => undefined); // asked again soon
      }
    };
    void run();
    return () => leaving.abort();
  }

  async create(asked: Asked): Promise<NewOwnKey> {
    const made = await this.#budget.ask(create, asked);
    await this.#look();
    return made;
  }

  async disable(apiKey: string): Promise<void> {
    await this.#budget.ask(disable, { apiKey });
    await this.#look();
  }

  async #look(): Promise<void> {
    this.keys.set(await this.#budget.ask(list, {}));
  }
}
