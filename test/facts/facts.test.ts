import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { SeededRng } from "../../src/kernel/host/seededRng.ts";
import type { Minutes, Tape } from "../../src/movers/facts/index.ts";
import {
  compare,
  DAY_MINUTES,
  findingsOf,
  minutesOf,
  readTape,
  reportHtml,
  reportOn,
  sliceMinutes,
  TapeError,
} from "../../src/movers/facts/index.ts";

/*
 * The measuring stick must tell a market from what is none. One day each of: a walk with bell-shaped steps; a
 * market whose house acts every two seconds (a recording of ours, `two-second-market.csv.gz`); and a law with
 * volatility that clusters.
 */

const failing = (minutes: Minutes): readonly string[] =>
  findingsOf(tapeOf(minutes)).flatMap(({ fact, holds }) => (holds === false ? [fact.name] : []));
const apart = (a: Minutes, b: Minutes): readonly string[] =>
  compare(a, b).flatMap(({ shape, holds }) => (holds ? [] : [shape]));
const tapeOf = (minutes: Minutes): Tape => ({ symbol: "btc", source: "test", tick: 0, minutes });

describe("a plain random walk", () => {
  test.each([1, 2, 3])("fails what clusters, seed %i", (seed) => {
    const walk = market(seed, { clustering: 0, flow: 0 });
    expect(failing(walk)).toEqual(
      expect.arrayContaining([
        "rangeClustering",
        "volumeClustering",
        "volumeVolatility",
        "tradesClustering",
        "imbalancePrice",
      ]),
    );
  });

  test("is told from a market of clusters by its shape alone", () => {
    const walk = market(4, { clustering: 0, flow: 0 });
    expect(apart(market(5, { clustering: 0.4, flow: 1 }), walk)).toEqual(
      expect.arrayContaining(["range", "trades"]),
    );
  });
});

test("the market of a house that acts every two seconds fails, its largest contract even", () => {
  const early = recording();
  expect(early.minutes.open).toHaveLength(DAY_MINUTES);
  expect(failing(early.minutes)).toEqual([
    "flat",
    "wick",
    "volumeSpread",
    "volumeClustering",
    "volumeVolatility",
    "tradesClustering",
    "imbalancePrice",
    "tradesASecond",
  ]);
});

test("two days of one clustered law are of one market, also where one is half again as loud", () => {
  const one = market(6, { clustering: 0.4, flow: 1 });
  expect(apart(one, market(7, { clustering: 0.4, flow: 1 }))).toEqual([]);
  expect(apart(one, market(8, { clustering: 0.4, flow: 1, loudness: 1.5 }))).toEqual([]);
});

test("candles without wicks are told from candles with them", () => {
  const one = market(9, { clustering: 0.4, flow: 1 });
  const other = market(10, { clustering: 0.4, flow: 1 });
  for (let i = 0; i < DAY_MINUTES; i++) {
    other.high[i] = Math.max(other.open[i]!, other.close[i]!);
    other.low[i] = Math.min(other.open[i]!, other.close[i]!);
  }
  expect(apart(one, other)).toContain("wick");
  expect(failing(other)).toContain("wick");
});

test("the drawing is one file: no script, no address of anything, and as many drawings as there is to draw", () => {
  const report = reportOn(tapeOf(market(11, { clustering: 0.4, flow: 1 })), 0, [
    { to: `<"past">`, minutes: recording().minutes },
  ]);
  const html = reportHtml({ subject: "a & b", contracts: [report] });
  expect(html.match(/<svg /g)).toHaveLength(5);
  expect(html).not.toMatch(/<script|https?:|url\(|@import|NaN/);
  expect(html).toContain("a &#38; b");
  expect(html).not.toContain('<"past">');
});

describe("a recording", () => {
  const WHEN = "time must be at most a week after the line before's, and not before it";
  const kline = (time: number, close = "11"): string =>
    `${time},10,12,9,${close},5,${time + 59_999},55,7,3,33,0`;

  test("of klines: minutes without a line are empty at the close before", () => {
    const { minutes } = readTape(`${kline(60_000)}\n${kline(180_000)}\n`, "a.csv", "a");
    expect([...minutes.close]).toEqual([11, 11, 11]);
    expect([...minutes.trades]).toEqual([7, 0, 7]);
    expect([...minutes.bought]).toEqual([33, 0, 33]);
    expect([...minutes.high]).toEqual([12, 11, 12]);
  });

  test("of trades, in ms and in µs, with and without names", () => {
    const head = "agg_trade_id,price,quantity,first_trade_id,last_trade_id,transact_time,is_buyer_maker\n";
    const ms = readTape(`${head}1,10,2,1,1,60000,true\n2,11,1,2,2,179999,false\n`, "a.csv", "a");
    expect([...ms.minutes.close]).toEqual([10, 11]);
    expect([...ms.minutes.volume]).toEqual([20, 11]);
    expect([...ms.minutes.bought]).toEqual([0, 11]);
    const us = readTape("1,10,2,1,1,1735689600000123,True,true\n", "a.csv", "a");
    expect(us.trades?.time[0]).toBe(1_735_689_600_000);
  });

  test.each([
    ["", "a.csv: no line of data"],
    ["a,b\n", "a.csv: no line of data"],
    ["1,2,3\n", "a.csv:1: must have the columns of klines (12) or aggTrades (7 or 8), got 3"],
    [
      `${kline(60_000)}\n${kline(60_000)}\n`,
      "a.csv:2: open time must be a later minute than the line before's",
    ],
    [`${kline(60_000, "x")}\n`, 'a.csv:1: column 5 must be a decimal, got "x"'],
    ["1,10,2,1,1,60001,true\n2,11,1,2,2,60000,true\n", `a.csv:2: ${WHEN}`],
    ["1,10,2,1,1,60000,true\n2,11,1,2,2,1735689600000,true\n", `a.csv:2: ${WHEN}`],
    ["1,10,2,1,1,60000,true\n2,0,1,2,2,60001,true\n", "a.csv:2: price must be above 0, got 0"],
  ])("%j is refused", (text, message) => {
    expect(() => readTape(text, "a.csv", "a")).toThrow(new TapeError(message));
  });
});

function recording(): Tape {
  const bytes = readFileSync(join(import.meta.dirname, "two-second-market.csv.gz"));
  return readTape(gunzipSync(bytes).toString("utf8"), "two-second-market.csv.gz", "btc");
}

/**
 * A day of minutes of twelve steps each; volatility and flow share their bursts, by cascades of a minute and
 * longer.
 */
function market(
  seed: number,
  {
    clustering,
    flow,
    loudness = 1,
  }: { readonly clustering: number; readonly flow: number; readonly loudness?: number },
): Minutes {
  const rng = new SeededRng(seed);
  const unit = (): number => rng.uint32() / 2 ** 32;
  const bell = (): number => unit() + unit() + unit() + unit() + unit() + unit() - 3;
  const minutes = minutesOf(1_767_225_600_000, DAY_MINUTES);
  const factors = new Array<number>(9).fill(1);
  let price = 60_000;
  for (let i = 0; i < DAY_MINUTES; i++) {
    for (const [k] of factors.entries()) if (i % 2 ** k === 0) factors[k] = 1 + clustering * (2 * unit() - 1);
    const loud = loudness * factors.reduce((product, factor) => product * factor, 1);
    minutes.open[i] = minutes.high[i] = minutes.low[i] = price;
    for (let step = 0; step < 12; step++) {
      price *= 1 + 0.000_2 * loud * bell();
      minutes.high[i] = Math.max(minutes.high[i]!, price);
      minutes.low[i] = Math.min(minutes.low[i]!, price);
    }
    minutes.close[i] = price;
    minutes.trades[i] = Math.round(100 * (flow === 0 ? 1 : loud) * (0.5 + unit()));
    minutes.volume[i] = minutes.trades[i]! * 1_000 * (0.5 + unit());
    minutes.bought[i] = minutes.volume[i]! * unit();
  }
  return minutes;
}

describe("what was liquidated", () => {
  const forced = {
    time: Float64Array.of(60_000, 120_000),
    value: Float64Array.of(300, 100),
    bought: Float64Array.of(0, 1),
    ...{ entries: 2, received: 4, paid: 1 },
  };
  const of = (minutes: Minutes, more: Partial<Tape> = {}) =>
    Object.fromEntries(
      findingsOf({ ...tapeOf(minutes), openInterest: 40_000, forced, ...more }).map(({ fact, value }) => [
        fact.name,
        value,
      ]),
    );
  const day = market(12, { clustering: 0.4, flow: 1 });

  test("is a share of the open interest, in a day; the fund's part is what it paid of what it received", () => {
    expect(of(day)).toMatchObject({ liquidated: 0.01, insurance: 0.25 });
    expect(of(day, { forced: { ...forced, received: 0, paid: 0 } }).insurance).toBeUndefined();
  });

  test("says nothing of less than a day, which may be a storm or a calm", () => {
    expect(of(sliceMinutes(day, 0, 600)).liquidated).toBeUndefined();
  });

  test("lights are counted by number, and where nobody looked there are none", () => {
    expect(of(day, { lights: [3, 0, 2, 1, 9] }).lights).toBe(4);
    expect(of(day, { lights: [0, 0, 0, 0, 0] }).lights).toBeUndefined();
  });

  test("is drawn under the price: a mark for each, longs and shorts apart", () => {
    const report = reportOn({ ...tapeOf(day), openInterest: 40_000, forced }, 0, []);
    const html = reportHtml({ subject: "a", contracts: [report] });
    expect(html.match(/<circle /g)).toHaveLength(2);
    expect(html).toContain("2 liquidated, 400 in value; insurance received 4, paid 1");
    expect(new Set(html.match(/cy="\d+"/g)).size).toBe(2);
  });
});
