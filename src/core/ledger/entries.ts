import type { CounterName } from "../query.ts";
import { counterNames } from "../query.ts";
import type { MoneyColumn } from "../units/money.ts";
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
  coin: Int32Array;
  marginMode: Int32Array;
  /** Isolated position this entry belongs to, 0 for the shared entry. */
  position: Float64Array;
  liquidating: Int32Array;
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
    this.account = this.ints();
    this.coin = this.ints();
    this.marginMode = this.ints();
    this.position = this.doubles();
    this.liquidating = this.ints();
    this.createdTime = this.doubles();
    this.updatedTime = this.doubles();
    this.amount = this.money();
    this.pendingDeposit = this.money();
    this.pendingWithdraw = this.money();
    this.pendingTransferIn = this.money();
    this.pendingTransferOut = this.money();
    const counters = {} as Record<CounterName, MoneyColumn>;
    for (const name of counterNames) counters[name] = this.money();
    this.counters = counters;
    this.layApart();
  }

  /** A fresh entry with nothing on it. */
  open(account: number, coin: number, marginMode: number, position: number, time: number): number {
    const slot = this.take();
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
