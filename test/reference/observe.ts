import * as core from "../../src/kernel/core/data/codes.ts";
import { freeEquity, withdrawable } from "../../src/kernel/core/data/margin/available.ts";
import { frozenOf } from "../../src/kernel/core/data/margin/netMargin.ts";
import { counterNames } from "../../src/kernel/core/data/messages/query.ts";
import type { State } from "../../src/kernel/core/data/state/state.ts";
import type {
  AccountId,
  EntrySlot,
  OrderSlot,
  PositionSlot,
} from "../../src/kernel/core/data/units/kinds.ts";
import { Money } from "../../src/kernel/core/data/units/money.ts";
import { NONE } from "../../src/kernel/core/data/units/units.ts";
import { extremeOf, triggerOf } from "../../src/kernel/core/events/orderEvents.ts";
import type { StateRecord } from "./happening.ts";
import type { Words } from "./picked.ts";
import { wordsOf } from "./picked.ts";
import { MARGIN_MODES, SEPARATED_MODES, STATES, STATUSES, wordOf } from "./translate.ts";

/** How ids of the core read in a tape. */
interface Numbering {
  orderOrdinal(id: number): number;
  positionOrdinal(id: number): number;
}

/** The core as it stands, thing by thing, in the order of the reference's state records. */
export function observe(s: State, names: Numbering): StateRecord[] {
  const all: StateRecord[] = [];
  for (const contract of s.contracts) {
    all.push({
      of: "contract",
      contract: contract.index,
      status: wordOf(STATUSES, contract.status),
      index: BigInt(contract.indexPoints),
      mark: BigInt(contract.markPoints),
      last: contract.lastPrice,
      fundingRate: BigInt(contract.fundingRate),
      fundingDue: contract.fundingDue,
      delistingDue: contract.delistingDue,
      premiums: contract.premium.count,
      weightedPremium: contract.premium.weighted,
      premiumSum: contract.premium.sum,
      openInterest: contract.openInterest,
    });
    for (const side of ["buy", "sell"] as const) {
      const code = side === "buy" ? core.BUY : core.SELL;
      contract.book.depth(code, Number.POSITIVE_INFINITY, (price, lots) => {
        all.push({ of: "level", contract: contract.index, side, price, lots });
      });
      for (let slot = contract.book.first(code); slot !== NONE; slot = contract.book.after(slot)) {
        const { id, price, remaining } = s.orders;
        const [order, lots] = [names.orderOrdinal(id[slot]!), remaining[slot]!];
        all.push({ of: "book", contract: contract.index, side, order, price: price[slot]!, lots });
      }
    }
  }
  for (const order of liveOrders(s)) all.push(orderRecord(s, order, names));
  for (const slot of livePositions(s)) all.push(positionRecord(s, slot, names));
  for (const account of s.accounts.ids()) accountRecords(s, account, names, all);
  for (const { account, position, forced } of s.liquidations) {
    all.push({ of: "waiting", account, position: names.positionOrdinal(position), forced });
  }
  return all;
}

/** Of a row the columns of numbers that a text names. */
function cells<T, S extends string>(
  table: Columns<T, S, Readonly<Record<number, number>>>,
  names: S,
  slot: number,
): Record<Words<S>, number> {
  const columns = table as unknown as Record<string, Readonly<Record<number, number>>>;
  const row: Record<string, number> = {};
  for (const name of wordsOf(names)) row[name] = columns[name]![slot]!;
  return row as never;
}

/** Of a row the columns of money that a text names. */
function quanta<T, S extends string>(
  table: Columns<T, S, { quanta(slot: number): bigint }>,
  names: S,
  slot: number,
): Record<Words<S>, bigint> {
  const columns = table as unknown as Record<string, { quanta(slot: number): bigint }>;
  const row: Record<string, bigint> = {};
  for (const name of wordsOf(names)) row[name] = columns[name]!.quanta(slot);
  return row as never;
}

/** A table that has columns of those names. */
type Columns<T, S extends string, Column> = T & Readonly<Record<Words<S>, Column>>;

/** Slots of live orders, oldest first. */
function liveOrders(s: State): OrderSlot[] {
  const slots: OrderSlot[] = [];
  for (const holdings of s.holdingOf) {
    for (const holding of holdings.values()) {
      for (let slot = s.holdings.orderHead[holding]!; slot !== NONE; slot = s.orders.holdingNext[slot]!) {
        slots.push(slot);
      }
    }
  }
  return slots.sort((a, b) => s.orders.id[a]! - s.orders.id[b]!);
}

/** Slots of positions, oldest first. */
function livePositions(s: State): PositionSlot[] {
  const slots: PositionSlot[] = [];
  for (const account of s.accounts.ids()) {
    const { positionHead } = s.accounts;
    for (let slot = positionHead[account]!; slot !== NONE; slot = s.positions.accountNext[slot]!)
      slots.push(slot);
  }
  return slots.sort((a, b) => s.positions.id[a]! - s.positions.id[b]!);
}

function orderRecord(s: State, slot: OrderSlot, names: Numbering): StateRecord {
  const { orders } = s;
  const waits = orders.state[slot] === core.STATE_UNTRIGGERED;
  return {
    of: "order",
    order: names.orderOrdinal(orders.id[slot]!),
    state: wordOf(STATES, orders.state[slot]!),
    ...cells(orders, "account contract price size remaining", slot),
    ...quanta(orders, "frozen filledValue fee liquidationFee realized", slot),
    trigger: waits ? triggerOf(s, slot) : orders.conditions.triggerPrice[orders.condition[slot]]!,
    extreme: waits ? BigInt(extremeOf(s, slot)) : 0n,
    queued: orders.triggerQueued(slot) === core.TRIGGER_QUEUED,
    held: orders.triggerQueued(slot) === core.TRIGGER_HELD,
    due: waits ? 0 : orders.heapKey[slot]!,
    takeProfit: orders.conditions.presetTakeProfit[orders.condition[slot]]!,
    stopLoss: orders.conditions.presetStopLoss[orders.condition[slot]]!,
  };
}

function positionRecord(s: State, slot: PositionSlot, names: Numbering): StateRecord {
  const { positions } = s;
  return {
    of: "position",
    position: names.positionOrdinal(positions.id[slot]!),
    leg: positions.leg[slot] === core.LONG ? "long" : "short",
    ...cells(positions, "account contract leverage size reserved cumOpenSize cumCloseSize", slot),
    ...quanta(positions, "openValue openFee cumOpenValue cumOpenFee cumCloseValue cumCloseFee", slot),
    ...quanta(positions, "fundingFee cumFunding cumLiquidateFee", slot),
    autoAppend: positions.autoAppend[slot] === 1,
  };
}

function accountRecords(s: State, account: AccountId, names: Numbering, all: StateRecord[]): void {
  const { accounts, positions, holdings } = s;
  all.push(entryRecord(s, accounts.entry[account]!, names));
  for (let slot = accounts.positionHead[account]!; slot !== NONE; slot = positions.accountNext[slot]!) {
    if (positions.marginMode[slot] === core.ISOLATED) all.push(entryRecord(s, positions.entry[slot]!, names));
  }
  all.push({
    of: "account",
    account,
    frozen: frozenOf(s, account, new Money()).toQuanta(),
    free: freeEquity(s, account, new Money()).toQuanta(),
    withdrawable: withdrawable(s, account, new Money()).toQuanta(),
  });
  for (let slot = accounts.holdingHead[account]!; slot !== NONE; slot = holdings.next[slot]!) {
    all.push({
      ...{ of: "account", account, contract: holdings.contract[slot]! },
      marginMode: wordOf(MARGIN_MODES, holdings.marginMode[slot]!),
      separatedMode: wordOf(SEPARATED_MODES, holdings.separatedMode[slot]!),
      countdown: holdings.countdownDue[slot]!,
      takerRate: BigInt(holdings.takerRate[slot]!),
      makerRate: BigInt(holdings.makerRate[slot]!),
      ...cells(holdings, "cross isolatedLong isolatedShort longSize shortSize", slot),
      ...cells(holdings, "longOpening shortOpening longReserved shortReserved", slot),
    });
  }
}

function entryRecord(s: State, entry: EntrySlot, names: Numbering): StateRecord {
  const { entries } = s;
  const counters: Record<string, bigint> = {};
  for (const name of counterNames) counters[name] = entries.counters[name].quanta(entry);
  return {
    of: "entry",
    account: entries.account[entry]!,
    position: names.positionOrdinal(entries.position[entry]!),
    ...quanta(entries, "amount pendingDeposit pendingWithdraw", entry),
    ...quanta(entries, "pendingTransferIn pendingTransferOut", entry),
    liquidating: entries.liquidating[entry] === 1,
    called: entries.called[entry] === 1,
    ...counters,
  };
}
