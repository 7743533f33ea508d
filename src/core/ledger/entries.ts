import type { CounterName } from "../query.ts";
import { counterNames } from "../query.ts";
import { MoneyColumn } from "../units/money.ts";
import { Pool } from "../units/pool.ts";

type Counters = { readonly [K in CounterName]: MoneyColumn };

/**
 * Collateral entries: the shared one of each account, and one for each isolated position.
 *
 * `amount` is a cash ledger that moves by the full notional: opening a long lowers it, opening a short raises it. It
 * always equals the identity over `counters` (docs/reference/ledger.md) and the sum of the entry's bills.
 */
export class Entries extends Pool {
  account: Int32Array;
  coin: Uint8Array;
  marginMode: Uint8Array;
  /** Isolated position this entry belongs to, 0 for the shared entry. */
  position: Float64Array;
  liquidating: Uint8Array;
  createdTime: Float64Array;
  updatedTime: Float64Array;
  amount: MoneyColumn;
  pendingDeposit: MoneyColumn;
  pendingWithdraw: MoneyColumn;
  pendingTransferIn: MoneyColumn;
  pendingTransferOut: MoneyColumn;
  readonly counters: Counters;

  constructor(capacity = 64) {
    super(capacity);
    this.account = new Int32Array(capacity);
    this.coin = new Uint8Array(capacity);
    this.marginMode = new Uint8Array(capacity);
    this.position = new Float64Array(capacity);
    this.liquidating = new Uint8Array(capacity);
    this.createdTime = new Float64Array(capacity);
    this.updatedTime = new Float64Array(capacity);
    this.amount = new MoneyColumn(capacity);
    this.pendingDeposit = new MoneyColumn(capacity);
    this.pendingWithdraw = new MoneyColumn(capacity);
    this.pendingTransferIn = new MoneyColumn(capacity);
    this.pendingTransferOut = new MoneyColumn(capacity);
    const counters = {} as Record<CounterName, MoneyColumn>;
    for (const name of counterNames) counters[name] = new MoneyColumn(capacity);
    this.counters = counters;
  }

  /** A fresh entry with nothing on it. */
  open(account: number, coin: number, marginMode: number, position: number, time: number): number {
    const slot = this.take();
    for (const name of counterNames)
      if (this.counters[name].hi.length < this.capacity) this.counters[name].grow(this.capacity);
    this.account[slot] = account;
    this.coin[slot] = coin;
    this.marginMode[slot] = marginMode;
    this.position[slot] = position;
    this.liquidating[slot] = 0;
    this.createdTime[slot] = time;
    this.updatedTime[slot] = time;
    this.amount.clear(slot);
    this.pendingDeposit.clear(slot);
    this.pendingWithdraw.clear(slot);
    this.pendingTransferIn.clear(slot);
    this.pendingTransferOut.clear(slot);
    for (const name of counterNames) this.counters[name].clear(slot);
    return slot;
  }
}
