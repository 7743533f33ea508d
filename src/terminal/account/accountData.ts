import type { MirroredFill, V2Client } from "../../client/index.ts";
import type { v2 } from "../../wire/index.ts";
import { sentenceOf } from "../format/failure.ts";
import { FrameStore, Store } from "../state/store.ts";
import { type LiveOrder, ofOrder, ofPlan } from "./liveOrder.ts";

/** What price moves is not pushed: it is asked for this often while there is a position or an order. */
const BUSY_MS = 1_000;
const IDLE_MS = 3_000;

/** The account of the key, as panels show it. */
export interface AccountView {
  readonly assets: readonly v2.Asset[];
  readonly positions: readonly v2.Position[];
  /** Resting orders and waiting plan orders, newest first. */
  readonly orders: readonly LiveOrder[];
  readonly fills: readonly v2.Fill[];
  /** Leverage by symbol. */
  readonly settings: v2.Settings;
  readonly modes: readonly v2.ModeSetting[];
}

const EMPTY: AccountView = { assets: [], positions: [], orders: [], fills: [], settings: {}, modes: [] };

/** Keeps {@link AccountView} up to date. `undefined` until everything was read once. */
export class AccountData {
  readonly view = new FrameStore<AccountView | undefined>(undefined);
  /** Why the account could not be read the last time; `undefined` while it can. */
  readonly failure = new Store<string | undefined>(undefined);
  readonly #client: V2Client;
  #isClosed = false;
  /** Wakes the loop before its time. */
  #wake = (): void => {};

  constructor(client: V2Client) {
    this.#client = client;
    void this.#run();
  }

  /** Something was done: look now. */
  refresh(): void {
    this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  async #run(): Promise<void> {
    for (let turn = 0; !this.#isClosed; turn++) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      try {
        await this.#read(turn);
        this.failure.set(undefined);
      } catch (error) {
        if (!this.#isClosed) this.failure.set(sentenceOf(error));
      }
      const { positions, orders } = this.view.value ?? EMPTY;
      const pauseMs = positions.length + orders.length > 0 ? BUSY_MS : IDLE_MS;
      await Promise.race([woken, new Promise((resolve) => setTimeout(resolve, pauseMs))]);
    }
  }

  async #read(turn: number): Promise<void> {
    const { account, positions, orders, plans } = this.#client;
    const known = this.view.value;
    const readsSettings = known === undefined || turn % 5 === 0;
    const [assets, all, resting, waiting, { list: fills }, settings, modes] = await Promise.all([
      account.assets(),
      positions.all(),
      orders.current({ limit: 100 }),
      plans.current({ limit: 100 }),
      orders.fills({ limit: 100 }),
      readsSettings ? account.settings() : known.settings,
      readsSettings ? account.list().then((each) => each.account.modeSetting) : known.modes,
    ]);
    const live = [...resting.map(ofOrder), ...waiting.map(ofPlan)];
    live.sort((a, b) => b.createdMs - a.createdMs);
    this.view.set({ assets, positions: all, orders: live, fills, settings, modes });
  }
}

export type { MirroredFill };
