import { INSURANCE_ACCOUNT, ISOLATED, LONG } from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { periodEnd } from "../../data/contract/contractClock.ts";
import { sourceRateOf } from "../../data/contract/sourceRate.ts";
import { fundingRateOf, nextSettlement } from "../../data/funding/fundingRate.ts";
import type { Valuation } from "../../data/margin/available.ts";
import { sharedEquity } from "../../data/margin/available.ts";
import type { CommandOf } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { refuse } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import { bigDivFloor } from "../../data/units/divide.ts";
import type { AccountId, Leg, PositionSlot } from "../../data/units/kinds.ts";
import type { Money } from "../../data/units/money.ts";
import type { Quanta, Rate, TimeMs } from "../../data/units/units.ts";
import { assert, NONE } from "../../data/units/units.ts";
import { fundingSettled, fundingTurned } from "../../events/fundingEvents.ts";
import { healthOfIsolated, isolatedMarginExcess } from "../../events/marginHealth.ts";

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
 * The rate of the next period: the one that the source stated last, else the one that the samples of the
 * running period give so far.
 */
export function nextRate(contract: Contract): Rate {
  const { premium, terms, riskRule } = contract;
  if (contract.hasSourceRate === 1) return sourceRateOf(contract);
  return fundingRateOf(premium.average({ equalWeights: riskRule.fundingMean }), terms);
}

/**
 * Every position open now pays or receives size · mark · |rate|: longs pay shorts while the rate is positive.
 * By position id.
 */
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
 * Has positions pay each other. A payer's debt is rounded up, a receiver's claim truncated. Nobody pays more
 * than there is, at mark and at index: an isolated position pays no more than leaves it above its
 * maintenance requirement, so that paying never liquidates it, unless the contract's risk rule has it pay in
 * full; then it pays, as a shared entry does, down to nothing. The insurance fund pays nothing: a rate that
 * users have made takes nothing from it.
 *
 * What is not collected is not paid out: receivers are scaled by collected / due, truncated. The legs of one
 * shared entry pay each other in full before that. The remainder of rounding goes to the insurance fund.
 *
 * @see docs/reference/funding.md
 */
export function payCounterparties(
  s: State,
  contract: Contract,
  open: readonly PositionSlot[],
  payingLeg: Leg,
): void {
  const { positions, scratch } = s;
  const rate = contract.fundingRate;
  const { value } = scratch;
  const purses = pursesOf(s, contract, open, payingLeg);
  let due = 0n;
  let collected = 0n;
  for (const p of open) {
    if (positions.leg[p] !== payingLeg) continue;
    due += dueOf(s, contract, p, value).toQuanta();
    if (positions.marginMode[p] === ISOLATED) capIsolated(s, contract, p, value);
    else payFrom(s, purses.get(positions.account[p])!, positions.account[p], value);
    collected += value.toQuanta();
    bookFunding(s, contract, p, -1, value);
  }
  let own = 0n;
  for (const purse of purses.values()) own += purse.own;
  assert(own <= collected, "what the legs of an entry pay each other is collected");
  let paid = 0n;
  for (const p of open) {
    if (positions.leg[p] === payingLeg) continue;
    const full = receiptOf(s, contract, p, value).toQuanta();
    if (collected < due) {
      const purse = positions.marginMode[p] === ISOLATED ? undefined : purses.get(positions.account[p]);
      const ofOwn = min(full, purse?.own ?? 0n);
      if (purse !== undefined) purse.own -= ofOwn;
      const ofOthers = due === own ? 0n : bigDivFloor((full - ofOwn) * (collected - own), due - own);
      value.fromQuanta(ofOwn + ofOthers);
    }
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

/** How much the legs of an account's shared entry pay each other, and how much it may still pay. */
interface Purse {
  /** The smaller of what its legs owe and what they should receive. */
  own: Quanta;
  /** Undefined until its first payer. */
  left: Quanta | undefined;
}

/** The purse of each account with shared positions among those open. */
function pursesOf(
  s: State,
  contract: Contract,
  open: readonly PositionSlot[],
  payingLeg: Leg,
): ReadonlyMap<AccountId, Purse> {
  const { positions, scratch } = s;
  const sums = new Map<AccountId, { owed: Quanta; full: Quanta }>();
  for (const p of open) {
    if (positions.marginMode[p] === ISOLATED) continue;
    const account = positions.account[p];
    const sum = sums.get(account) ?? { owed: 0n, full: 0n };
    sums.set(account, sum);
    if (positions.leg[p] === payingLeg) sum.owed += dueOf(s, contract, p, scratch.value).toQuanta();
    else sum.full += receiptOf(s, contract, p, scratch.value).toQuanta();
  }
  const purses = new Map<AccountId, Purse>();
  for (const [account, { owed, full }] of sums)
    purses.set(account, { own: min(owed, full), left: undefined });
  return purses;
}

/**
 * Lowers the debt of a shared position to what its entry may still pay: the part that its own other leg
 * receives, and what the entry has, at marks and at indexes; nothing for the insurance fund.
 */
function payFrom(s: State, purse: Purse, account: AccountId, owed: Money): void {
  if (purse.left === undefined) {
    const equity = (by: Valuation): Quanta => sharedEquity(s, account, by, s.scratch.equity).toQuanta();
    const means = account === INSURANCE_ACCOUNT ? 0n : max0(min(equity("markPoints"), equity("indexPoints")));
    purse.left = purse.own + means;
  }
  if (purse.left < owed.toQuanta()) owed.fromQuanta(purse.left);
  purse.left -= owed.toQuanta();
}

/** Lowers the debt of an isolated position to what it may pay. */
export function capIsolated(s: State, contract: Contract, p: PositionSlot, owed: Money): void {
  const equity = (by: Valuation): Quanta => healthOfIsolated(s, p, { by }).equity;
  const most = contract.riskRule.fundingInFull
    ? max0(min(equity("markPoints"), equity("indexPoints")))
    : isolatedMarginExcess(s, p);
  assert(most >= 0n, "what an entry may part with is not negative");
  if (most < owed.toQuanta()) owed.fromQuanta(most);
}

/** Writes a position's debt into `into`. */
export function dueOf(s: State, contract: Contract, p: PositionSlot, into: Money): Money {
  const perLot = contract.markPoints * contract.quantaPerPointLot;
  return into.setProduct(s.positions.size[p], perLot).timesRateCeil(Math.abs(contract.fundingRate));
}

/** Writes a position's claim into `into`. */
export function receiptOf(s: State, contract: Contract, p: PositionSlot, into: Money): Money {
  const perLot = contract.markPoints * contract.quantaPerPointLot;
  return into.setProduct(s.positions.size[p], perLot).timesRateTrunc(Math.abs(contract.fundingRate));
}

function min(a: Quanta, b: Quanta): Quanta {
  return a < b ? a : b;
}

function max0(a: Quanta): Quanta {
  return a > 0n ? a : 0n;
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

/** `forceFunding`: ends the running period now; the next one ends when the running one would have. */
export function forceFunding(s: State, command: CommandOf<"forceFunding">): boolean {
  const contract = s.contracts[command.contract];
  if (contract === undefined) return refuse(s, R.unknownContract, { contract: command.contract });
  s.outcomeId = command.contract;
  startNextPeriod(s, contract, command.skip, contract.fundingDue);
  return true;
}
