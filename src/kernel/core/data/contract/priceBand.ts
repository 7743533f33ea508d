import type { ContractTerms } from "../model/contracts.ts";
import { bigDivCeil, bigDivFloor, divCeil, divFloor } from "../units/divide.ts";
import type { Points, Rate, Ticks } from "../units/units.ts";
import { POINTS_PER_TICK, RATE_ONE } from "../units/units.ts";

/** A resting price stays within this factor of the mark, both ways: a limit against a memory attack. */
const RESTING_PRICE_FACTOR = 10;

/** A product below this leaves room in a safe integer for the remainder that is added to it. */
const PRODUCT_MAX = 2 ** 52;

/** The highest buy limit price: ⌊mark × (1 + rate)⌋ to the tick. Floor: the band never widens. */
export function bandMax(mark: Points, rate: Rate): Ticks {
  return scaled(mark, rate, divFloor, bigDivFloor);
}

/** The lowest sell limit price: ⌈mark × (1 − rate)⌉ to the tick. */
export function bandMin(mark: Points, rate: Rate): Ticks {
  return scaled(mark, -rate, divCeil, bigDivCeil);
}

/** ⌈price × (1 + rate)⌉ to the tick: where a stop lies that follows a price from above. */
export function ticksAbove(price: Points, rate: Rate): Ticks {
  return scaled(price, rate, divCeil, bigDivCeil);
}

/** ⌊price × (1 − rate)⌋ to the tick: where a stop lies that follows a price from below. */
export function ticksBelow(price: Points, rate: Rate): Ticks {
  return scaled(price, -rate, divFloor, bigDivFloor);
}

/**
 * price × (1 + rate) in ticks, rounded by the division that is given.
 * With price = 100·q + r points, price·(1 + rate) = q ticks + (r·1e8 + price·rate) / 1e10 ticks.
 */
function scaled(
  price: Points,
  rate: Rate,
  divide: (a: number, b: number) => number,
  bigDivide: (a: bigint, b: bigint) => bigint,
): Ticks {
  if (Math.abs(price * rate) > PRODUCT_MAX) {
    return Number(bigDivide(BigInt(price) * BigInt(RATE_ONE + rate), BigInt(POINTS_PER_TICK * RATE_ONE)));
  }
  const whole = divFloor(price, POINTS_PER_TICK);
  const rest = (price - whole * POINTS_PER_TICK) * RATE_ONE + price * rate;
  return whole + divide(rest, POINTS_PER_TICK * RATE_ONE);
}

/**
 * The limit prices that a contract accepts: the band on the aggressive side, the resting factor on the
 * passive one. Worked out for one mark and one set of terms, and kept between orders since neither changes
 * often.
 */
export class PriceLimits {
  buyMin: Ticks = 0;
  buyMax: Ticks = 0;
  sellMin: Ticks = 0;
  sellMax: Ticks = 0;
  private mark: Points = 0;
  private terms: ContractTerms | undefined;

  /** @param priceMax of the contract: it changes with the terms only */
  at(mark: Points, terms: ContractTerms, priceMax: Ticks): this {
    if (mark === this.mark && terms === this.terms) return this;
    this.mark = mark;
    this.terms = terms;
    this.buyMin = divCeil(mark, POINTS_PER_TICK * RESTING_PRICE_FACTOR);
    this.buyMax = Math.min(priceMax, bandMax(mark, terms.bandBuyRate));
    this.sellMin = bandMin(mark, terms.bandSellRate);
    this.sellMax = Math.min(priceMax, divFloor(mark * RESTING_PRICE_FACTOR, POINTS_PER_TICK));
    return this;
  }
}
