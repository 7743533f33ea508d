import { BUY, SELL } from "../codes.ts";
import type { OrderSlot, Side } from "../units/kinds.ts";
import { assert, NONE } from "../units/units.ts";
import { type Book, type BookOrders, type LevelVisitor, PRICE_MAX } from "./book.ts";
import { Levels } from "./levels.ts";
import { PriceIndex } from "./priceIndex.ts";

/**
 * The book that trades: price levels in a pool of typed arrays, found through pages of ticks with bitmaps
 * ({@link PriceIndex}), the best level of each side at hand, queues linked both ways.
 *
 * No operation searches for a price, walks a queue or allocates, except when a pool has to grow.
 */
export class PagedBook implements Book {
  readonly #orders: BookOrders;
  readonly #levels = new Levels();
  readonly #bids = new BookSide(BUY);
  readonly #asks = new BookSide(SELL);

  constructor(orders: BookOrders) {
    this.#orders = orders;
  }

  add(slot: OrderSlot): void {
    const orders = this.#orders;
    const levels = this.#levels;
    const side = this.#side(orders.side[slot]);
    const price = orders.price[slot];
    const lots = orders.remaining[slot];
    const level = side.find(price);
    side.orderCount++;
    orders.next[slot] = NONE;
    if (level === NONE) {
      orders.prev[slot] = NONE;
      side.open(price, levels.take(slot, lots));
    } else {
      const last = levels.append(level, slot, lots);
      orders.next[last] = slot;
      orders.prev[slot] = last;
    }
  }

  remove(slot: OrderSlot): void {
    const orders = this.#orders;
    const levels = this.#levels;
    const side = this.#side(orders.side[slot]);
    const price = orders.price[slot];
    const level = held(side.find(price));
    const older = orders.prev[slot];
    const newer = orders.next[slot];
    side.orderCount--;
    assert(older === NONE ? levels.head(level) === slot : orders.next[older] === slot, NEIGHBOURS);
    assert(newer === NONE || orders.prev[newer] === slot, NEIGHBOURS);
    if (older === NONE && newer === NONE) {
      assert(
        levels.lots(level) === orders.remaining[slot] && levels.orders(level) === 1,
        "a level has its orders' lots",
      );
      side.close(price, level);
      levels.drop(level);
      return;
    }
    levels.detach(level, orders.remaining[slot], older, newer);
    if (older !== NONE) orders.next[older] = newer;
    if (newer !== NONE) orders.prev[newer] = older;
  }

  reduce(slot: OrderSlot, lots: number): void {
    const orders = this.#orders;
    const level = held(this.#side(orders.side[slot]).find(orders.price[slot]));
    assert(lots > 0 && lots < orders.remaining[slot], "an order that is reduced keeps lots");
    orders.remaining[slot] -= lots;
    this.#levels.reduce(level, lots);
  }

  first(side: number): OrderSlot {
    const level = this.#side(side).bestLevel;
    return level === NONE ? NONE : this.#levels.head(level);
  }

  firstAt(side: number, price: number): OrderSlot {
    const level = this.#side(side).find(price);
    return level === NONE ? NONE : this.#levels.head(level);
  }

  after(slot: OrderSlot): OrderSlot {
    const orders = this.#orders;
    const newer = orders.next[slot];
    if (newer !== NONE) return newer;
    const side = this.#side(orders.side[slot]);
    const worse = side.worse(orders.price[slot]);
    return worse === NONE ? NONE : this.#levels.head(held(side.find(worse)));
  }

  bestPrice(side: number): number {
    return this.#side(side).bestPrice;
  }

  levelSize(side: number, price: number): number {
    const level = this.#side(side).find(price);
    return level === NONE ? 0 : this.#levels.lots(level);
  }

  depth(side: number, limit: number, visit: LevelVisitor): void {
    const levels = this.#levels;
    let left = limit;
    if (left <= 0) return;
    this.#side(side).walk(
      (price, level) => visit(price, levels.lots(level), levels.orders(level)) !== false && --left > 0,
    );
  }

  orderCount(side: number): number {
    return this.#side(side).orderCount;
  }

  levelCount(side: number): number {
    return this.#side(side).levelCount;
  }

  bytes(): number {
    return this.#levels.bytes() + this.#bids.bytes() + this.#asks.bytes();
  }

  #side(side: number): BookSide {
    return side === BUY ? this.#bids : this.#asks;
  }
}

/** One side: where its levels are, and which is the best. */
class BookSide {
  readonly #isBid: boolean;
  readonly #index = new PriceIndex();
  bestPrice = NONE;
  bestLevel = NONE;
  orderCount = 0;
  levelCount = 0;

  constructor(side: Side) {
    this.#isBid = side === BUY;
  }

  /** The level at a price, or {@link NONE}. */
  find(price: number): number {
    return price === this.bestPrice ? this.bestLevel : this.#index.find(price);
  }

  /** The best price worse than `price`, or {@link NONE}. */
  worse(price: number): number {
    return this.#isBid ? this.#index.below(price) : this.#index.above(price);
  }

  /** Visits each price, best first, with its level, until the visitor returns false. */
  walk(visit: (price: number, level: number) => boolean): void {
    this.#index.walk(this.bestPrice, !this.#isBid, visit);
  }

  /** Puts a level at a price that has none. */
  open(price: number, level: number): void {
    assert(price >= 1 && price <= PRICE_MAX, "a resting price is 1 to PRICE_MAX");
    const best = this.bestPrice;
    this.levelCount++;
    this.#index.add(price, level);
    if (best === NONE || (this.#isBid ? price > best : price < best)) {
      this.bestPrice = price;
      this.bestLevel = level;
    }
  }

  /** Takes away the level at a price. */
  close(price: number, level: number): void {
    assert(this.levelCount > 0, "a level that ends was counted");
    this.levelCount--;
    this.#index.delete(price);
    assert(
      (level === this.bestLevel) === (price === this.bestPrice),
      "the best level is that of the best price",
    );
    if (level !== this.bestLevel) return;
    const next = this.worse(price);
    assert((next === NONE) === (this.levelCount === 0), "a side has a best price while it has levels");
    assert(next === NONE || (this.#isBid ? next < price : next > price), "the next best price is worse");
    this.bestPrice = next;
    this.bestLevel = next === NONE ? NONE : this.#index.find(next);
  }

  bytes(): number {
    return this.#index.bytes();
  }
}

const NEIGHBOURS = "an order stands between those that name it";

/** The level that an order's price leads to, which must exist. */
function held(level: number): number {
  assert(level !== NONE, "a level exists where an order rests");
  return level;
}
