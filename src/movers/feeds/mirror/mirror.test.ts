import fc from "fast-check";
import { expect, test } from "vitest";
import { btc } from "../../../../test/core/contracts.ts";
import { Driver, eventsOf } from "../../../../test/core/driver.ts";
import { setAccount } from "../../../../test/core/settings.ts";
import type { Event } from "../../../kernel/core/index.ts";
import {
  BUY,
  IOC,
  MIRROR_SOLD,
  OPEN_LONG,
  OPEN_SHORT,
  POST_ONLY,
  SELL,
  STP_NONE,
} from "../../../kernel/core/index.ts";
import type { SourceLevel } from "./mirror.ts";
import { DEFAULT_MIRROR, Mirror } from "./mirror.ts";

const ASKS: readonly SourceLevel[] = [{ price: 600_100, lots: 1_000 }];

/** A venue whose house mirrors, and a client; what the mirror says is carried out at once. */
function follower(options: Partial<typeof DEFAULT_MIRROR> = {}) {
  const venue = new Driver([btc]);
  const [house, client] = [venue.user("house", 50_000_000), venue.user("client", 1_000_000)];
  venue.accept(setAccount(house, { selfTradePrevention: STP_NONE, feeSet: true }));
  venue.index(60_000_000);
  const mirror = new Mirror({ ...DEFAULT_MIRROR, ...options });
  let time = 0;
  const apply = () => {
    const rows = mirror.rows(time);
    if (rows.length === 0) return [];
    const command = { type: "mirrorBook", account: house, contract: 0, proportional: false, rows } as const;
    return venue.accept(command).events;
  };
  /** What the client took of the house, told to the mirror as a follower does. */
  const tell = (events: readonly Event[]) => {
    for (const trade of eventsOf(events, "traded")) {
      if (trade.makerAccount !== house || trade.takerAccount === house) continue;
      mirror.taken(1 - trade.takerSide, trade.price, trade.size, time);
    }
  };
  let isBatched = false;
  const now = () => (isBatched ? [] : apply());
  const rest = (price: number, size: number) =>
    venue.order({ account: client, action: OPEN_LONG, price, size, timeInForce: POST_ONLY }).id;
  const filled = (order: number, size: number) => {
    const live = venue.ask({ type: "order", account: client, order, clientId: "" });
    return live === undefined ? size : live.size - live.remaining;
  };
  const depth = () => venue.ask({ type: "depth", contract: 0, limit: 50 })!;
  return {
    venue,
    client,
    mirror,
    rest,
    filled,
    depth,
    wait: (ms: number) => {
      time += ms;
    },
    book: (bids: readonly SourceLevel[], sourceTime?: number, asks = ASKS) => {
      mirror.book(bids, asks, { time, sourceTime });
      return now();
    },
    sold: (price: number, lots: number, sourceTime?: number) => {
      mirror.trade({ takerSide: SELL, price, lots, sourceTime }, time);
      return now();
    },
    bought: (price: number, lots: number, sourceTime?: number) => {
      mirror.trade({ takerSide: BUY, price, lots, sourceTime }, time);
      return now();
    },
    batch: (on: boolean) => {
      isBatched = on;
    },
    flush: apply,
    sell: (price: number, size: number) => {
      const order = { account: client, action: OPEN_SHORT, price, size, timeInForce: IOC };
      tell(venue.order(order).events);
    },
  };
}

/** One thing that happens in the source at one of its three best bids. */
interface Deed {
  readonly what: "trade" | "add" | "cancel";
  readonly level: number;
  readonly lots: number;
  /** Whether its message comes later than the update that shows it. */
  readonly isLate: boolean;
}
const PRICES = [600_000, 599_990, 599_980];

const deed: fc.Arbitrary<Deed> = fc.record({
  what: fc.constantFrom("trade" as const, "trade" as const, "add", "cancel"),
  level: fc.nat(2),
  lots: fc.integer({ min: 1, max: 12 }),
  isLate: fc.boolean(),
});

/**
 * The queue as one number, after Rigtorp: what stands before the client falls by trades, and is never more
 * than what stands there at all. Sellers meet the best bid that is left.
 */
class OneOrder {
  readonly sizes: number[];
  readonly level: number;
  ahead: number;
  left: number;

  constructor(sizes: readonly number[], level: number, lots: number) {
    this.sizes = [...sizes];
    this.level = level;
    this.ahead = sizes[level]!;
    this.left = lots;
  }

  /** Somebody sells. Only what the source shows can be met there, and nothing of it is the client's. */
  sold(level: number, lots: number): void {
    const passes = level > this.level;
    const rest = level === this.level ? Math.max(0, lots - this.ahead) : passes ? lots : 0;
    if (level === this.level) this.ahead = Math.max(0, this.ahead - lots);
    if (passes) this.ahead = 0; // whoever sells for less has met all that stood there
    this.left -= Math.min(this.left, rest);
    this.sizes[level]! -= lots;
  }

  shown(): void {
    this.ahead = Math.min(this.ahead, this.sizes[this.level]!);
  }
}

test("an order fills exactly when what stood before it is gone, in whatever order trades and updates come", () => {
  let exact = 0;
  let fills = 0;
  fc.assert(
    fc.property(
      fc.tuple(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
      ),
      fc.nat(2),
      fc.integer({ min: 1, max: 15 }),
      fc.array(fc.array(deed, { maxLength: 4 }), { minLength: 1, maxLength: 15 }),
      fc.boolean(),
      (sizes, level, lots, ticks, isBatched) => {
        const { mirror, rest, filled, depth, book, sold, flush, wait, batch } = follower();
        const bidsOf = (all: readonly number[]) =>
          all.flatMap((size, i) => (size > 0 ? [{ price: PRICES[i]!, lots: size }] : []));
        book(bidsOf(sizes), 0);
        const order = rest(PRICES[level]!, lots);
        batch(isBatched); // what comes in a tick goes out as one command, or each by itself
        const model = new OneOrder(sizes, level, lots);
        for (const [i, deeds] of ticks.entries()) {
          const start = 1_000 * (i + 1);
          const late: (() => void)[] = [];
          let isLate = false;
          for (const [k, each] of deeds.entries()) {
            if (each.what === "add") model.sizes[each.level]! += each.lots;
            else if (each.what === "cancel") {
              model.sizes[each.level]! -= Math.min(each.lots, model.sizes[each.level]!);
            } else {
              const best = model.sizes.findIndex((size) => size > 0);
              if (best < 0) continue;
              const price = PRICES[best]!;
              const met = Math.min(each.lots, model.sizes[best]!);
              model.sold(best, met);
              isLate ||= each.isLate; // one stream: what follows a late one is late
              if (isLate) late.push(() => sold(price, met, start + k));
              else sold(price, met, start + k);
            }
          }
          model.shown();
          book(bidsOf(model.sizes), start + 500);
          wait(50);
          for (const each of late) each();
          flush();
          const got = filled(order, lots);
          expect(got).toBeLessThanOrEqual(lots - model.left);
          if (mirror.counts.reportedTrades === 0) {
            expect(got).toBe(lots - model.left);
            exact++;
          }
          wait(300);
          flush();
        }
        if (filled(order, lots) > 0) fills++;
        const mine = { price: PRICES[level]!, lots: lots - filled(order, lots) };
        const shown = PRICES.map((price) => depth().bids.find((each) => each.price === price)?.size ?? 0);
        expect(shown.map((size, i) => size - (PRICES[i] === mine.price ? mine.lots : 0))).toEqual(
          model.sizes,
        );
      },
    ),
    { numRuns: 150 },
  );
  expect(exact).toBeGreaterThan(300);
  expect(fills).toBeGreaterThan(20);
});

const BID = PRICES[0]!;
const bid = (lots: number, price = BID): readonly SourceLevel[] => [{ price, lots }];

test("each trade of the source is printed with its side and size, seen or unseen", () => {
  const { book, sold, mirror } = follower();
  book(bid(5), 0);
  const prints = [...sold(BID, 2, 10), ...sold(BID, 8, 20)];
  const trades = eventsOf(prints, "traded");
  expect(trades.map(({ takerSide }) => takerSide)).toEqual(trades.map(() => SELL));
  expect(trades.reduce((sum, { size }) => sum + size, 0)).toBe(10);
  expect(mirror.counts.unseenLots).toBe(5);
});

test.each([
  ["before the update that shows it", true],
  ["after it", false],
])("nothing is taken twice: a trade comes %s", (_, isFirst) => {
  const { book, sold, depth, wait, flush } = follower();
  book(bid(10), 0);
  if (isFirst) sold(BID, 4, 100);
  book(bid(6), 100);
  if (!isFirst) sold(BID, 4, 100);
  expect(depth().bids).toEqual([{ price: BID, size: 6 }]);
  wait(300);
  flush();
  expect(depth().bids).toEqual([{ price: BID, size: 6 }]);
});

test("a level that traded and was filled up again is whole, and what came stands behind", () => {
  const { book, sold, depth, rest, filled } = follower();
  book(bid(10), 0);
  const order = rest(BID, 3);
  sold(BID, 4, 100);
  expect(depth().bids).toEqual([{ price: BID, size: 9 }]);
  book(bid(10), 200);
  expect(depth().bids).toEqual([{ price: BID, size: 13 }]);
  sold(BID, 7, 300);
  expect(filled(order, 3)).toBe(1);
});

test("a decrease near the touch waits for its trade, then was a cancel; far from it, it is one at once", () => {
  const { book, depth, wait, flush, mirror } = follower();
  const levels = (lots: number) => [0, 1, 2, 3].map((n) => ({ price: BID - 10 * n, lots }));
  book(levels(10), 0);
  book(levels(4), 100);
  expect(depth().bids.map(({ size }) => size)).toEqual([10, 10, 10, 4]);
  expect(mirror.nextDue()).toBe(DEFAULT_MIRROR.holdMs);
  wait(DEFAULT_MIRROR.holdMs);
  flush();
  expect(depth().bids.map(({ size }) => size)).toEqual([4, 4, 4, 4]);
});

test("while nothing of the source is heard, a decrease waits on for its trade, and a trade for the update that shows it", () => {
  const { book, sold, rest, filled, depth, wait, flush, mirror } = follower();
  book(bid(10), 0);
  const order = rest(BID, 3);
  book(bid(4), 100);
  wait(3_000);
  mirror.waitOn(2_900);
  flush();
  sold(BID, 6, 90);
  expect(filled(order, 3)).toBe(0);
  expect(depth().bids).toEqual([{ price: BID, size: 7 }]);
  sold(BID, 1, 200);
  wait(3_000);
  mirror.waitOn(2_900);
  flush();
  expect(depth().bids).toEqual([{ price: BID, size: 6 }]);
});

test("what left before a trade leaves before it, although both go out as one command", () => {
  const { book, sold, rest, filled, batch, flush } = follower({ holdMs: 0 });
  book(bid(10), 0);
  const order = rest(BID, 4);
  batch(true);
  book(bid(5), 100);
  sold(BID, 7, 200);
  flush();
  expect(filled(order, 4)).toBe(2);
});

test("a trade that happened after an update explains nothing that the update had lost before", () => {
  const { book, sold, depth, wait, flush } = follower();
  book(bid(10), 0);
  book(bid(5), 100);
  sold(BID, 3, 200);
  expect(depth().bids).toEqual([{ price: BID, size: 7 }]); // 5 and what may still be a late trade, less this one
  wait(DEFAULT_MIRROR.holdMs);
  flush();
  expect(depth().bids).toEqual([{ price: BID, size: 2 }]);
});

test("an update that was made before a trade and comes after it does not show it", () => {
  const { book, sold, depth } = follower();
  book(bid(10), 0);
  sold(BID, 4, 150);
  book(bid(10), 100);
  expect(depth().bids).toEqual([{ price: BID, size: 6 }]);
  book(bid(6), 200);
  expect(depth().bids).toEqual([{ price: BID, size: 6 }]);
});

test("what leaves makes room for what comes at its price from the other side, before a trade of the same command", () => {
  const { book, mirror, depth, batch, flush } = follower({ holdMs: 0 });
  const asks = (price: number) => [{ price, lots: 7 }];
  book(bid(10), 0, asks(BID + 10));
  batch(true);
  book([...bid(5, BID + 10), ...bid(10)], 100, asks(BID + 20));
  mirror.trade({ takerSide: BUY, price: BID + 20, lots: 1, sourceTime: 200 }, 0);
  flush();
  expect(depth()).toMatchObject({
    bids: [
      { price: BID + 10, size: 5 },
      { price: BID, size: 10 },
    ],
    asks: [{ price: BID + 20, size: 6 }],
  });
});

test("what is held does not stand in the way of the other side", () => {
  const { book, depth } = follower();
  book(bid(10), 0);
  book(bid(3, BID - 10), 100, [{ price: BID, lots: 7 }]);
  expect(depth().bids).toEqual([{ price: BID - 10, size: 3 }]);
  expect(depth().asks[0]).toEqual({ price: BID, size: 7 });
});

test("a trade at a worse price takes away what was better, until an update says otherwise", () => {
  const { book, sold, depth, rest, filled } = follower();
  const two = [...bid(5), ...bid(9, BID - 10)];
  book(two, 0);
  const order = rest(BID, 2);
  sold(BID - 10, 6, 100);
  expect(filled(order, 2)).toBe(2);
  expect(depth().bids).toEqual([{ price: BID - 10, size: 3 }]);
  book(two, 200);
  expect(depth().bids).toEqual([
    { price: BID, size: 5 },
    { price: BID - 10, size: 9 },
  ]);
});

test.each([
  ["better prices came since", BID - 10, 9_900],
  ["it is too old", BID, 7_000],
  ["there is no book", BID, 10_100],
])("a trade that comes too late for the queue is printed and meets nobody: %s", (_, price, sourceTime) => {
  const { book, sold, mirror, rest, filled, depth, flush } = follower();
  book(bid(5), 10_000);
  const order = rest(BID, 2);
  if (sourceTime > 10_000) {
    mirror.withdraw();
    flush();
  }
  const before = depth();
  expect(eventsOf(sold(price, 9, sourceTime), "traded")).toMatchObject([{ price, size: 9, takerSide: SELL }]);
  expect(filled(order, 2)).toBe(0);
  expect(depth()).toEqual(before);
  expect(mirror.counts.reportedTrades).toBe(1);
});

test("quotes that a trade would have met are stale: they go before it, until an update that is later", () => {
  const { book, bought, depth } = follower();
  book([...bid(5), ...bid(9, BID - 10), ...bid(7, BID - 20)], 100);
  for (const [price, sourceTime] of [
    [BID - 5, 110],
    [BID - 10, 120],
  ] as const)
    expect(eventsOf(bought(price, 3, sourceTime), "traded")).toMatchObject([
      { price, size: 3, takerSide: BUY },
    ]);
  expect(depth().bids).toEqual([{ price: BID - 20, size: 7 }]);
  book([...bid(5), ...bid(9, BID - 10), ...bid(7, BID - 20)], 115);
  expect(depth().bids.map(({ price }) => price)).toEqual([BID, BID - 20]);
  book([...bid(5), ...bid(9, BID - 10), ...bid(7, BID - 20)], 120);
  expect(depth().bids.map(({ price }) => price)).toEqual([BID, BID - 10, BID - 20]);
});

test("a client whose order stands where the source trades on the other side is filled by that trade", () => {
  const { book, bought, rest, filled } = follower();
  book(bid(5), 100);
  const order = rest(BID, 2);
  const trades = eventsOf(bought(BID - 10, 3, 110), "traded");
  expect(trades.map(({ price, size }) => [price, size])).toEqual([
    [BID, 2],
    [BID - 10, 1],
  ]);
  expect(filled(order, 2)).toBe(2);
});

test.each([
  ["stays taken for a while", 5_000, 6, 10],
  ["is there again at once where nothing is remembered", 0, 10, 10],
  ["stays taken for good", Number.POSITIVE_INFINITY, 6, 6],
])("what a client takes %s", (_, memoryMs, soon, later) => {
  const { book, sell, depth, wait, flush } = follower({ memoryMs });
  book(bid(10), 0);
  sell(BID, 4);
  book(bid(10), 100);
  expect(depth().bids).toEqual([{ price: BID, size: soon }]);
  wait(5_000);
  flush();
  expect(depth().bids).toEqual([{ price: BID, size: later }]);
  book(bid(9, BID - 10), 200);
  book(bid(10), 300);
  wait(1_000);
  flush();
  expect(depth().bids).toEqual([{ price: BID, size: 10 }]);
});

test("a crossed or locked book is not applied", () => {
  const { book, depth, mirror } = follower();
  book(bid(10), 0);
  expect(book(bid(99), 100, bid(1))).toEqual([]);
  expect(depth().bids).toEqual([{ price: BID, size: 10 }]);
  expect(mirror.counts.crossed).toBe(1);
});

test("withdrawn, nothing of the house stands, and clients' orders stay; the next update brings it back", () => {
  const { book, depth, mirror, flush, rest } = follower();
  book(bid(10), 0);
  rest(BID, 2);
  mirror.withdraw();
  flush();
  expect(depth()).toMatchObject({ bids: [{ price: BID, size: 2 }], asks: [] });
  book(bid(10), 200);
  expect(depth()).toMatchObject({ bids: [{ price: BID, size: 12 }], asks: [{ size: 1_000 }] });
});

test("what leaves the source's window is kept, so that whoever waits there keeps the queue before him", () => {
  const { book, depth } = follower({ levels: 2 });
  const at = (...prices: number[]) => prices.map((price) => ({ price, lots: 1 }));
  book(at(600_000, 599_990), 0);
  book(at(600_020, 600_010), 100);
  expect(depth().bids.map(({ price }) => price)).toEqual([600_020, 600_010, 600_000, 599_990]);
  book(at(600_030, 600_020), 200);
  expect(depth().bids.map(({ price }) => price)).toEqual([600_030, 600_020, 600_010, 600_000]);
  book(at(600_030), 300);
  // The window is not full: what it lacks is gone, near the touch after a moment.
  expect(depth().bids.map(({ price }) => price)).toEqual([600_030, 600_020, 600_010]);
});

test("a source without times: a trade explains what the next two updates take away, once", () => {
  const { book, sold, depth } = follower();
  book(bid(10));
  sold(BID, 4);
  book(bid(10)); // does not show it yet
  expect(depth().bids).toEqual([{ price: BID, size: 6 }]);
  book(bid(6));
  expect(depth().bids).toEqual([{ price: BID, size: 6 }]);
  sold(BID, 2);
  book(bid(6));
  book(bid(6)); // it never will
  expect(depth().bids).toEqual([{ price: BID, size: 6 }]);
});

test("rows say only what changed", () => {
  const mirror = new Mirror();
  mirror.book(bid(5), ASKS, { time: 0 });
  expect(mirror.rows(0)).toHaveLength(2);
  mirror.book(bid(5), ASKS, { time: 1 });
  expect(mirror.rows(1)).toEqual([]);
  mirror.trade({ takerSide: SELL, price: BID, lots: 2, sourceTime: undefined }, 2);
  expect(mirror.rows(2)).toEqual([
    { what: MIRROR_SOLD, price: BID, size: 2 },
    { what: BUY, price: BID, size: 3 },
  ]);
});

test("of levels no more rows than are wanted are said at a time, longest waiting first; a trade has all that it needs", () => {
  const mirror = new Mirror({ ...DEFAULT_MIRROR, holdMs: 0 });
  const levels = (lots: number) => Array.from({ length: 10 }, (_, i) => ({ price: BID - 10 * i, lots }));
  mirror.book(levels(5), ASKS, { time: 0 });
  const first = mirror.rows(0, 4);
  expect(first.map(({ price }) => price)).toEqual([BID, BID - 10, BID - 20, BID - 30]);
  mirror.book(levels(6), ASKS, { time: 1 });
  expect(mirror.rows(1, 4).map(({ price, size }) => [price, size])).toEqual([
    [BID - 40, 6],
    [BID - 50, 6],
    [BID - 60, 6],
    [BID - 70, 6],
  ]);
  mirror.trade({ takerSide: SELL, price: BID, lots: 6, sourceTime: undefined }, 2);
  const rows = mirror.rows(2, 0);
  const trade = rows.findIndex(({ what }) => what === MIRROR_SOLD);
  expect(rows.slice(0, trade)).toContainEqual({ what: BUY, price: BID, size: 6 });
  for (let i = 0; i < 5; i++) mirror.rows(3, 4);
  expect(mirror.rows(4)).toEqual([]);
  // Nobody trades with a price that is gone, however little may be said.
  mirror.book(levels(7).slice(5), ASKS, { time: 5 });
  const gone = [1, 2, 3, 4].map((i) => ({ what: BUY, price: BID - 10 * i, size: 0 }));
  expect(mirror.rows(5, 0)).toEqual(gone);
  mirror.withdraw();
  expect(mirror.rows(6, 0)).toHaveLength(6);
});
