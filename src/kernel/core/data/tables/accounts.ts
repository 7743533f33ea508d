import { ACCOUNT_SYSTEM } from "../codes.ts";
import type { CounterName, FeeView } from "../messages/query.ts";
import { counterNames } from "../messages/query.ts";
import { AccountColumns } from "../model/generated/accountColumns.ts";
import { EntryColumns } from "../model/generated/entryColumns.ts";
import { HoldingColumns } from "../model/generated/holdingColumns.ts";
import { PositionColumns } from "../model/generated/positionColumns.ts";
import { IdTable } from "../units/idTable.ts";
import type {
  AccountId,
  EntrySlot,
  HoldingSlot,
  OrderSlot,
  PositionId,
  PositionSlot,
  TimeMs,
} from "../units/kinds.ts";
import { accountId, listBy } from "../units/kinds.ts";
import type { MoneyColumn } from "../units/money.ts";
import { assert } from "../units/units.ts";
import type { AccountRules } from "./accountRules.ts";
import { rulesOfKind } from "./accountRules.ts";
import { NO_FEE_SETTING } from "./feeSetting.ts";
import type { HeapColumns } from "./slotHeap.ts";

/** All accounts (data/model/accounts.ts); the slot is the account's id. */
export class Accounts extends AccountColumns {
  readonly names = listBy<AccountId, string>("");
  /** The rules of the account's kind. */
  readonly rules = listBy<AccountId, AccountRules>(rulesOfKind(ACCOUNT_SYSTEM));
  readonly fees = listBy<AccountId, FeeView>(NO_FEE_SETTING);
  /** Live client ids of an account; undefined until it uses one. */
  readonly clientIds = listBy<AccountId, Map<string, OrderSlot> | undefined>(undefined);
  readonly byName = new Map<string, AccountId>();

  constructor(capacity = 64) {
    super(capacity);
    this.take(); // slot 0: no account
    this.count = 0;
  }

  /** All of them, system accounts included, ascending. */
  ids(): AccountId[] {
    return Array.from({ length: this.top - 1 }, (_, before) => accountId(before + 1));
  }

  /** Whether `account` is the id of an account. */
  has(account: number): account is AccountId {
    return account > 0 && account < this.top && Number.isInteger(account);
  }
}

/** What accounts have in contracts (data/model/holdings.ts). */
export class Holdings extends HoldingColumns {
  /** By row: symbol fee setting, undefined where none was made. */
  readonly fees: (FeeView | undefined)[] = [];

  constructor(capacity = 64) {
    super(capacity);
  }
}

/**
 * Holdings by when their countdown is over, as a heap wants them; of one account at one moment in no order.
 */
export class Countdowns implements HeapColumns<HoldingSlot> {
  private readonly holdings: Holdings;
  constructor(holdings: Holdings) {
    this.holdings = holdings;
  }
  get heapKey() {
    return this.holdings.countdownDue;
  }
  get id() {
    return this.holdings.account;
  }
  get heapIndex() {
    return this.holdings.countdownIndex;
  }
}

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

/** The open legs (data/model/positions.ts). */
export class Positions extends PositionColumns {
  readonly byId = new IdTable<PositionId, PositionSlot>();

  constructor(capacity = 64) {
    super(capacity);
  }
}
