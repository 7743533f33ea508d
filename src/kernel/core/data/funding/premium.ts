import type { Book } from "../book/book.ts";
import { BUY, SELL } from "../codes.ts";
import { bigDivHalfEven } from "../units/divide.ts";
import type { Side } from "../units/kinds.ts";
import type { Lots, Points, Ticks } from "../units/units.ts";
import { POINTS_PER_TICK } from "../units/units.ts";

/** Premiums are in units of 1e-10, two digits finer than rates. */
export const PREMIUM_ONE = 10_000_000_000;
/** Samples lie within ±10 %: one absurd book cannot carry a whole period. */
const PREMIUM_MAX = PREMIUM_ONE / 10;

/**
 * How far the book stands from the index, for orders of the impact notional:
 *
 * ```
 * premium = [ max(0, IB − I) − max(0, I − IA) ] / I        half-even at 1e-10
 * ```
 *
 * IB and IA are the average prices of selling and buying the impact notional into the book. Undefined while
 * either side holds less than that notional: one order beside an empty side would else say what everybody
 * pays.
 *
 * @param impactTickLots the impact notional in ticks × lots
 * @see docs/reference/funding.md
 */
export function premiumOf(book: Book, index: Points, impactTickLots: bigint): number | undefined {
  const bid = impactPrice(book, BUY, impactTickLots);
  const ask = impactPrice(book, SELL, impactTickLots);
  if (bid === undefined || ask === undefined) return undefined;
  // No bid is above an ask, so that at most one of the terms is not 0.
  const above = premiumAt(bid, index);
  const premium = above > 0 ? above : Math.min(0, premiumAt(ask, index));
  return Math.max(-PREMIUM_MAX, Math.min(PREMIUM_MAX, premium));
}

/** (price − index) / index, rounded once. */
function premiumAt({ value, lots }: ImpactPrice, index: Points): number {
  const fair = lots * BigInt(index);
  return Number(bigDivHalfEven((value * BigInt(POINTS_PER_TICK) - fair) * BigInt(PREMIUM_ONE), fair));
}

/** An average price in ticks, as a fraction: nothing of it is rounded. */
interface ImpactPrice {
  readonly value: bigint;
  readonly lots: bigint;
}

/**
 * The average price of the first `impact` ticks × lots of a side; undefined where it holds less. Of the last
 * level p only a part is taken:
 *
 * ```
 * impact / (lots before + left / p) = impact · p / (lots before · p + left)
 * ```
 */
function impactPrice(book: Book, side: Side, impact: bigint): ImpactPrice | undefined {
  let left = impact;
  let before = 0n;
  let reached: ImpactPrice | undefined;
  book.depth(side, Number.MAX_SAFE_INTEGER, (price: Ticks, lots: Lots) => {
    const value = BigInt(price) * BigInt(lots);
    if (value >= left) {
      reached = { value: impact * BigInt(price), lots: before * BigInt(price) + left };
      return false;
    }
    before += BigInt(lots);
    left -= value;
    return true;
  });
  return reached;
}
