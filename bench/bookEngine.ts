import type { Book, BookOrders } from "../src/kernel/core/data/book/book.ts";
import type { Lots, OrderSlot, Side, Ticks } from "../src/kernel/core/data/units/kinds.ts";
import { doubles, ints } from "../src/kernel/core/data/units/kinds.ts";
import { NONE } from "../src/kernel/core/data/units/units.ts";
import type { FlowEngine } from "./flowEngine.ts";

/**
 * The least that turns a {@link Book} into a matching engine: a pool of orders, a table of their numbers and
 * a loop. No accounts, margin or events beyond a ring of fills; it measures the book and nothing else.
 */
export class BookEngine implements BookOrders, FlowEngine {
  side = ints<OrderSlot, Side>(INITIAL_ORDERS);
  price = doubles<OrderSlot, Ticks>(INITIAL_ORDERS);
  remaining = doubles<OrderSlot, Lots>(INITIAL_ORDERS);
  next = ints<OrderSlot, OrderSlot>(INITIAL_ORDERS);
  prev = ints<OrderSlot, OrderSlot>(INITIAL_ORDERS);
  number = new Int32Array(INITIAL_ORDERS);
  account = new Uint16Array(INITIAL_ORDERS);
  readonly book: Book;
  readonly #numbers = new NumberTable();
  readonly #fills = new Float64Array(FILLS * 4);
  fillCount = 0;
  #used = 0;
  #free: OrderSlot = NONE;

  constructor(create: (orders: BookOrders) => Book) {
    this.book = create(this);
  }

  place(number: number, account: number, side: number, price: number, lots: number, mayRest: boolean): void {
    const left = this.#match(number, side, price, lots);
    if (left > 0 && mayRest) this.#rest(this.#take(), number, account, side, price, left);
  }

  cancel(number: number): void {
    const slot = this.#numbers.delete(number);
    if (slot === NONE) return;
    this.book.remove(slot);
    this.#drop(slot);
  }

  move(number: number, price: number): void {
    const slot = this.#numbers.find(number);
    if (slot === NONE) return;
    this.book.remove(slot);
    const left = this.#match(number, this.side[slot]!, price, this.remaining[slot]!);
    if (left > 0) {
      this.price[slot] = price;
      this.remaining[slot] = left;
      this.book.add(slot);
    } else {
      this.#numbers.delete(number);
      this.#drop(slot);
    }
  }

  levels(): [side: number, price: number, lots: number][] {
    const rows: [number, number, number][] = [];
    for (const side of [0, 1]) {
      this.book.depth(side, Number.POSITIVE_INFINITY, (price, lots) => rows.push([side, price, lots]));
    }
    return rows;
  }

  #match(number: number, side: number, price: number, lots: number): number {
    const { book, remaining } = this;
    const opposite = 1 - side;
    let left = lots;
    while (left > 0) {
      const maker = book.first(opposite);
      if (maker === NONE) break;
      const makerPrice = this.price[maker]!;
      if (side === 0 ? makerPrice > price : makerPrice < price) break;
      const open = remaining[maker]!;
      const traded = left < open ? left : open;
      left -= traded;
      const fill = (this.fillCount++ & (FILLS - 1)) * 4;
      this.#fills[fill] = this.number[maker]!;
      this.#fills[fill + 1] = number;
      this.#fills[fill + 2] = makerPrice;
      this.#fills[fill + 3] = traded;
      if (traded < open) book.reduce(maker, traded);
      else {
        book.remove(maker);
        this.#numbers.delete(this.number[maker]!);
        this.#drop(maker);
      }
    }
    return left;
  }

  #rest(slot: OrderSlot, number: number, account: number, side: number, price: number, lots: number): void {
    this.side[slot] = side;
    this.price[slot] = price;
    this.remaining[slot] = lots;
    this.number[slot] = number;
    this.account[slot] = account;
    this.#numbers.set(number, slot);
    this.book.add(slot);
  }

  #take(): OrderSlot {
    const slot = this.#free;
    if (slot !== NONE) {
      this.#free = this.next[slot]!;
      return slot;
    }
    if (this.#used === this.side.length) this.#grow();
    return this.#used++ as OrderSlot;
  }

  #drop(slot: OrderSlot): void {
    this.next[slot] = this.#free;
    this.#free = slot;
  }

  #grow(): void {
    const length = this.side.length * 2;
    const enlarge = <Column extends { set(from: Column): void }>(from: Column, to: Column): Column => {
      to.set(from);
      return to;
    };
    this.side = enlarge(this.side, ints<OrderSlot, Side>(length));
    this.price = enlarge(this.price, doubles<OrderSlot, Ticks>(length));
    this.remaining = enlarge(this.remaining, doubles<OrderSlot, Lots>(length));
    this.next = enlarge(this.next, ints<OrderSlot, OrderSlot>(length));
    this.prev = enlarge(this.prev, ints<OrderSlot, OrderSlot>(length));
    this.number = enlarge(this.number, new Int32Array(length));
    this.account = enlarge(this.account, new Uint16Array(length));
  }
}

const INITIAL_ORDERS = 1_024;

/** Fills that are remembered, a power of two; older ones are overwritten. */
const FILLS = 4_096;

/** Order number (> 0) to slot: open addressing, linear probing, at most half full. */
class NumberTable {
  #numbers = new Int32Array(2_048);
  #slots = new Int32Array(2_048);
  #size = 0;

  set(number: number, slot: number): void {
    if (++this.#size * 2 > this.#numbers.length) this.#grow();
    this.#put(number, slot);
  }

  /** The slot of a number, or {@link NONE}. */
  find(number: number): OrderSlot {
    const numbers = this.#numbers;
    const mask = numbers.length - 1;
    let at = number & mask;
    while (numbers[at] !== number) {
      if (numbers[at] === 0) return NONE;
      at = (at + 1) & mask;
    }
    return this.#slots[at] as OrderSlot;
  }

  /** Takes a number out and returns its slot, or {@link NONE} if it is not there. */
  delete(number: number): OrderSlot {
    const numbers = this.#numbers;
    const slots = this.#slots;
    const mask = numbers.length - 1;
    let gap = number & mask;
    while (numbers[gap] !== number) {
      if (numbers[gap] === 0) return NONE;
      gap = (gap + 1) & mask;
    }
    const slot = slots[gap] as OrderSlot;
    this.#size--;
    for (let at = (gap + 1) & mask; numbers[at] !== 0; at = (at + 1) & mask) {
      if (((at - numbers[at]!) & mask) < ((at - gap) & mask)) continue;
      numbers[gap] = numbers[at]!;
      slots[gap] = slots[at]!;
      gap = at;
    }
    numbers[gap] = 0;
    return slot;
  }

  #put(number: number, slot: number): void {
    const mask = this.#numbers.length - 1;
    let at = number & mask;
    while (this.#numbers[at] !== 0) at = (at + 1) & mask;
    this.#numbers[at] = number;
    this.#slots[at] = slot;
  }

  #grow(): void {
    const [numbers, slots] = [this.#numbers, this.#slots];
    this.#numbers = new Int32Array(numbers.length * 2);
    this.#slots = new Int32Array(numbers.length * 2);
    for (let at = 0; at < numbers.length; at++) if (numbers[at] !== 0) this.#put(numbers[at]!, slots[at]!);
  }
}
