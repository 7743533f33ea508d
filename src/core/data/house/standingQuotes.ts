import type { OrderId, OrderSlot } from "../units/kinds.ts";
import type { Ticks } from "../units/units.ts";

/**
 * The makers' quotes that rest on one side of a book, worst first: what changes is at the touch, so at the end.
 * Derived from the book, to spare a look the walk along it.
 */
export class StandingQuotes {
  readonly prices: Ticks[] = [];
  readonly slots: OrderSlot[] = [];
  readonly ids: OrderId[] = [];

  clear(): void {
    this.cut(0);
  }

  /** Keeps the worst ones only, so many of them. */
  cut(count: number): void {
    this.prices.length = count;
    this.slots.length = count;
    this.ids.length = count;
  }

  /** Adds one behind so many that are worse, or at its price and older. */
  insert(worse: number, price: Ticks, slot: OrderSlot, id: OrderId): void {
    this.prices.splice(worse, 0, price);
    this.slots.splice(worse, 0, slot);
    this.ids.splice(worse, 0, id);
  }

  remove(at: number): void {
    this.prices.splice(at, 1);
    this.slots.splice(at, 1);
    this.ids.splice(at, 1);
  }

  /** Keeps those that a caller wants. */
  filter(isKept: (slot: OrderSlot, id: OrderId) => boolean): void {
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
