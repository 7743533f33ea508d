import { cp } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Event } from "../../src/kernel/core/index.ts";
import { BUY, decodeEvents, RecordView, SELL } from "../../src/kernel/core/index.ts";
import { readPastCandles, readReplay } from "../../src/movers/feeds/index.ts";
import { btc } from "../core/contracts.ts";
import { Driver } from "../core/driver.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { venueOfTest } from "./venueOfTest.ts";

/**
 * The forms that others publish, a small file of each, made up: what is in them happens here, to tick and
 * lot.
 */

const FOLDER = join(import.meta.dirname, "../market-data");
/** 2026-01-05 00:00 UTC. */
const DAY = 1_767_571_200_000;
const HOUR = 3_600_000;

async function eventsOf(form: string, options: Parameters<typeof readReplay>[1], ms: number) {
  const scenario = await readReplay(join(FOLDER, form), options);
  const venue = await venueOfTest({
    market: { ...scenario, prehistory: 0, clockSpeed: undefined },
    clock: "test",
  });
  const events: Event[] = [];
  venue.engine.subscribe((frame) => {
    for (const { event } of decodeEvents(new RecordView(frame.events.slice()))) events.push(event);
  });
  await venue.step(ms);
  await venue.settle();
  return { scenario, venue, trades: events.flatMap((event) => (event.type === "traded" ? [event] : [])) };
}

/** Taker, ticks and lots of the five trades that are in each of the forms. */
const TRADES = [
  { takerSide: BUY, price: 900_000, size: 5_000 },
  { takerSide: SELL, price: 899_995, size: 2_500 },
  { takerSide: SELL, price: 899_990, size: 7_500 },
  { takerSide: BUY, price: 900_005, size: 100 },
  { takerSide: SELL, price: 899_980, size: 12_000 },
];

test.each([
  ["tape", {}],
  ["tape-book", {}],
  ["daily", {}],
  ["contracts", { contractSizes: { btc: 0.01 } }],
])("the trades of %s are printed, each with side, price and size", async (form, options) => {
  const { scenario, trades } = await eventsOf(form, options, 90_000);
  expect(scenario.clockStart).toBe(DAY);
  const printed = TRADES.map((wanted) => ({
    ...wanted,
    size: trades
      .filter(({ takerSide, price }) => takerSide === wanted.takerSide && price === wanted.price)
      .reduce((sum, { size }) => sum + size, 0),
  }));
  expect(printed).toEqual(TRADES);
  const all = (each: readonly { readonly size: number }[]) => each.reduce((sum, { size }) => sum + size, 0);
  expect(all(trades)).toBe(all(TRADES));
});

test("touches and levels of tapes are the book", async () => {
  const touch = await eventsOf("tape", {}, 62_000);
  const best = await touch.venue.engine.query({ type: "depth", contract: 0, limit: 1 });
  expect(best).toMatchObject({
    bids: [{ price: 899_980, size: 20_000 }],
    asks: [{ price: 899_985, size: 20_000 }],
  });
  const book = await eventsOf("tape-book", {}, 2_000);
  expect(await book.venue.engine.query({ type: "depth", contract: 0, limit: 9 })).toMatchObject({
    bids: [
      { price: 899_995, size: 22_500 },
      { price: 899_990, size: 40_000 },
    ],
    asks: [
      { price: 900_000, size: 30_000 },
      { price: 900_005, size: 60_000 },
    ],
  });
});

test("sizes in contracts are not played as coins: without the size of a contract they are refused", async () => {
  await expect(readReplay(join(FOLDER, "contracts"))).rejects.toThrow(
    /BTC-USDT-SWAP-trades-2026-01-05\.zip!BTC-USDT-SWAP-trades-2026-01-05\.csv:2: its sizes are in contracts, and no line says .*: --contract-size btc=0\.01/,
  );
  const unused = readReplay(join(FOLDER, "contracts"), { contractSizes: { eth: 0.1 } });
  await expect(unused).rejects.toThrow(/--contract-size eth: no file of eth has sizes in contracts/);
});

test("candles with volumes in contracts, coins and quote coin have the coins', played and as a past", async () => {
  const { source, clockStart } = await readReplay(join(FOLDER, "contracts-candles"));
  const contracts = new Driver([btc]).ask({ type: "contracts" });
  let lots = 0;
  const opened = await source!.open(contracts, clockStart!, () => undefined);
  await opened.play(DAY + HOUR, (message) => {
    if (message.type === "trade") lots += message.trade.lots;
  });
  await opened.close();
  const { intervalMs, candles } = (await readPastCandles(join(FOLDER, "contracts-candles"))).get(
    "cmt_btcusdt",
  )!;
  const past = candles.reduce((sum, { volume }) => sum + Number(volume), 0);
  expect(candles).toHaveLength(30);
  expect({ intervalMs, from: candles[0]!.time }).toEqual({ intervalMs: 60_000, from: DAY - 8 * HOUR });
  expect(past).toBeCloseTo(182.25, 6); // of 18 225 contracts
  expect(lots / 10 ** btc.sizeDecimals).toBeCloseTo(past, 3);
});

test("a tape that is renamed to an archive's name is read by its columns", async () => {
  const folder = temporaryDirectory();
  const tape = join(FOLDER, "tape/binance-futures_trades_2026-01-05_BTCUSDT.csv.gz");
  await cp(tape, join(folder, "BTCUSDT-trades-2026-01-05.csv.gz"));
  expect((await readReplay(folder)).feeds["cmt_btcusdt"]).toEqual({ type: "pushed", price: 90_000 });
});
