import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { btc } from "../../../../test/core/contracts.ts";
import { Driver } from "../../../../test/core/driver.ts";
import { temporaryDirectory } from "../../../../test/host/temporaryDirectory.ts";
import { readReplay } from "../follow/replay.ts";
import { catalogue } from "./catalogue.ts";
import type { Item } from "./items.ts";
import { readPastCandles } from "./pastCandles.ts";
import type { RowsLeftOut } from "./playback.ts";
import { Stream } from "./playback.ts";

/** Archives are read by one set of rules, whether they are played or are a past. */

/** 2026-01-05 00:00 UTC. */
const DAY = 1_767_571_200_000;
const MINUTE = 60_000;

function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = temporaryDirectory();
  for (const [name, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  return folder;
}

/** All that the files of a folder say, one after the other. */
async function itemsOf(
  folder: string,
): Promise<{ readonly items: readonly Item[]; readonly leftOut: RowsLeftOut }> {
  const stream = new Stream(await catalogue(folder), 0, Number.POSITIVE_INFINITY);
  const items: Item[] = [];
  for (await stream.fill(); stream.head !== undefined; await stream.fill()) {
    items.push(stream.head);
    stream.take();
  }
  return { items, leftOut: stream.takeLeftOut() };
}

const sizesOf = (items: readonly Item[]) =>
  items.flatMap((item) => (item.type === "trade" ? [item.size] : []));
const sum = (sizes: readonly number[]) => sizes.reduce((a, b) => a + b, 0);

const kline = (time: number, lengthMs: number, price: number, volume: number, quote = price * volume) =>
  `${time},${price},${price + 1},${price - 1},${price},${volume},${time + lengthMs - 1},${quote},9,0,0,0\n`;

const KLINES = "BTCUSDT-1m-2026-01-05.csv";
const good = kline(DAY, MINUTE, 60_000, 2) + kline(DAY + MINUTE, MINUTE, 60_001, 3);
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

test.each([
  ["a past", readPastCandles],
  ["what is played", readReplay],
])("%s refuses two files of one day", async (_what, read) => {
  const folder = folderOf({ "BTCUSDT-1m-2026-01.csv": good, [KLINES]: good });
  await expect(read(folder)).rejects.toThrow(
    /BTCUSDT-1m-2026-01\.csv and .*BTCUSDT-1m-2026-01-05\.csv both hold 2026-01-05: take one of them out/,
  );
});

describe.each([
  ["a past", (folder: string) => readPastCandles(folder)],
  ["what is played", itemsOf],
])("%s", (_what, read: (folder: string) => Promise<unknown>) => {
  test.each<[string, Readonly<Record<string, string>>, RegExp]>([
    [
      "another checksum",
      { [KLINES]: good, [`${KLINES}.CHECKSUM`]: `${sha256("other")}  ${KLINES}` },
      /BTCUSDT-1m-2026-01-05\.csv: its SHA-256 is not that of BTCUSDT-1m-2026-01-05\.csv\.CHECKSUM/,
    ],
    [
      "a row twice",
      { [KLINES]: good + kline(DAY + MINUTE, MINUTE, 60_001, 3) },
      /05\.csv:3: another candle begins at 2026-01-05T00:01:00\.000Z, too: .*05\.csv:2$/,
    ],
    [
      "rows that go back",
      { [KLINES]: kline(DAY + 5 * MINUTE, MINUTE, 60_000, 2) + kline(DAY, MINUTE, 60_000, 2) },
      /05\.csv:2: the candle of 2026-01-05T00:00:00\.000Z begins before that of .*05:00\.000Z ends, in line 1: sort the file by time/,
    ],
    [
      "a volume in contracts",
      { [KLINES]: kline(DAY, MINUTE, 60_000, 200, 120_000) },
      /05\.csv:1: its volume is not in coins: 200 for a quote volume of 120000 is a price of 600, and it goes from 59999 to 60001; --contract-size btc=0\.01 says/,
    ],
    [
      "volumes of which none is known to be coins",
      { [KLINES]: `open_time,open,high,low,close,vol,vol_ccy\n${DAY},6,6,6,6,200,2\n` },
      /05\.csv:2: which of its volumes is in coins cannot be told/,
    ],
    [
      "a candle of another length than the name's",
      { [KLINES]: kline(DAY, 60 * MINUTE, 60_000, 2) },
      /05\.csv:1: the candle is 60 minutes long, and the file is named as one of 1m/,
    ],
    [
      "a high below the close",
      { [KLINES]: `${DAY},5,6,4,7,1,${DAY + 59_999},6,9,0,0,0\n` },
      /05\.csv:1: high 6 is below open 5 or close 7/,
    ],
    [
      "no price",
      { [KLINES]: `${DAY},none,6,4,7,1,${DAY + 59_999},6,9,0,0,0\n` },
      /05\.csv:1: column 2 is a price above 0, got "none"/,
    ],
  ])("refuses %s, with file and line", async (_fault, files, why) => {
    await expect(read(folderOf(files))).rejects.toThrow(why);
  });

  test("takes the checksum that is right, names of columns in any order, ISO times, quotes", async () => {
    const text = `\uFEFF"volume","date","open","high","low","close"\n"2","2026-01-05 00:00","60000","60001","59999","60000"\n`;
    const folder = folderOf({ [KLINES]: text, [`${KLINES}.CHECKSUM`]: `${sha256(text)}  ${KLINES}\n` });
    await expect(read(folder)).resolves.toBeDefined();
  });
});

test("candles of a second are played, and are a past of minutes that they add up to", async () => {
  const seconds = Array.from({ length: 150 }, (_, i) => kline(DAY + i * 1_000, 1_000, 60_000 + (i % 7), 0.5));
  const folder = folderOf({ "BTCUSDT-1s-2026-01-05.csv": seconds.join("") });
  const { intervalMs, candles } = (await readPastCandles(folder)).get("cmt_btcusdt")!;
  expect(intervalMs).toBe(MINUTE);
  expect(candles).toMatchObject([
    { time: DAY, open: "60000", high: "60007", low: "59999", close: "60003", volume: "30" },
    { time: DAY + MINUTE, open: "60004", high: "60007", low: "59999", close: "60000", volume: "30" },
    { time: DAY + 2 * MINUTE, open: "60001", high: "60007", low: "59999", close: "60002", volume: "15" },
  ]);
  expect(sum(sizesOf((await itemsOf(folder)).items))).toBeCloseTo(75, 9);
});

const CONTRACTS = "open_time,open,high,low,close,vol,vol_quote\n";

test("a volume in contracts is a past in coins once the size of a contract is given, and that size must fit", async () => {
  const rows = `${DAY},60000,60001,59999,60000,200,120000\n${DAY + MINUTE},60000,60001,59999,60000,0,0\n`;
  const folder = folderOf({ "btc.csv": CONTRACTS + rows });
  const read = (size?: number) =>
    readPastCandles(folder, { contractSizes: size === undefined ? {} : { btc: size } });
  expect((await read(0.01)).get("cmt_btcusdt")!.candles.map(({ volume }) => volume)).toEqual(["2", "0"]);
  await expect(read()).rejects.toThrow(
    /btc\.csv:2: its volume is not in coins: .*--contract-size btc=0\.01 says/,
  );
  await expect(read(0.1)).rejects.toThrow(
    /btc\.csv:2: its volume is not in coins, nor in contracts of 0\.1: 200/,
  );
  await expect(readPastCandles(folder, { contractSizes: { eth: 0.1 } })).rejects.toThrow(
    /--contract-size eth: no file of eth has sizes in contracts/,
  );
});

test("of several lengths the shortest are taken", async () => {
  const folder = folderOf({
    [KLINES]: good,
    "BTCUSDT-1h-2026-01-05.csv": kline(DAY, 60 * MINUTE, 60_000, 5),
  });
  expect((await readPastCandles(folder)).get("cmt_btcusdt")).toMatchObject({ intervalMs: MINUTE });
  expect((await readReplay(folder)).clockStart).toBe(DAY);
  const longer = { "BTCUSDT-1h-2026-01.csv": kline(DAY, 60 * MINUTE, 60_000, 5) };
  await expect(readPastCandles(folderOf({ [KLINES]: good, ...longer }))).rejects.toThrow(
    /BTCUSDT-1h-2026-01\.csv holds 2026-01-01, of which there are no candles of 1m, the shortest: give one length/,
  );
});

test("files of trades in a folder are no candles of a past", async () => {
  const trades = { "BTCUSDT-aggTrades-2026-01-05.csv": `1,60000,1,1,1,${DAY},true\n` };
  expect(
    (await readPastCandles(folderOf({ [KLINES]: good, ...trades }))).get("cmt_btcusdt")!.candles,
  ).toHaveLength(2);
  await expect(readPastCandles(folderOf(trades))).rejects.toThrow(/none of its files has candles/);
});

test("a trade that stands there twice is counted once, whatever stands between", async () => {
  const row = (id: number, time: number, size: number) => `${id},60000,${size},${id},${id},${time},true\n`;
  const trade = fc.record({
    id: fc.nat(50),
    step: fc.nat(3),
    size: fc.integer({ min: 1, max: 9 }),
    copies: fc.nat(2),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(trade, { minLength: 1, maxLength: 30 }),
      fc.boolean(),
      async (drawn, isApart) => {
        let time = DAY;
        const moments = new Map<number, string[]>();
        for (const { id, step, size } of drawn) {
          time += step;
          moments.set(time, [...(moments.get(time) ?? []), row(id, time, size)]);
        }
        const once = [...moments.values()].map((rows) => [...new Set(rows)]);
        // Every row of a moment once more, right behind its first or behind all of the moment.
        const twice = once.map((rows) =>
          isApart ? [...rows, ...rows] : rows.flatMap((each) => [each, each]),
        );
        const read = async (rows: readonly (readonly string[])[]) =>
          await itemsOf(folderOf({ "BTCUSDT-aggTrades-2026-01-05.csv": rows.flat().join("") }));
        const [a, b] = [await read(once), await read(twice)];
        expect(b.items).toEqual(a.items);
        expect([a.leftOut.twice, b.leftOut.twice]).toEqual([0, once.flat().length]);
      },
    ),
    { numRuns: 30 },
  );
});

test("what is left out of files is counted by reason, told while they play and at their end", async () => {
  const row = (id: number, time: number) => `${id},60000,1,${id},${id},${time},true\n`;
  const twice = [1, 1, 2, 2, 2].map((id) => row(id, DAY + 5)).join("");
  const folder = folderOf({
    "BTCUSDT-aggTrades-2026-01-05.csv": row(7, DAY - MINUTE) + twice + row(9, DAY + 24 * 60 * MINUTE),
    "BTCUSDT-aggTrades-2026-01-06.csv": row(10, DAY + 24 * 60 * MINUTE + 9) + row(11, DAY + 48 * 60 * MINUTE),
  });
  const { source, clockStart } = await readReplay(folder);
  const told: (readonly [string, string])[] = [];
  const contracts = new Driver([btc]).ask({ type: "contracts" });
  const opened = await source!.open(contracts, clockStart!, ({ state, problem }) =>
    told.push([state, problem]),
  );
  await opened.play(DAY + 10, () => undefined);
  await opened.play(DAY + 48 * 60 * MINUTE, () => undefined);
  await opened.close();
  const first =
    "left out of its files: trades that stand there twice: 3, lines of other days than the files are named after: 1";
  expect(told).toEqual([
    ["starting", ""],
    ["live", first],
    ["live", first.replace(/1$/, "2")],
    ["gone", `its files are at their end; ${first.replace(/1$/, "2")}`],
  ]);
});

const TAPE = "binance-futures_trades_2026-01-05_BTCUSDT.csv";
const HEADER = "exchange,symbol,timestamp,local_timestamp,id,side,price,amount\n";
const tape = (at: number, arrived: number, rest: string, exchange = "binance-futures", symbol = "BTCUSDT") =>
  `${exchange},${symbol},${DAY + at}000,${DAY + arrived}000,${rest}\n`;

test("a tape is in the order in which its lines arrived: one that happened before the line before is played with it", async () => {
  const text =
    HEADER + tape(5, 9, "1,buy,60000,1") + tape(3, 10, "2,sell,59999,2") + tape(7, 11, "3,sell,59999,3");
  const { items } = await itemsOf(folderOf({ [TAPE]: text }));
  expect(items.map(({ time }) => time - DAY)).toEqual([5, 5, 7]);
  expect(sizesOf(items)).toEqual([1, 2, 3]);
});

test("a touch of a side without orders is none, and is counted", async () => {
  const name = "binance-futures_book_ticker_2026-01-05_BTCUSDT.csv";
  const header = "exchange,symbol,timestamp,local_timestamp,ask_amount,ask_price,bid_price,bid_amount\n";
  const text =
    header + tape(5, 9, "1,60001,60000,2") + tape(6, 9, ",,60000,2") + tape(7, 9, "1,60002,60000,2");
  const { items, leftOut } = await itemsOf(folderOf({ [name]: text }));
  expect(items.map((item) => item.type === "touch" && item.ask.price)).toEqual([60_001, 60_002]);
  expect(leftOut).toEqual({ twice: 0, otherDays: 0, oneSided: 1, disordered: 0 });
});

const DAILY =
  "timestamp,symbol,side,size,price,tickDirection,trdMatchID,grossValue,homeNotional,foreignNotional\n";

test.each<[string, Readonly<Record<string, string>>, RegExp]>([
  [
    "a tape whose arrivals go back",
    { [TAPE]: HEADER + tape(5, 9, "1,buy,60000,1") + tape(3, 8, "2,sell,59999,2") },
    /BTCUSDT\.csv:3: time 1767571200003 lies before 1767571200005, that of the line before: sort the file by time/,
  ],
  [
    "a line of another market",
    { [TAPE]: HEADER + tape(5, 9, "1,buy,60000,1", "binance-futures", "ETHUSDT") },
    /BTCUSDT\.csv:2: column 2 is BTCUSDT, as the file is named, got "ETHUSDT"/,
  ],
  [
    "an exchange whose unit is not known",
    { "x_trades_2026-01-05_BTC_USDT.csv": HEADER + tape(5, 9, "1,buy,60000,1", "x", "BTC_USDT") },
    /BTC_USDT\.csv:2: the unit of sizes of x is not known, and no line says .*--contract-size btc=0\.01/,
  ],
  [
    "a side that is none",
    { [TAPE]: HEADER + tape(5, 9, "1,unknown,60000,1") },
    /BTCUSDT\.csv:2: column 6 is buy or sell, got "unknown"/,
  ],
  [
    "names of columns that are not known",
    { [TAPE]: "exchange,symbol,at\nx,BTCUSDT,5\n" },
    /BTCUSDT\.csv:1: its columns are not named as those of a known form, which are id,price,qty/,
  ],
  [
    "a size whose value is another",
    { "BTCUSDT2026-01-05.csv": `${DAILY}${DAY / 1_000}.5,BTCUSDT,Buy,100,60000,,a,0,1,60000\n` },
    /05\.csv:2: its size is not in coins: 100 at 60000 is not worth 60000, its foreignNotional/,
  ],
  [
    "interleaved months",
    { "BTCUSDT-aggTrades-2026-01.csv": `1,5,1,1,1,${DAY + 9},true\n2,5,1,2,2,${DAY + 2},true\n` },
    /01\.csv:2: time 1767571200002 lies before 1767571200009, that of the line before: sort the file by time/,
  ],
])("%s is refused", async (_what, files, why) => {
  await expect(itemsOf(folderOf(files))).rejects.toThrow(why);
});

test("times are read to the millisecond in every unit", async () => {
  const times = [
    "1767571200.5129",
    "1767571200512",
    "1767571200512999",
    "1767571200512999999",
    "2026-01-05T01:00:00.512+01:00",
  ];
  for (const time of times) {
    const { items } = await itemsOf(
      folderOf({ "BTCUSDT-trades-2026-01-05.csv": `1,60000,1,60000,${time},true\n` }),
    );
    expect(items[0]!.time, time).toBe(DAY + 512);
  }
});
