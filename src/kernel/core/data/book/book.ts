import type { Doubles, Ints, Lots, OrderSlot, Side, Ticks } from "../units/kinds.ts";

/**
 * The order book of one contract: resting orders in price-time priority.
 *
 * A book owns no order. It links slots of a pool that the caller owns ({@link BookOrders}) into one queue per
 * price, and knows which prices hold a queue. It neither matches nor judges: that a bid stays below every
 * ask, that a slot is added once and that its price does not change while it rests are the caller's business.
 *
 * Prices are ticks (integers, 1 to {@link PRICE_MAX}), sizes are lots (safe integers ≥ 1), both as plain
 * numbers because they live in typed arrays. Nothing here depends on anything but the sequence of calls: two
 * books given the same calls give the same answers in the same order.
 */

/** The highest price a book can hold, in ticks: 68 billion, far past any listed contract's bounds. */
export const PRICE_MAX = 2 ** 36 - 1;

/**
 * The columns of the order pool that a book reads and links; index = slot.
 *
 * A column may be replaced by a larger one when the pool grows, so a book reads it through this object on
 * every operation and keeps no reference to it.
 */
export interface BookOrders {
  /** {@link BUY} or {@link SELL}. Constant while the order rests. */
  readonly side: Ints<OrderSlot, Side>;
  /** Ticks. Constant while the order rests. */
  readonly price: Doubles<OrderSlot, Ticks>;
  /** Lots still open, > 0. Changed by {@link Book.reduce} only while the order rests. */
  readonly remaining: Doubles<OrderSlot, Lots>;
  /**
   * The next newer order of the same price level, or {@link NONE}. Only the book writes and reads the links.
   */
  readonly next: Ints<OrderSlot, OrderSlot>;
  /** The next older order, as {@link next}. */
  readonly prev: Ints<OrderSlot, OrderSlot>;
}

export interface Book {
  /**
   * Rests `slot` behind every order at its price. The slot's columns are filled; it is not in any book. O(1).
   */
  add(slot: OrderSlot): void;

  /**
   * Takes `slot` out, wherever it stands in its level; its columns other than the links stay as they are.
   * O(1).
   */
  remove(slot: OrderSlot): void;

  /**
   * Takes `lots` from the order's remaining and from its level's total; the order keeps its place. O(1).
   *
   * @param lots ≥ 1 and below the order's remaining: an order filled or cancelled to nothing is removed
   * instead
   */
  reduce(slot: OrderSlot, lots: number): void;

  /** The first order of a side (best price, then oldest), or {@link NONE}. O(1). */
  first(side: number): OrderSlot;

  /** The oldest order at a price, or {@link NONE}. O(1). */
  firstAt(side: number, price: number): OrderSlot;

  /**
   * The order behind `slot` in priority on its side: same level, then the next worse one; or {@link NONE}.
   */
  after(slot: OrderSlot): OrderSlot;

  /** The best price of a side in ticks (highest bid, lowest ask), or {@link NONE}. O(1). */
  bestPrice(side: number): number;

  /** Lots resting at a price; 0 if there are none. O(1). */
  levelSize(side: number, price: number): number;

  /**
   * Calls `visit` for up to `limit` levels, best first, until it returns `false`. The book must not change
   * meanwhile.
   */
  depth(side: number, limit: number, visit: LevelVisitor): void;

  /** Resting orders of a side. O(1). */
  orderCount(side: number): number;

  /** Prices of a side at which orders rest. O(1). */
  levelCount(side: number): number;

  /**
   * Memory held by the book's own structures, in bytes; the columns of {@link BookOrders} are not among them.
   */
  bytes(): number;
}

/**
 * Sees one level: price in ticks, total of its orders' remaining in lots, number of orders; `false` stops.
 */
export type LevelVisitor = (price: number, lots: number, orders: number) => unknown;
