import type { Grid } from "../../interface/wire/decimal.ts";
import {
  isDecimal,
  lotText,
  quantaOfText,
  stepsOf,
  tickText,
  unitsOf,
} from "../../interface/wire/decimal.ts";
import type { Lots, Points, Quanta, Ticks } from "../../kernel/core/index.ts";

/** Reads decimals as the core's integers; text that is no valid decimal is a RangeError that names it. */

/** Decimals of a tick in a point, which is the unit of index and mark: a hundredth of a tick. */
const POINT_DECIMALS = 2;

/** A price above 0 in whole ticks. */
export function ticksOf(grid: Grid, name: string, text: string): Ticks {
  return positive(name, text, `a multiple of the tick ${tickText(grid)}`, () =>
    stepsOf(text, grid.priceDecimals, grid.priceStep),
  );
}

/** A size above 0 in whole lots. */
export function lotsOf(grid: Grid, name: string, text: string): Lots {
  return positive(name, text, `a multiple of the lot ${lotText(grid)}`, () =>
    stepsOf(text, grid.sizeDecimals, grid.lotStep),
  );
}

/** An index price above 0, to a hundredth of a tick. */
export function pointsOf(grid: Grid, name: string, text: string): Points {
  return positive(name, text, `a multiple of a hundredth of the tick ${tickText(grid)}`, () =>
    stepsOf(text, grid.priceDecimals + POINT_DECIMALS, grid.priceStep),
  );
}

/** An amount of money above 0. */
export function quantaOf(name: string, text: string): Quanta {
  const quanta = isDecimal(text) ? quantaOfText(text) : undefined;
  if (quanta === undefined || quanta <= 0n)
    throw new RangeError(`${name} must be a decimal above 0 with at most 8 places, got '${text}'`);
  return quanta;
}

/** A number of at least 0 with at most `decimals` decimals, in units of the last decimal. */
export function unitsIn(name: string, text: string, decimals: number): number {
  const units = isDecimal(text) ? unitsOf(text, decimals) : undefined;
  if (units === undefined || units < 0 || !Number.isSafeInteger(units))
    throw new RangeError(
      `${name} must be a decimal of at least 0 with at most ${decimals} places, got '${text}'`,
    );
  return units;
}

function positive(name: string, text: string, rule: string, read: () => number | undefined): number {
  const units = isDecimal(text) ? read() : undefined;
  if (units === undefined || units <= 0 || !Number.isSafeInteger(units))
    throw new RangeError(`${name} must be a decimal above 0, ${rule}, got '${text}'`);
  return units;
}
