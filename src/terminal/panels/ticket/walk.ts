import type { Level } from "../../../client/index.ts";
import { averagePriceText, type Grid, MONEY_DECIMALS, sizeText, stepsOf } from "../../../wire/decimal.ts";

/** What an order that takes at once would meet in the book as it is shown. */
export interface Walk {
  /** Of what fills. */
  readonly averagePrice: string;
  readonly worstPrice: string;
  readonly levels: number;
  /** What the levels served do not hold; "0.0000": all of it fills. */
  readonly rest: string;
}

/**
 * Walks the other side of the book. Integers: a contract's prices and sizes multiply to less than 2^53.
 *
 * @param levels best first
 * @param size in coin, on the grid
 * @param reaches whether the order takes at a price
 * @returns `undefined` when nothing fills at once
 */
export function walk(
  levels: readonly Level[],
  size: string,
  grid: Grid,
  reaches: (price: string) => boolean,
): Walk | undefined {
  let left = stepsOf(size, grid.sizeDecimals, grid.lotStep);
  if (left === undefined || left <= 0 || !Number.isFinite(left)) return undefined;
  let taken = 0;
  let value = 0n;
  let count = 0;
  let worstPrice = "";
  for (const level of levels) {
    if (left === 0 || !reaches(level.price)) break;
    const lots = Math.min(left, stepsOf(level.size, grid.sizeDecimals, grid.lotStep) ?? 0);
    const ticks = stepsOf(level.price, grid.priceDecimals, grid.priceStep) ?? 0;
    value += BigInt(ticks) * BigInt(grid.priceStep) * BigInt(lots) * BigInt(grid.lotStep);
    taken += lots;
    left -= lots;
    worstPrice = level.price;
    count++;
  }
  if (taken === 0) return undefined;
  const quanta = value * 10n ** BigInt(MONEY_DECIMALS - grid.priceDecimals - grid.sizeDecimals);
  return {
    averagePrice: averagePriceText(grid, quanta, taken),
    worstPrice,
    levels: count,
    rest: sizeText(grid, left),
  };
}
