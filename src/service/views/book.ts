import type { Lots, Ticks } from "../../kernel/core/index.ts";
import { assert, BUY, NONE, PriceIndex, SELL } from "../../kernel/core/index.ts";

/** A price and the size that rests there, all orders together. */
export interface Level {
  readonly price: Ticks;
  readonly size: Lots;
}

/**
 * The book of one contract as the public sees it: sizes by price, no orders.
 *
 * A change costs a look-up in the price index and no comparison of prices, so a crowded book is no slower
 * than an empty one; reading n levels walks n prices from the best one.
 */
export class BookLevels {
  readonly #bids = new Side(BUY);
  readonly #asks = new Side(SELL);

  /** Lots came to rest at a price. `lots` ≥ 1. */
  add(side: number, price: Ticks, lots: Lots): void {
    this.#side(side).add(price, lots);
  }

  /** Lots left a price, traded or canceled; asserts that they were there. */
  take(side: number, price: Ticks, lots: Lots): void {
    if (lots > 0) this.#side(side).take(price, lots);
  }

  /** The best price of a side, 0 while the side is empty. */
  best(side: number): Ticks {
    const best = this.#side(side).best;
    return best === NONE ? 0 : best;
  }

  /** The size that rests at a price, 0 if none does. */
  sizeAt(side: number, price: Ticks): Lots {
    return this.#side(side).sizeAt(price);
  }

  /** Up to `limit` levels of a side, best first. */
  levels(side: number, limit: number): readonly Level[] {
    return this.#side(side).levels(limit);
  }

  #side(side: number): Side {
    return side === BUY ? this.#bids : this.#asks;
  }
}

class Side {
  /** Highest bid or lowest ask, {@link NONE} while the side is empty. */
  best: number = NONE;
  readonly #isBid: boolean;
  readonly #prices = new PriceIndex();
  /** Lots by row; the price index leads to the row. */
  readonly #lots: number[] = [];
  readonly #freeRows: number[] = [];

  constructor(side: number) {
    this.#isBid = side === BUY;
  }

  add(price: Ticks, lots: Lots): void {
    const known = this.#prices.find(price);
    if (known !== NONE) {
      this.#lots[known]! += lots;
      return;
    }
    const row = this.#freeRows.pop() ?? this.#lots.length;
    this.#lots[row] = lots;
    this.#prices.add(price, row);
    if (this.best === NONE || (this.#isBid ? price > this.best : price < this.best)) this.best = price;
  }

  take(price: Ticks, lots: Lots): void {
    const row = this.#prices.find(price);
    assert(row !== NONE && this.#lots[row]! >= lots, "a level holds at least what leaves it");
    const rest = this.#lots[row]! - lots;
    this.#lots[row] = rest;
    if (rest > 0) return;
    this.#prices.delete(price);
    this.#freeRows.push(row);
    if (price === this.best) this.best = this.#worse(price);
  }

  sizeAt(price: Ticks): Lots {
    const row = this.#prices.find(price);
    return row === NONE ? 0 : this.#lots[row]!;
  }

  levels(limit: number): readonly Level[] {
    const levels: Level[] = [];
    for (let price = this.best; price !== NONE && levels.length < limit; price = this.#worse(price)) {
      levels.push({ price, size: this.#lots[this.#prices.find(price)]! });
    }
    return levels;
  }

  #worse(price: Ticks): number {
    return this.#isBid ? this.#prices.below(price) : this.#prices.above(price);
  }
}
