import type { TSchema } from "typebox";
import Value from "typebox/value";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  DepthPush,
  KlinePush,
  klineIntervals,
  TickerPush,
  TradesPush,
} from "../../src/interface/wire/v2/sockets/index.ts";
import type { Listener, Message } from "./listener.ts";
import { NOW, SocketVenue } from "./socketVenue.ts";

const BUY = 0;
const SELL = 1;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MINUTE_NOW = String(NOW - (NOW % MINUTE));

let venue: SocketVenue;
let listener: Listener;
beforeEach(async () => {
  venue = await SocketVenue.open();
  listener = await venue.connect();
});
afterEach(() => venue.stop());

async function expectNext(schema: TSchema, channel: string): Promise<Message> {
  const push = await listener.next();
  expect([...Value.Errors(schema, push)]).toEqual([]);
  expect(push).toMatchObject({ event: "payload", channel });
  return push;
}

/** Subscribes, and takes the snapshot that comes first. */
async function begins(schema: TSchema, channel: string): Promise<void> {
  await listener.subscribe(channel);
  await expectNext(schema, channel);
}

/** Resolves when everything that was pushed so far has arrived. */
async function expectNothing(): Promise<void> {
  listener.send({ event: "ping", time: "1" });
  expect(await listener.next()).toMatchObject({ event: "pong" });
}

describe("ticker", () => {
  const channel = "ticker.cmt_btcusdt";

  test("every field", async () => {
    venue.happen(["markChanged", { contract: 0, points: 60_000_050 }]);
    venue.happen(["indexChanged", { contract: 0, points: 60_000_000 }]);
    venue.trade(600_000);
    venue.time += MINUTE;
    venue.trade(600_300);
    venue.trade(599_700, 2);
    await listener.subscribe(channel);
    const change = { priceChange: "-30.0", priceChangePercent: "-0.000500", high: "60030.0", low: "59970.0" };
    const traded = { trades: "4", size: "0.0004", value: "23.997", lastPrice: "59970.0" };
    const worth = { markPrice: "60000.050", indexPrice: "60000.000" };
    expect((await expectNext(TickerPush, channel)).data).toEqual([
      { symbol: "cmt_btcusdt", ...change, ...traded, ...worth },
    ]);
  });

  test("within 200 ms of a change, then no more often; not without one", async () => {
    await begins(TickerPush, channel);
    venue.trade(600_000);
    await venue.clock.advance(1); // the first change after a while does not wait
    expect((await expectNext(TickerPush, channel)).data[0]).toMatchObject({ lastPrice: "60000.0" });
    venue.trade(600_100);
    await venue.clock.advance(198);
    venue.trade(600_200);
    await expectNothing();
    await venue.clock.advance(2);
    const later = (await expectNext(TickerPush, channel)).data[0];
    expect(later).toMatchObject({ lastPrice: "60020.0", trades: "3" });
    venue.rest(BUY, 500_000, 1);
    await venue.clock.advance(1_000);
    await expectNothing();
  });

  test("what falls off the rolling day is a change", async () => {
    venue.trade(600_000);
    venue.time += 12 * HOUR;
    venue.trade(610_000);
    await begins(TickerPush, channel);
    venue.time += 12 * HOUR + MINUTE;
    venue.rest(BUY, 500_000, 1);
    await venue.clock.advance(1);
    const { data } = await expectNext(TickerPush, channel);
    expect(data[0]).toMatchObject({ priceChange: "1000.0", trades: "1", low: "60000.0", high: "61000.0" });
  });
});

describe("trades", () => {
  const channel = "trades.cmt_btcusdt";

  test("every field, without a snapshot; those of one frame in one push, oldest first", async () => {
    venue.trade(600_000);
    await listener.subscribe(channel);
    await expectNothing();
    venue.rest(SELL, 600_100, 3);
    const trade = { contract: 0, size: 1, value: 600_100_000n, takerSide: BUY };
    venue.happen(
      ["traded", { ...trade, price: 600_100 }],
      ["traded", { ...trade, price: 600_100, size: 2, value: 1_200_200_000n }],
    );
    const time = String(NOW);
    expect((await expectNext(TradesPush, channel)).data).toEqual([
      { time, price: "60010.0", size: "0.0001", value: "6.001", buyerMaker: false },
      { time, price: "60010.0", size: "0.0002", value: "12.002", buyerMaker: false },
    ]);
    venue.trade(600_000);
    expect((await expectNext(TradesPush, channel)).data).toMatchObject([{ buyerMaker: true }]);
  });

  test("a frame of many comes in pushes of a hundred", async () => {
    await listener.subscribe(channel);
    venue.trade(600_000, 250);
    const counts = [];
    for (let i = 0; i < 3; i++) counts.push((await expectNext(TradesPush, channel)).data.length);
    expect(counts).toEqual([100, 100, 50]);
  });

  test("settled by value, outside the book, they are nobody's business", async () => {
    await listener.subscribe(channel);
    venue.happen(["traded", { contract: 0, price: 600_000, size: 1, value: 1n, origin: 2 }]);
    await expectNothing();
  });

  test("of another symbol are not these", async () => {
    venue.happen(["contractListed", { ...XRP }]);
    await listener.subscribe("trades.cmt_xrpusdt");
    venue.trade(600_000);
    await expectNothing();
  });
});

describe("depth", () => {
  const channel = "depth.cmt_btcusdt.15";

  test("every field of a snapshot and of a change", async () => {
    venue.rest(BUY, 600_000, 5);
    venue.rest(BUY, 599_990, 6);
    venue.rest(SELL, 600_010, 7);
    await listener.subscribe(channel);
    const version = String(venue.views.contractAt(0).bookSeq);
    const of = { level: 15, symbol: "cmt_btcusdt" };
    const level = (price: string, size: string) => ({ price, size });
    expect((await expectNext(DepthPush, channel)).data).toEqual([
      {
        ...{ ...of, depthType: "SNAPSHOT", startVersion: version, endVersion: version },
        asks: [level("60001.0", "0.0007")],
        bids: [level("60000.0", "0.0005"), level("59999.0", "0.0006")],
      },
    ]);
    venue.happen(["markChanged", { contract: 0, points: 1 }]); // a frame that does not touch the book
    venue.rest(BUY, 600_000, 5);
    venue.happen(["orderEnded", { contract: 0, action: 1, price: 599_990, remaining: 6, resting: 1 }]);
    venue.rest(SELL, 600_005, 1);
    await venue.clock.advance(1);
    const startVersion = String(Number(version) + 1);
    const endVersion = String(venue.views.contractAt(0).bookSeq);
    expect((await expectNext(DepthPush, channel)).data).toEqual([
      {
        ...{ ...of, depthType: "CHANGED", startVersion, endVersion },
        asks: [level("60000.5", "0.0001")],
        bids: [level("60000.0", "0.0010"), level("59999.0", "0")],
      },
    ]);
  });

  test("no more than one push in 100 ms", async () => {
    await begins(DepthPush, channel);
    let pushes = 0;
    for (let ms = 0; ms < 1_000; ms += 10) {
      venue.rest(BUY, 600_000, 1);
      await venue.clock.advance(10);
    }
    await expectPong();
    for (const push of listener.take()) {
      expect([...Value.Errors(DepthPush, push)]).toEqual([]);
      pushes++;
    }
    expect(pushes).toBe(11); // one at once, then one each 100 ms
  });

  test("a level that leaves the window is taken back, one that enters is told", async () => {
    for (let i = 0; i < 16; i++) venue.rest(BUY, 600_000 - i, 1);
    await listener.subscribe(channel);
    expect((await expectNext(DepthPush, channel)).data[0].bids).toHaveLength(15);
    venue.rest(BUY, 600_001, 1);
    await venue.clock.advance(1);
    expect((await expectNext(DepthPush, channel)).data[0].bids).toEqual([
      { price: "60000.1", size: "0.0001" },
      { price: "59998.6", size: "0" },
    ]);
    venue.happen(["orderEnded", { contract: 0, action: 1, price: 600_001, remaining: 1, resting: 1 }]);
    await venue.clock.advance(100);
    expect((await expectNext(DepthPush, channel)).data[0].bids).toEqual([
      { price: "60000.1", size: "0" },
      { price: "59998.6", size: "0.0001" },
    ]);
  });

  test("a change outside the window is not told, and breaks no chain", async () => {
    for (let i = 0; i < 15; i++) venue.rest(BUY, 600_000 - i, 1);
    await listener.subscribe(channel);
    const { endVersion } = (await expectNext(DepthPush, channel)).data[0];
    venue.rest(BUY, 500_000, 1);
    await venue.clock.advance(200);
    await expectNothing();
    venue.rest(BUY, 600_000, 1);
    await venue.clock.advance(100);
    const change = (await expectNext(DepthPush, channel)).data[0];
    expect(change.startVersion).toBe(String(Number(endVersion) + 1));
    expect(change.endVersion).toBe(String(venue.views.contractAt(0).bookSeq));
  });

  test("who joins later fits into the same chain", async () => {
    await begins(DepthPush, channel);
    venue.rest(BUY, 600_000, 1);
    await venue.clock.advance(1);
    const first = (await expectNext(DepthPush, channel)).data[0];
    venue.rest(BUY, 600_000, 1); // not pushed yet
    const late = await venue.connect();
    await late.subscribe(channel);
    const snapshot = (await late.next()).data[0];
    const bids = [{ price: "60000.0", size: "0.0001" }];
    expect(snapshot).toMatchObject({ endVersion: first.endVersion, bids });
    await venue.clock.advance(100);
    const [mine, theirs] = [await listener.next(), await late.next()];
    expect(theirs).toEqual(mine);
    expect(theirs.data[0].startVersion).toBe(String(Number(snapshot.endVersion) + 1));
  });

  test("a symbol listed anew begins with a snapshot of its new book", async () => {
    venue.rest(BUY, 600_000, 1);
    await begins(DepthPush, channel);
    venue.happen(["contractListed", { ...XRP, contract: 1, symbol: "cmt_btcusdt" }]);
    await venue.clock.advance(1);
    expect((await expectNext(DepthPush, channel)).data[0]).toMatchObject({ depthType: "SNAPSHOT", bids: [] });
  });
});

describe("kline", () => {
  const channel = "kline.LAST_PRICE.cmt_btcusdt.MINUTE_1";

  test("every field: the running candle as a snapshot, then as it changes", async () => {
    venue.trade(600_000);
    venue.trade(600_100);
    await listener.subscribe(channel);
    const prices = { high: "60010.0", low: "60000.0", open: "60000.0", close: "60010.0" };
    const traded = { size: "0.0002", value: "12.001" };
    const running = { symbol: "cmt_btcusdt", klineTime: MINUTE_NOW, ...traded, ...prices };
    expect(await expectNext(KlinePush, channel)).toMatchObject({ type: "snapshot", data: [running] });
    venue.trade(599_900);
    await venue.clock.advance(1);
    const { type, data } = await expectNext(KlinePush, channel);
    expect(type).toBe("change");
    expect(data).toEqual([{ ...running, size: "0.0003", value: "18", low: "59990.0", close: "59990.0" }]);
    venue.rest(BUY, 1, 1);
    await venue.clock.advance(1_000);
    await expectNothing();
  });

  test("a candle's last state comes before the next one; those in which nothing happened come too", async () => {
    venue.trade(600_000);
    await begins(KlinePush, channel);
    venue.trade(600_100);
    venue.time += 3 * MINUTE;
    venue.trade(600_500);
    await venue.clock.advance(1);
    const { type, data } = await expectNext(KlinePush, channel);
    expect(type).toBe("change");
    const times = [0, 1, 2, 3].map((minutes) => String(Number(MINUTE_NOW) + minutes * MINUTE));
    expect(data.map(({ klineTime }: Message) => klineTime)).toEqual(times);
    expect(data.map(({ open, close, size }: Message) => `${open} ${close} ${size}`)).toEqual([
      "60000.0 60010.0 0.0002",
      "60010.0 60010.0 0.0000",
      "60010.0 60010.0 0.0000",
      "60050.0 60050.0 0.0001",
    ]);
  });

  test("a candle without a price that moved begins flat, with the first frame of its span", async () => {
    venue.trade(600_000);
    await begins(KlinePush, channel);
    venue.time += MINUTE;
    venue.rest(BUY, 1, 1);
    await venue.clock.advance(1);
    const { data } = await expectNext(KlinePush, channel);
    expect(data).toMatchObject([{ close: "60000.0" }, { open: "60000.0", close: "60000.0", size: "0.0000" }]);
    expect(data[1].klineTime).toBe(String(Number(MINUTE_NOW) + MINUTE));
  });

  test("after a jump of months the running candle comes as a snapshot", async () => {
    venue.trade(600_000);
    await begins(KlinePush, channel);
    venue.time += 90 * DAY;
    venue.rest(BUY, 1, 1);
    await venue.clock.advance(1);
    const { type, data } = await expectNext(KlinePush, channel);
    expect({ type, length: data.length }).toEqual({ type: "snapshot", length: 1 });
    expect(data[0].klineTime).toBe(String(Number(MINUTE_NOW) + 90 * DAY));
  });

  test("has no snapshot before there is a price, and begins with one when there is", async () => {
    await listener.subscribe(channel);
    await expectNothing();
    venue.trade(600_000);
    await venue.clock.advance(1);
    const first = await expectNext(KlinePush, channel);
    expect(first).toMatchObject({ type: "snapshot", data: [{ open: "60000.0" }] });
  });

  test("of the mark price, with two decimals more and no volume", async () => {
    const mark = "kline.MARK_PRICE.cmt_btcusdt.HOUR_1";
    venue.happen(["markChanged", { contract: 0, points: 60_000_123 }]);
    venue.trade(600_000);
    await listener.subscribe(mark);
    expect((await expectNext(KlinePush, mark)).data).toMatchObject([
      { open: "60000.123", close: "60000.123", size: "0.0000", value: "0" },
    ]);
    venue.happen(["markChanged", { contract: 0, points: 60_000_200 }]);
    await venue.clock.advance(1);
    const { data } = await expectNext(KlinePush, mark);
    expect(data).toMatchObject([{ high: "60000.200", close: "60000.200" }]);
  });

  const SUNDAY = Date.UTC(2025, 10, 30, 21, 47, 12, 1);
  test.each([
    ["MINUTE_1", "2025-11-30T21:47Z", "2025-11-30T21:48Z"],
    ["MINUTE_5", "2025-11-30T21:45Z", "2025-11-30T21:50Z"],
    ["MINUTE_15", "2025-11-30T21:45Z", "2025-11-30T22:00Z"],
    ["MINUTE_30", "2025-11-30T21:30Z", "2025-11-30T22:00Z"],
    ["HOUR_1", "2025-11-30T21:00Z", "2025-11-30T22:00Z"],
    ["HOUR_2", "2025-11-30T20:00Z", "2025-11-30T22:00Z"],
    ["HOUR_4", "2025-11-30T20:00Z", "2025-12-01T00:00Z"],
    ["HOUR_6", "2025-11-30T18:00Z", "2025-12-01T00:00Z"],
    ["HOUR_8", "2025-11-30T16:00Z", "2025-12-01T00:00Z"],
    ["HOUR_12", "2025-11-30T12:00Z", "2025-12-01T00:00Z"],
    ["DAY_1", "2025-11-30T00:00Z", "2025-12-01T00:00Z"],
    ["WEEK_1", "2025-11-24T00:00Z", "2025-12-01T00:00Z"],
    ["MONTH_1", "2025-11-01T00:00Z", "2025-12-01T00:00Z"],
  ])("%s lasts from %s to %s", async (interval, opens, ends) => {
    const name = `kline.LAST_PRICE.cmt_btcusdt.${interval}`;
    venue.time = SUNDAY;
    venue.trade(600_000);
    await listener.subscribe(name);
    const begun = await expectNext(KlinePush, name);
    expect(begun.data).toMatchObject([{ klineTime: String(Date.parse(opens)) }]);
    venue.time = Date.parse(ends) - 1;
    venue.rest(BUY, 1, 1);
    await venue.clock.advance(300);
    await expectNothing();
    venue.time = Date.parse(ends);
    venue.rest(BUY, 1, 1);
    await venue.clock.advance(300);
    const { data } = await expectNext(KlinePush, name);
    expect(data.map(({ klineTime }: Message) => Number(klineTime))).toEqual([opens, ends].map(Date.parse));
  });

  test("every interval of the interface has a row above", () => {
    expect(klineIntervals).toHaveLength(13);
  });
});

async function expectPong(): Promise<void> {
  listener.send({ event: "ping", time: "1" });
  await listener.find(({ event }) => event === "pong");
}

const XRP = {
  ...{ contract: 1, symbol: "cmt_xrpusdt", baseCoin: "XRP", quoteCoin: "USDT" },
  ...{ priceDecimals: 4, priceStep: 1, sizeDecimals: 0, lotStep: 10 },
};
