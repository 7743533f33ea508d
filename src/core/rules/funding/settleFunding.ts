import { INSURANCE_ACCOUNT, ISOLATED, LONG } from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { periodEnd } from "../../data/contract/contractClock.ts";
import { sourceRateOf } from "../../data/contract/sourceRate.ts";
import { fundingRateOf, nextSettlement } from "../../data/funding/fundingRate.ts";
import type { CommandOf } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { refuse } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import { bigDivFloor } from "../../data/units/divide.ts";
import type { Leg, PositionSlot } from "../../data/units/kinds.ts";
import type { Money } from "../../data/units/money.ts";
import type { Quanta, Rate, TimeMs } from "../../data/units/units.ts";
import { assert, NONE } from "../../data/units/units.ts";
import { fundingSettled, fundingTurned } from "../../events/fundingEvents.ts";
import { spareOf, standingOfIsolated } from "../../events/standing.ts";

/** A settlement later than this is skipped: the venue was down, and nobody could act on the rate. */
export const FUNDING_LATE_MAX_MS = 60_000;

/** Ends the contract's period if it is over: pays its rate, fixes the next one. */
export function endPeriod(s: State, contract: Contract): void {
  if (periodEnd(contract) > s.time) return;
  const skipped = contract.held === 1 || s.time - contract.fundingDue > FUNDING_LATE_MAX_MS;
  startNextPeriod(s, contract, skipped, nextSettlement(contract.terms, s.time));
}

/** Pays (or skips) the running period's rate now; the next period ends at `due`. */
export function startNextPeriod(s: State, contract: Contract, skipped: boolean, due: TimeMs): void {
  if (!skipped && contract.markPoints > 0) settle(s, contract);
  fundingTurned(s, { contract: contract.index, rate: nextRate(contract), due, skipped });
}

/**
 * The rate of the next period: the one that the source stated last, else what the samples of the running period come
 * to so far.
 */
export function nextRate(contract: Contract): Rate {
  const { premium, terms, riskRule } = contract;
  if (contract.hasSourceRate === 1) return sourceRateOf(contract);
  return fundingRateOf(premium.average({ equalWeights: riskRule.fundingMean }), terms);
}

/** Every position open now pays or receives size · mark · |rate|: longs pay shorts while the rate is positive. By position id. */
function settle(s: State, contract: Contract): void {
  const { positions, accounts } = s;
  const rate = contract.fundingRate;
  if (rate === 0) return;
  const payingLeg = rate > 0 ? LONG : 1 - LONG;
  const open: PositionSlot[][] = s.counterparties.map(() => []);
  for (const p of positions.slots()) {
    if (positions.used[p] === 0 || positions.contract[p] !== contract.index) continue;
    open[accounts.rules[positions.account[p]].counterparty]!.push(p);
  }
  for (const [i, counterparty] of s.counterparties.entries()) {
    open[i]!.sort((a, b) => positions.id[a] - positions.id[b]);
    counterparty.payFunding(s, contract, open[i]!, payingLeg);
  }
}

/**
 * Positions pay each other. What a payer owes is rounded up, what a receiver gets truncated. An isolated position
 * pays no more than leaves it above its maintenance requirement, so that paying never liquidates it, unless the
 * contract's risk rule says in full. What is not collected is not paid out: receivers are scaled by collected / due,
 * truncated. What rounding leaves over goes to the insurance fund.
 *
 * @see docs/reference/funding.md
 */
export function payEachOther(
  s: State,
  contract: Contract,
  open: readonly PositionSlot[],
  payingLeg: Leg,
): void {
  const { positions, scratch } = s;
  const rate = contract.fundingRate;
  const { value } = scratch;
  let due = 0n;
  let collected = 0n;
  for (const p of open) {
    if (positions.leg[p] !== payingLeg) continue;
    due += paymentOf(s, contract, p, value);
    collected += value.toQuanta();
    bookFunding(s, contract, p, -1, value);
  }
  let paid = 0n;
  for (const p of open) {
    if (positions.leg[p] === payingLeg) continue;
    receiptOf(s, contract, p, value);
    if (collected < due) value.fromQuanta(bigDivFloor(value.toQuanta() * collected, due));
    paid += value.toQuanta();
    bookFunding(s, contract, p, 1, value);
  }
  assert(collected <= due, "funding takes no more than is due");
  assert(paid <= collected, "funding pays out no more than it took in");
  if (collected > paid)
    fundingSettled(s, NONE, {
      contract: contract.index,
      account: INSURANCE_ACCOUNT,
      rate,
      amount: value.fromQuanta(collected - paid),
    });
}

/** What a position pays now, into `into`; returns what it owes, which an isolated position may not have. */
export function paymentOf(s: State, contract: Contract, p: PositionSlot, into: Money): Quanta {
  const perLot = contract.markPoints * contract.quantaPerPointLot;
  const due = into
    .setProduct(s.positions.size[p], perLot)
    .timesRateCeil(Math.abs(contract.fundingRate))
    .toQuanta();
  if (s.positions.marginMode[p] === ISOLATED && !contract.riskRule.fundingInFull) {
    const most = spareOf(standingOfIsolated(s, p));
    assert(most >= 0n, "what an entry may part with is not negative");
    if (most < due) into.fromQuanta(most);
  }
  return due;
}

/** What a position should receive, into `into`. */
export function receiptOf(s: State, contract: Contract, p: PositionSlot, into: Money): void {
  const perLot = contract.markPoints * contract.quantaPerPointLot;
  into.setProduct(s.positions.size[p], perLot).timesRateTrunc(Math.abs(contract.fundingRate));
}

export function bookFunding(s: State, contract: Contract, p: PositionSlot, sign: 1 | -1, value: Money): void {
  if (value.isZero()) return;
  const amount = s.scratch.amount.copy(value);
  if (sign < 0) amount.negate();
  fundingSettled(s, p, {
    contract: contract.index,
    account: s.positions.account[p],
    rate: contract.fundingRate,
    amount,
  });
}

/** `forceFunding`: ends the running period now; the next one ends when it would have. */
export function forceFunding(s: State, command: CommandOf<"forceFunding">): boolean {
  const contract = s.contracts[command.contract];
  if (contract === undefined) return refuse(s, R.unknownContract, { contract: command.contract });
  s.outcomeId = command.contract;
  startNextPeriod(s, contract, command.skip, contract.fundingDue);
  return true;
}
