import type { Doubles, HeapPlace, Ints } from "../units/kinds.ts";
import { listBy } from "../units/kinds.ts";
import { assert } from "../units/units.ts";

/**
 * Columns that a heap orders by: the smallest `heapKey` first, then the smallest `id`. `heapIndex` is the
 * heap's own.
 */
export interface HeapColumns<Slot extends number = number> {
  readonly heapKey: Doubles<Slot>;
  readonly id: Doubles<Slot> | Ints<Slot>;
  readonly heapIndex: Ints<Slot, HeapPlace>;
}

/**
 * A binary heap of slots that can also remove from the middle. `sign` −1 turns the order around (largest
 * first). A slot is in at most one heap, so that one `heapIndex` column serves all of them.
 */
export class SlotHeap<Slot extends number = number> {
  private readonly columns: HeapColumns<Slot>;
  private readonly sign: number;
  private readonly slots = listBy<HeapPlace, Slot>();

  constructor(columns: HeapColumns<Slot>, sign: 1 | -1) {
    this.columns = columns;
    this.sign = sign;
  }

  get size(): number {
    return this.slots.length;
  }

  /** The first slot; the heap is not empty. */
  peek(): Slot {
    return this.slots[0];
  }

  /** The slot at a place, 0 ≤ place < size. */
  at(place: HeapPlace): Slot {
    return this.slots[place];
  }

  /** Whether the heap has the slot at its `heapIndex`. */
  holds(slot: Slot): boolean {
    return this.slots[this.columns.heapIndex[slot]] === slot;
  }

  /** Whether the slot's parent in the heap does not come after it. */
  isBehindParent(slot: Slot): boolean {
    const at = this.columns.heapIndex[slot];
    return at === 0 || !this.before(slot, this.slots[parentOf(at)]);
  }

  /** Visits the slots that pass; whatever comes after one that fails must fail too. */
  eachWhile(passes: (slot: Slot) => boolean, visit: (slot: Slot) => void, from: HeapPlace = 0): void {
    const slot = this.slots[from];
    if (from >= this.size || !passes(slot)) return;
    visit(slot);
    this.eachWhile(passes, visit, 2 * from + 1);
    this.eachWhile(passes, visit, 2 * from + 2);
  }

  push(slot: Slot): void {
    assert(!this.holds(slot), "a slot is in a heap once");
    this.slots.push(slot);
    this.up(this.slots.length - 1, slot);
  }

  remove(slot: Slot): void {
    assert(this.holds(slot), "what leaves a heap stands in it");
    const at = this.columns.heapIndex[slot];
    const last = this.slots.pop()!;
    if (last === slot) return;
    this.up(at, last);
    this.down(this.columns.heapIndex[last], last);
  }

  private before(a: Slot, b: Slot): boolean {
    const { heapKey: key, id } = this.columns;
    const difference = (key[a] - key[b]) * this.sign;
    return difference < 0 || (difference === 0 && id[a] < id[b]);
  }

  private up(from: HeapPlace, slot: Slot): void {
    let at = from;
    while (at > 0) {
      const parent = parentOf(at);
      const above = this.slots[parent];
      if (!this.before(slot, above)) break;
      this.put(at, above);
      at = parent;
    }
    this.put(at, slot);
  }

  private down(from: HeapPlace, slot: Slot): void {
    let at = from;
    for (;;) {
      let child: HeapPlace = 2 * at + 1;
      if (child >= this.slots.length) break;
      const right: HeapPlace = child + 1;
      if (right < this.slots.length && this.before(this.slots[right], this.slots[child])) child = right;
      const below = this.slots[child];
      if (!this.before(below, slot)) break;
      this.put(at, below);
      at = child;
    }
    this.put(at, slot);
  }

  private put(at: HeapPlace, slot: Slot): void {
    this.slots[at] = slot;
    const row: number = slot;
    this.columns.heapIndex[row] = at;
  }
}

function parentOf(place: HeapPlace): HeapPlace {
  return (place - 1) >> 1;
}
