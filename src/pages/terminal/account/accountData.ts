import type { MirroredPosition } from "../../../interface/client/index.ts";
import {
  type AccountMirror,
  operations,
  RefusedForGood,
  type V2Client,
} from "../../../interface/client/index.ts";
import {
  type AccountSnapshot,
  type Ask,
  accountSnapshot,
  livePages,
} from "../../../interface/client/v2/accountSnapshot.ts";
import type { v2 } from "../../../interface/wire/index.ts";
import { big } from "../format/decimal.ts";
import { sentenceOf } from "../format/failure.ts";
import { whileShown } from "../state/following.ts";
import { FrameStore, Store } from "../state/store.ts";
import { type AccountFill, ofFill, ofMirroredFill } from "./accountFill.ts";
import { type LiveOrder, newer, ofMirrored, ofPlan, withPushedWait } from "./liveOrder.ts";
import { Marks } from "./marks.ts";
import type { RequestBudget } from "./requestBudget.ts";
import type { Pending } from "./rowNumbers.ts";

/**
 * Liquidation prices and what is available change with prices and are not pushed: while there is a position
 * they are read this often, ms.
 */
const HELD_MS = 15_000;
/** Leverage and modes are not pushed either; only people change them. In ms. */
const SETTINGS_MS = 60_000;
/** The wait after a failed reading, and between readings while the private socket is not connected, ms. */
const AGAIN_MS = 5_000;
/** Changes within this time are followed by one reading, ms. */
const TOGETHER_MS = 250;
/** Up to this many contracts, asking for the positions of each weighs less than asking for all. */
const FEW = 4;

/** The account of the key, as panels show it. */
export interface AccountView {
  readonly assets: readonly v2.Asset[];
  readonly positions: readonly v2.Position[];
  /** Resting orders and waiting plan orders, newest first. */
  readonly orders: readonly LiveOrder[];
  /** The latest fills, newest first. */
  readonly fills: readonly AccountFill[];
  /** Leverage by symbol. */
  readonly settings: v2.Settings;
  readonly modes: readonly v2.ModeSetting[];
  /** Money announced but not yet moved, to the account and from it; undefined before anything was pushed. */
  readonly pending: Pending | undefined;
}

/**
 * Keeps {@link AccountView} up to date. Orders, positions and fills are pushed over the private socket, and
 * unrealised PnL follows the pushed mark prices. Everything else is read: after changes, now and then, and
 * never while the page is hidden.
 */
export class AccountData {
  /** `undefined` until everything was read once. */
  readonly view = new FrameStore<AccountView | undefined>(undefined);
  /** Why the account could not be read the last time; `undefined` while it can. */
  readonly failure = new Store<string | undefined>(undefined);
  /** Whether what happens to the account is pushed; false while the connection is lost. */
  readonly isPushed = new Store(false);
  /** The whole account as it was read the last time. */
  readonly snapshot = new Store<AccountSnapshot | undefined>(undefined);
  readonly #client: V2Client;
  readonly #budget: RequestBudget;
  readonly #marks: Marks;
  readonly #onFills: (fills: readonly AccountFill[]) => void;
  #mirror: AccountMirror | undefined;
  /** The newest fill that was reported already, "" for none; `undefined` before any were read. */
  #knownFill: string | undefined;
  #isClosed = false;
  /** When settings are read next, monotonic ms. */
  #settingsDueMs = 0;
  /** The latest time to read the assets, monotonic ms; they weigh the most. */
  #assetsDueMs = 0;
  /** Whether the last reading did not include the assets. */
  #isBehind = false;
  /** Ends the loop's present wait. */
  #wake = (): void => {};

  /**
   * @param onFills called with fills as they happen, but not with those that were there when the account was
   * first read
   * @param first the first reading, if it is already under way
   */
  constructor(
    client: V2Client,
    budget: RequestBudget,
    onFills: (fills: readonly AccountFill[]) => void,
    begin = Promise.resolve(),
    first?: Promise<AccountSnapshot>,
  ) {
    this.#client = client;
    this.#budget = budget;
    this.#marks = new Marks(client, () => this.#takeMarks());
    this.#onFills = onFills;
    const read = first?.then((snapshot) => this.#takeFirst(snapshot)).catch(() => undefined); // it is read again
    void begin.then(() => {
      void Promise.resolve(read).then(() => this.#poll());
      void this.#follow(first);
    });
  }

  /** Reads now, because something was done. @param what "settings": leverage and modes too */
  refresh(what?: "settings"): void {
    if (what === "settings") this.#settingsDueMs = 0;
    this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#mirror?.close();
    this.#marks.close();
    this.#wake();
  }

  async #poll(): Promise<void> {
    if (this.view.value !== undefined) await this.#rest();
    while (!this.#isClosed) {
      await whileShown();
      await this.#budget.ready();
      const woken = this.#woken();
      let hasFailed = false;
      try {
        await this.#read();
        this.failure.set(undefined);
      } catch (error) {
        hasFailed = true;
        this.#settingsDueMs = 0; // what was to be read has not been
        this.#assetsDueMs = 0;
        if (!this.#isClosed) this.failure.set(sentenceOf(error));
      }
      await this.#rest(woken, hasFailed ? AGAIN_MS : this.#restMs());
    }
  }

  /** Waits until the last reading is too old, or something has happened. */
  async #rest(woken = this.#woken(), ms = this.#restMs()): Promise<void> {
    await Promise.race([woken, pause(ms)]);
    await pause(TOGETHER_MS);
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** For how long a reading is current while nothing is pushed, ms. */
  #restMs(): number {
    if (this.#live() === undefined || this.#isBehind) return AGAIN_MS;
    return this.view.value?.positions.length === 0 ? SETTINGS_MS : HELD_MS;
  }

  async #read(): Promise<void> {
    if (this.#isClosed) return;
    const ask = this.#budget.ask.bind(this.#budget);
    const answer: Ask = async (operation, input) => ({
      value: await ask(operation, input),
      accountVersion: undefined,
    });
    const known = this.view.value;
    if (known === undefined || this.#live() === undefined) {
      const snapshot = await accountSnapshot(answer, () => true);
      if (!this.#isClosed) this.#takeSnapshot(snapshot);
      return;
    }
    const nowMs = performance.now();
    const readsSettings = nowMs >= this.#settingsDueMs;
    if (readsSettings) this.#settingsDueMs = nowMs + SETTINGS_MS;
    const readsAssets = nowMs >= this.#assetsDueMs || this.#budget.affords(operations.account.assets);
    this.#isBehind = !readsAssets;
    if (readsAssets) this.#assetsDueMs = nowMs + HELD_MS;
    const [assets, positions, plans, { settings, modes }] = await Promise.all([
      readsAssets ? ask(operations.account.assets, {}) : known.assets,
      this.#readPositions(),
      this.#knowsPlans() ? undefined : livePages(answer, operations.plans.current),
      readsSettings ? ask(operations.account.list, {}).then(settingsOf) : known,
    ]);
    if (this.#isClosed) return;
    if (this.#live() === undefined) {
      this.refresh("settings"); // what was left to the pushes is read now, and what is not taken is read again
      return;
    }
    const { orders, fills, pending } = this.view.value ?? known;
    const waiting = plans?.rows.map(ofPlan) ?? orders.filter(isWaiting);
    this.view.set({ assets, positions, orders: waiting, fills, settings, modes, pending });
    this.#takePushed();
    this.#takeMarks();
  }

  #takeFirst(snapshot: AccountSnapshot): void {
    if (!this.#isClosed && this.view.value === undefined) this.#takeSnapshot(snapshot);
  }

  /** Takes a reading of the whole account. */
  #takeSnapshot(snapshot: AccountSnapshot): void {
    this.snapshot.set(snapshot);
    const { answer, orders, plans } = snapshot;
    const nowMs = performance.now();
    this.#settingsDueMs = nowMs + SETTINGS_MS;
    this.#assetsDueMs = nowMs + HELD_MS;
    this.#isBehind = false;
    const resting = orders.rows.filter(({ status }) => status !== "untriggered").map(ofMirrored);
    const fills = answer.fills.list.map(ofFill);
    this.#knownFill ??= fills[0]?.id ?? "";
    this.view.set({
      assets: answer.assets,
      positions: answer.positions,
      orders: newestFirst([...resting, ...plans.map(ofPlan)]),
      fills,
      ...settingsOf(answer.accounts),
      pending: this.view.value?.pending,
    });
    this.#takePushed();
    this.#takeMarks();
  }

  #readPositions(): Promise<readonly v2.Position[]> {
    const mirror = this.#live();
    const symbols = new Set([...(mirror?.positions.values() ?? [])].map(({ contractId }) => contractId));
    if (mirror === undefined || symbols.size > FEW) return this.#budget.ask(operations.positions.all, {});
    const asked = [...symbols].map((symbol) => this.#budget.ask(operations.positions.ofSymbol, { symbol }));
    return Promise.all(asked).then((rows) => rows.flat());
  }

  /** Whether all waiting orders are known from a reading. Pushes do not say which price an order watches. */
  #knowsPlans(): boolean {
    const mirror = this.#live();
    if (mirror === undefined) return false;
    const known = new Set(this.view.value?.orders.filter(isWaiting).map(({ id }) => id));
    return [...mirror.orders.values()].every(({ id, status }) => status !== "untriggered" || known.has(id));
  }

  /** Follows the private socket for as long as somebody is signed in. */
  async #follow(first: Promise<AccountSnapshot> | undefined): Promise<void> {
    let before = first;
    while (!this.#isClosed) {
      try {
        this.#mirror = await this.#client.accountMirror(before);
        this.#knownFill ??= this.#mirror.fills.at(-1)?.id ?? "";
        for await (const mirror of this.#mirror) {
          if (this.#isClosed) break;
          this.isPushed.set(mirror.isLive);
          this.#notifyFills(mirror);
          const { snapshot, isLive } = mirror;
          if (isLive && snapshot !== undefined && snapshot !== this.snapshot.value) {
            this.#takeSnapshot(snapshot);
            continue;
          }
          this.#takePushed();
          this.#takeMarks();
          this.refresh();
        }
      } catch (error) {
        if (error instanceof RefusedForGood) {
          this.failure.set(sentenceOf(error));
          return;
        }
      }
      this.#mirror = undefined;
      before = undefined;
      this.isPushed.set(false);
      await pause(AGAIN_MS);
    }
  }

  /** The mirror, while it agrees with the venue. */
  #live(): AccountMirror | undefined {
    return this.#mirror?.isLive === true ? this.#mirror : undefined;
  }

  /** Replaces values that were read by those that were pushed since. */
  #takePushed(): void {
    const mirror = this.#live();
    const known = this.view.value;
    if (mirror === undefined || known === undefined) return;
    const resting = [...mirror.orders.values()]
      .filter(({ status }) => status !== "untriggered")
      .map(ofMirrored);
    const waiting = known.orders.flatMap((order) => {
      const pushed = mirror.orders.get(order.id);
      return pushed?.status === "untriggered" ? [withPushedWait(order, pushed)] : [];
    });
    const positions = known.positions.flatMap((row) => {
      const pushed = mirror.positions.get(String(row.id));
      return pushed === undefined ? [] : [withPush(row, pushed)];
    });
    const fills = mirror.fills.map(ofMirroredFill).toReversed();
    const orders = newestFirst([...resting, ...waiting]);
    this.view.set({ ...known, positions, orders, fills, pending: pendingOf(mirror) });
  }

  #takeMarks(): void {
    const known = this.view.value;
    if (known === undefined || this.#isClosed) return;
    this.#marks.follow(new Set(known.positions.map(({ symbol }) => symbol)));
    const positions = known.positions.map((row) => withMark(row, this.#marks.of(row.symbol)));
    this.view.set({ ...known, positions });
  }

  #notifyFills({ fills, isLive }: AccountMirror): void {
    const at = fills.findLastIndex(({ id }) => id === this.#knownFill);
    const fresh = at < 0 && this.#knownFill !== "" ? [] : fills.slice(at + 1);
    if (!isLive) return;
    if (fresh.length > 0) this.#onFills(fresh.map(ofMirroredFill));
    this.#knownFill = fills.at(-1)?.id ?? this.#knownFill;
  }
}

/** Pending amounts of the shared entry; isolated positions have none. */
function pendingOf({ collateral }: AccountMirror): Pending | undefined {
  const shared = [...collateral.values()].find(({ isolatedPositionId }) => isolatedPositionId === "0");
  return (
    shared && {
      deposit: shared.pendingDepositAmount,
      transferIn: shared.pendingTransferInAmount,
      withdraw: shared.pendingWithdrawAmount,
      transferOut: shared.pendingTransferOutAmount,
    }
  );
}

/** Leverage and modes of each contract. */
function settingsOf({ account }: v2.AccountList): Pick<AccountView, "settings" | "modes"> {
  const leverages = account.leverageSetting.map(({ symbol, ...leverage }) => [symbol, leverage] as const);
  return { settings: Object.fromEntries(leverages), modes: account.modeSetting };
}

function isWaiting({ trigger }: LiveOrder): boolean {
  return trigger !== undefined;
}

function newestFirst(orders: readonly LiveOrder[]): readonly LiveOrder[] {
  return orders.toSorted((a, b) => b.createdMs - a.createdMs || (b.id > a.id ? 1 : -1));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * A leg as read, with pushed fields in place of read ones. Fields that only the venue computes stay as they
 * were read.
 */
function withPush(row: v2.Position, pushed: MirroredPosition): v2.Position {
  return {
    ...row,
    leverage: newer(row.leverage, pushed.leverage),
    size: newer(row.size, pushed.size),
    open_value: newer(row.open_value, pushed.openValue),
    funding_fee: newer(row.funding_fee, pushed.fundingFee),
  };
}

/** Unrealised PnL at a mark price: size × mark − open value, for a short the reverse. Exact. */
function withMark(row: v2.Position, mark: string | undefined): v2.Position {
  if (mark === undefined) return row;
  const gained = big(row.size).times(mark).minus(row.open_value);
  return { ...row, unrealizePnl: (row.side === "LONG" ? gained : gained.times("-1")).toFixed() };
}
