import { type AccountMirror, RefusedForGood, type V2Client } from "../../client/index.ts";
import type { v2 } from "../../wire/index.ts";
import { sentenceOf } from "../format/failure.ts";
import { FrameStore, Store } from "../state/store.ts";
import { type AccountFill, ofFill, ofMirroredFill } from "./accountFill.ts";
import { type LiveOrder, ofMirrored, ofOrder, ofPlan } from "./liveOrder.ts";

/** What price moves is not pushed: it is asked for this often while there is a position or an order. */
const BUSY_MS = 1_000;
const IDLE_MS = 3_000;
/** While nobody looks. */
const HIDDEN_MS = 5_000;
/** However fast changes come, the account is not asked for more often. */
const LEAST_MS = 300;
/** Before the private socket is tried again. */
const AGAIN_MS = 5_000;

/** The account of the key, as panels show it. */
export interface AccountView {
  readonly assets: readonly v2.Asset[];
  readonly positions: readonly v2.Position[];
  /** Resting orders and waiting plan orders, newest first. */
  readonly orders: readonly LiveOrder[];
  /** The latest, newest first. */
  readonly fills: readonly AccountFill[];
  /** Leverage by symbol. */
  readonly settings: v2.Settings;
  readonly modes: readonly v2.ModeSetting[];
}

const EMPTY: AccountView = { assets: [], positions: [], orders: [], fills: [], settings: {}, modes: [] };

/**
 * Keeps {@link AccountView} up to date: orders and fills as the private socket pushes them, and REST for what is not pushed
 * (what price moves, what waits for a price), and for everything while the socket is not there.
 */
export class AccountData {
  /** `undefined` until everything was read once. */
  readonly view = new FrameStore<AccountView | undefined>(undefined);
  /** Why the account could not be read the last time; `undefined` while it can. */
  readonly failure = new Store<string | undefined>(undefined);
  readonly #client: V2Client;
  readonly #onFills: (fills: readonly AccountFill[]) => void;
  #mirror: AccountMirror | undefined;
  #isClosed = false;
  /** Wakes the loop before its time. */
  #wake = (): void => {};

  /** @param onFills told of fills as they happen, those of before the page left out */
  constructor(client: V2Client, onFills: (fills: readonly AccountFill[]) => void) {
    this.#client = client;
    this.#onFills = onFills;
    void this.#poll();
    void this.#follow();
  }

  /** Something was done: look now. */
  refresh(): void {
    this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#mirror?.close();
    this.#wake();
  }

  async #poll(): Promise<void> {
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
      await pause(LEAST_MS);
      const { positions, orders } = this.view.value ?? EMPTY;
      const isBusy = positions.length + orders.length > 0;
      const pauseMs = document.hidden ? HIDDEN_MS : isBusy ? BUSY_MS : IDLE_MS;
      await Promise.race([woken, pause(pauseMs)]);
    }
  }

  async #read(turn: number): Promise<void> {
    const { account, positions, orders, plans } = this.#client;
    const known = this.view.value;
    const readsSettings = known === undefined || turn % 5 === 0;
    const isPushed = this.#live() !== undefined;
    const [assets, all, resting, waiting, fills, settings, modes] = await Promise.all([
      account.assets(),
      positions.all(),
      isPushed ? [] : orders.current({ limit: 100 }),
      plans.current({ limit: 100 }),
      isPushed ? [] : orders.fills({ limit: 100 }).then(({ list }) => list.map(ofFill)),
      readsSettings ? account.settings() : known.settings,
      readsSettings ? account.list().then((each) => each.account.modeSetting) : known.modes,
    ]);
    if (this.#isClosed) return;
    const live = newestFirst([...resting.map(ofOrder), ...waiting.map(ofPlan)]);
    this.view.set({ assets, positions: all, orders: live, fills, settings, modes });
    this.#takePushed();
  }

  /** Follows the private socket for as long as somebody is signed in. */
  async #follow(): Promise<void> {
    while (!this.#isClosed) {
      try {
        this.#mirror = await this.#client.accountMirror();
        let newest = this.#mirror.fills.at(-1)?.id ?? "";
        for await (const mirror of this.#mirror) {
          if (this.#isClosed) break;
          newest = this.#tellFills(mirror, newest);
          this.#takePushed();
          this.refresh();
        }
      } catch (error) {
        if (error instanceof RefusedForGood) {
          this.failure.set(sentenceOf(error));
          return;
        }
      }
      this.#mirror = undefined;
      await pause(AGAIN_MS);
    }
  }

  /** The mirror, while it is the venue's account. */
  #live(): AccountMirror | undefined {
    return this.#mirror?.isLive === true ? this.#mirror : undefined;
  }

  /** Puts what was pushed in the place of what was read. */
  #takePushed(): void {
    const mirror = this.#live();
    const known = this.view.value;
    if (mirror === undefined || known === undefined) return;
    const resting = [...mirror.orders.values()]
      .filter(({ status }) => status !== "untriggered")
      .map(ofMirrored);
    const waiting = known.orders.filter(
      ({ id, trigger }) => trigger !== undefined && mirror.orders.get(id)?.status === "untriggered",
    );
    const fills = mirror.fills.map(ofMirroredFill).toReversed();
    this.view.set({ ...known, orders: newestFirst([...resting, ...waiting]), fills });
  }

  /** @returns the newest fill that was told of */
  #tellFills({ fills, isLive }: AccountMirror, newest: string): string {
    const at = fills.findLastIndex(({ id }) => id === newest);
    const fresh = fills.slice(at + 1);
    if (isLive && fresh.length > 0) this.#onFills(fresh.map(ofMirroredFill));
    return fills.at(-1)?.id ?? newest;
  }
}

function newestFirst(orders: readonly LiveOrder[]): readonly LiveOrder[] {
  return orders.toSorted((a, b) => b.createdMs - a.createdMs || (b.id > a.id ? 1 : -1));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
