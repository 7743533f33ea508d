import { CANCEL_NONE, ISOLATED, LONG } from "../../data/codes.ts";
import { frozenOf } from "../../data/margin/netMargin.ts";
import type {
  AccountWorth,
  OrderChange,
  OrderImage,
  PositionImage,
} from "../../data/messages/accountUpdate.ts";
import type { CounterName, EntryView, OrderView } from "../../data/messages/query.ts";
import { counterNames } from "../../data/messages/query.ts";
import { viewEntry } from "../../data/model/generated/entryColumns.ts";
import { viewOrder } from "../../data/model/generated/orderColumns.ts";
import { viewPosition } from "../../data/model/generated/positionColumns.ts";
import { findHolding } from "../../data/state/ofAccount.ts";
import type { State } from "../../data/state/state.ts";
import { bigDivCeil } from "../../data/units/divide.ts";
import type { AccountId, EntrySlot, OrderSlot, PositionSlot } from "../../data/units/kinds.ts";
import type { Quanta } from "../../data/units/units.ts";
import { LEVERAGE_ONE, NONE } from "../../data/units/units.ts";
import { triggerOf } from "../../events/orderEvents.ts";

/*
 * Rows of the state as plain data. They are taken in the middle of a command too, so they read columns only
 * and leave every register of the state (`s.scratch`) alone.
 */

/** A collateral entry, by its slot. */
export function entryImage(s: State, entry: EntrySlot): EntryView {
  const { entries } = s;
  const counters = {} as Record<CounterName, Quanta>;
  for (const name of counterNames) counters[name] = entries.counters[name].quanta(entry);
  return { ...viewEntry(entries, entry), legacy: walletOf(s, entry), counters };
}

/** What the account is worth, with the same results as the query `assets`; what no price moves of it too. */
export function worthImage(s: State, account: AccountId): AccountWorth {
  const { accounts, entries, positions } = s;
  const entry = accounts.entry[account];
  let shared = entries.amount.quanta(entry);
  let isolated = 0n;
  let margin = 0n;
  let wallet = walletOf(s, entry);
  const sharedWallet = wallet;
  for (let p = accounts.positionHead[account]; p !== NONE; p = positions.accountNext[p]) {
    const contract = s.contracts[positions.contract[p]];
    const value = BigInt(positions.size[p]) * BigInt(contract.markPoints * contract.quantaPerPointLot);
    const signed = positions.leg[p] === LONG ? value : -value;
    if (positions.marginMode[p] === ISOLATED) {
      isolated += entries.amount.quanta(positions.entry[p]) + signed;
      wallet += walletOf(s, positions.entry[p]);
      continue;
    }
    shared += signed;
    const charged = contract.riskRule.marginAtEntry ? positions.openValue.quanta(p) : value;
    margin += bigDivCeil(charged * BigInt(LEVERAGE_ONE), BigInt(positions.leverage[p]));
  }
  const reserved =
    frozenOf(s, account, s.scratch.frozen).toQuanta() +
    entries.pendingWithdraw.quanta(entry) +
    entries.pendingTransferOut.quanta(entry);
  const free = shared - margin - reserved;
  return { equity: shared + isolated, available: free > 0n ? free : 0n, wallet, sharedWallet };
}

/** A position, by its slot. */
export function positionImage(s: State, p: PositionSlot): PositionImage {
  const { positions } = s;
  return {
    ...viewPosition(positions, p),
    isolatedMargin: positions.marginMode[p] === ISOLATED ? walletOf(s, positions.entry[p]) : 0n,
  };
}

/** A live order, by its slot; the trigger of a trailing stop is where it stands at this moment. */
export function orderView(s: State, slot: OrderSlot): OrderView {
  const { orders } = s;
  const view = { ...viewOrder(orders, slot, CANCEL_NONE), clientId: orders.clientId(slot) };
  return view.callbackRate === 0 ? view : { ...view, triggerPrice: triggerOf(s, slot) };
}

/** An order, live or as its last event told it, with the fee rates of its account in its contract. */
export function orderImage(s: State, order: OrderView, change: OrderChange = ""): OrderImage {
  const holding = findHolding(s, order.account, order.contract);
  const { terms } = s.contracts[order.contract];
  return {
    ...order,
    takerRate: holding === NONE ? terms.takerRate : s.holdings.takerRate[holding],
    makerRate: holding === NONE ? terms.makerRate : s.holdings.makerRate[holding],
    change,
  };
}

/** amount + Σ d · openValue over the positions that the entry carries. */
function walletOf(s: State, entry: EntrySlot): Quanta {
  const { entries, positions, accounts } = s;
  const own = entries.position[entry];
  let wallet = entries.amount.quanta(entry);
  const add = (p: PositionSlot): void => {
    const value = positions.openValue.quanta(p);
    wallet += positions.leg[p] === LONG ? value : -value;
  };
  if (own !== 0) {
    add(positions.byId.get(own));
    return wallet;
  }
  const head = accounts.positionHead[entries.account[entry]];
  for (let p = head; p !== NONE; p = positions.accountNext[p]) {
    if (positions.marginMode[p] !== ISOLATED) add(p);
  }
  return wallet;
}
