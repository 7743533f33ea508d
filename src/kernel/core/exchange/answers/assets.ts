import { ISOLATED, LONG, SHARED } from "../../data/codes.ts";
import {
  available,
  isolatedWallet,
  positionMargin,
  sharedEquityAndMargin,
  sharedWallet,
  withdrawable,
} from "../../data/margin/available.ts";
import { liquidationPrice } from "../../data/margin/liquidationPrice.ts";
import { maintenance } from "../../data/margin/maintenance.ts";
import { frozenOf } from "../../data/margin/netMargin.ts";
import type { AssetsView, PositionView, TotalsView } from "../../data/messages/query.ts";
import type { State } from "../../data/state/state.ts";
import { bigDivCeil } from "../../data/units/divide.ts";
import type { AccountId, ContractIndex, PositionSlot } from "../../data/units/kinds.ts";
import type { Quanta } from "../../data/units/units.ts";
import { NONE } from "../../data/units/units.ts";
import { legsOfIsolated, legsOfShared, marginTermsOf } from "../../events/marginHealth.ts";
import { positionImage } from "./images.ts";

/**
 * What an account is worth and may use, at the current marks (data/margin/available.ts). Wallet,
 * unrealized and equity are of all its entries: an isolated position's margin has left the shared entry and
 * is the account's still. All other amounts are of the shared entry alone.
 */
export function assets(s: State, query: { readonly account: AccountId }): AssetsView | undefined {
  const { accounts, positions, scratch } = s;
  const { account } = query;
  if (!accounts.has(account)) return undefined;
  const shared = sharedWorth(s, account);
  let wallet = sharedWallet(s, account, scratch.wallet).toQuanta();
  let unrealized = shared.equity - wallet;
  for (let p = accounts.positionHead[account]; p !== NONE; p = positions.accountNext[p]) {
    if (positions.marginMode[p] !== ISOLATED) continue;
    wallet += isolatedWallet(s, p, scratch.wallet).toQuanta();
    unrealized += unrealizedOf(s, p);
  }
  return {
    account,
    wallet,
    unrealized,
    equity: wallet + unrealized,
    available: available(s, account, scratch.available).toQuanta(),
    withdrawable: withdrawable(s, account, scratch.available).toQuanta(),
    frozen: frozenOf(s, account, s.scratch.frozen).toQuanta(),
    positionMargin: shared.positionMargin,
    maintenance: sharedMaintenance(s, account),
    version: accounts.version[account],
  };
}

/** An account's positions in order of opening, of one contract or of all; none for an unknown account. */
export function positions(
  s: State,
  query: { readonly account: AccountId; readonly contract: ContractIndex | undefined },
): readonly PositionView[] {
  const { accounts, positions } = s;
  const { account, contract } = query;
  if (!accounts.has(account)) return [];
  const head = accounts.positionHead[account];
  if (head === NONE) return [];
  const equity = sharedWorth(s, account).equity;
  const required = sharedMaintenance(s, account);
  const views: PositionView[] = [];
  for (let p: PositionSlot = head; p !== NONE; p = positions.accountNext[p]) {
    if (contract !== undefined && positions.contract[p] !== contract) continue;
    views.push(
      positions.marginMode[p] === ISOLATED ? isolatedView(s, p) : sharedView(s, p, equity, required),
    );
  }
  return views;
}

function isolatedView(s: State, p: PositionSlot): PositionView {
  const { positions, entries } = s;
  const contract = s.contracts[positions.contract[p]];
  const legs = legsOfIsolated(s, p);
  const margin = marginTermsOf(s, positions.holding[p]);
  const wallet = isolatedWallet(s, p, s.scratch.wallet).toQuanta();
  return {
    ...commonView(s, p),
    margin: wallet,
    maintenance: maintenance(margin, legs, contract.markPoints),
    // The entry's amount, not its wallet: opening the position has moved the entry value through the amount.
    liquidationPrice: liquidationPrice(contract, legs, entries.amount.quanta(positions.entry[p]), 0n, margin),
  };
}

/**
 * A shared position is shown with its share, by size, of what its symbol requires, and with the price that
 * liquidates the account.
 */
function sharedView(s: State, p: PositionSlot, equity: Quanta, required: Quanta): PositionView {
  const { positions } = s;
  const contract = s.contracts[positions.contract[p]];
  const legs = legsOfShared(s, positions.holding[p]);
  const mark = BigInt(contract.markPoints) * BigInt(contract.quantaPerPointLot);
  const margin = marginTermsOf(s, positions.holding[p]);
  const ofSymbol = maintenance(margin, legs, contract.markPoints);
  // The equity if this symbol's price were 0.
  const cash = equity - BigInt(legs.long - legs.short) * mark;
  const size = positions.size[p];
  return {
    ...commonView(s, p),
    margin: positionMargin(s, p, positions.leverage[p], s.scratch.notional).toQuanta(),
    maintenance: bigDivCeil(ofSymbol * BigInt(size), BigInt(legs.long + legs.short)),
    liquidationPrice: liquidationPrice(contract, legs, cash, required - ofSymbol, margin),
  };
}

function commonView(s: State, p: PositionSlot) {
  return { ...positionImage(s, p), reserved: reservedOf(s, p), unrealized: unrealizedOf(s, p) };
}

/**
 * Lots of the position that close orders have reserved. Close orders that are bound to no position reserve
 * lots of the leg: they count where this is the leg's only position.
 */
function reservedOf(s: State, p: PositionSlot): number {
  const { positions, holdings } = s;
  const holding = positions.holding[p];
  const isOnly = positions.legPrev[p] === NONE && positions.legNext[p] === NONE;
  if (!isOnly) return positions.reserved[p];
  return positions.leg[p] === LONG ? holdings.longReserved[holding] : holdings.shortReserved[holding];
}

/** d · (size · mark − entry value), with d = 1 for a long and −1 for a short; exact. */
function unrealizedOf(s: State, p: PositionSlot): Quanta {
  const { positions } = s;
  const contract = s.contracts[positions.contract[p]];
  const { notional } = s.scratch;
  notional.setProduct(positions.size[p], contract.markPoints * contract.quantaPerPointLot);
  const gain = notional.toQuanta() - positions.openValue.quanta(p);
  return positions.leg[p] === LONG ? gain : -gain;
}

function sharedWorth(
  s: State,
  account: AccountId,
): { readonly equity: Quanta; readonly positionMargin: Quanta } {
  const { equity, margin } = s.scratch;
  sharedEquityAndMargin(s, account, equity, margin);
  return { equity: equity.toQuanta(), positionMargin: margin.toQuanta() };
}

/** Σ over the account's shared symbols of what must be kept, closing fee included. */
function sharedMaintenance(s: State, account: AccountId): Quanta {
  const { accounts, holdings } = s;
  let required = 0n;
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h]) {
    if (holdings.marginMode[h] !== SHARED) continue;
    const contract = s.contracts[holdings.contract[h]];
    required += maintenance(marginTermsOf(s, h), legsOfShared(s, h), contract.markPoints);
  }
  return required;
}

/** Sums over the whole state. */
export function totals(s: State): TotalsView {
  const { accounts, orders, positions, entries } = s;
  let money = 0n;
  for (const entry of entries.slots()) money += entries.amount.quanta(entry);
  let orderBytes = orders.bytes() + orders.byId.bytes();
  for (const contract of s.contracts) orderBytes += contract.book.bytes();
  return {
    accounts: accounts.count,
    orders: orders.count,
    positions: positions.count,
    money,
    nextId: s.nextId,
    orderBytes,
  };
}
