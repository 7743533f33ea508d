import type { Lots, OrderSlot } from "../units/kinds.ts";
import { assert, NONE } from "../units/units.ts";
import { wordAt } from "../units/words.ts";
import { grownLength } from "./priceIndex.ts";

/**
 * The pool of a book's price levels.
 *
 * A level is a small integer; what belongs to it lies side by side, 24 bytes in one buffer that is replaced
 * when the pool grows. It knows its queue's ends and its totals, not its price: the index that leads to it
 * does.
 */
export class Levels {
  #buffer = new ArrayBuffer(INITIAL_LEVELS * LEVEL_BYTES);
  #lots = new Float64Array(this.#buffer);
  #words = new Int32Array(this.#buffer);
  #used = 0;
  #free = NONE;

  /** Makes a level of one order. */
  take(slot: OrderSlot, lots: number): number {
    let level = this.#free;
    if (level === NONE) {
      if (this.#used * LEVEL_BYTES === this.#buffer.byteLength) this.#grow();
      level = this.#used++;
    } else {
      this.#free = wordAt(this.#words, level * WORDS + HEAD);
    }
    const words = level * WORDS;
    assert(lots > 0, "a resting order has lots");
    this.#lots[level * DOUBLES] = lots;
    this.#words[words + HEAD] = slot;
    this.#words[words + TAIL] = slot;
    this.#words[words + ORDERS] = 1;
    return level;
  }

  /** Gives a level back, whatever it holds. */
  drop(level: number): void {
    this.#words[level * WORDS + HEAD] = this.#free;
    this.#free = level;
  }

  /** Adds an order to the end of a level's queue and to its totals; returns the slot that was last before. */
  append(level: number, slot: OrderSlot, lots: number): OrderSlot {
    assert(lots > 0, "a resting order has lots");
    const words = level * WORDS;
    const last = wordAt(this.#words, words + TAIL) as OrderSlot;
    this.#lots[level * DOUBLES]! += lots;
    this.#words[words + TAIL] = slot;
    this.#words[words + ORDERS] = wordAt(this.#words, words + ORDERS) + 1;
    return last;
  }

  /**
   * Takes the order that stood between `older` and `newer` out of a level's totals and ends; at most one of
   * the two is {@link NONE}.
   */
  detach(level: number, lots: Lots, older: OrderSlot, newer: OrderSlot): void {
    const words = level * WORDS;
    const left = this.lots(level) - lots;
    const orders = wordAt(this.#words, words + ORDERS) - 1;
    assert(
      lots > 0 && left >= orders && orders > 0,
      "a level has at least a lot of each order that it keeps",
    );
    this.#lots[level * DOUBLES] = left;
    this.#words[words + ORDERS] = orders;
    if (older === NONE) this.#words[words + HEAD] = newer;
    if (newer === NONE) this.#words[words + TAIL] = older;
  }

  reduce(level: number, lots: number): void {
    const left = this.lots(level) - lots;
    assert(lots > 0 && left >= this.orders(level), "a level has at least a lot of each of its orders");
    this.#lots[level * DOUBLES] = left;
  }

  /** Sum of the orders' remaining: safe integers, since a contract's limits bound what can rest. */
  lots(level: number): number {
    return this.#lots[level * DOUBLES]!;
  }

  /** Number of orders, ≥ 1. */
  orders(level: number): number {
    return wordAt(this.#words, level * WORDS + ORDERS);
  }

  /** The oldest order's slot. */
  head(level: number): OrderSlot {
    return wordAt(this.#words, level * WORDS + HEAD) as OrderSlot;
  }

  bytes(): number {
    return this.#buffer.byteLength;
  }

  #grow(): void {
    const words = this.#words;
    this.#buffer = new ArrayBuffer(grownLength(this.#used) * LEVEL_BYTES);
    this.#lots = new Float64Array(this.#buffer);
    this.#words = new Int32Array(this.#buffer);
    this.#words.set(words);
  }
}

/**
 * A level's bytes: its lots as a double, then three words and one to spare, which keeps the doubles aligned.
 */
const LEVEL_BYTES = 24;
const DOUBLES = LEVEL_BYTES / 8;
const WORDS = LEVEL_BYTES / 4;

/** Offsets of the words inside a level. A free level's head leads to the next free one. */
const HEAD = 2;
const TAIL = 3;
const ORDERS = 4;

const INITIAL_LEVELS = 32;
