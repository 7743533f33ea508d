import { IdTable } from "../units/idTable.ts";
import type { OrderId } from "../units/kinds.ts";
import { NONE } from "../units/units.ts";

/**
 * The last `capacity` request hashes with the order each one made: a repeated signed request gets its first
 * answer again, also after a restart. Bounded by count, not by time: a request is only fresh for a minute,
 * and the core reads no clock.
 */
export class RequestRing {
  private readonly capacity: number;
  /** Hashes and orders by place; the n-th request is at n mod capacity. */
  private readonly hashes: number[] = [];
  private readonly orders: number[] = [];
  private readonly places = new IdTable();
  private added = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** The order that `hash` made, 0 if it is not remembered. */
  orderOf(hash: number): OrderId {
    const place = this.places.get(hash);
    return place === NONE ? 0 : this.orders[place]!;
  }

  /** Remembers a hash that is not remembered yet, in the place of the oldest. */
  add(hash: number, order: OrderId): void {
    const place = this.added % this.capacity;
    if (this.added >= this.capacity) this.places.delete(this.hashes[place]!);
    this.hashes[place] = hash;
    this.orders[place] = order;
    this.places.set(hash, place);
    this.added++;
  }

  /** Oldest first. */
  *entries(): Generator<[hash: number, order: OrderId]> {
    for (let n = Math.max(0, this.added - this.capacity); n < this.added; n++) {
      const place = n % this.capacity;
      yield [this.hashes[place]!, this.orders[place]!];
    }
  }
}
