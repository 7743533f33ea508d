import { bigDivHalfEven, divHalfEven } from "../units/divide.ts";
import type { Points, Rate, TimeMs } from "../units/units.ts";
import { POINTS_PER_TICK, RATE_ONE } from "../units/units.ts";

/** Index + mean of the last 30 one-second samples of the basis. The default. */
export const MARK_MEAN_BASIS = 0;
/** Index + exponential average of the basis, kept within a share of the index. */
export const MARK_EXPONENTIAL_BASIS = 1;
/** The median of the index carried to the next funding, the index plus the mean basis, and the last price. */
export const MARK_MEDIAN_OF_THREE = 2;

/** How a contract's mark is made; docs/reference/mark.md. */
export interface MarkRule {
  readonly method: number;
  /** N of the exponential average: α = 2 / (N + 1). */
  readonly window: number;
  /** The exponential mark stays within this share of the index; 0: no bound. */
  readonly boundRate: Rate;
}

export const DEFAULT_MARK_RULE: MarkRule = { method: MARK_MEAN_BASIS, window: 30, boundRate: 0 };

/** Fraction digits of a point that an exponential average carries along. */
const FINE = 1_000_000;
/** Samples after which an average of an unchanging basis has arrived, in windows. */
const WINDOWS_TO_ARRIVE = 25;

/** An exponential average of the basis in millionths of a point: e += (2·(b − e)) / (N + 1), half-even at each sample. */
export function exponentialAfter(before: number, basis: Points, window: number, samples: number): number {
  const target = basis * FINE;
  let average = before;
  const most = Math.min(samples, window * WINDOWS_TO_ARRIVE);
  for (let i = 0; i < most && average !== target; i++) {
    const step = divHalfEven(2 * (target - average), window + 1);
    if (step === 0) break;
    average += step;
  }
  return average;
}

/** index + average, within the bound; half-even. */
export function exponentialMark(index: Points, average: number, { boundRate }: MarkRule): Points {
  const mark = index + divHalfEven(average, FINE);
  if (boundRate === 0) return mark;
  const reach = Number(bigDivHalfEven(BigInt(index) * BigInt(boundRate), BigInt(RATE_ONE)));
  return Math.max(index - reach, Math.min(index + reach, mark));
}

/**
 * The median of P1 = index · (1 + rate · time left / interval), P2 = index + mean basis, and P3 = the last price; of the first
 * two while nothing has traded, the one nearer to the index. Half-even.
 */
export function medianMark(options: {
  readonly index: Points;
  readonly meanBasis: Points;
  readonly lastPrice: number;
  readonly fundingRate: Rate;
  readonly timeLeftMs: TimeMs;
  readonly intervalMs: number;
}): Points {
  const { index, meanBasis, lastPrice, fundingRate, timeLeftMs, intervalMs } = options;
  const carried =
    index +
    Number(
      bigDivHalfEven(
        BigInt(index) * BigInt(fundingRate) * BigInt(Math.max(0, timeLeftMs)),
        BigInt(RATE_ONE) * BigInt(intervalMs),
      ),
    );
  const byBasis = index + meanBasis;
  const last = lastPrice === 0 ? index : lastPrice * POINTS_PER_TICK;
  return Math.max(Math.min(carried, byBasis), Math.min(Math.max(carried, byBasis), last));
}
