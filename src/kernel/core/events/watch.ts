import { INSURANCE_ACCOUNT, ISOLATED, LONG, SHARED, SHORT } from "../data/codes.ts";
import type { Contract } from "../data/contract/contract.ts";
import { sharedEquityAndMargin } from "../data/margin/available.ts";
import type { TierView } from "../data/model/contracts.ts";
import type { Liquidation, State } from "../data/state/state.ts";
import { bigDivFloor, divCeil, divFloor } from "../data/units/divide.ts";
import type { AccountId, EntrySlot, HoldingSlot } from "../data/units/kinds.ts";
import type { Money } from "../data/units/money.ts";
import { QUANTA_PER_UNIT } from "../data/units/money.ts";
import type { Lots, Points, Rate } from "../data/units/units.ts";
import { assert, NONE, RATE_ONE } from "../data/units/units.ts";
import { headOf, watchAgain } from "./accountEvents.ts";
import { liquidationQueued, marginCalled } from "./liquidationEvents.ts";
import type { MarginHealth } from "./marginHealth.ts";
import {
  hasLiveShared,
  healthOfIsolated,
  healthOfShared,
  isCalledFor,
  isInBreach,
  marginTermsOf,
} from "./marginHealth.ts";

/*
 * Whom a mark may put in breach, found without looking at everybody.
 *
 * Each account keeps, for each contract in which it holds something, a band of marks: while every mark stays
 * in its band the account cannot be in breach. A band comes from the account's slack (equity less
 * requirement, both estimated against it in whole units), divided among its contracts. A contract keeps its
 * holders in two heaps, by the lower and by the upper edge of their bands; a new mark looks at the tops
 * alone. An account whose mark leaves the band, or that changes in any way, has its margin checked: by the
 * estimate, and exactly where the estimate does not clear it.
 *
 * The account's own fills spend the other half of its slack; only when that is used up is the margin checked
 * again.
 *
 * Where tiers are flat the requirement jumps at the edge of a tier: there a band ends at the last mark before
 * the edge, and the margin is checked after every fill. The estimate charges all lots together at the rate of
 * their tier, which is at least what any rule for hedges charges.
 *
 * Of an account that has its margin called for, bands and slack are those of the call, which comes before the
 * breach: they keep the requirement below the part of equity that it names. While it is called for there is
 * no slack, and so no band: every mark is looked at, and the end of the call is found as exactly.
 *
 * Bands and slack are derived and never decide: two venues with different bands liquidate the same accounts
 * at the same marks.
 */

/** Slack beyond this widens no band: products stay safe integers. */
const SLACK_MAX_UNITS = 80_000_000;

/** Marks for a check every account whose band the contract's new mark has left. */
export function collectBreachedBands(s: State, contract: Contract): void {
  const { holdings } = s;
  const mark = contract.markPoints;
  const { lowBands, highBands } = contract;
  while (lowBands.size > 0 && holdings.bandLow[lowBands.peek()] > mark) unwatch(s, contract, lowBands.peek());
  while (highBands.size > 0 && holdings.bandHigh[highBands.peek()] < mark)
    unwatch(s, contract, highBands.peek());
}

function unwatch(s: State, contract: Contract, holding: HoldingSlot): void {
  const { holdings, accounts } = s;
  contract.lowBands.remove(holding);
  contract.highBands.remove(holding);
  holdings.watched[holding] = 0;
  const account = holdings.account[holding];
  if (accounts.marginDirty[account] === 1) return;
  accounts.marginDirty[account] = 1;
  s.marginDirty.push(account);
}

/** What a check of margins comes upon, in whatever order bands have it look. */
interface Found {
  readonly breaches: (Liquidation & MarginHealth)[];
  readonly calls: Call[];
}

/** A call for margin that begins or ends. */
interface Call extends MarginHealth {
  readonly entry: EntrySlot;
  readonly called: boolean;
}

/**
 * Checks the margin of every account that is marked for it. Calls are told by account, then position, the
 * shared entry's first; those in breach join the queue of liquidations by ascending margin ratio (equity /
 * requirement), then account, then position.
 */
export function checkMargins(s: State): void {
  if (s.marginDirty.length === 0) return;
  const found: Found = { breaches: [], calls: [] };
  for (const account of s.marginDirty) {
    s.accounts.marginDirty[account] = 0;
    if (account >= INSURANCE_ACCOUNT) checkMargin(s, account, found);
  }
  s.marginDirty.length = 0;
  emitCalls(s, found.calls);
  const { breaches } = found;
  if (breaches.length === 0) return;
  breaches.sort(byRatio);
  // A position's id is never an account's.
  const queued = new Set(s.liquidations.map(({ account, position }) => position || account));
  for (const { account, position } of breaches)
    if (!queued.has(position || account)) liquidationQueued(s, { account, position, forced: false });
}

function emitCalls(s: State, calls: Call[]): void {
  const { account, position } = s.entries;
  if (calls.length > 1)
    calls.sort((a, b) => account[a.entry] - account[b.entry] || position[a.entry] - position[b.entry]);
  for (const { entry, ...call } of calls) marginCalled(s, entry, call);
}

/**
 * a.equity / a.requirement against b's, by cross-multiplication; a requirement of 0 counts as the smallest
 * there is.
 */
function byRatio(a: Liquidation & MarginHealth, b: Liquidation & MarginHealth): number {
  const difference = a.equity * (b.requirement || 1n) - b.equity * (a.requirement || 1n);
  if (difference !== 0n) return difference < 0n ? -1 : 1;
  return a.account - b.account || a.position - b.position;
}

function checkMargin(s: State, account: AccountId, found: Found): void {
  const { accounts, holdings } = s;
  if (accounts.positionHead[account] === NONE) {
    endCall(s, account, found);
    for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h]) forget(s, h);
    return;
  }
  if (!accounts.rules[account].isLiquidated) return;
  judgeShared(s, account, found);
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h]) {
    if (holdings.marginMode[h] === ISOLATED) judgeIsolated(s, h, found);
  }
}

function judgeShared(s: State, account: AccountId, found: Found): void {
  const { accounts, holdings, contracts, scratch } = s;
  let required = 0;
  let count = 0;
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h]) {
    if (holdings.marginMode[h] !== SHARED) continue;
    const lots = holdings.longSize[h] + holdings.shortSize[h];
    if (lots === 0) {
      forget(s, h);
      continue;
    }
    required += requiredUnits(contracts[holdings.contract[h]], lots, holdings.takerRate[h], scratch);
    count++;
  }
  if (count === 0) {
    endCall(s, account, found);
    return;
  }
  const entry = accounts.entry[account];
  sharedEquityAndMargin(s, account, scratch.equity, scratch.margin);
  const slack = Math.min(scratch.equity.hi - calledUnits(s, account, required), SLACK_MAX_UNITS);
  if (slack <= 0 || s.entries.called[entry] === 1) {
    const health = healthOfShared(s, account);
    if (isInBreach(health) && hasLiveShared(s, account))
      found.breaches.push({ account, position: 0, forced: false, ...health });
    judgeCall(s, entry, health, found);
  }
  // Half of the slack allows marks to move, half is for the account's own fills until the next check.
  const half = divFloor(Math.max(slack, 0), 2);
  accounts.slackUnits[account] = half;
  assert(half >= 0 && half <= SLACK_MAX_UNITS && required >= 0, "slack is not negative");
  const share = divFloor(half, count * callFactor(s, account));
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h]) {
    const lots = holdings.longSize[h] + holdings.shortSize[h];
    if (holdings.marginMode[h] !== SHARED || lots === 0) continue;
    if (holdings.watched[h] === 0 || lots > holdings.bandLots[h]) holdings.bandLots[h] = 2 * lots;
    const contract = contracts[holdings.contract[h]];
    const width = widthOf(contract, holdings.bandLots[h], share);
    watch(s, h, width, isFlat(s, h) ? lastMarkOfTier(contract, lots, scratch) : NO_EDGE);
  }
}

/**
 * Margin of an entry (slot) is called for once its requirement is as many per cent of its equity as its
 * account says, and no longer once it is less.
 */
function judgeCall(s: State, entry: EntrySlot, health: MarginHealth, { calls }: Found): void {
  const { accounts, entries } = s;
  const called = isCalledFor(health, accounts.marginCallPercent[entries.account[entry]]);
  if (called !== (entries.called[entry] === 1)) calls.push({ entry, called, ...health });
}

/** Nothing is required of the shared entry of an account any more. */
function endCall(s: State, account: AccountId, found: Found): void {
  const entry = s.accounts.entry[account];
  if (s.entries.called[entry] === 1) judgeCall(s, entry, healthOfShared(s, account), found);
}

/**
 * The equity, in whole units, up to which margin is called for where so much is required; without a call,
 * what is required.
 */
function calledUnits({ accounts }: State, account: AccountId, required: number): number {
  const percent = accounts.marginCallPercent[account];
  return percent === 0 ? required : divCeil(required * 100, percent);
}

/** By how much more, at most, a mark moves what {@link calledUnits} says than what is required. */
function callFactor({ accounts }: State, account: AccountId): number {
  const percent = accounts.marginCallPercent[account];
  return percent === 0 ? 1 : divCeil(100, percent);
}

/**
 * A fill of a shared position changed its account. While the slack found by the last check covers all that
 * the fill can have cost, and the band was made for at least as many lots, the account cannot be in breach
 * and needs no check.
 */
export function spendSlack(
  s: State,
  account: AccountId,
  holding: HoldingSlot,
  lots: Lots,
  value: Money,
  fee: Money,
): void {
  const { accounts, holdings, scratch } = s;
  const held = holdings.longSize[holding] + holdings.shortSize[holding];
  const contract = s.contracts[holdings.contract[holding]];
  const covers = holdings.watched[holding] === 1 && held > 0 && held <= holdings.bandLots[holding];
  if (covers && !isFlat(s, holding) && accounts.marginCallPercent[account] === 0) {
    const atMark = scratch.notional.setProduct(lots, contract.markPoints * contract.quantaPerPointLot).hi;
    const left = accounts.slackUnits[account] - costUnits(s, holding, atMark, value.hi, fee.hi);
    assert(left <= accounts.slackUnits[account], "a fill spends slack");
    if (left > 0 && atMark < SLACK_MAX_UNITS) {
      accounts.slackUnits[account] = left;
      return;
    }
  }
  watchAgain(s, account);
}

/**
 * Whether the slack covers a fill before it is made, whatever else the account fills at the mark: then equity
 * surely stays above the requirement, at the marks and at the indexes. All amounts in whole units.
 *
 * @param lots that the fill may add to the holding
 * @param worse by how much the price of all these lots may be worse than the mark
 */
export function slackCovers(s: State, holding: HoldingSlot, lots: Lots, worse: number, rate: Rate): boolean {
  const { accounts, holdings } = s;
  const account = holdings.account[holding];
  if (holdings.watched[holding] === 0 || accounts.marginDirty[account] === 1) return false;
  const held = holdings.longSize[holding] + holdings.shortSize[holding] + lots;
  const contract = s.contracts[holdings.contract[holding]];
  if (held > holdings.bandLots[holding] || isFlat(s, holding)) return false;
  const atMark = divFloor(lots * contract.markPoints * contract.quantaPerPointLot, QUANTA_PER_UNIT);
  if (atMark > SLACK_MAX_UNITS) return false;
  const fee = divCeil((atMark + worse + 1) * Math.max(rate, 0), RATE_ONE);
  const cost = costUnits(s, holding, atMark, atMark + worse, fee);
  const slack = accounts.slackUnits[account];
  return slack > cost && slack > cost + gapUnits(s, holding, lots);
}

/**
 * At most how much less an account keeps beyond its requirement at the indexes than at the marks, `lots` more
 * in a holding included, in whole units: a point of difference counts as in {@link widthOf}.
 */
function gapUnits(s: State, holding: HoldingSlot, lots: Lots): number {
  const { accounts, holdings, contracts } = s;
  let quanta = 0;
  for (let h = accounts.holdingHead[holdings.account[holding]]; h !== NONE; h = holdings.next[h]) {
    if (holdings.marginMode[h] !== SHARED) continue;
    const held = holdings.longSize[h] + holdings.shortSize[h] + (h === holding ? lots : 0);
    const { markPoints, indexPoints, quantaPerPointLot } = contracts[holdings.contract[h]];
    if (held === 0 || markPoints === indexPoints) continue;
    if (isFlat(s, h)) return Number.POSITIVE_INFINITY; // its requirement jumps
    quanta += 3 * held * Math.abs(markPoints - indexPoints) * quantaPerPointLot;
  }
  return quanta > PRODUCT_MAX ? Number.POSITIVE_INFINITY : divCeil(quanta, QUANTA_PER_UNIT);
}

/**
 * The most that a fill can cost an account, in whole units, each part without its fraction: the trading fee,
 * the loss against the mark, and the requirement of the lots at the highest rate.
 */
function costUnits(s: State, holding: HoldingSlot, atMark: number, value: number, fee: number): number {
  const contract = s.contracts[s.holdings.contract[holding]];
  const rate = contract.maintenanceRateMax + s.holdings.takerRate[holding];
  return Math.abs(value - atMark) + divCeil((atMark + 1) * rate, RATE_ONE) + Math.max(fee, 0) + 3;
}

/**
 * Whether a shared account surely keeps more than its requirement, at the marks and at the indexes, after
 * `lots` more in a holding at a cost of `cost` whole units: every lot on one leg, at the rate of the tier of
 * all of them, each contract at the worse of its two prices, everything rounded against the account. Where
 * this is false nothing is known.
 */
export function surelyMeetsMargin(s: State, holding: HoldingSlot, lots: Lots, cost: number): boolean {
  const { accounts, entries, holdings, contracts, scratch } = s;
  const account = holdings.account[holding];
  let units = entries.amount.hi[accounts.entry[account]] - cost - 1;
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h]) {
    if (holdings.marginMode[h] !== SHARED) continue;
    const longs = holdings.longSize[h];
    const shorts = holdings.shortSize[h];
    const held = longs + shorts + (h === holding ? lots : 0);
    if (held === 0) continue;
    const contract = contracts[holdings.contract[h]];
    const { markPoints, indexPoints, quantaPerPointLot } = contract;
    const highest = Math.max(markPoints, indexPoints);
    if (held * highest * quantaPerPointLot > PRODUCT_MAX) return false;
    const worse = longs > shorts ? Math.min(markPoints, indexPoints) : highest;
    const required = requiredUnits(contract, held, holdings.takerRate[h], scratch, { points: highest });
    units += divFloor((longs - shorts) * worse * quantaPerPointLot, QUANTA_PER_UNIT) - required;
  }
  return units > 0;
}

/** Up to here a product of doubles is exact. */
const PRODUCT_MAX = Number.MAX_SAFE_INTEGER;

function judgeIsolated(s: State, holding: HoldingSlot, found: Found): void {
  const { holdings, positions, entries, scratch } = s;
  const contract = s.contracts[holdings.contract[holding]];
  let width = Number.POSITIVE_INFINITY;
  let highest = NO_EDGE;
  for (const leg of [LONG, SHORT]) {
    const legLots = leg === LONG ? holdings.longSize[holding] : holdings.shortSize[holding];
    for (let p = headOf(s, holding, leg); p !== NONE; p = positions.legNext[p]) {
      const lots = positions.size[p];
      const value = scratch.notional.setProduct(lots, contract.markPoints * contract.quantaPerPointLot);
      const equity = entries.amount
        .read(positions.entry[p], scratch.equity)
        .addSigned(leg === LONG ? 1 : -1, value);
      const account = positions.account[p];
      const entry = positions.entry[p];
      const required = requiredUnits(contract, lots, 0, scratch, { tierLots: legLots });
      const slack = Math.min(equity.hi - calledUnits(s, account, required), SLACK_MAX_UNITS);
      if (slack <= 0 || entries.called[entry] === 1) {
        const health = healthOfIsolated(s, p);
        if (isInBreach(health) && contract.held === 0)
          found.breaches.push({ account, position: positions.id[p], forced: false, ...health });
        judgeCall(s, entry, health, found);
      }
      const share = divFloor(Math.max(slack, 0), callFactor(s, account));
      width = Math.min(width, widthOf(contract, lots, share));
      if (isFlat(s, holding)) highest = Math.min(highest, lastMarkOfTier(contract, legLots, scratch));
    }
  }
  if (width === Number.POSITIVE_INFINITY) forget(s, holding);
  else watch(s, holding, width, highest);
}

/**
 * At least the requirement of `lots` at the mark, or at `points`, in the tier of `tierLots`, in whole units:
 * without the deduction, everything rounded up.
 */
function requiredUnits(
  contract: Contract,
  lots: Lots,
  feeRate: Rate,
  scratch: State["scratch"],
  {
    tierLots = lots,
    points = contract.markPoints,
  }: { readonly tierLots?: Lots; readonly points?: Points } = {},
): number {
  const perLot = points * contract.quantaPerPointLot;
  const { maintenanceRate } = tierAbove(contract, scratch.notional.setProduct(tierLots, perLot).hi);
  const { hi } = scratch.notional.setProduct(lots, perLot);
  return divCeil((hi + 1) * (maintenanceRate + feeRate), RATE_ONE) + 1;
}

/** Whether the requirement of a holding's positions jumps at the edges of tiers. */
function isFlat(s: State, holding: HoldingSlot): boolean {
  return marginTermsOf(s, holding).riskRule.flatTiers;
}

/** The last mark at which `lots` need no more than the rate that {@link requiredUnits} counts now. */
function lastMarkOfTier(contract: Contract, lots: Lots, scratch: State["scratch"]): Points {
  const perLot = contract.markPoints * contract.quantaPerPointLot;
  const { hi } = scratch.notional.setProduct(lots, perLot);
  const { boundUnits } = tierAbove(contract, hi);
  if (hi >= boundUnits) return NO_EDGE; // the last tier has no end
  const bound = BigInt(boundUnits) * BigInt(QUANTA_PER_UNIT);
  return Number(bigDivFloor(bound, BigInt(lots) * BigInt(contract.quantaPerPointLot)));
}
const NO_EDGE = Number.POSITIVE_INFINITY;

/**
 * The first tier whose bound lies above a notional of `units` and a fraction, else the last tier, which has
 * no end.
 */
function tierAbove(contract: Contract, units: number): TierView {
  const { tiers } = contract.terms;
  for (const tier of tiers) if (units < tier.boundUnits) return tier;
  return tiers[tiers.length - 1]!;
}

/**
 * How far the mark may move either way before `share` units are used up. A move of one point costs at most
 * the whole size once in equity and twice in requirement (a maintenance rate and a fee rate of at most 1
 * each).
 */
function widthOf(contract: Contract, lots: Lots, share: number): Points {
  return divFloor(share * QUANTA_PER_UNIT, 3 * lots * contract.quantaPerPointLot);
}

/**
 * Keeps the holding's band if it lies within the safe one, else stores one of half the width, so that it
 * lasts a while.
 *
 * @param highest no mark above it is safe, however wide the band
 */
function watch(s: State, holding: HoldingSlot, width: Points, highest: Points): void {
  const { holdings } = s;
  const contract = s.contracts[holdings.contract[holding]];
  const mark = contract.markPoints;
  if (holdings.watched[holding] === 1) {
    const low = holdings.bandLow[holding];
    const high = holdings.bandHigh[holding];
    if (low >= mark - width && high <= Math.min(mark + width, highest) && low <= mark && mark <= high) return;
    contract.lowBands.remove(holding);
    contract.highBands.remove(holding);
  }
  const half = divFloor(width, 2);
  holdings.bandLow[holding] = mark - half;
  holdings.bandHigh[holding] = Math.min(mark + half, highest);
  holdings.watched[holding] = 1;
  contract.lowBands.push(holding);
  contract.highBands.push(holding);
}

/** Ends the watch of a holding that has no positions. */
function forget(s: State, holding: HoldingSlot): void {
  const { holdings } = s;
  if (holdings.watched[holding] === 0) return;
  const contract = s.contracts[holdings.contract[holding]];
  contract.lowBands.remove(holding);
  contract.highBands.remove(holding);
  holdings.watched[holding] = 0;
}
