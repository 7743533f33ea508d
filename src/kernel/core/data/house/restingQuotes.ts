import { BUY } from "../codes.ts";
import type { OrderId, OrderSlot, Side } from "../units/kinds.ts";
import type { Ticks } from "../units/units.ts";
import { NONE } from "../units/units.ts";
import type { WantedPrices } from "./wantedPrices.ts";

/**
 * The makers' quotes that rest on one side of a book, worst first: most of what changes is at the touch, the
 * end of the arrays, where a change moves the fewest others. Derived from the book, so that nobody has to
 * walk along it.
 *
 * A look is an act of the house that compares these quotes with the wanted ones: all of them, or those of the
 * front, the part of a side nearest the touch (quotes.ts). During a look a place may be empty: its slot is
 * NONE. Quotes that go are first marked so; then {@link sweep} removes their places together, and
 * {@link makePlaces} inserts those for missing quotes together, so that each array is moved once for either.
 */
export class RestingQuotes {
  readonly prices: Ticks[] = [];
  readonly slots: OrderSlot[] = [];
  readonly ids: OrderId[] = [];
  /**
   * Of the look under way: the levels at which a quote is missing, best first, and the index of the place
   * inserted for each. The first `missingCount` count; the arrays keep their length from look to look.
   */
  readonly missing: number[] = [];
  readonly places: number[] = [];
  missingCount = 0;
  /**
   * Of a look at the front: the levels from the touch to the first quote behind the front, that one included;
   * 0 where no quote stands behind it, and in a look at all quotes.
   */
  frontLevels = 0;
  /**
   * Of the look under way: whether a quote stands at the level that the look drew to change a quote's size.
   */
  hasQuoteToChange = false;
  /**
   * By this a look at the front finds that it has nothing to do: the touch at which the last look left a
   * quote at each of the first `settledLevels` wanted prices, and no others there. It stays so while the
   * touch is the same and none of these quotes goes. NONE where a quote was missing or has gone since.
   */
  settledTouch: Ticks = NONE;
  settledLevels = 0;
  /** Where {@link sweep} begins: no place before it stays empty. */
  private firstEmpty = Number.POSITIVE_INFINITY;
  private readonly isBid: boolean;

  constructor(side: Side) {
    this.isBid = side === BUY;
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

  /** Marks a place as empty: its quote is gone. {@link sweep} removes the place. */
  empty(at: number): void {
    this.slots[at] = NONE;
    if (at < this.firstEmpty) this.firstEmpty = at;
  }

  /** Removes the empty places. */
  sweep(): void {
    const { prices, slots, ids } = this;
    let kept = this.firstEmpty;
    for (let at = kept; at < slots.length; at++)
      if (slots[at] !== NONE) this.put(kept++, prices[at]!, slots[at]!, ids[at]!);
    this.firstEmpty = Number.POSITIVE_INFINITY;
    if (kept < slots.length) this.cut(kept);
  }

  /**
   * Inserts an empty place for each of the {@link missing} levels, in the order of prices, and notes the
   * places' indices in {@link places}.
   */
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

  /** Drops the quotes that a caller does not keep. */
  filter(isKept: (slot: OrderSlot, id: OrderId) => boolean): void {
    this.settledTouch = NONE;
    const { slots, ids } = this;
    for (let at = 0; at < slots.length; at++) if (!isKept(slots[at]!, ids[at]!)) this.empty(at);
    this.sweep();
  }

  /**
   * Drops the last quotes until `count` are left. One by one: they are few, and setting an array's length
   * would cost more.
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
