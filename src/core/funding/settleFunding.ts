import { CONTRACT_DELISTED, INSURANCE_ACCOUNT, ISOLATED, LONG, NONE } from "../codes.ts";
import type { Contract } from "../contract/contract.ts";
import { spareOf, standingOfIsolated } from "../liquidation/standing.ts";
import { isPaper } from "../paper/kind.ts";
import type { State } from "../state.ts";
import { bigDivFloor } from "../units/divide.ts";
import type { PositionSlot } from "../units/kinds.ts";
import type { Money } from "../units/money.ts";
import type { Quanta, Rate, TimeMs } from "../units/units.ts";
import { assert } from "../units/units.ts";
import { fundingSettled, fundingTurned } from "./fundingEvents.ts";
import { fundingRateOf, nextSettlement } from "./fundingRate.ts";
import { sourceRateOf } from "./sourceRate.ts";

/** A settlement that is this late is not made up for: the venue was down, and nobody could act on the rate. */
export const FUNDING_LATE_MAX_MS = 60_000;

/** When the contract's period ends; never once it is delisted. */
export function periodEnd(contract: Contract): TimeMs {
  return contract.status === CONTRACT_DELISTED ? Number.POSITIVE_INFINITY : contract.fundingDue;
}

/** Ends the contract's period if it is over: pays its rate, fixes the next one. */
export function endPeriod(s: State, contract: Contract): void {
  if (periodEnd(contract) > s.time) return;
  const skipped = contract.held === 1 || s.time - contract.fundingDue > FUNDING_LATE_MAX_MS;
  turn(s, contract, skipped, nextSettlement(contract.terms, s.time));
}

/** Pays (or skips) the running period's rate now, and lets the next one end when this one would have. */
export function turn(s: State, contract: Contract, skipped: boolean, due: TimeMs): void {
  if (!skipped && contract.markPoints > 0) settle(s, contract);
  fundingTurned(s, contract, nextRate(contract), due, skipped);
}

/** What the next period will pay: what the source said last, else what the samples of the running period make so far. */
export function nextRate(contract: Contract): Rate {
  const { premium, terms, riskRule } = contract;
  if (contract.hasSourceRate === 1) return sourceRateOf(contract);
  return fundingRateOf(premium.average({ equalWeights: riskRule.fundingMean }), terms);
}

/**
 * Every position open now pays or receives size · mark · |rate|: longs pay shorts while the rate is positive.
 *
 * A payer's due is rounded up, a receiver's truncated. An isolated position pays no more than leaves it above its
 * maintenance requirement, so that paying never liquidates it, unless the contract's risk rule says in full; what is not collected is not paid out either: receivers are scaled
 * by collected / due, truncated. What rounding leaves goes to the insurance fund. By position id. Positions on paper settle with
 * the pool alone, each by itself.
 *
 * @see docs/reference/funding.md
 */
function settle(s: State, contract: Contract): void {
  const { positions, scratch } = s;
  const rate = contract.fundingRate;
  if (rate === 0) return;
  const open: PositionSlot[] = [];
  const onPaper: PositionSlot[] = [];
  for (const p of positions.slots()) {
    if (positions.used[p] === 0 || positions.contract[p] !== contract.index) continue;
    (isPaper(s, positions.account[p]) ? onPaper : open).push(p);
  }
  open.sort((a, b) => positions.id[a] - positions.id[b]);
  const payingLeg = rate > 0 ? LONG : 1 - LONG;
  const { value } = scratch;
  let due = 0n;
  let collected = 0n;
  for (const p of open) {
    if (positions.leg[p] !== payingLeg) continue;
    due += paymentOf(s, contract, p, value);
    collected += value.toQuanta();
    book(s, contract, p, -1, value);
  }
  let paid = 0n;
  for (const p of open) {
    if (positions.leg[p] === payingLeg) continue;
    receiptOf(s, contract, p, value);
    if (collected < due) value.fromQuanta(bigDivFloor(value.toQuanta() * collected, due));
    paid += value.toQuanta();
    book(s, contract, p, 1, value);
  }
  assert(paid <= collected, "funding pays out no more than it took in");
  if (collected > paid)
    fundingSettled(s, contract.index, NONE, INSURANCE_ACCOUNT, rate, value.fromQuanta(collected - paid));
  settleOnPaper(s, contract, onPaper, payingLeg);
}

/** As above, but that the pool pays what is due whatever it was paid. */
function settleOnPaper(s: State, contract: Contract, open: PositionSlot[], payingLeg: number): void {
  const { positions, scratch } = s;
  const { value } = scratch;
  let received = 0n;
  open.sort((a, b) => positions.id[a] - positions.id[b]);
  for (const p of open) {
    if (positions.account[p] === s.paperPool) continue;
    const pays = positions.leg[p] === payingLeg;
    if (pays) paymentOf(s, contract, p, value);
    else receiptOf(s, contract, p, value);
    received += pays ? value.toQuanta() : -value.toQuanta();
    book(s, contract, p, pays ? -1 : 1, value);
  }
  if (received === 0n) return;
  fundingSettled(s, contract.index, NONE, s.paperPool, contract.fundingRate, value.fromQuanta(received));
}

/** What a position pays now, into `into`; returns what is due, of which an isolated one may not have all. */
function paymentOf(s: State, contract: Contract, p: PositionSlot, into: Money): Quanta {
  const perLot = contract.markPoints * contract.quantaPerPointLot;
  const due = into
    .setProduct(s.positions.size[p], perLot)
    .timesRateCeil(Math.abs(contract.fundingRate))
    .toQuanta();
  if (s.positions.marginMode[p] === ISOLATED && !contract.riskRule.fundingInFull) {
    const most = spareOf(standingOfIsolated(s, p));
    if (most < due) into.fromQuanta(most);
  }
  return due;
}

/** What a position is due to receive, into `into`. */
function receiptOf(s: State, contract: Contract, p: PositionSlot, into: Money): void {
  const perLot = contract.markPoints * contract.quantaPerPointLot;
  into.setProduct(s.positions.size[p], perLot).timesRateTrunc(Math.abs(contract.fundingRate));
}

function book(s: State, contract: Contract, p: PositionSlot, sign: 1 | -1, value: Money): void {
  if (value.isZero()) return;
  const amount = s.scratch.amount.copy(value);
  if (sign < 0) amount.negate();
  fundingSettled(s, contract.index, p, s.positions.account[p], contract.fundingRate, amount);
}
