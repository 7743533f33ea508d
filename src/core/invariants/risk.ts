import { FIRST_USER_ACCOUNT, INSURANCE_ACCOUNT, LONG, NONE, SHARED } from "../codes.ts";
import type { Contract } from "../contract/contract.ts";
import type { Standing } from "../liquidation/standing.ts";
import { isInBreach, standingOfIsolated, standingOfShared } from "../liquidation/standing.ts";
import type { Legs } from "../margin/maintenance.ts";
import { maintenance } from "../margin/maintenance.ts";
import type { SlotHeap } from "../order/slotHeap.ts";
import type { State } from "../state.ts";
import type { Points } from "../units/units.ts";
import { broken } from "./broken.ts";

/**
 * Nobody in breach is overlooked: whoever is waits for liquidation, and nobody could get there without his marks leaving
 * his bands. Accounts that are to be judged anew (just restored) are passed over.
 */
export function auditRisk(s: State): void {
  const { accounts, entries, holdings } = s;
  if (s.bankruptcy !== undefined || !s.scratch.liquidationFee.isZero())
    broken("liquidation fees are charged while an order of the ladder is matched, and at no other time");
  for (let entry = 0; entry < entries.top; entry++) {
    if (entries.used[entry] === 1 && entries.liquidating[entry] !== 0)
      broken("a liquidation ends in the step it begins in", { account: entries.account[entry]! });
  }
  for (const contract of s.contracts) {
    auditFunding(s, contract);
    auditHeap(s, contract, contract.lowBands, holdings.bandLow, holdings.lowPlace, -1);
    auditHeap(s, contract, contract.highBands, holdings.bandHigh, holdings.highPlace, 1);
  }
  auditQueue(s);
  for (let account = INSURANCE_ACCOUNT; account < accounts.top; account++) {
    if (accounts.unjudged[account] === 1) continue;
    auditBands(s, account);
    if (account >= FIRST_USER_ACCOUNT) auditStandings(s, account);
  }
}

/** The running period ends in the future, at one of its instants, and pays no more than the cap. */
function auditFunding(s: State, contract: Contract): void {
  const { fundingDue: due, fundingRate: rate, premium, index } = contract;
  const { fundingIntervalMs, fundingOffsetMs } = contract.terms;
  if (due <= s.time || (due - fundingOffsetMs) % fundingIntervalMs !== 0)
    broken("a funding period ends at its next instant", { contract: index, due });
  if (!Number.isSafeInteger(rate)) broken("a funding rate is a whole number", { contract: index, rate });
  const most = (BigInt(premium.count) * BigInt(premium.count + 1) * BigInt(PREMIUM_MAX)) / 2n;
  if (premium.count < 0 || premium.weighted > most || premium.weighted < -most)
    broken("premium samples lie within a tenth of the index", { contract: index, samples: premium.count });
}
const PREMIUM_MAX = 1_000_000_000;

/** The heap holds the contract's watched holdings, each at a place of its own, and the next to leave its band is on top. */
function auditHeap(
  s: State,
  contract: Contract,
  heap: SlotHeap,
  edge: Float64Array,
  place: Int32Array,
  sign: 1 | -1,
): void {
  const { holdings } = s;
  const where = { contract: contract.index };
  const taken = new Set<number>();
  let watched = 0;
  let first = NONE;
  for (let h = 0; h < holdings.top; h++) {
    if (holdings.contract[h] !== contract.index || holdings.watched[h] === 0) continue;
    watched++;
    taken.add(place[h]!);
    if (first === NONE || (edge[h]! - edge[first]!) * sign < 0) first = h;
  }
  if (watched !== heap.size) broken("a contract watches the holdings that say so", where);
  if (taken.size !== watched) broken("a watched holding has a place of its own", where);
  for (const at of taken) {
    if (at < 0 || at >= heap.size) broken("a watched holding has a place of its own", where);
  }
  if (first !== NONE && edge[heap.peek()] !== edge[first])
    broken("the holding that leaves its band first is on top", where);
}

/** Entries wait for liquidation once, and are those of accounts that exist. */
function auditQueue(s: State): void {
  const waiting = new Set<string>();
  for (const { account, position, forced } of s.liquidations) {
    if (!s.accounts.has(account) || account < FIRST_USER_ACCOUNT)
      broken("only users are liquidated", { account });
    const key = `${account}/${position}`;
    if (waiting.has(key) && !forced) broken("an entry waits for liquidation once", { account, position });
    waiting.add(key);
  }
}

/** A holding is watched while it has positions, the fund's excepted, and the mark is in its band. */
function auditBands(s: State, account: number): void {
  const { accounts, contracts, holdings } = s;
  for (let h = accounts.holdingHead[account]!; h !== NONE; h = holdings.next[h]!) {
    const contract = holdings.contract[h]!;
    const lots = holdings.longSize[h]! + holdings.shortSize[h]!;
    const isDue = lots > 0 && account >= FIRST_USER_ACCOUNT;
    if ((holdings.watched[h] === 1) !== isDue)
      broken("a holding is watched while it has positions", { account, contract });
    if (!isDue) continue;
    const [low, high] = [holdings.bandLow[h]!, holdings.bandHigh[h]!];
    const mark = contracts[contract]!.markPoints;
    if (!(low <= mark && mark <= high))
      broken("a mark lies in the bands around it", { account, contract, low, mark, high });
  }
}

/** Nobody is in breach, now or at the edges of his bands, unless he waits for liquidation. */
function auditStandings(s: State, account: number): void {
  const { accounts, entries, holdings, positions } = s;
  const waits = (position: number): boolean =>
    s.liquidations.some((each) => each.account === account && each.position === position);
  let worst = entries.amount.quanta(accounts.entry[account]!);
  let required = 0n;
  let isShared = false;
  for (let h = accounts.holdingHead[account]!; h !== NONE; h = holdings.next[h]!) {
    const [long, short] = [holdings.longSize[h]!, holdings.shortSize[h]!];
    if (long + short === 0) continue;
    if (holdings.marginMode[h] === SHARED) {
      const edge = worstAt(s, h, { long, short, feeRate: holdings.takerRate[h]! });
      worst += edge.equity;
      required += edge.requirement;
      isShared = true;
      continue;
    }
    for (const head of [holdings.longHead[h]!, holdings.shortHead[h]!]) {
      for (let p = head; p !== NONE; p = positions.legNext[p]!) {
        const isLong = positions.leg[p] === LONG;
        const size = positions.size[p]!;
        const edge = worstAt(s, h, { long: isLong ? size : 0, short: isLong ? 0 : size, feeRate: 0 });
        const equity = edge.equity + entries.amount.quanta(positions.entry[p]!);
        const position = positions.id[p]!;
        if (waits(position)) continue;
        mustStand({ ...edge, equity }, standingOfIsolated(s, p), { account, position });
      }
    }
  }
  if (isShared && !waits(0)) {
    mustStand({ equity: worst, requirement: required }, standingOfShared(s, account), { account });
  }
}

function mustStand(atEdge: Standing, now: Standing, who: Readonly<Record<string, number>>): void {
  if (isInBreach(now)) broken("whoever is in breach waits for liquidation", { ...who, ...now });
  if (isInBreach(atEdge)) broken("a breach lies beyond the bands", { ...who, ...atEdge });
}

/**
 * What the legs are worth and require at the edge of the band that is the worse for them. Equity less requirement is concave in
 * the mark, so that nothing between the edges is worse.
 */
function worstAt(s: State, h: number, legs: Legs): Standing {
  const contract = s.contracts[s.holdings.contract[h]!]!;
  const at = (mark: Points): Standing => ({
    equity: BigInt(legs.long - legs.short) * BigInt(mark) * BigInt(contract.quantaPerPointLot),
    requirement: maintenance(contract, legs, mark),
  });
  const low = at(Math.max(1, s.holdings.bandLow[h]!));
  const high = at(s.holdings.bandHigh[h]!);
  return low.equity - low.requirement < high.equity - high.requirement ? low : high;
}
