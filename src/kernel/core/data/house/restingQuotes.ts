import type { OrderId, OrderSlot } from "../units/kinds.ts";
import type { Ticks } from "../units/units.ts";
import { NONE } from "../units/units.ts";
import type { WantedPrices } from "./wantedPrices.ts";

/**
 * The makers' quotes that rest on one side of a book, worst first: what changes is at the touch, so at the
 * end. Derived from the book, to spare a look the walk along it.
 *
 * While a look is under way a place may be empty: its slot is NONE. So places are given up, and made, for all
 * quotes of a look at once, and what lies between them moves once.
 */
export class RestingQuotes {
  readonly prices: Ticks[] = [];
  readonly slots: OrderSlot[] = [];
  readonly ids: OrderId[] = [];
  /**
   * Of the look under way: the levels at which a quote is missing, best first, and the place made for each.
   * The first `missingCount` are valid; the arrays keep their room from look to look.
   */
  readonly missing: number[] = [];
  readonly places: number[] = [];
  missingCount = 0;
  /**
   * Of the look under way: how many levels the front has, 0 where none stands behind it; whether one stands
   * at the level to be changed.
   */
  frontLevels = 0;
  changes = false;
  /**
   * The touch at which a quote stood at each of the first `settledLevels` wanted prices when the quotes were
   * last looked at, and no other before them: while all of them stand and the touch does, a look at the front
   * has nothing to do. NONE where something was missing.
   */
  settledTouch: Ticks = NONE;
  settledLevels = 0;
  /** No place before this one is empty. */
  private firstEmpty = Number.POSITIVE_INFINITY;
  private readonly isBid: boolean;

  constructor(isBid: boolean) {
    this.isBid = isBid;
  }

  clear(): void {
    this.cut(0);
    this.settledTouch = NONE;
  }

  put(at: number, price: Ticks, slot: OrderSlot, id: OrderId): void {
    this.prices[at] = price;
    this.slots[at] = slot;
    this.ids[at] = id;
  }

  /** Whoever stood at a place is gone, until {@link sweep}. */
  empty(at: number): void {
    this.slots[at] = NONE;
    if (at < this.firstEmpty) this.firstEmpty = at;
  }

  /** Closes the gaps that empty places leave. */
  sweep(): void {
    const { prices, slots, ids } = this;
    let kept = this.firstEmpty;
    for (let at = kept; at < slots.length; at++)
      if (slots[at] !== NONE) this.put(kept++, prices[at]!, slots[at]!, ids[at]!);
    this.firstEmpty = Number.POSITIVE_INFINITY;
    if (kept < slots.length) this.cut(kept);
  }

  /** Makes the {@link places} of what is missing among these prices. */
  makePlaces(wanted: WantedPrices): void {
    const { prices, slots, ids, missing, missingCount, places, isBid } = this;
    let from = slots.length - 1;
    for (let i = 0; i < missingCount; i++) {
      prices.push(NONE);
      slots.push(NONE);
      ids.push(NONE);
    }
    let to = slots.length - 1;
    for (let i = 0; i < missingCount; i++) {
      const price = wanted.at(missing[i]!);
      for (; from >= 0 && (isBid ? prices[from]! > price : prices[from]! < price); from--)
        this.put(to--, prices[from]!, slots[from]!, ids[from]!);
      this.put(to, price, NONE, NONE);
      places[i] = to--;
    }
  }

  /** Keeps those that a caller wants. */
  filter(isKept: (slot: OrderSlot, id: OrderId) => boolean): void {
    this.settledTouch = NONE;
    const { slots, ids } = this;
    for (let at = 0; at < slots.length; at++) if (!isKept(slots[at]!, ids[at]!)) this.empty(at);
    this.sweep();
  }

  /**
   * Takes quotes from the end until `count` are left. One by one: few go, and to set an array's length costs
   * more than to take these.
   */
  private cut(count: number): void {
    const { prices, slots, ids } = this;
    while (slots.length > count) {
      prices.pop();
      slots.pop();
      ids.pop();
    }
  }
}
