import type { ContractTerms } from "../model/contracts.ts";
import { bigDivCeil, bigDivFloor, divCeil, divFloor } from "../units/divide.ts";
import type { Points, Rate, Ticks } from "../units/units.ts";
import { POINTS_PER_TICK, RATE_ONE } from "../units/units.ts";

/** A resting price stays within this factor of the mark, both ways: a limit against a memory attack. */
const RESTING_PRICE_FACTOR = 10;

/** A product below this leaves room in a safe integer for the remainder that is added to it. */
const PRODUCT_MAX = 2 ** 52;

/**
 * The highest buy limit price: ⌊mark × (1 + rate)⌋ to the tick. Floor: the band never widens.
 * With mark = 100·q + r points, mark·(1 + rate) = q ticks + (r·1e8 + mark·rate) / 1e10 ticks.
 */
export function bandMax(mark: Points, rate: Rate): Ticks {
  if (mark * rate > PRODUCT_MAX) {
    return Number(bigDivFloor(BigInt(mark) * BigInt(RATE_ONE + rate), BigInt(POINTS_PER_TICK * RATE_ONE)));
  }
  const whole = divFloor(mark, POINTS_PER_TICK);
  const rest = (mark - whole * POINTS_PER_TICK) * RATE_ONE + mark * rate;
  return whole + divFloor(rest, POINTS_PER_TICK * RATE_ONE);
}

/** The lowest sell limit price: ⌈mark × (1 − rate)⌉ to the tick. */
export function bandMin(mark: Points, rate: Rate): Ticks {
  if (mark * rate > PRODUCT_MAX) {
    return Number(bigDivCeil(BigInt(mark) * BigInt(RATE_ONE - rate), BigInt(POINTS_PER_TICK * RATE_ONE)));
  }
  const whole = divFloor(mark, POINTS_PER_TICK);
  const rest = (mark - whole * POINTS_PER_TICK) * RATE_ONE - mark * rate;
  return whole + divCeil(rest, POINTS_PER_TICK * RATE_ONE);
}

/**
 * The limit prices that a contract accepts: the band on the aggressive side, the resting factor on the passive one.
 * Worked out for one mark and one set of terms, and kept between orders since neither changes often.
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
