import { halfEvenDiv, max, min, POINTS, priceCeiling, RATE_ONE } from "./rules.ts";
import type { CommandOf } from "./tape.ts";
import { collectTriggers } from "./triggers.ts";
import type { Contract, Venue } from "./venue.ts";
import { Refused } from "./venue.ts";

/** How a contract's index comes of outside sources, and its mark of the index. */

const SILENT_AFTER_MS = 10_000;
const SOURCES_MAX = 64;
const FINE = 1_000_000n;

export function report(v: Venue, command: CommandOf<"report">): void {
  for (const { contract: index, source, points, weight } of command.prices) {
    const contract = v.contract(index);
    if (source < 0 || weight < 1) throw new Refused("invalidValue");
    if (points < 100 || points > priceCeiling(contract.specification) * 100)
      throw new Refused("indexOutOfRange");
    if (!contract.reports.has(source) && contract.reports.size >= SOURCES_MAX) throw new Refused("venueFull");
  }
  for (const { contract, source, points, weight } of command.prices) {
    v.contract(contract).reports.set(source, {
      points: BigInt(points),
      weight: BigInt(weight),
      time: v.time,
    });
  }
  for (const index of new Set(command.prices.map(({ contract }) => contract)))
    refreshIndex(v, v.contract(index));
}

export function setMarkRule(v: Venue, command: CommandOf<"mark rule">): void {
  const contract = v.contract(command.contract);
  const { method, window, boundRate, impactUnits } = command;
  if (window < 1 || window > 3_600 || boundRate < 0 || boundRate >= 100_000_000)
    throw new Refused("invalidValue");
  if (impactUnits < 1) throw new Refused("invalidValue");
  const before = contract.markRule;
  contract.markRule = {
    method,
    window: BigInt(window),
    boundRate: BigInt(boundRate),
    impactUnits: BigInt(impactUnits),
  };
  const isSame = (Object.keys(before) as (keyof typeof before)[]).every(
    (name) => before[name] === contract.markRule[name],
  );
  if (isSame) return; // the average goes on
  contract.exponential = v.meanBasis(contract) * FINE;
  refreshMark(v, contract);
}

/** What the source says of the rate, within the cap as it is now. */
export function sourceRate({ source, specification }: Contract): bigint | undefined {
  const cap = BigInt(specification.fundingCapRate);
  return source.rate === undefined ? undefined : max(-cap, min(cap, source.rate));
}

/**
 * Its rate is that of the running period at once, within the cap; a mark and a rate that it says no more are
 * the venue's own again.
 */
export function followSource(v: Venue, command: CommandOf<"follow">): void {
  const contract = v.contract(command.contract);
  const { mark, rate, held } = command;
  if (held && !contract.source.held) v.notes.push("held");
  const said = (value: number | undefined) => (value === undefined ? undefined : BigInt(value));
  contract.source = { mark: said(mark), rate: said(rate), held };
  contract.fundingRate = sourceRate(contract) ?? contract.fundingRate;
  refreshMark(v, contract);
}

/** The index of those who are not silent; without one of them it stays. */
export function refreshIndex(v: Venue, contract: Contract): void {
  const live = [...contract.reports.values()].filter(({ time }) => v.time - time <= SILENT_AFTER_MS);
  if (live.length > 0) contract.indexPoints = indexOf(live);
  refreshMark(v, contract);
}

interface Said {
  readonly points: bigint;
  readonly weight: bigint;
}

/**
 * One or two as they are; of more, those within 3 % of the median while three are left, else the far ones
 * moved to 3 %.
 */
function indexOf(live: readonly Said[]): bigint {
  if (live.length < 3) return weighted(live);
  const sorted = live.map(({ points }) => points).sort((a, b) => (a < b ? -1 : 1));
  const half = sorted.length / 2;
  const median =
    sorted.length % 2 === 1 ? sorted[Math.floor(half)]! : halfEvenDiv(sorted[half - 1]! + sorted[half]!, 2n);
  const near = live.filter(({ points }) => max(points - median, median - points) * 100n <= median * 3n);
  if (near.length >= 3) return weighted(near);
  const edge = halfEvenDiv(median * 3n, 100n);
  return weighted(
    live.map(({ points, weight }) => ({ weight, points: max(median - edge, min(median + edge, points)) })),
  );
}

function weighted(prices: readonly Said[]): bigint {
  const sum = prices.reduce((total, { points, weight }) => total + points * weight, 0n);
  return halfEvenDiv(
    sum,
    prices.reduce((total, { weight }) => total + weight, 0n),
  );
}

export function refreshMark(v: Venue, contract: Contract): void {
  if (contract.indexPoints === 0n || contract.source.held) return;
  const { indexPoints: index, markRule } = contract;
  const reach = halfEvenDiv(index * markRule.boundRate, RATE_ONE);
  const made = markOf(v, contract);
  const bounded = markRule.boundRate === 0n ? made : max(index - reach, min(index + reach, made));
  if (bounded !== made) v.notes.push("mark at its bound");
  const mark = max(1n, bounded);
  if (mark === contract.markPoints) return;
  contract.markPoints = mark;
  collectTriggers(v, contract);
}

function markOf(v: Venue, contract: Contract): bigint {
  const { indexPoints: index, markRule, source } = contract;
  if (source.mark !== undefined) return source.mark;
  const byBasis = index + v.meanBasis(contract);
  if (markRule.method === "mean") return byBasis;
  if (markRule.method === "exponential") {
    return index + halfEvenDiv(contract.exponential, FINE);
  }
  const left = BigInt(Math.max(0, contract.fundingDue - v.time));
  const interval = BigInt(contract.specification.fundingIntervalMs);
  const carried = index + halfEvenDiv(index * contract.fundingRate * left, RATE_ONE * interval);
  const last = contract.lastPrice === 0 ? index : BigInt(contract.lastPrice) * POINTS;
  return [carried, byBasis, last].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))[1]!;
}

/** One sample a second of the basis as it stands. */
export function sampleBasis(contract: Contract, basis: bigint, seconds: number): void {
  for (let i = 0; i < Math.min(seconds, 30); i++) contract.samples.push(basis);
  contract.samples = contract.samples.slice(-30);
  if (contract.markRule.method !== "exponential") {
    if (seconds > 0) contract.exponential = 0n;
    return;
  }
  for (let i = 0; i < seconds; i++) {
    const step = halfEvenDiv(2n * (basis * FINE - contract.exponential), contract.markRule.window + 1n);
    if (step === 0n) return;
    contract.exponential += step;
  }
}
