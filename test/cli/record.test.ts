import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { linesOf } from "../../src/kernel/host/archive.ts";
import type { Packing } from "../../src/kernel/host/pack.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "../venue/client.ts";
import { placeFor } from "../venue/placeLimit.ts";
import { venueOfTest } from "../venue/venueOfTest.ts";
import { Child } from "./child.ts";
import { outcry } from "./inProcess.ts";

/**
 * `outcry record` and `outcry serve --market replay=` as processes: what is written of a venue is played by
 * another one.
 */

/** Who follows an exchange loads ccxt first, which takes a busy machine minutes. */
const SOON = { timeout: 500_000, interval: 50 };
const SYMBOL = "cmt_btcusdt";

/** A venue with a book of three levels, and a trade whenever it is asked for. */
async function source() {
  const venue = await venueOfTest({ market: "empty", prices: { btc: 60_000 }, clock: "wall" });
  const [maker, taker] = venue.accounts.map((key) => new Client(venue.baseUrl, key));
  const place = (who: Client, type: "1" | "2", price: string, size: string) =>
    placeFor(who, { type, price, size });
  await place(maker!, "1", "59990", "5");
  await place(maker!, "1", "59980", "1");
  await place(maker!, "2", "60010", "0.4");
  return { venue, sell: (size: string) => place(taker!, "2", "59990", size) };
}

interface Level {
  readonly bids: readonly (readonly string[])[];
  readonly asks: readonly (readonly string[])[];
}
const marketOf = async (baseUrl: string, what: string) =>
  (await (await fetch(`${baseUrl}/capi/v2/market/${what}symbol=${SYMBOL}`)).json()) as never;
const bookOf = async (baseUrl: string): Promise<Level> => {
  const { bids, asks } = (await marketOf(baseUrl, "depth?")) as Level;
  return { bids, asks };
};
interface Trade {
  readonly price: string;
  readonly size: string;
  readonly isBuyerMaker: boolean;
}
/** Oldest first. */
const tradesOf = async (baseUrl: string) => ((await marketOf(baseUrl, "trades?")) as Trade[]).reverse();

/**
 * How much had been traded at each price, and on which side, when a trade was over. What one taker took is a
 * trade for each order that it met, and which orders make up a level is not in the files.
 */
function sumsOf(trades: readonly Trade[]): ReadonlySet<string> {
  const sums = new Map<string, number>();
  return new Set(
    trades.map(({ price, size, isBuyerMaker }) => {
      const at = `${isBuyerMaker ? "sold" : "bought"} at ${Number(price)}`;
      const sum = (sums.get(at) ?? 0) + Number(size);
      sums.set(at, sum);
      return `${at}: ${sum.toFixed(4)}`;
    }),
  );
}

/** What is recorded of a kind, day after day without the headings: a day that is over is packed. */
async function rowsOf(folder: string, kind: string): Promise<readonly string[]> {
  const days = new Map(
    readdirSync(folder)
      .filter((name) => name.includes(`-${kind}-`) && /\.(?:csv|zip)$/.test(name))
      .toSorted() // while a day is being packed it is there twice, and the archive counts
      .map((name) => [name.slice(0, -".csv".length), name]),
  );
  const rows: string[] = [];
  for (const name of days.values())
    for await (const { line, lines } of linesOf(join(folder, name)))
      rows.push(...(line === 1 ? lines.slice(1) : lines));
  return rows;
}

/** A venue of a market; time stands, and goes as far as it is told. */
async function played(...market: readonly string[]) {
  const { ready } = await Child.serve(["--data", "memory", "--log", "off", ...market]);
  const told = async (...words: readonly string[]) => {
    const { code, stderr } = await outcry(...words, "--url", ready.controlUrl, "--token", ready.adminToken);
    expect(code, stderr).toBe(0);
  };
  await told("clock freeze");
  return { baseUrl: ready.baseUrl, to: (time: number) => told(`clock to ${time}`) };
}

/** Any but the usual one: that each is read as it was written is in `src/movers/feeds/record`. */
const PACKING: Packing = "zip";

describe("a venue that is recorded", () => {
  test("and played, has the same trades at the same prices, and the same book", async () => {
    const { venue, sell } = await source();
    const folder = join(temporaryDirectory(), "recorded");
    const recorder = new Child([
      ...["record", "weex", "--source-url", venue.baseUrl, "--source-sizes", "base"],
      ...["--to", folder, "--symbols", "btc", "--packing", PACKING],
    ]);
    await vi.waitFor(async () => expect((await rowsOf(folder, "book")).slice(2)).not.toEqual([]), SOON);
    await vi.waitFor(async () => expect(await rowsOf(folder, "derivativeTicker")).not.toEqual([]), SOON);
    // What is in the first message of trades may be old, so it is not written: what comes after it is. Each
    // sale is of another size; between them there is time, so that however late the recorder is, what stands
    // is not sold out, and the list of trades holds all of them.
    let sold = 0;
    await vi.waitFor(
      async () => {
        await sell(`0.0${++sold}`);
        expect((await rowsOf(folder, "aggTrades")).length).toBeGreaterThan(2);
      },
      { ...SOON, interval: 1_000 },
    );
    const wanted = await bookOf(venue.baseUrl);
    const [[, bid] = []] = wanted.bids;
    await vi.waitFor(async () => {
      const touch = (await rowsOf(folder, "book")).filter((line) => line.includes(",bid,59990.0,"));
      expect(Number(touch.at(-1)!.split(",").at(-1))).toBe(Number(bid));
    }, SOON);
    // The book and the trades of one sale are asked for one after the other.
    const written = await vi.waitFor(async () => {
      const trades = (await rowsOf(folder, "aggTrades")).map((line) => line.split(","));
      expect(Number(trades.at(-1)![2])).toBe(Number(`0.0${sold}`));
      return trades;
    }, SOON);
    recorder.kill("SIGTERM");
    expect(await recorder.exited(), recorder.stderr).toBe(0);
    expect(recorder.stdout).toMatch(/^BTCUSDT: [\d.]+ MB, [\d.]+ MB a day at this rate, before packing\n/);
    expect(recorder.stdout).toContain(`play it: outcry serve --market replay=${folder}\n`);
    expect(recorder.stderr).toContain("cmt_btcusdt: sizes are base coin (as --source-sizes says); ");
    expect(recorder.stderr).toContain("cmt_btcusdt (BTC/USDT:USDT): live\n");
    for (const name of readdirSync(folder)) expect(name, name).toMatch(/\.zip$/);

    const { baseUrl, to } = await played("--market", `replay=${folder}`);
    await to(Number(written.at(-1)![5]) + 30_000);
    const wantedTrades = written.map(([, price, size, , , , isBuyerMaker]) => ({
      ...{ price: price!, size: size!, isBuyerMaker: isBuyerMaker === "true" },
    }));
    const trades = await tradesOf(baseUrl);
    const [sums, wantedSums] = [sumsOf(trades), sumsOf(wantedTrades)];
    expect([...wantedSums].filter((sum) => !sums.has(sum))).toEqual([]);
    expect([...sums].at(-1)).toBe([...wantedSums].at(-1));
    expect(sumsOf((await tradesOf(venue.baseUrl)).slice(-written.length))).toEqual(wantedSums);
    expect(await bookOf(baseUrl)).toEqual(wanted);
  });
});

test.each([
  [["nobody", "--to", "there"], "ccxt knows no exchange 'nobody'"],
  [["weex", "--to", "there", "--source-url", "http://127.0.0.1:1"], "weex did not give its markets: "],
  [["weex", "--to", "there", "--source-url", "nowhere"], "--source-url must be an address"],
  [["weex", "--to", "there", "--for", "soon"], "--for must be a time such as 90s"],
  [["weex", "--to", "there", "--kinds", "all"], "--kinds must name some of aggTrades"],
] as const)("%j is refused in a sentence", async (words, sentence) => {
  const { code, stderr } = await outcry("record", ...words);
  expect(code).toBe(2);
  expect(stderr).toContain(`error: ${sentence}`);
  expect(stderr).toMatch(/^[^\n]+\n$/);
});

test.each([
  ["record", "binanceusdm", "--to", "there"],
  ["serve", "--port", "0", "--data", "memory", "--market", "follow=binanceusdm"],
])("where ccxt is missing, %s says how to get it", async (...words) => {
  const hooks = `import { registerHooks } from "node:module";
    registerHooks({ resolve: (name, context, next) => next(name === "ccxt" ? "not-there" : name, context) });`;
  const child = new Child(words, {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hooks)}`,
  });
  expect(await child.exited()).toBe(2);
  expect(child.stderr).toMatch(
    /^error: .*following an exchange needs the package ccxt, which is not installed: npm install --ignore-scripts ccxt\n$/,
  );
});

/** 2026-01-05 00:00 UTC. */
const DAY = 1_767_571_200_000;
const DAY_MS = 86_400_000;

/** Files of trades, each `[Unix ms, price]`, by their day. */
function filesOf(days: Readonly<Record<string, readonly (readonly [number, string])[]>>): string {
  const folder = temporaryDirectory();
  for (const [day, trades] of Object.entries(days)) {
    const rows = trades.map(([time, price], i) => `${i},${price},1,${i},${i},${time},false\n`);
    writeFileSync(join(folder, `BTCUSDT-aggTrades-${day}.csv`), rows.join(""));
  }
  return folder;
}

describe("a folder that is played", () => {
  const boughtIn = async (baseUrl: string) =>
    [...sumsOf(await tradesOf(baseUrl))].filter((sum) => /: [12]\.0000$/.test(sum));

  test("from here to there, and with --loop again the day after", async () => {
    const minute = (count: number) => DAY + count * 60_000;
    const folder = filesOf({
      "2026-01-05": [1, 2, 3, 4].map((count) => [minute(count), `${90_000 + count}.0`] as const),
    });
    const [from, to] = [minute(2), minute(4)].map((time) => new Date(time).toISOString());
    const { baseUrl, to: goTo } = await played(
      ...["--market", `replay=${folder}`, "--from", from!, "--to", to!, "--loop"],
    );
    const once = ["bought at 90002: 1.0000", "bought at 90003: 1.0000"];
    await goTo(minute(10));
    expect(await boughtIn(baseUrl)).toEqual(once);
    // An hour at a time: nobody waits longer than minutes for an answer.
    for (let hour = 1; hour <= 24; hour++) await goTo(minute(10 + hour * 60));
    expect(await boughtIn(baseUrl)).toEqual([
      ...once,
      ...["bought at 90002: 2.0000", "bought at 90003: 2.0000"],
    ]);
  });

  test("a day without a file ends the start, unless it is to be played over; a line that is wrong is named", async () => {
    const days = {
      "2026-01-05": [[DAY + 1, "90000.0"]],
      "2026-01-07": [[DAY + 2 * DAY_MS, "90010.0"]],
    } as const;
    const folder = filesOf(days);
    const refused = async (market: string) => {
      const words = ["serve", "--port", "0", "--data", "memory", "--market", `replay=${market}`];
      const { code, stderr } = await outcry(...words);
      expect(code).toBe(2);
      return stderr;
    };
    expect(await refused(folder)).toContain(
      "BTCUSDT-aggTrades of 2026-01-06 is missing; --skip-missing plays on over it",
    );
    await played("--market", `replay=${folder}`, "--skip-missing");
    const wrong = filesOf({
      "2026-01-05": [
        [DAY, "90000.0"],
        [DAY + 1, "a lot"],
      ],
    });
    expect(await refused(wrong)).toMatch(
      /^error: --market replay: .*BTCUSDT-aggTrades-2026-01-05\.csv:2: column 2 is a price above 0, got "a lot"\n$/,
    );
    // Files of other kinds are read when they are played, which begins before the venue is ready.
    const torn = filesOf({ "2026-01-05": [[DAY, "90000.0"]] });
    writeFileSync(join(torn, "BTCUSDT-fundingRate-2026-01.csv"), `${DAY},8,0.0001\n${DAY + 8 * 3_600_000}\n`);
    expect(await refused(torn)).toMatch(
      /^error: .*BTCUSDT-fundingRate-2026-01\.csv:2: column 2 is missing: the line has 1\n$/m,
    );
  });
});
