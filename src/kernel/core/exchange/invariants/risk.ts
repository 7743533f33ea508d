import { CONTRACT_DELISTED, INSURANCE_ACCOUNT, ISOLATED, SHARED } from "../../data/codes.ts";
import type { MarginTerms } from "../../data/contract/brackets.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { periodEnd } from "../../data/contract/contractClock.ts";
import type { Legs } from "../../data/margin/maintenance.ts";
import { chargesOf, maintenance } from "../../data/margin/maintenance.ts";
import type { State } from "../../data/state/state.ts";
import type { AccountId, ContractIndex, EntrySlot, HoldingSlot, PositionId } from "../../data/units/kinds.ts";
import type { Points } from "../../data/units/units.ts";
import { NONE } from "../../data/units/units.ts";
import type { MarginHealth } from "../../events/marginHealth.ts";
import {
  hasLiveShared,
  healthOfIsolated,
  healthOfShared,
  isCalledFor,
  isInBreach,
  legsOfIsolated,
  legsOfShared,
  marginTermsOf,
} from "../../events/marginHealth.ts";
import type { AuditPart } from "./part.ts";
import { broken, inPool, whole } from "./part.ts";

/**
 * Nobody in breach is overlooked: every account in breach waits for liquidation, and none can get there
 * without a mark leaving its band. Accounts marked for a check (just restored) are passed over.
 */
export const riskParts: readonly AuditPart[] = [
  whole("between liquidations", auditRest),
  { name: "funding periods", rows: (s) => s.contracts.length, check: auditFunding },
  { name: "delistings", rows: (s) => s.contracts.length, check: auditDelisting },
  inPool("bands", (s) => s.holdings, auditWatched),
  { name: "heaps of bands", rows: (s) => s.contracts.length, check: auditHeaps },
  { name: "margin health", rows: (s) => s.accounts.top, check: auditAccount },
];

/** Between commands a liquidation has left nothing behind but its place in the queue. */
function auditRest(s: State): void {
  const { entries } = s;
  if (s.bankruptcy !== undefined || !s.scratch.liquidationFee.isZero())
    broken("liquidation fees are charged while an order of the ladder is matched, and at no other time");
  for (const entry of entries.slots()) {
    if (entries.used[entry] === 1 && entries.liquidating[entry] !== 0)
      broken("a liquidation ends in the step it begins in", { account: entries.account[entry] });
  }
  auditQueue(s);
}

function auditAccount(s: State, account: AccountId): void {
  if (account < INSURANCE_ACCOUNT || s.accounts.marginDirty[account] === 1) return;
  auditBands(s, account);
  if (!s.accounts.rules[account].isLiquidated) return;
  auditMarginHealth(s, account);
  auditCalls(s, account);
}

/** Margin is called for on exactly those entries that are short of what their account says. */
function auditCalls(s: State, account: AccountId): void {
  const { accounts, entries, positions } = s;
  const percent = accounts.marginCallPercent[account];
  const mustAgree = (entry: EntrySlot, health: MarginHealth): void => {
    const position = entries.position[entry];
    if ((entries.called[entry] === 1) !== isCalledFor(health, percent))
      broken("margin is called for where it is short, and nowhere else", { account, position });
  };
  mustAgree(accounts.entry[account], healthOfShared(s, account));
  for (let p = accounts.positionHead[account]; p !== NONE; p = positions.accountNext[p])
    if (positions.marginMode[p] === ISOLATED) mustAgree(positions.entry[p], healthOfIsolated(s, p));
}

/** A delisted contract has neither orders nor positions; a notice of delisting ends in the future. */
function auditDelisting(s: State, at: ContractIndex): void {
  const { status, openInterest, delistingDue: due, index: contract } = s.contracts[at];
  if (due !== 0 && due <= s.time) broken("a notice of delisting ends in the future", { contract, due });
  if (status !== CONTRACT_DELISTED) return;
  const isEmpty = [...s.holdingOf[at].values()].every(
    (h) =>
      s.holdings.longHead[h] === NONE && s.holdings.shortHead[h] === NONE && s.holdings.orderHead[h] === NONE,
  );
  if (openInterest !== 0 || due !== 0 || !isEmpty)
    broken("a delisted contract has neither positions nor orders", { contract, openInterest });
}

/** The running period ends in the future, at one of its instants, and pays no more than the cap. */
function auditFunding(s: State, at: ContractIndex): void {
  const contract = s.contracts[at];
  const { fundingDue: due, fundingRate: rate, premium, index } = contract;
  const { fundingIntervalMs, fundingOffsetMs } = contract.terms;
  const isOver = periodEnd(contract) <= s.time;
  if (isOver || (due - fundingOffsetMs) % fundingIntervalMs !== 0)
    broken("a funding period ends at its next instant", { contract: index, due });
  if (!Number.isSafeInteger(rate)) broken("a funding rate is a whole number", { contract: index, rate });
  const most = BigInt(premium.count) * BigInt(PREMIUM_MAX);
  const mostWeighted = (most * BigInt(premium.count + 1)) / 2n;
  if (premium.count < 0 || !isWithin(premium.weighted, mostWeighted) || !isWithin(premium.sum, most))
    broken("premium samples lie within a tenth of the index", { contract: index, samples: premium.count });
}
const PREMIUM_MAX = 1_000_000_000;

function isWithin(value: bigint, bound: bigint): boolean {
  return value <= bound && value >= -bound;
}

/** A watched holding is in both heaps of its contract, behind those whose band ends first. */
function auditWatched(s: State, h: HoldingSlot): void {
  const { holdings } = s;
  if (holdings.watched[h] === 0) return;
  const { lowBands, highBands, index: contract } = s.contracts[holdings.contract[h]];
  const where = { account: holdings.account[h], contract };
  if (!lowBands.holds(h) || !highBands.holds(h)) broken("a watched holding has a place of its own", where);
  if (!lowBands.isBehindParent(h) || !highBands.isBehindParent(h))
    broken("the holding that leaves its band first is on top", where);
}

/** The heaps of a contract hold nothing but its watched holdings, each once. */
function auditHeaps(s: State, index: ContractIndex): void {
  const { holdings } = s;
  const { lowBands, highBands } = s.contracts[index];
  for (const [heap, place] of [
    [lowBands, holdings.lowHeapIndex],
    [highBands, holdings.highHeapIndex],
  ] as const) {
    for (let at = 0; at < heap.size; at++) {
      const h = heap.at(at);
      if (holdings.watched[h] === 0 || holdings.contract[h] !== index || place[h] !== at)
        broken("a contract watches the holdings that say so", { contract: index });
    }
  }
}

/** Entries wait for liquidation once, and are those of accounts that exist. */
function auditQueue(s: State): void {
  const waiting = new Set<string>();
  for (const { account, position, forced } of s.liquidations) {
    if (!s.accounts.has(account) || !s.accounts.rules[account].isLiquidated)
      broken("only users are liquidated", { account });
    const key = `${account}/${position}`;
    if (waiting.has(key) && !forced) broken("an entry waits for liquidation once", { account, position });
    waiting.add(key);
  }
}

/** A holding is watched while it has positions, the funds' excepted, and the mark is in its band. */
function auditBands(s: State, account: AccountId): void {
  const { accounts, contracts, holdings } = s;
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h]) {
    const contract = holdings.contract[h];
    const lots = holdings.longSize[h] + holdings.shortSize[h];
    const isDue = lots > 0 && s.accounts.rules[account].isLiquidated;
    if ((holdings.watched[h] === 1) !== isDue)
      broken("a holding is watched while it has positions", { account, contract });
    if (!isDue) continue;
    const [low, high] = [holdings.bandLow[h], holdings.bandHigh[h]];
    const mark = contracts[contract].markPoints;
    if (!(low <= mark && mark <= high))
      broken("a mark lies in the bands around it", { account, contract, low, mark, high });
  }
}

/**
 * Nobody is in breach, now or at the edges of the bands, unless waiting for liquidation or with all shared
 * positions in held contracts.
 */
function auditMarginHealth(s: State, account: AccountId): void {
  const { accounts, entries, holdings, positions } = s;
  const waits = (position: PositionId): boolean =>
    s.liquidations.some((each) => each.account === account && each.position === position);
  let worst = entries.amount.quanta(accounts.entry[account]);
  let required = 0n;
  let isShared = false;
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h]) {
    if (holdings.longSize[h] + holdings.shortSize[h] === 0) continue;
    if (holdings.marginMode[h] === SHARED) {
      const edge = worstAt(s, h, legsOfShared(s, h));
      worst += edge.equity;
      required += edge.requirement;
      isShared = true;
      continue;
    }
    for (const head of [holdings.longHead[h], holdings.shortHead[h]]) {
      for (let p = head; p !== NONE; p = positions.legNext[p]) {
        const edge = worstAt(s, h, legsOfIsolated(s, p));
        const equity = edge.equity + entries.amount.quanta(positions.entry[p]);
        const position = positions.id[p];
        if (waits(position) || s.contracts[holdings.contract[h]].held === 1) continue;
        mustStand({ ...edge, equity }, healthOfIsolated(s, p), { account, position });
      }
    }
  }
  if (isShared && !waits(0) && hasLiveShared(s, account)) {
    mustStand({ equity: worst, requirement: required }, healthOfShared(s, account), { account });
  }
}

function mustStand(atEdge: MarginHealth, now: MarginHealth, who: Readonly<Record<string, number>>): void {
  if (isInBreach(now)) broken("whoever is in breach waits for liquidation", { ...who, ...now });
  if (isInBreach(atEdge)) broken("a breach lies beyond the bands", { ...who, ...atEdge });
}

/**
 * What the legs are worth and require at the worst mark of the band. Equity less requirement is concave in
 * the mark, so that the worst is at an edge; where tiers are flat that is true within each tier.
 */
function worstAt(s: State, h: HoldingSlot, legs: Legs): MarginHealth {
  const contract = s.contracts[s.holdings.contract[h]];
  const margin = marginTermsOf(s, h);
  const at = (mark: Points): MarginHealth => ({
    equity: BigInt(legs.long - legs.short) * BigInt(mark) * BigInt(contract.quantaPerPointLot),
    requirement: maintenance(margin, legs, mark),
  });
  const [low, high] = [Math.max(1, s.holdings.bandLow[h]), s.holdings.bandHigh[h]];
  const marks = [
    low,
    high,
    ...(margin.riskRule.flatTiers ? tierEdges(contract, margin, legs, low, high) : []),
  ];
  return marks.map(at).reduce((worst, each) => (slackOf(each) < slackOf(worst) ? each : worst));
}

function slackOf({ equity, requirement }: MarginHealth): bigint {
  return equity - requirement;
}

/** Between two marks: the last mark of every tier of the legs, and the first of the next. */
function tierEdges(
  contract: Contract,
  margin: MarginTerms,
  legs: Legs,
  low: Points,
  high: Points,
): readonly Points[] {
  const perLot = BigInt(contract.quantaPerPointLot);
  const sizes = chargesOf(margin.riskRule, legs).map(({ tierLots }) => tierLots);
  return sizes
    .filter((tierLots) => tierLots > 0n)
    .flatMap((tierLots) =>
      margin.brackets.map(({ to }) => (to === undefined ? 0n : to / (tierLots * perLot))),
    )
    .flatMap((last) => [Number(last), Number(last) + 1])
    .filter((mark) => low < mark && mark < high);
}
