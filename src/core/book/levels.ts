import { NONE } from "./book.ts";
import { enlarged, grown } from "./priceIndex.ts";

/**
 * The price levels of a book, in columns; index = level.
 *
 * A level knows its queue and its totals, not its price: the index that leads to it does. Columns are replaced
 * when the pool grows, which only {@link take} does.
 */
export class Levels {
  /** Sum of the orders' remaining; safe integers, since a contract's limits bound what can rest. */
  lots = new Float64Array(INITIAL_LEVELS);
  /** Number of orders. */
  orders = new Int32Array(INITIAL_LEVELS);
  /** The oldest order's slot; of a free level, the next free one. */
  head = new Int32Array(INITIAL_LEVELS);
  /** The newest order's slot. */
  tail = new Int32Array(INITIAL_LEVELS);
  #used = 0;
  #free = NONE;

  /** A level of undefined content. */
  take(): number {
    const level = this.#free;
    if (level !== NONE) {
      this.#free = this.head[level]!;
      return level;
    }
    if (this.#used === this.lots.length) this.#grow();
    return this.#used++;
  }

  drop(level: number): void {
    this.head[level] = this.#free;
    this.#free = level;
  }

  bytes(): number {
    return this.lots.length * LEVEL_BYTES;
  }

  #grow(): void {
    const length = grown(this.lots.length);
    this.lots = enlarged(this.lots, new Float64Array(length));
    this.orders = enlarged(this.orders, new Int32Array(length));
    this.head = enlarged(this.head, new Int32Array(length));
    this.tail = enlarged(this.tail, new Int32Array(length));
  }
}

const INITIAL_LEVELS = 32;

/** A total of eight bytes and three words of four. */
const LEVEL_BYTES = 20;
