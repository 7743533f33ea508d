import { divFloor } from "../units/divide.ts";
import type { Rate, Ticks } from "../units/units.ts";

/**
 * What the prices of a side follow from: how far they reach, how many they are, and how far the index usually
 * moves in a second.
 */
export interface Wanted {
  readonly reachRate: Rate;
  readonly levels: number;
  readonly calmRate: Rate;
}

/**
 * Leading binary digits of a price that count: so the shape mostly stays the same while the price moves by
 * less than one percent.
 */
const DIGITS = 7;
/** At the front, quotes are so dense that the index's usual move in a second passes at least this many. */
const QUOTES_A_SECOND = 8;
const THICKNESS_MAX = 1_000;
/** The root of a whole rate: 10^4 times 10^4 is 10^8. */
const RATE_ROOT = 10_000;

/**
 * How the prices of a side thin out, in ticks. It follows the price: so at any price a book has as many
 * levels, and as many of them within a share of the price. Where ticks are coarse the book reaches farther,
 * so that it has all its levels.
 */
export class BookShape {
  /** From a distance of `thickness` times 2^k ticks on, one price in 2^k is quoted. */
  thickness = 0;
  /**
   * At the front, nearest the touch, one price in 2^frontPower ticks is quoted; where ticks are coarse, each.
   */
  frontPower = 0;
  /** The distance of the last price. */
  reach: Ticks = 0;
  private readonly wanted: Wanted;
  private price: Ticks = 0;

  constructor(wanted: Wanted) {
    this.wanted = wanted;
  }

  /** The shape at a price. */
  at(ticks: Ticks): this {
    const step = 2 ** Math.max(0, powerOf(ticks) - DIGITS + 1);
    const price = divFloor(ticks, step) * step;
    if (price === this.price) return this;
    this.price = price;
    const { reachRate, levels, calmRate } = this.wanted;
    this.reach = Math.max(levels, shareOf(price, reachRate));
    this.frontPower = powerOf(divFloor(shareOf(price, calmRate), QUOTES_A_SECOND));
    this.thickness = 1;
    while (this.thickness < THICKNESS_MAX && this.levelsAt(this.thickness + 1) <= levels) this.thickness++;
    return this;
  }

  private levelsAt(thickness: number): number {
    let levels = 0;
    for (let step = 2 ** this.frontPower, from = 0; from < this.reach; step *= 2) {
      const to = Math.min(this.reach, 2 * step * thickness);
      levels += divFloor(to - from, step);
      from = to;
    }
    return levels;
  }
}

/** A share of a price, rounded down. */
export function shareOf(price: number, rate: Rate): number {
  // ⌊(10^4·a + b)·rate / 10^8⌋ in two steps, so that nothing leaves the safe integers.
  const high = divFloor(price, RATE_ROOT);
  return divFloor(high * rate + divFloor((price - high * RATE_ROOT) * rate, RATE_ROOT), RATE_ROOT);
}

/** The greatest k with 2^k ≤ `count`; 0 below 1. */
export function powerOf(count: number): number {
  return count < 1 ? 0 : 31 - Math.clz32(count);
}
