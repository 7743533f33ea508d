import { assert, FIRST_ID, NONE } from "./units.ts";
import { doubleAt } from "./words.ts";

/**
 * Ids to slots, open addressing with linear probing. A removal shifts the run behind it back, so there are no
 * tombstones; that walks to the end of the run, which {@link home} keeps short however many ids in a row are
 * live.
 */
export class IdTable<Id extends number = number, Slot extends number = number> {
  /** Pairs of id and slot, side by side so that a look-up is one cache line; id 0 is a free place. */
  private pairs: Float64Array;
  private mask: number;
  private count = 0;

  constructor(capacity = 1024) {
    this.pairs = new Float64Array(capacity * 2);
    this.mask = capacity - 1;
  }

  get(id: Id): Slot {
    const { pairs, mask } = this;
    for (let at = home(id, mask); ; at = (at + 1) & mask) {
      const key = pairs[at * 2];
      if (key === 0) return NONE as Slot;
      if (key === id) return pairs[at * 2 + 1] as Slot;
    }
  }

  set(id: number, slot: Slot): void {
    assert(id > 0, "an id is more than 0");
    if (this.count * 3 > this.mask * 2) this.grow(); // two thirds full: a look-up still takes two steps or so
    this.insert(id, slot);
    this.count++;
  }

  /** @returns the slot that the id had */
  delete(id: Id): Slot {
    const { pairs, mask } = this;
    let at = home(id, mask);
    while (pairs[at * 2] !== id) {
      assert(pairs[at * 2] !== 0, "an id that is removed is there");
      at = (at + 1) & mask;
    }
    const slot = pairs[at * 2 + 1] as Slot;
    this.count--;
    for (let next = (at + 1) & mask; pairs[next * 2] !== 0; next = (next + 1) & mask) {
      const wanted = home(doubleAt(pairs, next * 2), mask);
      // The pair at `next` may fill the hole if its home does not lie between the hole and itself.
      if (((next - wanted) & mask) >= ((next - at) & mask)) {
        pairs[at * 2] = doubleAt(pairs, next * 2);
        pairs[at * 2 + 1] = doubleAt(pairs, next * 2 + 1);
        at = next;
      }
    }
    pairs[at * 2] = 0;
    return slot;
  }

  bytes(): number {
    return this.pairs.byteLength;
  }

  private insert(id: number, slot: number): void {
    let at = home(id, this.mask);
    while (this.pairs[at * 2] !== 0) {
      assert(this.pairs[at * 2] !== id, "an id is there once");
      at = (at + 1) & this.mask;
    }
    this.pairs[at * 2] = id;
    this.pairs[at * 2 + 1] = slot;
  }

  private grow(): void {
    const { pairs } = this;
    this.pairs = new Float64Array(pairs.length * 2);
    this.mask = pairs.length - 1;
    for (let at = 0; at < pairs.length; at += 2)
      if (pairs[at] !== 0) this.insert(doubleAt(pairs, at), doubleAt(pairs, at + 1));
  }
}

/**
 * Where a look-up begins: Fibonacci hashing of the id's distance from the first id. Without hashing,
 * neighbouring ids would fill one run without a gap, and a removal walks its run to the end.
 */
function home(id: number, mask: number): number {
  const spread = Math.imul(id - FIRST_ID, 0x9e3779b1);
  return (spread ^ (spread >>> 15)) & mask;
}
