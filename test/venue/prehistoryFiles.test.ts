import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPastCandles } from "../../src/assembly/venue/index.ts";
import { Child } from "../cli/child.ts";
import { outcry } from "../cli/inProcess.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { zipOf } from "../host/zip.ts";
import { look } from "./client.ts";
import { venueOfTest } from "./venueOfTest.ts";

/**
 * `--prehistory FILE`: candles of one's own are the past that clients see, and the market goes on at their
 * last close.
 */

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 31);
const COUNT = 60;

/** An hour of minutes, each a little higher than the one before, as the public archives write them. */
const rows = Array.from({ length: COUNT }, (_, i) => {
  const open = 70_000 + 10 * i;
  return {
    time: START + i * MINUTE,
    open,
    high: open + 25.5,
    low: open - 5.1,
    close: open + 10,
    volume: 1 + i / 10,
  };
});
const csv = rows
  .map(({ time, open, high, low, close, volume }) =>
    [time * 1_000, open, high, low, close, volume.toFixed(4), time * 1_000 + 59_999_999, 0, 9, 0, 0, 0].join(
      ",",
    ),
  )
  .join("\n");

test("its candles are V2's and V3's at every interval, zipped or not, and the price goes on from them", async () => {
  const folder = temporaryDirectory();
  const file = join(folder, "BTCUSDT-1m-2026-01-31.zip");
  writeFileSync(file, zipOf({ "BTCUSDT-1m-2026-01-31.csv": csv }));
  const end = START + COUNT * MINUTE;
  const clock = new Date(end).toISOString();
  const { ready } = await Child.serve(["--data", "memory", "--prehistory", file, "--clock", clock]);
  const get = async (path: string) => (await look(ready.baseUrl, path)).body;

  const v2 = await get(`/capi/v2/market/candles?symbol=cmt_btcusdt&granularity=1m&limit=1000`);
  const byTime = new Map(v2.map((row: readonly string[]) => [Number(row[0]), row]));
  for (const { time, open, high, low, close, volume } of rows) {
    const shown = byTime.get(time) as readonly string[];
    expect(shown.slice(1, 6).map(Number)).toEqual([open, high, low, close, Number(volume.toFixed(4))]);
  }
  const v3 = await get(`/capi/v3/market/klines?symbol=BTCUSDT&interval=1m&limit=100`);
  const of = v3.find(([time]: readonly [number]) => Number(time) === START + 30 * MINUTE);
  expect(of.slice(1, 5).map(Number)).toEqual([70_300, 70_325.5, 70_294.9, 70_310]);
  const hours = await get(`/capi/v2/market/candles?symbol=cmt_btcusdt&granularity=1h&limit=10`);
  const hour = hours.find(([time]: readonly [string]) => Number(time) === START);
  expect(hour.slice(1, 5).map(Number)).toEqual([70_000, 70_615.5, 69_994.9, 70_600]);

  const ticker = await get("/capi/v2/market/ticker?symbol=cmt_btcusdt");
  expect([ticker.last, ticker.indexPrice].map(Number)).toEqual([70_600, 70_600]);
  const others = await get("/capi/v2/market/candles?symbol=cmt_ethusdt&granularity=1h&limit=100");
  expect(others.length).toBeGreaterThan(50); // what no file has is made up as always
});

test("what is made up of a past is told at the start, and stays within the candles beside it", async () => {
  const file = join(temporaryDirectory(), "BTCUSDT-1m-2026-01-31.csv");
  writeFileSync(file, csv.split("\n").toSpliced(20, 10).join("\n"));
  const told: string[] = [];
  const venue = await venueOfTest({
    ...{ market: "empty", limits: "off", prehistory: 10 },
    past: await readPastCandles(file),
    prices: { btc: 70_600 },
    clock: START + COUNT * MINUTE,
    log: { info() {}, error() {}, warn: (_, message) => void told.push(message) },
  });
  expect(told).toEqual([
    "the past of cmt_btcusdt: no candle is there for 10 min, which are made up: from 2026-01-31T00:20:00.000Z to 2026-01-31T00:30:00.000Z",
  ]);
  const { body } = await look(
    venue.baseUrl,
    "/capi/v2/market/candles?symbol=cmt_btcusdt&granularity=1m&limit=100",
  );
  const madeUp = body.filter(
    ([time]: readonly [string]) => Number(time) >= START + 20 * MINUTE && Number(time) < START + 30 * MINUTE,
  );
  expect(madeUp).toHaveLength(10);
  const beside = rows.filter((_, i) => i >= 10 && i < 40);
  for (const [, , high, low] of madeUp) {
    expect(Number(high)).toBeLessThanOrEqual(Math.max(...beside.map((row) => row.high)));
    expect(Number(low)).toBeGreaterThanOrEqual(Math.min(...beside.map((row) => row.low)));
  }
});

test.each<[string, readonly string[], RegExp]>([
  [
    "a file that is not there",
    ["--prehistory", "/nonexistent.csv"],
    /--prehistory must be a whole number .*, a file or a folder, got '\/nonexistent\.csv'/,
  ],
  ["a bad line", [], /--prehistory: .*BTCUSDT-1m-2026-01-31\.csv:1: column 2 is a price above 0, got "none"/],
  [
    "a gap, where none may be",
    ["--whole-prehistory"],
    /--whole-prehistory: .*01-31\.csv:3: cmt_btcusdt has a gap before it, from 2026-01-31T00:02:00/,
  ],
  [
    "a price beside it",
    ["--price", "btc=60000"],
    /--price btc: the market goes on at the last close of --prehistory/,
  ],
])("%s is wrong usage", async (what, words, why) => {
  const file = join(temporaryDirectory(), "BTCUSDT-1m-2026-01-31.csv");
  const gap = csv.split("\n").toSpliced(2, 1).join("\n");
  writeFileSync(
    file,
    what === "a bad line" ? csv.replace("70000", "none") : what.startsWith("a gap") ? gap : csv,
  );
  const given = words.includes("--prehistory") ? words : [...words, "--prehistory", file];
  const { code, stderr } = await outcry("serve", "--port", "0", "--data", "memory", ...given);
  expect(stderr).toMatch(why);
  expect(code).toBe(2);
});
