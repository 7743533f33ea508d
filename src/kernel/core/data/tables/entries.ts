import type { CounterName } from "../messages/query.ts";
import { counterNames } from "../messages/query.ts";
import { EntryColumns } from "../model/generated/entryColumns.ts";
import type { AccountId, EntrySlot, PositionId, TimeMs } from "../units/kinds.ts";
import type { MoneyColumn } from "../units/money.ts";
import { assert } from "../units/units.ts";

/** Collateral entries (data/model/entries.ts). */
export class Entries extends EntryColumns {
  /** The cumulative counters, by name. */
  readonly counters: { readonly [K in CounterName]: MoneyColumn<EntrySlot> };

  constructor(capacity = 64) {
    super(capacity);
    const counters: Partial<Record<CounterName, MoneyColumn<EntrySlot>>> = {};
    for (const name of counterNames) counters[name] = this[name];
    this.counters = counters as Required<typeof counters>;
  }

  /** A fresh entry with nothing on it. */
  open(account: AccountId, coin: number, marginMode: number, position: PositionId, time: TimeMs): EntrySlot {
    const slot = this.take();
    this.clear(slot);
    assert(this.amount.isZero(slot), "a fresh entry has nothing on it");
    this.account[slot] = account;
    this.coin[slot] = coin;
    this.marginMode[slot] = marginMode;
    this.position[slot] = position;
    this.createdTime[slot] = time;
    this.updatedTime[slot] = time;
    return slot;
  }
}
