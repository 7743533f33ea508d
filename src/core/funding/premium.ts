import type { Book } from "../book/book.ts";
import { BUY, SELL } from "../codes.ts";
import { bigDivFloor, bigDivHalfEven } from "../units/divide.ts";
import type { Lots, Points, Ticks } from "../units/units.ts";
import { POINTS_PER_TICK } from "../units/units.ts";

/** Premiums are in units of 1e-10, two digits finer than rates. */
export const PREMIUM_ONE = 10_000_000_000;
/** Samples lie within ±10 %: one absurd book cannot carry a whole period. */
const PREMIUM_MAX = PREMIUM_ONE / 10;
/** Digits kept in an average price. */
const FINE = 1_000_000_000_000_000_000n;

/**
 * How far the book stands from the index, for orders of a telling size:
 *
 * ```
 * premium = [ max(0, IB − I) − max(0, I − IA) ] / I        half-even at 1e-10
 * ```
 *
 * IB and IA are the average prices of selling and buying the impact notional into the book. A side that holds less says nothing: its
 * term is 0. Undefined while both do.
 *
 * @param impactTickLots the impact notional in ticks × lots
 * @see docs/reference/funding.md
 */
export function premiumOf(book: Book, index: Points, impactTickLots: bigint): number | undefined {
  const bid = impactPrice(book, BUY, impactTickLots);
  const ask = impactPrice(book, SELL, impactTickLots);
  if (bid === undefined && ask === undefined) return undefined;
  const fair = bigDivFloor(BigInt(index) * FINE, BigInt(POINTS_PER_TICK));
  const above = bid !== undefined && bid > fair ? bid - fair : 0n;
  const below = ask !== undefined && fair > ask ? fair - ask : 0n;
  const premium = Number(bigDivHalfEven((above - below) * BigInt(PREMIUM_ONE), fair));
  return Math.max(-PREMIUM_MAX, Math.min(PREMIUM_MAX, premium));
}

/** The average price of the first `impact` ticks × lots of a side, in ticks scaled by {@link FINE}; undefined where it holds less. */
export function impactPrice(book: Book, side: number, impact: bigint): bigint | undefined {
  let left = impact;
  let base = 0n; // lots scaled by FINE
  book.depth(side, Number.MAX_SAFE_INTEGER, (price: Ticks, lots: Lots) => {
    const value = BigInt(price) * BigInt(lots);
    if (value >= left) {
      base += bigDivFloor(left * FINE, BigInt(price));
      left = 0n;
      return false;
    }
    base += BigInt(lots) * FINE;
    left -= value;
    return true;
  });
  return left > 0n || base === 0n ? undefined : bigDivFloor(impact * FINE * FINE, base);
}
