import type { Points } from "../../../core/index.ts";
import type { Grid } from "../../../wire/index.ts";
import { invalidParameter, isDecimal, stepsOf } from "../../../wire/index.ts";

/** Prices of all contracts stay below this; larger ones are refused before they meet arithmetic. */
const POINTS_MAX = 2 ** 47;

/** An index price in points: a decimal of at least one tick, with at most two decimals more than the contract's prices. */
export function pointsOf(grid: Grid, price: string, name: string): Points {
  const got = `got '${price.slice(0, 40)}'`;
  if (!isDecimal(price)) throw invalidParameter(name, `a decimal, ${got}`);
  const points = stepsOf(price, grid.priceDecimals + 2, grid.priceStep);
  if (points === undefined) {
    throw invalidParameter(
      name,
      `at most ${grid.priceDecimals + 2} decimals, on the contract's grid, ${got}`,
    );
  }
  if (points < 100 || points > POINTS_MAX)
    throw invalidParameter(name, `at least one tick, and no larger than prices are, ${got}`);
  return points;
}
