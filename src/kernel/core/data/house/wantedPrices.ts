import { BUY } from "../codes.ts";
import { divFloor } from "../units/divide.ts";
import type { Side } from "../units/kinds.ts";
import type { Ticks } from "../units/units.ts";
import { NONE } from "../units/units.ts";
import type { BookShape } from "./bookShape.ts";

/** The largest distance that counts, in ticks: every existing book ends before it. */
export const DISTANCE_MAX = 2 ** 31 - 1;

/**
 * The prices of one side at which the house wants a quote, from the touch outwards: one in each cell of
 * prices; cells are 2^k ticks wide from a distance of 2^k times the thickness on ({@link BookShape}). Prices
 * are computed as far as somebody asks, and kept while the touch and the shape stay the same.
 */
export class WantedPrices {
  private readonly isBid: boolean;
  private thickness = 0;
  private frontPower = 0;
  private touch: Ticks = NONE;
  /** The first `found` count; those behind are of an earlier touch. */
  private readonly prices: Ticks[] = [];
  private found = 0;
  /** Where the search goes on, cells are 2^power ticks wide; from the distance `wider` on they are wider. */
  private power = 0;
  private wider = 0;
  /** The cell of the last price that was found, NONE while that is the touch. */
  private cell = NONE;

  constructor(side: Side) {
    this.isBid = side === BUY;
  }

  /** Whether the prices are those of a touch and a shape. */
  isFrom(touch: Ticks, { thickness, frontPower }: BookShape): boolean {
    return touch === this.touch && thickness === this.thickness && frontPower === this.frontPower;
  }

  /** Begins at a touch. */
  from(touch: Ticks, shape: BookShape): this {
    if (this.isFrom(touch, shape)) return this;
    this.touch = touch;
    this.thickness = shape.thickness;
    this.frontPower = shape.frontPower;
    this.prices[0] = touch;
    this.found = 1;
    this.power = this.frontPower;
    this.wider = 2 * this.thickness * 2 ** this.frontPower;
    this.cell = NONE;
    return this;
  }

  /** The price at a level, 0 being the touch. Below 1 tick it is no price, and no level behind has one. */
  at(level: number): Ticks {
    const { prices } = this;
    for (; this.found <= level; this.found++) prices[this.found] = this.next(prices[this.found - 1]!);
    return prices[level]!;
  }

  private next(last: Ticks): Ticks {
    if (this.cell !== NONE) {
      // Behind a cell's price comes that of the next cell, unless cells get wider before it.
      const cell = this.isBid ? this.cell - 1 : this.cell + 1;
      const place = placeOf(cell, this.power);
      if (this.distanceOf(place) < this.wider) {
        this.cell = cell;
        return place;
      }
    }
    return this.search(this.isBid ? last - 1 : last + 1);
  }

  /** The first wanted price from a price outwards, which lies behind all that were found. */
  private search(from: Ticks): Ticks {
    for (let price = from; ; ) {
      while (this.distanceOf(price) >= this.wider && this.wider <= DISTANCE_MAX) {
        this.power++;
        this.wider *= 2;
      }
      const step = 2 ** this.power;
      const cell = divFloor(price, step);
      const place = placeOf(cell, this.power);
      if (place === price) {
        this.cell = cell;
        return price;
      }
      // The cell's price may lie ahead and already belong to wider cells, or lie behind: then the next cell
      // is taken.
      if (this.isBid ? place < price : place > price) price = place;
      else price = this.isBid ? cell * step - 1 : (cell + 1) * step;
    }
  }

  private distanceOf(price: Ticks): Ticks {
    return this.isBid ? this.touch - price : price - this.touch;
  }
}

/**
 * The price of a cell of 2^power ticks where a quote belongs: the one of its lower or of its upper half, by a
 * draw that depends on the cell alone.
 */
export function placeOf(cell: number, power: number): Ticks {
  let place = cell;
  for (let k = power; k > 0; k--) {
    const mixed = Math.imul((place ^ Math.imul(k, 0x9e3779b1)) | 0, 0x85ebca6b);
    place = 2 * place + (((mixed ^ (mixed >>> 15)) >>> 7) & 1);
  }
  return place;
}
