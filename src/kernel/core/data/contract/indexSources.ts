import { bigDivHalfEven, divHalfEven } from "../units/divide.ts";
import type { Points, TimeMs } from "../units/units.ts";

/** What one outside source said last. */
export interface SourcePrice {
  readonly source: number;
  readonly points: Points;
  /** Positive whole number; only ratios count. */
  readonly weight: number;
  readonly time: TimeMs;
}

/** A source that has been silent for longer does not count. */
export const SOURCE_SILENT_MAX_MS = 10_000;
/** How far from the median a source may be, in hundredths. */
const DEVIATION_PERCENT_MAX = 3;
/**
 * While at least this many sources remain, outliers are left out; otherwise they are moved to the edge of the
 * deviation.
 */
const SOURCES_TO_EXCLUDE = 3;

/**
 * The index made of several sources: those within 3 % of the median, weighted.
 *
 * ```
 * three and more live  outliers left out while at least three remain, else moved to the 3 % edge
 * one or two           their weighted mean as it is
 * none                 undefined: the last index stands
 * ```
 *
 * All roundings half-even: an index favours nobody.
 *
 * @see docs/reference/mark.md, index
 */
export function indexOf(prices: Iterable<SourcePrice>, now: TimeMs): Points | undefined {
  const live = [...prices].filter(({ time }) => now - time <= SOURCE_SILENT_MAX_MS);
  if (live.length === 0) return undefined;
  if (live.length < SOURCES_TO_EXCLUDE) return weightedMean(live);
  const median = medianOf(live.map(({ points }) => points));
  const reach = median * DEVIATION_PERCENT_MAX;
  const isNear = ({ points }: SourcePrice): boolean => Math.abs(points - median) * 100 <= reach;
  const near = live.filter(isNear);
  if (near.length >= SOURCES_TO_EXCLUDE) return weightedMean(near);
  const edge = divHalfEven(reach, 100);
  const clamped = live.map((each) => ({
    ...each,
    points: Math.max(median - edge, Math.min(median + edge, each.points)),
  }));
  return weightedMean(clamped);
}

/** When the first live source falls silent, or Infinity. */
export function silentFrom(prices: Iterable<SourcePrice>, now: TimeMs): TimeMs {
  let first = Number.POSITIVE_INFINITY;
  for (const { time } of prices) {
    if (now - time <= SOURCE_SILENT_MAX_MS) first = Math.min(first, time + SOURCE_SILENT_MAX_MS + 1);
  }
  return first;
}

function medianOf(values: readonly Points[]): Points {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : divHalfEven(sorted[middle - 1]! + sorted[middle]!, 2);
}

function weightedMean(prices: readonly SourcePrice[]): Points {
  let sum = 0n;
  let weight = 0n;
  for (const each of prices) {
    sum += BigInt(each.points) * BigInt(each.weight);
    weight += BigInt(each.weight);
  }
  return Number(bigDivHalfEven(sum, weight));
}
