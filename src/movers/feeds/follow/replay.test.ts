import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { Driver } from "../../../../test/core/driver.ts";
import { temporaryDirectory } from "../../../../test/host/temporaryDirectory.ts";
import { zipOf } from "../../../../test/host/zip.ts";
import { DAY_MS } from "../../../kernel/host/clock.ts";
import { readReplay } from "./replay.ts";

/** 2026-01-05 00:00 UTC. */
const DAY = 1_767_571_200_000;

async function folderOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = temporaryDirectory();
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
  return folder;
}

const HEADER = "agg_trade_id,price,quantity,first_trade_id,last_trade_id,transact_time,is_buyer_maker\n";
const aggTrade = (time: number, price: string, size: string, buyerIsMaker = false) =>
  `1,${price},${size},1,1,${time},${buyerIsMaker}\n`;
const kline = (time: number, open: number, close: number, volume = 10) =>
  `${time},${open},${Math.max(open, close) + 1},${Math.min(open, close) - 1},${close},${volume},${time + 59_999},0,9,0,0,0\n`;

test("a folder says what is listed, when it begins and at which price", async () => {
  const folder = await folderOf({
    "BTCUSDT-1m-2026-01-05.csv": kline(DAY, 90_000, 90_010),
    "sub/ETHUSDT-aggTrades-2026-01-05.zip": zipOf({
      "ETHUSDT.csv": HEADER + aggTrade(DAY + 5, "3000.5", "0.25"),
    }),
    "ABCUSDT-trades-2026-01-05.csv.gz": gzipSync(`1,1.2345,10.5,0,${DAY + 7},true\n`),
    "notes.txt": "nothing",
  });
  const scenario = await readReplay(folder);
  expect(scenario.clockStart).toBe(DAY);
  expect(scenario.listings.map(({ symbol }) => symbol)).toEqual([
    "cmt_btcusdt",
    "cmt_ethusdt",
    "cmt_abcusdt",
  ]);
  expect(scenario.listings[2]).toMatchObject({ priceDecimals: 4, sizeDecimals: 1 });
  expect(scenario.feeds["cmt_ethusdt"]).toEqual({ type: "pushed", price: 3000.5 });
  expect(scenario.source?.name).toContain("made up from candles");
});

test("candles alone of another coin list it with their own decimals: what is made up between has no more", async () => {
  const folder = await folderOf({ "ABCUSDT-1m-2026-01-05.csv": kline(DAY, 1.2345, 1.3338, 77) });
  const { listings } = await readReplay(folder);
  expect(listings).toMatchObject([{ baseCoin: "ABC", priceDecimals: 4, sizeDecimals: 1 }]);
});

test.each([
  ["nothing that can be played", { "a.csv": "1" }, {}, /no file named as the public archives name/],
  [
    "a day missing",
    {
      "BTCUSDT-1m-2026-01-05.csv": kline(DAY, 10, 12),
      "BTCUSDT-1m-2026-01-07.csv": kline(DAY + 2 * DAY_MS, 10, 12),
    },
    {},
    /BTCUSDT-1m of 2026-01-06 is missing; --skip-missing plays on over it/,
  ],
  [
    "another coin",
    { "BTCUSDC-1m-2026-01-05.csv": kline(DAY, 10, 12) },
    {},
    /BTCUSDC: only contracts in USDT/,
  ],
  [
    "prices too fine",
    {
      "ABCUSDT-1m-2026-01-05.csv": `${DAY},0.0000123,0.0000123,0.0000123,0.0000123,9,${DAY + 59_999},0,1,0,0,0\n`,
    },
    {},
    /its prices have 7 decimals; 7 \+ 2 for the mark \+ 0 for the size is more than 8/,
  ],
  [
    "a line that is wrong",
    { "BTCUSDT-aggTrades-2026-01-05.csv": `${HEADER}1,none,1,1,1,${DAY},true\n` },
    {},
    /BTCUSDT-aggTrades-2026-01-05\.csv:2: column 2 is a price above 0, got "none"/,
  ],
  [
    "a line that is wrong in an archive",
    { "BTCUSDT-aggTrades-2026-01-05.zip": zipOf({ "x.csv": `${aggTrade(DAY, "5", "1")}1,2\n` }) },
    {},
    /BTCUSDT-aggTrades-2026-01-05\.zip!x\.csv:2: column 6 is missing: the line has 2/,
  ],
  [
    "a rate that is none",
    {
      "BTCUSDT-1m-2026-01-05.csv": kline(DAY, 10, 12),
      "BTCUSDT-fundingRate-2026-01.csv": `${DAY},8,1.5\n`,
    },
    { plays: true },
    /BTCUSDT-fundingRate-2026-01\.csv:1: column 3 is a fraction from -1 to 1, got "1\.5"/,
  ],
  [
    "times that go back",
    { "BTCUSDT-aggTrades-2026-01-05.csv": aggTrade(DAY + 9, "5", "1") + aggTrade(DAY + 8, "5", "1") },
    {},
    /:2: time 1767571200008 lies before 1767571200009/,
  ],
  [
    "another checksum",
    { "BTCUSDT-1m-2026-01-05.csv": kline(DAY, 10, 12), "BTCUSDT-1m-2026-01-05.csv.CHECKSUM": "00  x" },
    {},
    /its SHA-256 is not that of BTCUSDT-1m-2026-01-05\.csv\.CHECKSUM/,
  ],
  [
    "nothing then",
    { "BTCUSDT-1m-2026-01-05.csv": kline(DAY, 10, 12) },
    { from: DAY + DAY_MS },
    /nothing to play/,
  ],
])("%s is refused in a sentence", async (_, files, options, message) => {
  const { plays, ...rest } = options as { plays?: boolean };
  const read = async () => {
    const { source } = await readReplay(await folderOf(files as Record<string, string>), rest);
    // What stands beside the trades is read when it is played.
    const [contract] = new Driver().ask({ type: "contracts" });
    const opened = await source!.open([contract!], DAY, () => undefined);
    if (plays === true) await opened.play(DAY + 1_000, () => undefined);
  };
  await expect(read()).rejects.toThrow(message);
});

test("a missing day is played over where that is asked for", async () => {
  const folder = await folderOf({
    "BTCUSDT-1m-2026-01-05.csv": kline(DAY, 10, 12),
    "BTCUSDT-1m-2026-01-07.csv": kline(DAY + 2 * DAY_MS, 10, 12),
  });
  expect((await readReplay(folder, { skipMissing: true })).clockStart).toBe(DAY);
});
