/**
 * The last `capacity` request hashes with the order each one made: a repeated signed request gets its first answer
 * again, also after a restart. Bounded by count, not by time: a request is only fresh for a minute, and the core
 * reads no clock.
 */
export class RequestRing {
  private readonly capacity: number;
  private readonly orders = new Map<number, number>();

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** The order that `hash` made, 0 if it is not remembered. */
  orderOf(hash: number): number {
    return this.orders.get(hash) ?? 0;
  }

  add(hash: number, order: number): void {
    this.orders.set(hash, order);
    if (this.orders.size > this.capacity) {
      for (const oldest of this.orders.keys()) {
        this.orders.delete(oldest);
        break;
      }
    }
  }

  /** Oldest first. */
  entries(): IterableIterator<[number, number]> {
    return this.orders.entries();
  }
}
