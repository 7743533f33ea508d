import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PlainBook } from "../../../../../test/core/plainBook.ts";
import { same } from "../../../../../test/same.ts";
import { BUY, SELL } from "../codes.ts";
import type { Lots, OrderSlot, Side, Ticks } from "../units/kinds.ts";
import { doubles, ints } from "../units/kinds.ts";
import { NONE } from "../units/units.ts";
import { type Book, type BookOrders, PRICE_MAX } from "./book.ts";
import { PagedBook } from "./pagedBook.ts";

/** A pool whose columns are replaced by larger ones at almost every new slot, which a book must survive. */
class Pool implements BookOrders {
  side = ints<OrderSlot, Side>(0);
  price = doubles<OrderSlot, Ticks>(0);
  remaining = doubles<OrderSlot, Lots>(0);
  next = ints<OrderSlot, OrderSlot>(0);
  prev = ints<OrderSlot, OrderSlot>(0);

  put(at: number, side: number, price: number, lots: number): OrderSlot {
    const slot = at as OrderSlot;
    if (slot >= this.side.length) {
      const grow = <T extends { set(from: T): void }>(to: T, from: T): T => {
        to.set(from);
        return to;
      };
      this.side = grow(ints<OrderSlot, Side>(slot + 1), this.side);
      this.price = grow(doubles<OrderSlot, Ticks>(slot + 1), this.price);
      this.remaining = grow(doubles<OrderSlot, Lots>(slot + 1), this.remaining);
      this.next = grow(ints<OrderSlot, OrderSlot>(slot + 1), this.next);
      this.prev = grow(ints<OrderSlot, OrderSlot>(slot + 1), this.prev);
    }
    this.side[slot] = side;
    this.price[slot] = price;
    this.remaining[slot] = lots;
    return slot;
  }
}

const implementations = [
  ["PlainBook", (orders: BookOrders): Book => new PlainBook(orders)],
  ["PagedBook", (orders: BookOrders): Book => new PagedBook(orders)],
] as const;

/** Slots of a side in priority order, by walking. */
function queue(book: Book, side: number): number[] {
  const slots: number[] = [];
  for (let slot = book.first(side); slot !== NONE; slot = book.after(slot)) slots.push(slot);
  return slots;
}

function levels(book: Book, side: number, limit = Number.POSITIVE_INFINITY): [number, number, number][] {
  const rows: [number, number, number][] = [];
  book.depth(side, limit, (price, lots, orders) => rows.push([price, lots, orders]));
  return rows;
}

describe.each(implementations)("%s", (_name, create) => {
  function setup() {
    const orders = new Pool();
    const book = create(orders);
    let slots = 0;
    const rest = (side: number, price: number, lots = 1): OrderSlot => {
      const slot = orders.put(slots++, side, price, lots);
      book.add(slot);
      return slot;
    };
    return { orders, book, rest };
  }

  it("is empty at first", () => {
    const { book } = setup();
    for (const side of [BUY, SELL]) {
      expect(book.first(side)).toBe(NONE);
      expect(book.bestPrice(side)).toBe(NONE);
      expect(book.levelSize(side, 100)).toBe(0);
      expect(levels(book, side)).toEqual([]);
      expect(book.orderCount(side)).toBe(0);
      expect(book.levelCount(side)).toBe(0);
    }
  });

  it("ranks bids downwards and asks upwards, the older first at one price", () => {
    const { book, rest } = setup();
    const [a, b, c, d] = [rest(BUY, 99), rest(BUY, 100), rest(BUY, 99), rest(BUY, 98)];
    const [e, f, g, h] = [rest(SELL, 102), rest(SELL, 101), rest(SELL, 102), rest(SELL, 1_000_000)];
    expect(queue(book, BUY)).toEqual([b, a, c, d]);
    expect(queue(book, SELL)).toEqual([f, e, g, h]);
    expect(book.bestPrice(BUY)).toBe(100);
    expect(book.bestPrice(SELL)).toBe(101);
  });

  it("loses a cancelled order from the middle of a queue, then sweeps the rest in order", () => {
    const { book, rest } = setup();
    const slots = [1, 2, 3, 4, 5].map((lots) => rest(SELL, 100, lots));
    book.remove(slots[2]!);
    expect(book.levelSize(SELL, 100)).toBe(12);
    const swept: number[] = [];
    for (let slot = book.first(SELL); slot !== NONE; slot = book.first(SELL)) {
      swept.push(slot);
      book.remove(slot);
    }
    expect(swept).toEqual([slots[0], slots[1], slots[3], slots[4]]);
    expect(book.levelSize(SELL, 100)).toBe(0);
  });

  it("loses the first and the last of a queue", () => {
    const { book, rest } = setup();
    const [a, b, c] = [rest(BUY, 7), rest(BUY, 7), rest(BUY, 7)];
    book.remove(a);
    expect(queue(book, BUY)).toEqual([b, c]);
    book.remove(c);
    const d = rest(BUY, 7);
    expect(queue(book, BUY)).toEqual([b, d]);
  });

  it("lets a residual become the touch", () => {
    const { book, rest } = setup();
    rest(BUY, 90);
    const residual = rest(BUY, 95, 3);
    expect(book.first(BUY)).toBe(residual);
    expect(book.bestPrice(BUY)).toBe(95);
  });

  it("keeps the other order when one of two at a price moves away", () => {
    const { orders, book, rest } = setup();
    const [a, b] = [rest(SELL, 100, 5), rest(SELL, 100, 7)];
    book.remove(a);
    orders.put(a, SELL, 99, 5);
    book.add(a);
    expect(levels(book, SELL)).toEqual([
      [99, 5, 1],
      [100, 7, 1],
    ]);
    expect(queue(book, SELL)).toEqual([a, b]);
  });

  it("puts an order that moves to its own price last", () => {
    const { book, rest } = setup();
    const [a, b] = [rest(SELL, 100), rest(SELL, 100)];
    book.remove(a);
    book.add(a);
    expect(queue(book, SELL)).toEqual([b, a]);
  });

  it("keeps the place of a partly filled order", () => {
    const { orders, book, rest } = setup();
    const [a, b] = [rest(BUY, 100, 10), rest(BUY, 100, 5)];
    book.reduce(a, 9);
    expect(orders.remaining[a]).toBe(1);
    expect(queue(book, BUY)).toEqual([a, b]);
    expect(levels(book, BUY)).toEqual([[100, 6, 2]]);
  });

  it("reuses a slot on the other side and at another price", () => {
    const { orders, book, rest } = setup();
    const a = rest(BUY, 100, 10);
    book.remove(a);
    orders.put(a, SELL, 200, 3);
    book.add(a);
    expect(queue(book, BUY)).toEqual([]);
    expect(levels(book, SELL)).toEqual([[200, 3, 1]]);
  });

  it("shows no phantom best price after the best level is gone", () => {
    const { book, rest } = setup();
    rest(BUY, 5);
    const best = rest(BUY, 1_000);
    book.remove(best);
    expect(book.bestPrice(BUY)).toBe(5);
    expect(book.levelSize(BUY, 1_000)).toBe(0);
    book.remove(book.first(BUY));
    expect(book.bestPrice(BUY)).toBe(NONE);
    expect(book.first(BUY)).toBe(NONE);
  });

  it("has the right touch after every message of a sweep of thousands", () => {
    const { book, rest } = setup();
    for (let i = 0; i < 3_000; i++) rest(SELL, 1_000 + ((i * 7) % 1_000), 2);
    for (let i = 0; i < 3_000; i++) {
      expect(book.bestPrice(SELL)).toBe(1_000 + Math.floor(i / 3));
      book.remove(book.first(SELL));
    }
    expect(book.levelCount(SELL)).toBe(0);
  });

  it("holds bids and asks at one price apart", () => {
    const { book, rest } = setup();
    rest(BUY, 50, 1);
    rest(SELL, 50, 2);
    expect(book.levelSize(BUY, 50)).toBe(1);
    expect(book.levelSize(SELL, 50)).toBe(2);
  });

  it("spans every price from one tick to the highest", () => {
    const { book, rest } = setup();
    const prices = [1, 2, 31, 32, 33, 1_023, 1_024, 2 ** 31, 2 ** 32 + 5, PRICE_MAX];
    for (const price of prices) {
      rest(BUY, price);
      rest(SELL, price);
    }
    expect(levels(book, SELL).map(([price]) => price)).toEqual(prices);
    expect(levels(book, BUY).map(([price]) => price)).toEqual(prices.toReversed());
    for (const side of [BUY, SELL]) while (book.orderCount(side) > 0) book.remove(book.first(side));
    expect([book.bestPrice(BUY), book.bestPrice(SELL)]).toEqual([NONE, NONE]);
  });

  it("refuses to rest an order outside that span", () => {
    const { rest } = setup();
    for (const price of [0, -1, PRICE_MAX + 1, Number.NaN])
      expect(() => rest(BUY, price)).toThrow("invariant");
  });

  it("refuses to take out or reduce an order at a price where nothing rests", () => {
    const { orders, book } = setup();
    const stranger = orders.put(0, SELL, 100, 5);
    expect(() => book.remove(stranger)).toThrow("invariant");
    expect(() => book.reduce(stranger, 1)).toThrow("invariant");
    expect(orders.remaining[stranger]).toBe(5);
  });

  it("stops a walk of levels at the limit or when told", () => {
    const { book, rest } = setup();
    for (const price of [10, 20, 30]) rest(BUY, price, price);
    expect(levels(book, BUY, 2).map(([price]) => price)).toEqual([30, 20]);
    expect(levels(book, BUY, 0)).toEqual([]);
    const seen: number[] = [];
    book.depth(BUY, 9, (price) => {
      seen.push(price);
      return price !== 20;
    });
    expect(seen).toEqual([30, 20]);
  });
});

type Step =
  | { readonly type: "add"; readonly side: number; readonly price: number; readonly lots: number }
  | { readonly type: "remove"; readonly pick: number }
  | { readonly type: "removeBest"; readonly side: number }
  | { readonly type: "reduce"; readonly pick: number; readonly part: number };

const price = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 100 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 5_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: PRICE_MAX }) },
);
const side = fc.constantFrom(BUY, SELL);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant("add" as const),
      side,
      price,
      lots: fc.integer({ min: 1, max: 10 ** 9 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("remove" as const), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("removeBest" as const), side }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("reduce" as const), pick: fc.nat(), part: fc.nat() }),
  },
);

describe("the two books", () => {
  it("agree after every step, and each holds what it must", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300, size: "max" }), (steps) => {
        const orders = [new Pool(), new Pool()] as const;
        const books = [new PlainBook(orders[0]), new PagedBook(orders[1])] as const;
        const resting: OrderSlot[] = [];
        const free: OrderSlot[] = [];
        let slots = 0;
        const remove = (slot: OrderSlot): void => {
          resting.splice(resting.indexOf(slot), 1);
          free.push(slot);
          for (const book of books) book.remove(slot);
        };
        for (const step of steps) {
          const picked = "pick" in step ? resting[step.pick % resting.length] : undefined;
          if (step.type === "add") {
            const slot = free.pop() ?? (slots++ as OrderSlot);
            resting.push(slot);
            books.forEach((book, i) => {
              book.add(orders[i]!.put(slot, step.side, step.price, step.lots));
            });
          } else if (step.type === "removeBest") {
            const slot = books[0].first(step.side);
            if (slot !== NONE) remove(slot);
          } else if (step.type === "remove") {
            if (picked !== undefined) remove(picked);
          } else if (picked !== undefined) {
            const lots = step.part % orders[0].remaining[picked]!;
            if (lots > 0) for (const book of books) book.reduce(picked, lots);
          }
          for (const side of [BUY, SELL]) {
            const [plain, paged] = books;
            same(paged.bestPrice(side), plain.bestPrice(side));
            same(paged.first(side), plain.first(side));
            same(paged.orderCount(side), plain.orderCount(side));
            same(paged.levelCount(side), plain.levelCount(side));
          }
        }
        for (const side of [BUY, SELL]) {
          const [plain, paged] = books;
          expect(queue(paged, side)).toEqual(queue(plain, side));
          expect(levels(paged, side)).toEqual(levels(plain, side));
          for (const [at, lots] of levels(paged, side)) same(paged.levelSize(side, at), lots);
        }
        expect([...orders[1].remaining]).toEqual([...orders[0].remaining]);
        expect(queue(books[1], BUY).length + queue(books[1], SELL).length).toBe(resting.length);
      }),
      { numRuns: 300 },
    );
  });
});

describe("PagedBook's memory", () => {
  it("is under 110 bytes an order when every order is far from all others", () => {
    const orders = new Pool();
    const count = 20_000;
    orders.put(count, BUY, 1, 1);
    const book = new PagedBook(orders);
    for (let slot = 0; slot < count; slot++) book.add(orders.put(slot, BUY, 1 + slot * 10_000, 1));
    expect(book.bytes() / count).toBeLessThan(110);
  });

  it("does not grow while orders wander over ever new prices", () => {
    const orders = new Pool();
    const count = 1_000;
    orders.put(count, BUY, 1, 1);
    const book = new PagedBook(orders);
    const place = (i: number): void => book.add(orders.put(i % count, BUY, 1 + i * 7, 1));
    for (let i = 0; i < 3 * count; i++) {
      if (i >= count) book.remove((i % count) as OrderSlot);
      place(i);
    }
    const bytes = book.bytes();
    for (let i = 3 * count; i < 50 * count; i++) {
      book.remove((i % count) as OrderSlot);
      place(i);
    }
    expect(book.bytes()).toBe(bytes);
  });

  it("does not grow when the book empties and fills again and again", () => {
    const orders = new Pool();
    const count = 1_000;
    orders.put(count, BUY, 1, 1);
    const book = new PagedBook(orders);
    const fillAndEmpty = (): void => {
      for (let slot = 0; slot < count; slot++) book.add(orders.put(slot, SELL, 1 + slot * 11, 1));
      while (book.orderCount(SELL) > 0) book.remove(book.first(SELL));
    };
    fillAndEmpty();
    const bytes = book.bytes();
    for (let i = 0; i < 5; i++) fillAndEmpty();
    expect(book.bytes()).toBe(bytes);
  });
});
