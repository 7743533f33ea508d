import type { MarkRule } from "../model/contracts.ts";
import { bigDivHalfEven, divFloor, divHalfEven } from "../units/divide.ts";
import type { Leverage, Points, Rate, TimeMs } from "../units/units.ts";
import { LEVERAGE_ONE, POINTS_PER_TICK, RATE_ONE } from "../units/units.ts";

/** Index + mean of the last 30 one-second samples of the basis. The default. */
export const MARK_MEAN_BASIS = 0;
/** Index + exponential average of the basis, kept within a share of the index. */
export const MARK_EXPONENTIAL_BASIS = 1;
/** The median of the index carried to the next funding, the index plus the mean basis, and the last price. */
export const MARK_MEDIAN_OF_THREE = 2;

/** Margin of the impact notional at a contract's greatest leverage, in units of the margin coin. */
const IMPACT_MARGIN_UNITS = 200;
/**
 * The largest impact notional that may be set, in units of the margin coin: in ticks × lots it stays a safe
 * integer.
 */
export const IMPACT_MAX_UNITS = 10_000_000;

/** How a contract's mark is made until a command says otherwise. */
export function defaultMarkRule(leverageMax: Leverage): MarkRule {
  const impactUnits = divFloor(IMPACT_MARGIN_UNITS * leverageMax, LEVERAGE_ONE);
  return {
    method: MARK_MEAN_BASIS,
    window: 30,
    boundRate: 500_000,
    impactUnits: Math.min(IMPACT_MAX_UNITS, impactUnits),
  };
}

/** Fraction digits of a point that an exponential average carries along. */
const FINE = 1_000_000;
/** In windows: after this many samples of an unchanging basis the average equals it. */
const WINDOWS_TO_ARRIVE = 25;

/** The exponential average of a basis that never changed. */
export function exponentialOf(basis: Points): number {
  return basis * FINE;
}

/**
 * An exponential average of the basis in millionths of a point: e += (2·(b − e)) / (N + 1), half-even at each
 * sample.
 */
export function exponentialAfter(before: number, basis: Points, window: number, samples: number): number {
  const target = exponentialOf(basis);
  let average = before;
  const most = Math.min(samples, window * WINDOWS_TO_ARRIVE);
  for (let i = 0; i < most && average !== target; i++) {
    const step = divHalfEven(2 * (target - average), window + 1);
    if (step === 0) break;
    average += step;
  }
  return average;
}

/** index + average, half-even. */
export function exponentialMark(index: Points, average: number): Points {
  return index + divHalfEven(average, FINE);
}

/**
 * The mark, moved to the bound where it is further than `boundRate` from the index. The bound is rounded
 * half-even.
 */
export function withinBound(index: Points, mark: Points, boundRate: Rate): Points {
  if (boundRate === 0) return mark;
  const product = index * boundRate;
  const reach = Number.isSafeInteger(product)
    ? divHalfEven(product, RATE_ONE)
    : Number(bigDivHalfEven(BigInt(index) * BigInt(boundRate), BigInt(RATE_ONE)));
  return Math.max(index - reach, Math.min(index + reach, mark));
}

/**
 * The median of P1 = index · (1 + rate · time left / interval), P2 = index + mean basis, and P3 = the last
 * price, half-even. Before the first trade there is no P3: then whichever of P1 and P2 is nearer to the
 * index.
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
