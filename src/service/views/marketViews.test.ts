import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ContractView, EventType } from "../../kernel/core/index.ts";
import {
  BUY,
  CLOSE_LONG,
  CLOSE_SHORT,
  CONTRACT_HALTED,
  CONTRACT_TRADING,
  encode,
  eventLayouts,
  OPEN_LONG,
  OPEN_SHORT,
  RecordBuffer,
  SELL,
} from "../../kernel/core/index.ts";
import { MINUTE_MS } from "./day.ts";
import { MarketViews } from "./marketViews.ts";
import type { EventFrame, LiveSource } from "./sources.ts";
import { TAPE_TRADES_MAX } from "./tape.ts";

const NOON = 1_764_504_000_000;
const LISTED = {
  contract: 0,
  symbol: "cmt_btcusdt",
  baseCoin: "BTC",
  quoteCoin: "USDT",
  priceDecimals: 1,
  priceStep: 1,
  sizeDecimals: 4,
  lotStep: 1,
};

/** Feeds views with frames of one event each. */
class Feed {
  readonly views: MarketViews;
  seq = 0;
  time = NOON;

  constructor(views = new MarketViews({ contracts: [], books: [], seq: 0, time: NOON })) {
    this.views = views;
    this.seq = views.seq;
  }

  event(type: EventType, fields: Readonly<Record<string, unknown>>): void {
    const buffer = new RecordBuffer();
    const layout = eventLayouts[type];
    const blank: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(layout.fixed)) blank[name] = field === "money" ? 0n : 0;
    for (const name of layout.texts) blank[name] = "";
    if (layout.list !== undefined) blank[layout.list.name] = [];
    encode(layout, { ...blank, ...fields } as never, buffer);
    this.views.apply({ firstSeq: ++this.seq, time: this.time, events: buffer.slice() });
  }

  trade({ size = 0, ...fields }: Readonly<Record<string, unknown>>): void {
    const sizes = { size, makerSize: size, takerSize: size };
    this.event("traded", {
      makerAction: OPEN_SHORT,
      takerAction: OPEN_LONG,
      takerSide: BUY,
      ...sizes,
      ...fields,
    });
  }
}

describe("contracts", () => {
  test("are listed, changed and halted by events", () => {
    const feed = new Feed();
    feed.event("contractListed", LISTED);
    const { spec } = feed.views.contract("cmt_btcusdt")!;
    expect(spec).toMatchObject({ ...LISTED, quantaPerTickLot: 1_000, status: CONTRACT_TRADING });
    feed.event("contractChanged", { contract: 0, leverageMax: 5_000, tiers: [] });
    feed.event("contractStatusChanged", { contract: 0, status: CONTRACT_HALTED });
    const after = feed.views.contractAt(0).spec;
    expect(after).toMatchObject({ ...LISTED, leverageMax: 5_000, status: CONTRACT_HALTED });
  });

  test("listed again under their symbol are new ones", () => {
    const feed = new Feed();
    feed.event("contractListed", LISTED);
    feed.event("contractListed", { ...LISTED, contract: 1 });
    expect(feed.views.contract("cmt_btcusdt")!.spec.contract).toBe(1);
    expect(feed.views.contracts().map(({ spec }) => spec.contract)).toEqual([0, 1]);
  });
});

describe("prices", () => {
  test("before the first trade the last price is the mark, else the index, to the nearest tick", () => {
    const feed = new Feed();
    feed.event("contractListed", LISTED);
    expect(feed.views.ticker(0, NOON).last).toBe(0);
    feed.event("indexChanged", { contract: 0, points: 90_049 });
    expect(feed.views.ticker(0, NOON)).toMatchObject({ last: 900, index: 90_049, mark: 0 });
    feed.event("markChanged", { contract: 0, points: 90_051 });
    expect(feed.views.ticker(0, NOON)).toMatchObject({ last: 901, open24h: 901, high24h: 901, low24h: 901 });
    feed.event("orderRested", { contract: 0, side: SELL, price: 950, remaining: 5 });
    feed.trade({ contract: 0, price: 950, size: 2, value: 77n });
    expect(feed.views.ticker(0, NOON)).toMatchObject({
      last: 950,
      open24h: 950,
      baseVolume24h: 2,
      quoteVolume24h: 77n,
      bestAsk: 950,
      bestBid: 0,
    });
  });

  test("mark and index know when they changed", () => {
    const feed = new Feed();
    feed.event("contractListed", LISTED);
    feed.time = NOON + 5;
    feed.event("markChanged", { contract: 0, points: 7 });
    expect(feed.views.contractAt(0).mark).toEqual({ points: 7, time: NOON + 5 });
  });
});

test("a quote of the house stands in the book from its placing until it is withdrawn, and counts as an order", () => {
  const feed = new Feed();
  feed.event("contractListed", LISTED);
  const quote = { contract: 0, order: 1, size: 7 };
  feed.event("quotePlaced", { ...quote, action: OPEN_LONG, price: 500 });
  feed.event("quotePlaced", { ...quote, action: CLOSE_SHORT, price: 500 });
  feed.event("quotePlaced", { ...quote, action: CLOSE_LONG, price: 502 });
  expect(feed.views.depth(0, 5)).toEqual({
    bids: [{ price: 500, size: 14 }],
    asks: [{ price: 502, size: 7 }],
    version: 4,
  });
  feed.event("quoteWithdrawn", { ...quote, action: CLOSE_LONG, price: 502 });
  feed.event("quoteWithdrawn", { ...quote, action: OPEN_LONG, price: 500 });
  expect(feed.views.depth(0, 5)).toEqual({ bids: [{ price: 500, size: 7 }], asks: [], version: 6 });
  expect(feed.views.ordersPlaced).toBe(3);
});

describe("open interest", () => {
  test.each([
    ["opens on both sides", OPEN_LONG, OPEN_SHORT, 10],
    ["hands a long on", OPEN_LONG, CLOSE_LONG, 0],
    ["hands a short on", CLOSE_SHORT, OPEN_SHORT, 0],
    ["closes on both sides", CLOSE_SHORT, CLOSE_LONG, -10],
  ])("a trade that %s", (_, takerAction, makerAction, change) => {
    const feed = new Feed();
    feed.event("contractListed", LISTED);
    feed.event("orderRested", { contract: 0, side: SELL, price: 500, remaining: 100 });
    feed.trade({ contract: 0, price: 500, size: 50 });
    feed.event("markChanged", { contract: 0, points: 50_050 });
    feed.trade({ contract: 0, price: 500, size: 10, takerAction, makerAction });
    const lots = 50 + change;
    expect(feed.views.openInterest(0)).toEqual({ lots, value: BigInt(lots) * 500_500n });
  });

  test("a side that goes through zero closes its part and opens the rest", () => {
    const feed = new Feed();
    feed.event("contractListed", LISTED);
    feed.event("orderRested", { contract: 0, side: SELL, price: 500, remaining: 100 });
    feed.event("markChanged", { contract: 0, points: 50_050 });
    feed.trade({ contract: 0, price: 500, size: 50 });
    const turning = { takerAction: CLOSE_LONG, takerSize: 4, makerAction: OPEN_LONG };
    feed.trade({ contract: 0, price: 500, size: 10, ...turning });
    feed.event("tradeTurned", { contract: 0, action: OPEN_SHORT, size: 6 });
    expect(feed.views.openInterest(0).lots).toBe(50 + 10 - 4);
  });
});

describe("the tape", () => {
  test("holds the latest trades, newest first", () => {
    const feed = new Feed();
    feed.event("contractListed", LISTED);
    feed.event("orderRested", { contract: 0, side: SELL, price: 10, remaining: 10_000 });
    for (let trade = 1; trade <= TAPE_TRADES_MAX + 5; trade++) {
      feed.trade({ contract: 0, trade, price: 10, size: 1, value: BigInt(trade) });
    }
    const all = feed.views.trades(0, 5_000);
    expect(all.map(({ trade }) => trade)).toEqual(
      Array.from({ length: TAPE_TRADES_MAX }, (_, i) => TAPE_TRADES_MAX + 5 - i),
    );
    expect(feed.views.trades(0, 2)).toEqual([
      { trade: 1_005, time: NOON, price: 10, size: 1, value: 1_005n, takerSide: BUY, takerOrder: 0 },
      { trade: 1_004, time: NOON, price: 10, size: 1, value: 1_004n, takerSide: BUY, takerOrder: 0 },
    ]);
  });
});

describe("a start from a live state", () => {
  const live = {
    ...LISTED,
    quantaPerTickLot: 1_000,
    last: 905,
    mark: 90_000,
    index: 89_900,
    openInterest: 40,
  } as unknown as ContractView;
  const books = [{ contract: 0, bids: [{ price: 900, size: 3 }], asks: [{ price: 910, size: 4 }] }];

  test("shows that state and folds on", () => {
    const views = new MarketViews({ contracts: [live], books, seq: 70, time: NOON });
    expect(views.ticker(0, NOON)).toMatchObject({ last: 905, bestBid: 900, bestAsk: 910, mark: 90_000 });
    const feed = new Feed(views);
    feed.trade({ contract: 0, price: 910, size: 4 });
    expect(views.depth(0, 15)).toEqual({ bids: [{ price: 900, size: 3 }], asks: [], version: 71 });
    expect(views.openInterest(0).lots).toBe(44);
    expect(views.seq).toBe(71);
  });

  test("takes the day and the tape from history; a last price from there only if nothing was traded", () => {
    const minutes = [
      {
        ...{ time: NOON, open: 870, high: 880, low: 860, close: 875, volume: 9, value: 5n },
        ...{ trades: 7, boughtVolume: 4, boughtValue: 2n },
      },
    ];
    const trades = [2, 1].map((trade) => ({
      trade,
      time: NOON,
      price: 875,
      size: 1,
      value: 1n,
      takerSide: SELL,
      takerOrder: 9,
    }));
    const views = new MarketViews({ contracts: [live], books, seq: 70, time: NOON });
    views.contractAt(0).recall({ minutes, trades });
    expect(views.ticker(0, NOON)).toMatchObject({ last: 905, high24h: 880, baseVolume24h: 9, trades24h: 7 });
    expect(views.trades(0, 9)).toEqual(trades);
    const fresh = new MarketViews({ contracts: [{ ...live, last: 0 }], books, seq: 70, time: NOON });
    fresh.contractAt(0).recall({ minutes });
    expect(fresh.ticker(0, NOON).last).toBe(875);
  });
});

describe("opening on an engine", () => {
  /** An engine whose books change under the reader's eyes for a while. */
  function engine(changes: number) {
    const listeners = new Set<(frame: EventFrame) => void>();
    const source = {
      durableSeq: 70,
      now: () => NOON,
      asked: 0,
      async query(query: { readonly type: string }) {
        if (query.type === "contracts") return [live];
        source.asked++;
        if (source.asked <= changes) source.durableSeq++;
        return { contract: 0, bids: [{ price: 900, size: source.durableSeq }], asks: [] };
      },
      subscribe(listener: (frame: EventFrame) => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    return { source, listeners };
  }
  const live = { ...LISTED, quantaPerTickLot: 1_000, last: 905 } as unknown as ContractView;

  test("takes a state of one moment and follows from there until closed", async () => {
    const { source, listeners } = engine(2);
    const views = await MarketViews.open(source as unknown as LiveSource);
    expect(source.asked).toBe(3);
    expect(views.seq).toBe(72);
    expect(views.depth(0, 1).bids).toEqual([{ price: 900, size: 72 }]);
    const feed = new Feed();
    feed.seq = 72;
    feed.views.apply = (frame) => listeners.forEach((listener) => void listener(frame));
    feed.event("orderRested", { contract: 0, side: BUY, price: 901, remaining: 1 });
    expect(views.ticker(0, NOON).bestBid).toBe(901);
    expect(views.seq).toBe(73);
    views.close();
    expect(listeners.size).toBe(0);
  });

  test("loses no frame that becomes durable while it starts", async () => {
    const { source, listeners } = engine(0);
    const frames: EventFrame[] = [];
    const feed = new Feed();
    feed.seq = 69;
    feed.views.apply = (frame) => void frames.push(frame);
    for (const price of [900, 902, 903]) {
      feed.event("orderRested", { contract: 0, side: BUY, price, remaining: 1 });
    }
    const ask = source.query.bind(source);
    const publish = () => {
      for (const frame of frames) for (const listener of listeners) listener(frame);
    };
    source.query = async (query) => {
      const answer = await ask(query);
      if (query.type === "depth") queueMicrotask(publish);
      return answer;
    };
    const views = await MarketViews.open(source as unknown as LiveSource);
    await Promise.resolve();
    expect(views.depth(0, 9).bids.map(({ price }) => price)).toEqual([903, 902, 900]);
    expect(() => views.apply(frames[0]!)).toThrow("in order");
  });

  test("gives up, listening no more, where commands never pause", async () => {
    const { source, listeners } = engine(Number.POSITIVE_INFINITY);
    await expect(MarketViews.open(source as unknown as LiveSource)).rejects.toThrow("few commands");
    expect(listeners.size).toBe(0);
  });

  test("recalls the past of every contract", async () => {
    const views = await MarketViews.open(engine(0).source as unknown as LiveSource);
    const bar = {
      ...{ time: NOON, open: 1, high: 9, low: 1, close: 2, volume: 3, value: 4n },
      ...{ trades: 2, boughtVolume: 1, boughtValue: 1n },
    };
    await views.recall(
      {
        candles: async ({ price, limit }) => (price === "last" || limit === 2 ? [bar] : []),
        trades: async () => [
          { trade: 5, time: NOON, price: 2, size: 3, value: 4n, takerSide: BUY, takerOrder: 6 },
        ],
      },
      NOON,
    );
    expect(views.ticker(0, NOON)).toMatchObject({ last: 905, high24h: 9, baseVolume24h: 3 });
    expect(views.trades(0, 5)).toHaveLength(1);
    for (const price of ["last", "mark", "index"] as const) {
      expect(views.contractAt(0).candles[price].running(MINUTE_MS, NOON)).toEqual(bar);
    }
  });
});

test("listeners hear each level, each trade and the end of a frame, until they stop", () => {
  const feed = new Feed();
  feed.event("contractListed", LISTED);
  const heard: unknown[] = [];
  const stop = feed.views.listen({
    levelChanged: (data, side, price, size, seq) => heard.push([data.spec.symbol, side, price, size, seq]),
    traded: (data, seq) => heard.push([data.tape.latest(1)[0]!.trade, seq]),
    frameFolded: ({ firstSeq }) => heard.push(firstSeq),
  });
  feed.event("orderRested", { contract: 0, side: SELL, price: 10, remaining: 3 });
  feed.trade({ contract: 0, trade: 9, price: 10, size: 3 });
  stop();
  feed.event("orderRested", { contract: 0, side: SELL, price: 10, remaining: 3 });
  expect(heard).toEqual([["cmt_btcusdt", SELL, 10, 3, 2], 2, ["cmt_btcusdt", SELL, 10, 0, 3], [9, 3], 3]);
});

describe("the book", () => {
  test("a change that takes more than rests is a bug", () => {
    const feed = new Feed();
    feed.event("contractListed", LISTED);
    feed.event("orderRested", { contract: 0, side: BUY, price: 10, remaining: 3 });
    const cancel = { contract: 0, action: OPEN_LONG, price: 10, remaining: 4, resting: true };
    expect(() => feed.event("orderEnded", cancel)).toThrow("a level holds at least what leaves it");
  });

  test("equals the orders that rest, after any events", () => {
    const order = fc.record({
      side: fc.constantFrom(BUY, SELL),
      price: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2 ** 31 - 1 })),
      size: fc.integer({ min: 1, max: 50 }),
    });
    const step = fc.record({
      what: fc.constantFrom("rest", "rest", "trade", "cancel", "shrink", "untouched"),
      order,
      pick: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const feed = new Feed();
        feed.event("contractListed", LISTED);
        const resting: { side: number; price: number; size: number }[] = [];
        for (const { what, order, pick } of steps) {
          const place = resting.length > 0 ? pick % resting.length : 0;
          const picked = resting[place];
          const action = picked?.side === BUY ? OPEN_LONG : OPEN_SHORT;
          if (what === "rest") {
            resting.push({ ...order });
            feed.event("orderRested", {
              contract: 0,
              side: order.side,
              price: order.price,
              remaining: order.size,
            });
          } else if (picked === undefined || what === "untouched") {
            feed.event("orderEnded", {
              contract: 0,
              action,
              price: order.price,
              remaining: 5,
              resting: false,
            });
            feed.event("orderResized", { contract: 0, price: order.price, by: 5, resting: false });
          } else if (what === "cancel") {
            const { price, size } = picked;
            feed.event("orderEnded", { contract: 0, action, price, remaining: size, resting: true });
            resting.splice(place, 1);
          } else if (what === "trade") {
            const { side, price } = picked;
            const size = Math.min(order.size, picked.size);
            feed.trade({ contract: 0, price, size, takerSide: side === BUY ? SELL : BUY });
            picked.size -= size;
            if (picked.size > 0) continue;
            feed.event("orderEnded", { contract: 0, action, price, remaining: 0, resting: true });
            resting.splice(place, 1);
          } else if (picked.size > 1) {
            const by = Math.min(order.size, picked.size - 1);
            feed.event("orderResized", {
              contract: 0,
              side: picked.side,
              price: picked.price,
              by,
              resting: true,
            });
            picked.size -= by;
          }
        }
        const { bids, asks } = feed.views.depth(0, 200);
        expect(bids).toEqual(levelsOf(resting, BUY));
        expect(asks).toEqual(levelsOf(resting, SELL));
        expect(feed.views.ticker(0, NOON)).toMatchObject({
          bestBid: bids[0]?.price ?? 0,
          bestAsk: asks[0]?.price ?? 0,
        });
        expect(feed.views.depth(0, 2).bids).toEqual(bids.slice(0, 2));
      }),
      { numRuns: 300 },
    );
  });
});

function levelsOf(
  resting: readonly { readonly side: number; readonly price: number; readonly size: number }[],
  side: number,
) {
  const sizes = new Map<number, number>();
  for (const order of resting) {
    if (order.side === side) sizes.set(order.price, (sizes.get(order.price) ?? 0) + order.size);
  }
  const ascending = [...sizes].map(([price, size]) => ({ price, size })).sort((a, b) => a.price - b.price);
  return side === BUY ? ascending.reverse() : ascending;
}
