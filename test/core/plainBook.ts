import {
  type Book,
  type BookOrders,
  type LevelVisitor,
  PRICE_MAX,
} from "../../src/kernel/core/data/book/book.ts";
import { BUY } from "../../src/kernel/core/data/codes.ts";
import type { OrderSlot } from "../../src/kernel/core/data/units/kinds.ts";
import { NONE } from "../../src/kernel/core/data/units/units.ts";

/**
 * The book in its most obvious form: per side a map from price to a queue of slots, and the prices in order.
 *
 * Here to be believed, not to be fast: it is what the paged book is compared with, and it asserts what
 * callers of any book must keep. It leaves the links of {@link BookOrders} alone.
 */
export class PlainBook implements Book {
  readonly #orders: BookOrders;
  readonly #sides: readonly [PlainSide, PlainSide] = [new PlainSide(), new PlainSide()];

  constructor(orders: BookOrders) {
    this.#orders = orders;
  }

  add(slot: OrderSlot): void {
    const { levels, prices } = this.#sideOf(slot);
    const price = this.#orders.price[slot];
    assert(Number.isInteger(price) && price >= 1 && price <= PRICE_MAX, "a resting price is 1 to PRICE_MAX");
    assert(this.#orders.remaining[slot] > 0, "a resting order has lots");
    const queue = levels.get(price);
    if (queue !== undefined) {
      assert(!queue.includes(slot), "a slot rests once");
      queue.push(slot);
      return;
    }
    levels.set(price, [slot]);
    prices.push(price);
    prices.sort(this.#orders.side[slot] === BUY ? (a, b) => b - a : (a, b) => a - b);
  }

  remove(slot: OrderSlot): void {
    const { levels, prices } = this.#sideOf(slot);
    const price = this.#orders.price[slot];
    const queue = this.#queueOf(slot);
    queue.splice(queue.indexOf(slot), 1);
    if (queue.length === 0) {
      levels.delete(price);
      prices.splice(prices.indexOf(price), 1);
    }
  }

  reduce(slot: OrderSlot, lots: number): void {
    this.#queueOf(slot);
    const remaining = this.#orders.remaining[slot];
    assert(lots > 0 && lots < remaining, "a reduced order keeps lots");
    this.#orders.remaining[slot] = remaining - lots;
  }

  first(side: number): OrderSlot {
    const { levels, prices } = this.#side(side);
    return prices.length === 0 ? NONE : levels.get(prices[0]!)![0]!;
  }

  firstAt(side: number, price: number): OrderSlot {
    return this.#side(side).levels.get(price)?.[0] ?? NONE;
  }

  after(slot: OrderSlot): OrderSlot {
    const { levels, prices } = this.#sideOf(slot);
    const queue = this.#queueOf(slot);
    const follower = queue[queue.indexOf(slot) + 1];
    if (follower !== undefined) return follower;
    const worse = prices[prices.indexOf(this.#orders.price[slot]) + 1];
    return worse === undefined ? NONE : levels.get(worse)![0]!;
  }

  bestPrice(side: number): number {
    return this.#side(side).prices[0] ?? NONE;
  }

  levelSize(side: number, price: number): number {
    return this.#lots(this.#side(side).levels.get(price) ?? []);
  }

  depth(side: number, limit: number, visit: LevelVisitor): void {
    const { levels, prices } = this.#side(side);
    for (const price of prices.slice(0, limit)) {
      const queue = levels.get(price)!;
      if (visit(price, this.#lots(queue), queue.length) === false) return;
    }
  }

  orderCount(side: number): number {
    let count = 0;
    for (const queue of this.#side(side).levels.values()) count += queue.length;
    return count;
  }

  levelCount(side: number): number {
    return this.#side(side).prices.length;
  }

  /** An estimate: what V8 spends on the arrays and the map. */
  bytes(): number {
    let bytes = 0;
    for (const side of [0, 1]) bytes += 8 * this.orderCount(side) + 100 * this.levelCount(side);
    return bytes;
  }

  #side(side: number): PlainSide {
    return this.#sides[side]!;
  }

  #sideOf(slot: OrderSlot): PlainSide {
    return this.#side(this.#orders.side[slot]);
  }

  #queueOf(slot: OrderSlot): OrderSlot[] {
    const queue = this.#sideOf(slot).levels.get(this.#orders.price[slot]);
    if (queue === undefined) throw new Error("invariant: orders rest at the slot's price");
    assert(queue.includes(slot), "the slot rests in this book");
    return queue;
  }

  #lots(queue: readonly OrderSlot[]): number {
    return queue.reduce<number>((lots, slot) => lots + this.#orders.remaining[slot], 0);
  }
}

class PlainSide {
  /** Price to its slots, oldest first; never an empty queue. */
  readonly levels = new Map<number, OrderSlot[]>();
  /** The keys of `levels`, best first. */
  readonly prices: number[] = [];
}

function assert(condition: boolean, rule: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${rule}`);
}
