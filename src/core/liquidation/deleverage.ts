import {
  INSURANCE_ACCOUNT,
  ISOLATED,
  KIND_AGREEMENT,
  LONG,
  NONE,
  ORIGIN_DELEVERAGING,
  SHARED,
} from "../codes.ts";
import type { Contract } from "../contract/contract.ts";
import { isolatedWallet } from "../margin/available.ts";
import { orderEnded } from "../order/orderEvents.ts";
import { closingActionOf } from "../order/orders.ts";
import { trimReservations } from "../order/reservations.ts";
import { tradedByValue } from "../order/tradeEvents.ts";
import { settleClose } from "../position/settleClose.ts";
import type { State } from "../state.ts";
import { quantaOf } from "../units/money.ts";
import type { Lots, Quanta } from "../units/units.ts";
import { standingOfShared } from "./standing.ts";
import { markTick, systemOrder } from "./systemOrder.ts";

/** A counterparty of auto-deleveraging, with its score as a fraction. */
export interface Ranked {
  /** Slot. */
  readonly position: number;
  /** Score = numerator / denominator; the denominator is positive, or 0 where nothing backs the position. */
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/**
 * The positions of a leg that face auto-deleveraging, first to be closed first:
 *
 * ```
 * pnl   = d·(M·s − V) / V            effective leverage = M·s / equity behind it
 * score = pnl · leverage if pnl > 0, else pnl / leverage
 * ```
 *
 * Behind an isolated position stands its entry; behind a shared one its share of the account's equity by notional, so
 * that its leverage is Σ notional / equity. Compared by cross-multiplication; ties: the one opened first.
 *
 * @see docs/reference/liquidation.md
 */
export function rank(s: State, contract: Contract, leg: number, except: number): readonly Ranked[] {
  const { positions } = s;
  const ranked: Ranked[] = [];
  for (let p = 0; p < positions.top; p++) {
    const faces =
      positions.used[p] === 1 &&
      positions.contract[p] === contract.index &&
      positions.leg[p] === leg &&
      positions.account[p] !== except &&
      positions.size[p]! > 0;
    if (faces) ranked.push(scoreOf(s, contract, p));
  }
  return ranked.sort((a, b) => {
    const first = compare(b, a);
    return (
      first ||
      positions.createdSeq[a.position]! - positions.createdSeq[b.position]! ||
      positions.id[a.position]! - positions.id[b.position]!
    );
  });
}

function scoreOf(s: State, contract: Contract, p: number): Ranked {
  const { positions, scratch } = s;
  const size = positions.size[p]!;
  const account = positions.account[p]!;
  const isLong = positions.leg[p] === LONG;
  const notional = scratch.product
    .setProduct(size, contract.markPoints * contract.quantaPerPointLot)
    .toQuanta();
  const value = quantaOf(positions.openValue.hi[p]!, positions.openValue.lo[p]!);
  const pnl = isLong ? notional - value : value - notional;
  let exposure = notional;
  let equity: Quanta;
  if (positions.marginMode[p] === ISOLATED) {
    equity = isolatedWallet(s, p, scratch.wallet).toQuanta() + pnl;
  } else {
    equity = standingOfShared(s, account).equity;
    exposure = sharedNotional(s, account);
  }
  const backing = equity > 0n ? equity : 0n;
  // pnl > 0: (pnl / V) · (exposure / equity); else (pnl / V) · (equity / exposure).
  if (pnl > 0n) return { position: p, numerator: pnl * exposure, denominator: value * backing };
  return { position: p, numerator: pnl * backing, denominator: value * exposure };
}

/** Lots of a position that ADL takes first: in shared mode no more than its account's net side has now. */
function netLots(s: State, p: number): Lots {
  const { positions, holdings } = s;
  if (positions.marginMode[p] === ISOLATED) return positions.size[p]!;
  const h = positions.holding[p]!;
  const net = holdings.longSize[h]! - holdings.shortSize[h]!;
  return Math.max(0, Math.min(positions.size[p]!, positions.leg[p] === LONG ? net : -net));
}

/** Σ notional of an account's shared positions. */
function sharedNotional(s: State, account: number): Quanta {
  const { positions, accounts, contracts, scratch } = s;
  let sum = 0n;
  for (let p = accounts.positionHead[account]!; p !== NONE; p = positions.accountNext[p]!) {
    if (positions.marginMode[p] !== SHARED) continue;
    const contract = contracts[positions.contract[p]!]!;
    sum += scratch.product
      .setProduct(positions.size[p]!, contract.markPoints * contract.quantaPerPointLot)
      .toQuanta();
  }
  return sum;
}

/** −, 0, + as a's score is below, equal to or above b's; nothing behind a winning position counts as infinite leverage. */
function compare(a: Ranked, b: Ranked): number {
  if (a.denominator === 0n || b.denominator === 0n) {
    const infinite = (each: Ranked): number => (each.denominator === 0n && each.numerator > 0n ? 1 : 0);
    if (infinite(a) !== infinite(b)) return infinite(a) - infinite(b);
    if (infinite(a) === 1) return 0;
  }
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/**
 * Closes what is left of `closer` (an order, slot) against the best-ranked positions of the other leg, by value and
 * without a fee: `worthOf(lots)` is what the closer's side is worth. First the counterparties' net sides, then, should that
 * not do, their hedged ones. Returns the lots that found nobody.
 */
export function deleverageAgainst(s: State, closer: number, worthOf: (lots: Lots) => Quanta): Lots {
  const { orders, positions, scratch } = s;
  const contract = s.contracts[orders.contract[closer]!]!;
  const position = positions.byId.get(orders.position[closer]!);
  const facing = 1 - positions.leg[position]!;
  const account = orders.account[closer]!;
  for (const whole of [false, true]) {
    for (const { position: p } of rank(s, contract, facing, account)) {
      const left = orders.remaining[closer]!;
      if (left === 0) return 0;
      if (positions.account[p] === INSURANCE_ACCOUNT && !whole) continue;
      const lots = Math.min(left, whole ? positions.size[p]! : netLots(s, p));
      if (lots === 0) continue;
      trimReservations(s, p, lots);
      const victim = systemOrder(s, {
        kind: KIND_AGREEMENT,
        account: positions.account[p]!,
        contract: contract.index,
        action: closingActionOf(facing),
        lots,
        price: markTick(contract.markPoints),
        position: p,
      });
      const before = { size: positions.size[p]!, wallet: isolatedWallet(s, p, scratch.makerWallet) };
      tradedByValue(s, victim, closer, lots, scratch.amount.fromQuanta(worthOf(lots)), ORIGIN_DELEVERAGING);
      settleClose(s, p, before.size, before.wallet);
      orderEnded(s, victim, 0);
    }
  }
  return orders.remaining[closer]!;
}
