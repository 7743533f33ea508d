import { ISOLATED, LONG, SHARED } from "../data/codes.ts";
import { fillFee } from "../data/ledger/fees.ts";
import type { Valuation } from "../data/margin/available.ts";
import { sharedEquity } from "../data/margin/available.ts";
import type { State } from "../data/state/state.ts";
import { closingActionOf } from "../data/tables/orders.ts";
import { bigDivCeil, bigDivFloor } from "../data/units/divide.ts";
import type { AccountId, Leg, PositionSlot } from "../data/units/kinds.ts";
import type { Lots, Quanta, Ticks } from "../data/units/units.ts";
import { assert, NONE, RATE_ONE } from "../data/units/units.ts";
import { systemOrder } from "../rules/liquidation/systemOrder.ts";
import { matchOrder } from "../rules/order/match.ts";
import { collectTriggers } from "../rules/order/triggers.ts";

/**
 * How the ladder closes a position in the book: the worst price allowed, and what the position is worth to
 * its entry.
 */

/** An immediate-or-cancel close of `lots` of a position at no worse than `limit`. */
export function closeInBook(s: State, p: PositionSlot, lots: Lots, kind: number, limit: Ticks): void {
  const { positions } = s;
  const contract = s.contracts[positions.contract[p]];
  assert(s.bankruptcy === undefined, "one position is closed at a time");
  assert(lots > 0 && lots <= positions.size[p], "a liquidation closes no more than its position");
  const worth = valueLeft(s, p);
  s.bankruptcy = { position: positions.id[p], value: worth, lots: positions.size[p] };
  const slot = systemOrder(s, {
    kind,
    account: positions.account[p],
    contract: contract.index,
    action: closingActionOf(positions.leg[p]),
    lots,
    price: limit,
    position: p,
  });
  matchOrder(s, slot);
  s.bankruptcy = undefined;
  collectTriggers(s, contract);
}

/**
 * The worst price at which a shared position may be closed: the one that uses up its share of the equity E_i
 * at the index I, closing fee included: (I − d·E_i/s) / (1 − d·f). Rounded up to a tick for a long, down for
 * a short: never below the bankruptcy value.
 */
export function sharedLimit(s: State, p: PositionSlot): Ticks {
  const { positions } = s;
  const contract = s.contracts[positions.contract[p]];
  const notional = notionalOf(s, p, "indexPoints");
  const share = shareAtIndex(s, positions.account[p], notional);
  const fee = s.holdings.takerRate[positions.holding[p]];
  const perTick = BigInt(positions.size[p]) * BigInt(contract.quantaPerTickLot);
  const one = BigInt(RATE_ONE);
  const price =
    positions.leg[p] === LONG
      ? bigDivCeil((notional - share) * one, perTick * (one - BigInt(fee)))
      : bigDivFloor((notional + share) * one, perTick * (one + BigInt(fee)));
  return Math.min(contract.priceMax, Math.max(1, Number(price)));
}

/**
 * What the whole position must bring (long) or may cost (short) for its entry, or its share of it, to end at
 * nothing.
 */
export function valueLeft(s: State, p: PositionSlot): Quanta {
  const { positions, entries } = s;
  const isLong = positions.leg[p] === LONG;
  if (positions.marginMode[p] === ISOLATED) {
    const amount = entries.amount.quanta(positions.entry[p]);
    const value = isLong ? -amount : amount;
    return value > 0n ? value : 0n;
  }
  return sharedValueLeft(s, positions.account[p], positions.leg[p], notionalOf(s, p, "indexPoints"));
}

/**
 * What lots of a shared leg that are worth `notional` at the index must bring (long) or may cost (short) for
 * their share of the entry to end at nothing. By the index, so that who moves marks apart cannot let an
 * account give away by one contract what another's mark only seems to have.
 */
export function sharedValueLeft(s: State, account: AccountId, leg: Leg, notional: Quanta): Quanta {
  const share = shareAtIndex(s, account, notional);
  const value = leg === LONG ? notional - share : notional + share;
  return value > 0n ? value : 0n;
}

/**
 * What a shared position is taken over for: its value at mark or index, whichever is worse for its holder,
 * less (long) or plus (short) what a fill of the ladder there would have cost in trading and liquidation fee,
 * but no more than its share of the equity that all positions come to so valued. So nobody is better off
 * liquidated than by closing it themselves, and the fund pays for no position more than the index says.
 */
export function takeOverValue(s: State, p: PositionSlot): Quanta {
  const { positions, holdings, scratch } = s;
  const contract = s.contracts[positions.contract[p]];
  const account = positions.account[p];
  const notional = worseNotional(s, p);
  let equity = s.entries.amount.quanta(s.accounts.entry[account]);
  let sum = 0n;
  for (const each of sharedPositions(s, account)) {
    const value = worseNotional(s, each);
    equity += positions.leg[each] === LONG ? value : -value;
    sum += value;
  }
  const share = shareOf(equity, notional, sum);
  const rate = holdings.takerRate[positions.holding[p]];
  const fee = fillFee(contract, scratch.value.fromQuanta(notional), rate, scratch.fee).toQuanta();
  const due = fee + (notional * BigInt(contract.terms.liquidationFeeRate)) / BigInt(RATE_ONE);
  const most = share < due ? share : due;
  const cost = most > 0n ? most : 0n;
  return positions.leg[p] === LONG ? notional - cost : notional + cost;
}

/** The value of a position at mark or index, whichever is worse for its holder. */
function worseNotional(s: State, p: PositionSlot): Quanta {
  const [atMark, atIndex] = [notionalOf(s, p), notionalOf(s, p, "indexPoints")];
  return atMark < atIndex === (s.positions.leg[p] === LONG) ? atMark : atIndex;
}

/**
 * The part of an account's equity at the indexes that stands behind a notional of its shared positions there.
 */
function shareAtIndex(s: State, account: AccountId, notional: Quanta): Quanta {
  const equity = sharedEquity(s, account, "indexPoints", s.scratch.equity).toQuanta();
  let sum = 0n;
  for (const each of sharedPositions(s, account)) sum += notionalOf(s, each, "indexPoints");
  return shareOf(equity, notional, sum);
}

/** Of an equity the share of a notional in the sum of all, down. */
function shareOf(equity: Quanta, notional: Quanta, sum: Quanta): Quanta {
  assert(sum >= notional && sum > 0n, "a position is part of what its account holds");
  return bigDivFloor(equity * notional, sum);
}

/** An account's shared positions, largest notional first, then by id. */
export function sharedPositions(s: State, account: AccountId): readonly PositionSlot[] {
  const { positions, accounts } = s;
  const open: { readonly p: PositionSlot; readonly notional: bigint }[] = [];
  for (let p = accounts.positionHead[account]; p !== NONE; p = positions.accountNext[p]) {
    if (positions.marginMode[p] === SHARED) open.push({ p, notional: notionalOf(s, p) });
  }
  open.sort((a, b) =>
    a.notional === b.notional ? positions.id[a.p] - positions.id[b.p] : a.notional < b.notional ? 1 : -1,
  );
  return open.map(({ p }) => p);
}

/** The value of a position, at mark unless told otherwise. */
export function notionalOf(s: State, p: PositionSlot, by: Valuation = "markPoints"): Quanta {
  const contract = s.contracts[s.positions.contract[p]];
  return s.scratch.product
    .setProduct(s.positions.size[p], contract[by] * contract.quantaPerPointLot)
    .toQuanta();
}
