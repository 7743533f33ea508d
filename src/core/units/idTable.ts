import { NONE } from "../codes.ts";
import { FIRST_ID } from "./units.ts";

/**
 * Ids to slots, open addressing with linear probing. Ids come from one counter, so the low bits of an id are
 * already a perfect spread; a removal shifts the run back, so there are no tombstones.
 */
export class IdTable {
  private keys: Float64Array;
  private slots: Int32Array;
  private mask: number;
  private count = 0;

  constructor(capacity = 1024) {
    this.keys = new Float64Array(capacity);
    this.slots = new Int32Array(capacity);
    this.mask = capacity - 1;
  }

  get(id: number): number {
    const keys = this.keys;
    const mask = this.mask;
    for (let at = home(id, mask); ; at = (at + 1) & mask) {
      const key = keys[at]!;
      if (key === 0) return NONE;
      if (key === id) return this.slots[at]!;
    }
  }

  set(id: number, slot: number): void {
    if (this.count * 2 >= this.keys.length) this.grow();
    this.insert(id, slot);
    this.count++;
  }

  delete(id: number): void {
    const { keys, slots, mask } = this;
    let at = home(id, mask);
    while (keys[at] !== id) {
      if (keys[at] === 0) return; // not here
      at = (at + 1) & mask;
    }
    this.count--;
    for (let next = (at + 1) & mask; keys[next] !== 0; next = (next + 1) & mask) {
      const wanted = home(keys[next]!, mask);
      // The entry at `next` may fill the hole if its home does not lie between the hole and itself.
      if (((next - wanted) & mask) >= ((next - at) & mask)) {
        keys[at] = keys[next]!;
        slots[at] = slots[next]!;
        at = next;
      }
    }
    keys[at] = 0;
  }

  bytes(): number {
    return this.keys.byteLength + this.slots.byteLength;
  }

  private insert(id: number, slot: number): void {
    let at = home(id, this.mask);
    while (this.keys[at] !== 0) at = (at + 1) & this.mask;
    this.keys[at] = id;
    this.slots[at] = slot;
  }

  private grow(): void {
    const { keys, slots } = this;
    this.keys = new Float64Array(keys.length * 2);
    this.slots = new Int32Array(slots.length * 2);
    this.mask = this.keys.length - 1;
    for (let at = 0; at < keys.length; at++) if (keys[at] !== 0) this.insert(keys[at]!, slots[at]!);
  }
}

function home(id: number, mask: number): number {
  return (id - FIRST_ID) & mask;
}
