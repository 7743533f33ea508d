import type { OrderId, OrderSlot } from "../units/kinds.ts";
import type { Ticks } from "../units/units.ts";
import { NONE } from "../units/units.ts";

/**
 * The makers' quotes that rest on one side of a book, worst first: what changes is at the touch, so at the end.
 * Derived from the book, to spare a look the walk along it.
 */
export class StandingQuotes {
  readonly prices: Ticks[] = [];
  readonly slots: OrderSlot[] = [];
  readonly ids: OrderId[] = [];
  /**
   * The touch at which a quote stood at each of the first `settledLevels` wanted prices when the quotes were last looked
   * at, and no other before them: while all of them stand and the touch does, a look at the front has nothing to do.
   * NONE where something was missing.
   */
  settledTouch: Ticks = NONE;
  settledLevels = 0;

  clear(): void {
    this.cut(0);
    this.settledTouch = NONE;
  }

  /** Keeps the worst ones only, so many of them. */
  cut(count: number): void {
    this.prices.length = count;
    this.slots.length = count;
    this.ids.length = count;
  }

  /** Adds one behind so many that are worse, or at its price and older. */
  insert(worse: number, price: Ticks, slot: OrderSlot, id: OrderId): void {
    const { prices, slots, ids } = this;
    prices.push(price);
    slots.push(slot);
    ids.push(id);
    // By hand: few stand before it, and an array's own way makes another array.
    for (let i = prices.length - 1; i > worse; i--) {
      prices[i] = prices[i - 1]!;
      slots[i] = slots[i - 1]!;
      ids[i] = ids[i - 1]!;
    }
    prices[worse] = price;
    slots[worse] = slot;
    ids[worse] = id;
  }

  remove(at: number): void {
    const { prices, slots, ids } = this;
    for (let i = at + 1; i < prices.length; i++) {
      prices[i - 1] = prices[i]!;
      slots[i - 1] = slots[i]!;
      ids[i - 1] = ids[i]!;
    }
    prices.pop();
    slots.pop();
    ids.pop();
  }

  /** Keeps those that a caller wants. */
  filter(isKept: (slot: OrderSlot, id: OrderId) => boolean): void {
    this.settledTouch = NONE;
    let kept = 0;
    for (const [i, slot] of this.slots.entries()) {
      const id = this.ids[i]!;
      if (!isKept(slot, id)) continue;
      this.prices[kept] = this.prices[i]!;
      this.slots[kept] = slot;
      this.ids[kept++] = id;
    }
    this.cut(kept);
  }
}
