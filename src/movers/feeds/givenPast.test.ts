import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { btc } from "../../../test/core/contracts.ts";
import { Driver } from "../../../test/core/driver.ts";
import { temporaryDirectory } from "../../../test/host/temporaryDirectory.ts";
import { readPastCandles } from "./archive/pastCandles.ts";
import { GivenPast } from "./givenPast.ts";
import { BAR_WORDS, prehistoryOf } from "./prehistory.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 1);
const contract = new Driver([btc]).ask({ type: "contracts" })[0]!;

function folder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const path = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(path, name, ".."), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
}

/** A line of the public archives: twelve columns; times in ms or µs. */
const line = (time: number | string, prices: string, volume = "1.5", lengthMs = MINUTE) => {
  const unit = Number(time) > 1e14 ? 1_000 : 1;
  const quote = Number(volume) * Number(prices.split(",")[3]);
  return `${time},${prices},${volume},${Number(time) + lengthMs * unit - 1},${quote.toFixed(4)},12,0.7,42000,0`;
};
const HEADER =
  "open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore";
const first = [START, "60000.1,60010.0,59990.5,60005.0"] as const;
const second = [START + MINUTE, "60005.0,60020.0,60001.0,60011.3"] as const;
const shown = async (path: string) => {
  const { intervalMs, candles } = (await readPastCandles(path)).get("cmt_btcusdt")!;
  return { intervalMs, candles: candles.map(({ row: _, ...candle }) => candle) };
};
const both = {
  intervalMs: MINUTE,
  candles: [first, second].map(([time, prices]) => {
    const [open, high, low, close] = prices.split(",");
    return { time, lengthMs: MINUTE, open, high, low, close, volume: "1.5" };
  }),
};

const twoLines = `${line(...first)}\n${line(...second)}\n`;
const inMicroseconds = `${line(`${first[0]}000`, first[1])}\n${line(`${second[0]}000`, second[1])}\n`;

test.each<[string, string, string | Uint8Array]>([
  ["the archives' columns, with names", "BTCUSDT-1m-2026-01-01.csv", `${HEADER}\n${twoLines}`],
  ["without names, in ms, packed", "BTCUSDT-1m-2026-01.csv.gz", gzipSync(twoLines.replaceAll("\n", "\r\n"))],
  ["in microseconds", "BTCUSDT-1m-2026-01-01.csv", inMicroseconds],
  [
    "ISO times, other columns first",
    "btc.csv",
    "volume,date,open,high,low,close\n1.5,2026-01-01 00:00:00,60000.1,60010.0,59990.5,60005.0\n1.5,2026-01-01T00:01:00Z,60005.0,60020.0,60001.0,60011.3\n",
  ],
  [
    "seconds",
    "cmt_btcusdt.csv",
    `time,open,high,low,close,volume\n${START / 1000},60000.1,60010.0,59990.5,60005.0,1.5\n${second[0] / 1000},${second[1]},1.5\n`,
  ],
])("reads %s", async (_what, name, text) => {
  expect(await shown(join(folder({ [name]: text }), name))).toEqual(both);
});

test("a folder has a file a day, and several pairs", async () => {
  const path = folder({
    "BTC/BTCUSDT-1m-2026-01-01.csv": `${line(...second)}\n`,
    "BTC/BTCUSDT-1m-2025-12-31.csv": `${line(...first)}\n`,
    "ETHUSDT-1d-2026-01.csv": `${line(START, "3000,3100,2900,3050", "1", 86_400_000)}\n`,
  });
  expect(await shown(path)).toEqual(both);
  expect((await readPastCandles(path)).get("cmt_ethusdt")).toMatchObject({ intervalMs: 86_400_000 });
});

test.each<[string, Readonly<Record<string, string>>, RegExp]>([
  [
    "no price",
    { "btc.csv": `${HEADER}\n${line(START, "60000,x,59990,60000")}\n` },
    /btc\.csv:2: column 3 is a price above 0, got "x"/,
  ],
  [
    "no time",
    { "btc.csv": "time,open,high,low,close,volume\nsoon,1,1,1,1,1\n" },
    /btc\.csv:2: column 1 is a time, got "soon"/,
  ],
  [
    "a column that is missing",
    { "btc.csv": "time,open,high,low,volume\n1,1,1,1,1\n" },
    /btc\.csv:1: no column is named close/,
  ],
  [
    "a candle twice",
    { "btc.csv": `${line(...first)}\n${line(...first)}\n` },
    /btc\.csv:2: another candle begins at 2026-01-01T00:00:00\.000Z, too: .*btc\.csv:1/,
  ],
  [
    "a length of its own",
    { "btc.csv": `time,open,high,low,close,volume\n${START},1,1,1,1,1\n${START + 7 * MINUTE},1,1,1,1,1\n` },
    /cmt_btcusdt: candles must be 1m, .*, and are 7 minutes/,
  ],
  [
    "a minute that begins within one",
    { "btc.csv": `${line(START + 1, "1,1,1,1")}\n${line(START + 1 + MINUTE, "1,1,1,1")}\n` },
    /btc\.csv:1: a candle of 1 minutes begins at a multiple of that, got 2026-01-01T00:00:00\.001Z/,
  ],
  ["a name that is no pair's", { "-1m.csv": line(...first) }, /a file of candles is named like/],
  [
    "two lengths in one file",
    { "btc.csv": `${line(...first)}\n${line(START + 60 * MINUTE, "1,1,1,1", "1", 60 * MINUTE)}` },
    /btc\.csv:2: the candle is 60 minutes long, others of cmt_btcusdt 1 minutes: give one length/,
  ],
  ["nothing", { "readme.txt": "" }, /there is no \.csv, \.csv\.gz or \.zip in it/],
])("%s is refused, with file and line", async (_what, files, why) => {
  await expect(readPastCandles(folder(files))).rejects.toThrow(why);
});

async function past(text: string, end: number, name = "btc.csv") {
  const candles = (await readPastCandles(folder({ [name]: text }))).get("cmt_btcusdt")!;
  const given = new GivenPast(contract, candles, end);
  const points = Math.round(Number(candles.candles.at(-1)!.close) * 1_000);
  const market = { volatility: 0.5, minuteUnits: 10_000, minuteTrades: 8, candles: 10 };
  const { candles: series } = prehistoryOf({ ...market, contract, seed: 1, end, points, given });
  return (intervalMs: number, price = "last") => {
    const { bars } = series.find((each) => each.price === price && each.intervalMs === intervalMs)!;
    return Array.from({ length: bars.length / BAR_WORDS }, (_, i) => [
      ...bars.subarray(i * BAR_WORDS, (i + 1) * BAR_WORDS),
    ]);
  };
}

/** How many minutes of a past are said to be made up. */
async function madeUpOf(text: string, end: number): Promise<number> {
  const candles = (await readPastCandles(folder({ "btc.csv": text }))).get("cmt_btcusdt")!;
  return new GivenPast(contract, candles, end).madeUp?.minutes ?? 0;
}

test("minutes are there to the tick, longer candles add up, gaps are made up between the prices beside them", async () => {
  // Two minutes, a gap of three, another minute; the market begins ten minutes later.
  const third = [START + 5 * MINUTE, "60100.0,60111.0,60099.9,60100.7"] as const;
  const end = START + 16 * MINUTE;
  const barsOf = await past(`${line(...first)}\n${line(...second)}\n${line(...third)}\n`, end);
  const minutes = barsOf(MINUTE);
  const at = (time: number) => minutes.find(([begin]) => begin === time)!;
  expect(at(START).slice(0, 6)).toEqual([START, 600_001, 600_100, 599_905, 600_050, 15_000]);
  expect(at(START + MINUTE).slice(1, 6)).toEqual([600_050, 600_200, 600_010, 600_113, 15_000]);
  expect(at(START + 5 * MINUTE).slice(1, 6)).toEqual([601_000, 601_110, 600_999, 601_007, 15_000]);
  // The gap begins at the close before it and ends at the open behind it, and so does what is before and
  // after.
  const near = (a: number, b: number) => expect(Math.abs(a / b - 1)).toBeLessThan(0.001);
  near(at(START + 2 * MINUTE)[1]!, 600_113);
  near(at(START + 4 * MINUTE)[4]!, 601_000);
  near(at(START - MINUTE)[4]!, 600_001);
  near(at(START + 6 * MINUTE)[1]!, 601_007);
  expect(minutes.at(-1)![4]).toBe(601_007); // where the market goes on
  const [five] = barsOf(5 * MINUTE).filter(([begin]) => begin === START);
  const parts = minutes.filter(([begin]) => begin! >= START && begin! < START + 5 * MINUTE);
  expect(five!.slice(1, 6)).toEqual([
    600_001,
    Math.max(...parts.map((bar) => bar[2]!)),
    Math.min(...parts.map((bar) => bar[3]!)),
    parts.at(-1)![4],
    parts.reduce((lots, bar) => lots + bar[5]!, 0),
  ]);
  const mark = barsOf(MINUTE, "mark").find(([begin]) => begin === START)!;
  expect(mark.slice(1, 5)).toEqual([60_000_100, 60_010_000, 59_990_500, 60_005_000]);
});

test("what is made up stays within the prices and volumes of the candles beside it, and is counted", async () => {
  const minute = fc.record({
    move: fc.integer({ min: -90, max: 90 }),
    reach: fc.nat(40),
    lots: fc.nat(30_000),
    isMissing: fc.boolean(),
  });
  const drawn = fc.array(minute, { minLength: 2, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(
      drawn,
      fc.nat(40),
      fc.nat(59_999),
      fc.integer({ min: 1, max: 9 }),
      async (minutes, trailing, restMs, burst) => {
        let ticks = 600_000;
        const rows = minutes.map(({ move, reach, lots, isMissing }, i) => {
          const open = ticks;
          const close = open + move;
          ticks = close;
          const prices = [open, Math.max(open, close) + reach, Math.min(open, close) - reach, close];
          // Bursts, so that gaps have all lengths.
          const isThere = i === 0 || !(isMissing && Math.floor(i / burst) % 2 === 1);
          return { time: START + i * MINUTE, prices, lots, isThere };
        });
        const there = rows.filter(({ isThere }) => isThere);
        const end = START + (minutes.length + trailing) * MINUTE + restMs;
        const text = there.map(({ time, prices, lots }) => {
          const written = prices.map((price) => (price / 10).toFixed(1)).join(",");
          return line(time, written, (lots / 10_000).toFixed(4));
        });
        const barsOf = await past(text.join("\n"), end);
        const given = new Map(there.map((row) => [row.time, row]));
        for (const [price, unit] of Object.entries({ last: 1, mark: 100, index: 100 }))
          for (const [time, , high, low, , lots] of barsOf(MINUTE, price)) {
            if (time! < START || given.has(time!)) continue;
            const before = there.findLast((row) => row.time < time!)!;
            const after = there.find((row) => row.time > time!)?.time ?? end;
            const length = after - before.time - MINUTE;
            const beside = there.filter(
              (row) => row.time > before.time - length && row.time < after + length,
            );
            expect(high!).toBeLessThanOrEqual(unit * Math.max(...beside.map((row) => row.prices[1]!)));
            expect(low!).toBeGreaterThanOrEqual(unit * Math.min(...beside.map((row) => row.prices[2]!)));
            expect(lots!).toBeLessThanOrEqual(Math.max(...beside.map((row) => row.lots)));
          }
        const shown = barsOf(MINUTE).filter(([time]) => time! >= START);
        for (const [i, bar] of shown.entries())
          if (i > 0 && !(given.has(bar[0]!) && given.has(shown[i - 1]![0]!)))
            expect(bar[1]).toBe(shown[i - 1]![4]);
        expect(shown.at(-1)![4]).toBe(there.at(-1)!.prices[3]);
        await expect(madeUpOf(text.join("\n"), end)).resolves.toBe(
          shown.length - there.length - (restMs > 0 ? 1 : 0),
        );
      },
    ),
    { numRuns: 20 },
  );
});

test("before the first candle a past moves as the candles do", async () => {
  const rows = Array.from({ length: 1_435 }, (_, i) => {
    const at = 60_000 + 30 * Math.sin(i / 200);
    return [at, at + 2, at - 2, at].map((price) => price.toFixed(1)).join(",");
  });
  const text = rows.map((prices, i) => line(START + (i + 5) * MINUTE, prices)).join("\n");
  const barsOf = await past(text, START + 1_440 * MINUTE);
  for (const [price, pointsPerUnit] of Object.entries({ last: 10, index: 1_000 })) {
    const [, , high, low] = barsOf(1_440 * MINUTE, price).find(([time]) => time === START)!;
    expect((high! - low!) / pointsPerUnit).toBeLessThan(66); // of the candles: 64; five minutes are made up
  }
  const madeUp = barsOf(MINUTE, "index").filter(([time]) => time! < START + 5 * MINUTE);
  expect(madeUp.length).toBeGreaterThanOrEqual(5);
  for (const [, , high, low] of madeUp) expect((high! - low!) / 1_000).toBeLessThan(10);
});

test.each([5, 15, 60, 240, 1_440])(
  "a candle of %i minutes is there to the tick, out of minutes",
  async (count) => {
    const intervalMs = count * MINUTE;
    const rows = ["60000,60500,59000,59100", "59100,61000,59050,60900.1"];
    const text = rows.map((row, i) => line(START + i * intervalMs, row, "12.3457", intervalMs)).join("\n");
    const barsOf = await past(text, START + 2 * intervalMs);
    const given = barsOf(intervalMs).filter(([begin]) => begin! >= START);
    expect(given.map((bar) => bar.slice(0, 6))).toEqual([
      [START, 600_000, 605_000, 590_000, 591_000, 123_457],
      [START + intervalMs, 591_000, 610_000, 590_500, 609_001, 123_457],
    ]);
    expect(barsOf(MINUTE).filter(([begin]) => begin! >= START)).toHaveLength(2 * count);
  },
);

test.each<[string, string, number, RegExp]>([
  [
    "a price finer than the tick",
    line(START, "60000.15,60001,60000,60001"),
    START + MINUTE,
    /2026-01-01\.csv:1: open 60000\.15 of cmt_btcusdt is not a multiple of its tick/,
  ],
  [
    "a high below the close",
    line(START, "60000,60000,60000,60001"),
    START + MINUTE,
    /2026-01-01\.csv:1: high 60000 is below/,
  ],
  [
    "candles behind the beginning",
    line(...first),
    START,
    /go on until 2026-01-01T00:01:00\.000Z, and the market begins at 2026-01-01T00:00:00/,
  ],
  [
    "a past of years",
    line(...first),
    START + 61 * 86_400_000,
    /at most 60 days long.*leave out those before 2026-01-02T00:00:00\.000Z, or .*--clock 2026-01-01T00:01:00\.000Z/,
  ],
  [
    "a past of years until now",
    `${line(...first)}\n${line(START + 61 * 86_400_000, first[1])}`,
    START + 61 * 86_400_000 + MINUTE,
    /at most 60 days long.*leave out those before 2026-01-02T00:01:00\.000Z$/,
  ],
])("%s is refused", async (_what, text, end, why) => {
  await expect(past(text, end, "BTCUSDT-1m-2026-01-01.csv")).rejects.toThrow(why);
});
