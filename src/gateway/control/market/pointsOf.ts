import type { ContractView, Points } from "../../../core/index.ts";
import { bigDivHalfEven, RATE_ONE } from "../../../core/index.ts";
import type { Grid } from "../../../wire/index.ts";
import { invalidParameter, isDecimal, stepsOf, unitsOf } from "../../../wire/index.ts";

/** Prices of all contracts stay below this; larger ones are refused before anything is computed with them. */
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

/**
 * An index price as {@link pointsOf}, or the present one moved by a percentage: "-10%", "+2.5%", half-even to a point.
 */
export function pointsOrMove(contract: ContractView, text: string, name: string): Points {
  const percent = /^\+?(-?[^%]*)%$/.exec(text)?.[1];
  if (percent === undefined) return pointsOf(contract, text, name);
  const rate = isDecimal(percent) ? unitsOf(percent, PERCENT_DECIMALS) : undefined;
  if (rate === undefined || !Number.isSafeInteger(rate))
    throw invalidParameter(
      name,
      `a percentage with at most ${PERCENT_DECIMALS} decimals, got '${text.slice(0, 40)}'`,
    );
  if (contract.index === 0) throw invalidParameter(name, "the contract has no price yet that could move");
  const points = Number(bigDivHalfEven(BigInt(contract.index) * BigInt(RATE_ONE + rate), BigInt(RATE_ONE)));
  if (points < 100 || points > POINTS_MAX)
    throw invalidParameter(
      name,
      `at least one tick is left, and no more than prices are, got '${text.slice(0, 40)}'`,
    );
  return points;
}

/** Of a percentage: a hundredth of a rate's. */
const PERCENT_DECIMALS = 6;
