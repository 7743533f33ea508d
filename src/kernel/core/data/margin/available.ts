import { HEDGE, LONG, SHARED } from "../codes.ts";
import type { State } from "../state/state.ts";
import { divCeil, divFloor } from "../units/divide.ts";
import type { AccountId, PositionSlot } from "../units/kinds.ts";
import type { Money } from "../units/money.ts";
import { QUANTA_PER_UNIT } from "../units/money.ts";
import type { Leverage } from "../units/units.ts";
import { assert, LEVERAGE_ONE, NONE } from "../units/units.ts";
import { frozenOf } from "./netMargin.ts";

/**
 * What positions are valued at. The mark decides who is liquidated, and when; users may move it, within its
 * bound. The index they cannot move: so it decides as well what may leave a margin unit, and alone what the
 * insurance fund takes over and pays.
 *
 * @see docs/reference/margin.md, what may leave a margin unit
 */
export const VALUATIONS = ["markPoints", "indexPoints"] as const;
export type Valuation = (typeof VALUATIONS)[number];

/**
 * Equity and position margin of an account's shared entry at the current marks, into the given registers:
 *
 * ```
 * equity = amount + Σ d·size·mark          over its shared positions
 * margin = Σ ⌈size·mark / leverage⌉         each leg charged on its own; ⌈entry value / leverage⌉ by a contract's risk rule
 * ```
 *
 * Costs one step a position of the account, never one an order.
 *
 * @see docs/reference/margin.md
 */
export function sharedEquityAndMargin(s: State, account: AccountId, equity: Money, margin: Money): void {
  const { positions, entries, accounts, contracts } = s;
  const { notional } = s.scratch;
  entries.amount.read(accounts.entry[account], equity);
  margin.clear();
  for (let p = accounts.positionHead[account]; p !== NONE; p = positions.accountNext[p]) {
    if (positions.marginMode[p] !== SHARED) continue;
    const contract = contracts[positions.contract[p]];
    notional.setProduct(positions.size[p], contract.markPoints * contract.quantaPerPointLot);
    equity.addSigned(positions.leg[p] === LONG ? 1 : -1, notional);
    if (contract.riskRule.marginAtEntry) positions.openValue.read(p, notional);
    margin.add(notional.overLeverageCeil(positions.leverage[p]));
    assert(margin.hi >= 0, "a margin is not negative");
  }
}

/** amount + Σ d·size·price over the shared positions of an account, into `into`. */
export function sharedEquity(s: State, account: AccountId, by: Valuation, into: Money): Money {
  const { positions, entries, accounts, contracts } = s;
  const { notional } = s.scratch;
  entries.amount.read(accounts.entry[account], into);
  for (let p = accounts.positionHead[account]; p !== NONE; p = positions.accountNext[p]) {
    if (positions.marginMode[p] !== SHARED) continue;
    const contract = contracts[positions.contract[p]];
    notional.setProduct(positions.size[p], contract[by] * contract.quantaPerPointLot);
    into.addSigned(positions.leg[p] === LONG ? 1 : -1, notional);
  }
  return into;
}

/** What a shared position is charged at a leverage, as in {@link sharedEquityAndMargin}, into `into`. */
export function positionMargin(s: State, p: PositionSlot, leverage: Leverage, into: Money): Money {
  const { positions } = s;
  const contract = s.contracts[positions.contract[p]];
  if (contract.riskRule.marginAtEntry) positions.openValue.read(p, into);
  else into.setProduct(positions.size[p], contract.markPoints * contract.quantaPerPointLot);
  return into.overLeverageCeil(leverage);
}

/**
 * What may back new orders: ⌊max(0, equity − Σ position margin − Σ frozen − pending outflows)⌋, into `into`.
 * All terms are whole quanta already, so the floor is exact.
 */
export function available(s: State, account: AccountId, into: Money): Money {
  return freeEquity(s, account, into).max0();
}

/**
 * Whether `needed` is available beyond doubt: the same sum in whole units, everything rounded against the
 * account, positions taken by the lots of their holdings. Where this is false nothing is known, and
 * {@link available} decides. So most orders are accepted without a look at the account's positions.
 */
export function surelyAvailable(s: State, account: AccountId, needed: Money): boolean {
  const { accounts, entries, holdings, contracts } = s;
  const entry = accounts.entry[account];
  let units =
    entries.amount.hi[entry] -
    accounts.frozen.hi[account] -
    entries.pendingWithdraw.hi[entry] -
    entries.pendingTransferOut.hi[entry] -
    ROUNDED_UNITS;
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h]) {
    if (holdings.marginMode[h] !== SHARED) continue;
    const longs = holdings.longSize[h];
    const shorts = holdings.shortSize[h];
    if (longs + shorts === 0) continue;
    const contract = contracts[holdings.contract[h]];
    if (contract.riskRule.marginAtEntry) return false;
    const perLot = contract.markPoints * contract.quantaPerPointLot;
    const held = (longs + shorts) * perLot;
    if (held > PRODUCT_MAX) return false;
    const margin = divCeil(held, holdings.cross[h] * QUANTA_PER_UNIT_AND_LEVERAGE);
    units += divFloor((longs - shorts) * perLot, QUANTA_PER_UNIT) - margin - ROUNDED_UNITS;
  }
  return units > needed.hi;
}

/**
 * In units: at most what the dropped fractions of these amounts, and the margins that are rounded up one by
 * one, come to.
 */
const ROUNDED_UNITS = 4;
/** Quanta in a unit, over hundredths of leverage in a leverage of one. */
const QUANTA_PER_UNIT_AND_LEVERAGE = QUANTA_PER_UNIT / LEVERAGE_ONE;
/** Up to here a product of doubles is wrong by less than a unit. */
const PRODUCT_MAX = 2 ** 76;

/** As {@link available}, but negative where more is charged than there is. */
export function freeEquity(s: State, account: AccountId, into: Money): Money {
  const { margin } = s.scratch;
  sharedEquityAndMargin(s, account, into, margin);
  return takeReserved(s, account, into.subtract(margin));
}

/**
 * What the shared entry may give to an isolated one: as {@link available}, but no more than at the indexes.
 */
export function givable(s: State, account: AccountId, into: Money): Money {
  const { margin, wallet } = s.scratch;
  sharedEquityAndMargin(s, account, into, margin);
  into.min(sharedEquity(s, account, "indexPoints", wallet)).subtract(margin);
  return takeReserved(s, account, into).max0();
}

/**
 * What may be withdrawn: as {@link available} but with the least of wallet, equity and equity at the indexes
 * for equity, so that unrealized profit stays, and what somebody made of the mark.
 */
export function withdrawable(s: State, account: AccountId, into: Money): Money {
  return freeWallet(s, account, into).max0();
}

/** As {@link withdrawable}, but negative where what is on its way out exceeds what is left. */
export function freeWallet(s: State, account: AccountId, into: Money): Money {
  const { margin, wallet } = s.scratch;
  sharedEquityAndMargin(s, account, into, margin);
  into.min(sharedWallet(s, account, wallet)).min(sharedEquity(s, account, "indexPoints", wallet));
  return takeReserved(s, account, into.subtract(margin));
}

/** The terms of what is available and of what may be withdrawn, for who is told that it is too little. */
export function availableTerms(s: State, account: AccountId) {
  const { available: equity, margin, wallet } = s.scratch;
  sharedEquityAndMargin(s, account, equity, margin);
  const { pendingWithdraw, pendingTransferOut } = s.entries;
  const entry = s.accounts.entry[account];
  return {
    equity: equity.toQuanta(),
    equityAtIndex: sharedEquity(s, account, "indexPoints", wallet).toQuanta(),
    wallet: sharedWallet(s, account, wallet).toQuanta(),
    positionMargin: margin.toQuanta(),
    frozen: frozenOf(s, account, s.scratch.frozen).toQuanta(),
    pendingOut: pendingWithdraw.quanta(entry) + pendingTransferOut.quanta(entry),
  };
}

/** amount + Σ long entry value − Σ short entry value of the shared positions. */
export function sharedWallet(s: State, account: AccountId, into: Money): Money {
  const { positions, entries, accounts } = s;
  const { notional } = s.scratch;
  entries.amount.read(accounts.entry[account], into);
  for (let p = accounts.positionHead[account]; p !== NONE; p = positions.accountNext[p]) {
    if (positions.marginMode[p] !== SHARED) continue;
    into.addSigned(positions.leg[p] === LONG ? 1 : -1, positions.openValue.read(p, notional));
  }
  return into;
}

/** The wallet of the isolated entry of position `p`: amount + d · entry value. */
export function isolatedWallet(s: State, p: PositionSlot, into: Money): Money {
  const { positions, entries } = s;
  entries.amount.read(positions.entry[p], into);
  return into.addSigned(positions.leg[p] === LONG ? 1 : -1, positions.openValue.read(p, s.scratch.notional));
}

function takeReserved(s: State, account: AccountId, from: Money): Money {
  const { accounts, entries } = s;
  const entry = accounts.entry[account];
  if (accounts.positionMode[account] === HEDGE)
    from.subtractParts(accounts.frozen.hi[account], accounts.frozen.lo[account]);
  else from.subtract(frozenOf(s, account, s.scratch.frozen));
  return from
    .subtractParts(entries.pendingWithdraw.hi[entry], entries.pendingWithdraw.lo[entry])
    .subtractParts(entries.pendingTransferOut.hi[entry], entries.pendingTransferOut.lo[entry]);
}
