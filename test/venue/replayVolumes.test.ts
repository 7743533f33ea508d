import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { BUY, CONTRACT_HALTED, decodeEvents, RecordView } from "../../src/kernel/core/index.ts";
import { readReplay } from "../../src/movers/feeds/index.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "./client.ts";
import { venueOfTest } from "./venueOfTest.ts";

/**
 * What a folder's trades come to at a venue, against what they come to in its files: counted here, without a
 * mirror.
 */

/** 2026-01-05 00:00 UTC. */
const DAY = 1_767_571_200_000;
const EXAMPLES = join(import.meta.dirname, "../../examples/market-data");
const BTC = { ticks: 10, lots: 10_000 };
const ETH = { ticks: 100, lots: 1_000 };

interface Print {
  readonly time: number;
  readonly isBought: boolean;
  /** In ticks, and in lots. */
  readonly price: number;
  readonly size: number;
}

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

async function played(
  folder: string,
  ms: number,
  before: (venue: Venue) => Promise<unknown> = async () => undefined,
  warned: string[] = [],
) {
  const market = { ...(await readReplay(folder, { from: DAY })), prehistory: 0, clockSpeed: undefined };
  const warn = (fields: object, message: string) => void warned.push(`${message} ${JSON.stringify(fields)}`);
  const venue = await venueOfTest({ market, clock: "test", log: { info() {}, warn, error() {} } });
  const prints: Print[] = [];
  const fills: Print[] = [];
  venue.engine.subscribe((frame) => {
    for (const { event } of decodeEvents(new RecordView(frame.events.slice()))) {
      if (event.type !== "traded" || event.contract !== 0) continue;
      const print = {
        ...{ time: frame.time, isBought: event.takerSide === BUY },
        ...{ price: event.price, size: event.size },
      };
      prints.push(print);
      if (event.makerAccount !== event.takerAccount) fills.push(print);
    }
  });
  await before(venue);
  await venue.step(DAY + ms - venue.clock.now());
  await venue.settle();
  return { venue, prints, fills };
}

/** Open, high, low, close and volume, by minute. */
function candles(prints: readonly Print[]): Record<number, readonly number[]> {
  const made: Record<number, [number, number, number, number, number]> = {};
  for (const { time, price, size } of prints) {
    const minute = Math.floor((time - DAY) / 60_000);
    const [open, high, low, , volume] = made[minute] ?? [price, price, price, price, 0];
    made[minute] = [open, Math.max(high, price), Math.min(low, price), price, volume + size];
  }
  return made;
}

const volume = (prints: readonly Print[], isBought?: boolean) =>
  prints
    .filter((each) => isBought === undefined || each.isBought === isBought)
    .reduce((sum, { size }) => sum + size, 0);

const aggTrade = ({ time, isBought, price, size }: Print, { ticks, lots } = BTC) =>
  `1,${(price / ticks).toFixed(2)},${(size / lots).toFixed(6)},1,1,${time},${!isBought}\n`;
const touch = (time: number, bid: number, ask: number, size = 1) =>
  `7,${bid / 10},${size},${ask / 10},${size},${time},${time}\n`;
const level = (time: number, isSnapshot: boolean, side: string, price: number, size: number) =>
  `x,BTCUSDT,${time * 1_000},0,${isSnapshot},${side},${price / 10},${size / 10_000}\n`;
const at = (ms: number, isBought: boolean, price: number, size: number): Print => ({
  ...{ time: DAY + ms, isBought, price, size },
});

/** A sell, then buys below it: each shows that the bids of before are gone. */
const SMALLEST = [
  at(1_000, false, 600_000, 1_000),
  at(2_000, true, 599_995, 2_000),
  at(3_000, true, 599_990, 3_000),
  at(4_000, true, 599_980, 3_000),
];

test("buys below the last sale are printed, and set off a stop", async () => {
  const folder = await folderOf({
    "BTCUSDT-aggTrades-2026-01-05.csv": SMALLEST.map((each) => aggTrade(each)).join(""),
  });
  let client: Client | undefined;
  const { venue, prints } = await played(folder, 1_500, async (opened) => {
    client = new Client(opened.baseUrl, opened.accounts[0]!);
  });
  const plan = { symbol: "cmt_btcusdt", client_oid: "stop", size: "0.001", type: "1", match_type: "1" };
  const placed = await client!.post("order/plan_order", {
    ...plan,
    execute_price: "0",
    trigger_price: "59999",
  });
  expect(placed.status).toBe(200);
  await venue.step(3_500);
  await venue.settle();
  for (const { price, size, isBought } of SMALLEST)
    expect(
      volume(prints.filter((each) => each.price === price && each.isBought === isBought)),
    ).toBeGreaterThanOrEqual(size);
  // What the stop bought is the only one that is not in the file.
  expect(volume(prints)).toBe(volume(SMALLEST) + 10);
});

test.each([
  ["a touch 3 ms after its trade", "bookTicker"],
  ["a book 50 ms after it", "book"],
])("nothing is lost with %s", async (_, kind) => {
  const times = SMALLEST.map(({ time }) => time);
  const late = kind === "bookTicker" ? 3 : 50;
  const sides = SMALLEST.map(({ isBought, price }) => (isBought ? [price - 1, price] : [price, price + 1]));
  const texts = sides.map(([bid = 0, ask = 0], i) => {
    const time = times[i]! + late;
    if (kind === "bookTicker") return touch(time, bid, ask);
    return level(time, true, "bid", bid, 9_000) + level(time, true, "ask", ask, 9_000);
  });
  const folder = await folderOf({
    "BTCUSDT-aggTrades-2026-01-05.csv": SMALLEST.map((each) => aggTrade(each)).join(""),
    [`BTCUSDT-${kind}-2026-01-05.csv`]: texts.join(""),
  });
  const { prints } = await played(folder, 10_000);
  expect(candles(prints)).toEqual(candles(SMALLEST));
});

test("the shipped candles come out as they went in, each minute", async () => {
  const folder = await folderOf({});
  const name = "BTCUSDT-1m-2026-01-05.csv";
  await cp(join(EXAMPLES, name), join(folder, name));
  const { prints } = await played(folder, 3_600_000);
  const wanted = (await readFile(join(folder, name), "utf8")).split("\n").slice(1, 61);
  const made = candles(prints);
  const exact = wanted.filter((row, minute) => {
    const [, open, high, low, close, size] = row.split(",").map(Number);
    const [o, h, l, c, v] = made[minute] ?? [];
    const same = [open, high, low, close].map((price) => Math.round(price! * 10));
    // Of a candle's volume each side carries less than a lot to the next one.
    return [o, h, l, c].every((price, i) => price === same[i]) && Math.abs(v! - size! * 10_000) < 2;
  });
  // The first is begun while the venue starts.
  expect(exact.length).toBeGreaterThanOrEqual(59);
});

test("the shipped trades without their touches make the file's candles", async () => {
  const folder = await folderOf({});
  const name = "ETHUSDT-aggTrades-2026-01-05.csv";
  await cp(join(EXAMPLES, name), join(folder, name));
  const { prints } = await played(folder, 540_000);
  const rows = (await readFile(join(folder, name), "utf8")).trim().split("\n").slice(1);
  const wanted = rows.map((row): Print => {
    const [, price, size, , , time, isSold] = row.split(",");
    return {
      ...{ time: Number(time), isBought: isSold === "false" },
      ...{ price: Math.round(Number(price) * ETH.ticks), size: Math.round(Number(size) * ETH.lots) },
    };
  });
  expect(candles(prints)).toEqual(candles(wanted.filter(({ time }) => time < DAY + 540_000)));
});

const TRADE_KINDS = ["aggTrades", "trades", "klines"] as const;
const BESIDE = [
  ...(["bookTicker", "book", "bookDepth", "derivativeTicker"] as const),
  ...(["indexPriceKlines", "markPriceKlines", "fundingRate"] as const),
];

/** Trades of a price that walks; what is told of the market beside them comes before, with or after them. */
const market = (tradeKinds: readonly (typeof TRADE_KINDS)[number][]) =>
  fc.record({
    tradeKind: fc.constantFrom(...tradeKinds),
    trades: fc.array(
      fc.record({
        wait: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 400, max: 15_000 })),
        isBought: fc.boolean(),
        move: fc.integer({ min: -60, max: 60 }),
        size: fc.integer({ min: 1, max: 30_000 }),
        lag: fc.constantFrom(-5, 0, 3, 60),
        told: fc.subarray(["bookTicker", "book", "derivativeTicker"] as const),
      }),
      { minLength: 5, maxLength: 60 },
    ),
    kinds: fc.subarray(BESIDE),
  });
type Market = ReturnType<typeof market> extends fc.Arbitrary<infer T> ? T : never;

/** The rows of a minute's candle each; the volume of one that is made into trades is cut into ten of them. */
const klines = (made: ReturnType<typeof candles>, { ticks, lots } = BTC) =>
  Object.entries(made).map(([minute, [open = 0, high = 0, low = 0, close = 0, size = 0]]) => {
    const from = DAY + Number(minute) * 60_000;
    const prices = [open, high, low, close].map((price) => (price / ticks).toFixed(2));
    return `${from},${prices.join(",")},${(10 * size) / lots},${from + 59_999},0,9,0,0,0\n`;
  });

/** @param finer how many of the file's steps a tick and a lot of the contract are */
function filesOf({ tradeKind, trades, kinds }: Market, finer = 1) {
  let [time, price] = [DAY + 61_000, 600_000 * finer];
  const steps = { ticks: 10 * finer, lots: 10_000 * finer };
  const prints: Print[] = [];
  const told: { time: number; kind: string; text: string }[] = [];
  for (const { wait, isBought, move, size, lag, told: kindsTold } of trades) {
    time += wait;
    price += move;
    prints.push({ time, isBought, price, size });
    const at = Math.round(price / finer);
    const [bid = 0, ask = 0] = isBought ? [at - 1, at] : [at, at + 1];
    const when = time + lag;
    const texts = {
      bookTicker: touch(when, bid, ask),
      book: level(when, true, "bid", bid, 20_000) + level(when, true, "ask", ask, 20_000),
      derivativeTicker: `x,BTCUSDT,${when * 1_000},0,,0.0001,,,,${at / 10},${at / 10}\n`,
    };
    for (const kind of kindsTold) told.push({ time: when, kind, text: texts[kind] });
  }
  told.sort((a, b) => a.time - b.time);
  const made = candles(prints);
  const rows: Readonly<Record<string, readonly string[]>> = {
    aggTrades: prints.map((each) => aggTrade(each, steps)),
    trades: prints.map((each) => {
      const [id, at, size, , , when, isSold] = aggTrade(each, steps).trim().split(",");
      return `${[id, at, size, 0, when, isSold].join(",")}\n`;
    }),
    klines: klines(made, steps),
    indexPriceKlines: klines(made, steps),
    markPriceKlines: klines(made, steps),
    bookDepth: ["2026-01-05 00:01:00,-1.00,50,1\n", "2026-01-05 00:01:00,1.00,70,1\n"],
    fundingRate: [`${DAY + 28_800_000},8,0.0002\n`],
  };
  const files: Record<string, string> = {};
  for (const kind of [tradeKind, ...kinds]) {
    const lines = rows[kind] ?? told.filter((each) => each.kind === kind).map(({ text }) => text);
    const name = kind.endsWith("lines") ? `${kind}/BTCUSDT-1m` : `BTCUSDT-${kind}`;
    const day = kind === "fundingRate" ? "2026-01" : "2026-01-05";
    if (lines.length > 0) files[`${name}-${day}.csv`] = lines.join("");
  }
  const cut = ([open = 0, high = 0, low = 0, close = 0, size = 0]: readonly number[]) => [
    ...[open, high, low, close, 10 * size],
  ];
  const wanted =
    tradeKind === "klines"
      ? Object.fromEntries(Object.entries(made).map(([minute, candle]) => [minute, cut(candle)]))
      : made;
  return { files, prints, candles: wanted, ms: time - DAY + 60_000 };
}

test("on a contract of the file's steps candles and volume are the file's, whatever kinds are mixed", async () => {
  await fc.assert(
    fc.asyncProperty(market(TRADE_KINDS), async (drawn) => {
      const { files, prints: wanted, candles: wantedCandles, ms } = filesOf(drawn);
      const { venue, prints } = await played(await folderOf(files), ms);
      await venue.stop();
      expect(candles(prints)).toEqual(wantedCandles);
      if (drawn.tradeKind === "klines") return;
      for (const isBought of [true, false]) expect(volume(prints, isBought)).toBe(volume(wanted, isBought));
    }),
    { numRuns: 25 },
  );
});

test("on a contract of coarser steps the sums of a side differ by less than a lot", async () => {
  await fc.assert(
    fc.asyncProperty(market(["aggTrades", "trades"]), async (drawn) => {
      const { files, prints: wanted, ms } = filesOf(drawn, 10);
      const { venue, prints } = await played(await folderOf(files), ms);
      await venue.stop();
      for (const isBought of [true, false]) {
        const less = volume(wanted, isBought) / 10 - volume(prints, isBought);
        expect(less).toBeGreaterThan(-1e-6);
        expect(less).toBeLessThan(1);
      }
    }),
    { numRuns: 8 },
  );
});

/** Trades each second that go up by a dollar a minute, from the first second on. */
const rising = Array.from({ length: 120 }, (_, i) => at(1_000 * (i + 1), i % 2 === 0, 600_000 + 10 * i, 100));
const bestOf = async (venue: Venue) => {
  const depth = (await venue.engine.query({ type: "depth", contract: 0, limit: 1 }))!;
  return [depth.bids[0]?.price ?? 0, depth.asks[0]?.price ?? 0] as const;
};

const LATER_MS = 20 * 3_600_000;
test.each([
  ["a touch with a single line", touch(DAY + 1_000, 599_999, 600_000), "made", 0],
  [
    "touches among which those of another hour stand",
    rising.map(({ time, price }) => touch(time, price - 1, price) + touch(time + LATER_MS, 1, 2)).join(""),
    "live",
    118,
  ],
  [
    "touches of a second out of order",
    rising
      .toReversed()
      .map((_, i) => rising[i % 2 === 0 ? Math.min(i + 1, 119) : i - 1]!)
      .map(({ time, price }) => touch(time, price - 1, price))
      .join(""),
    "live",
    0,
  ],
])("%s does not freeze the book, and is told", async (_, touches, state, disordered) => {
  const folder = await folderOf({
    "BTCUSDT-aggTrades-2026-01-05.csv": rising.map((each) => aggTrade(each)).join(""),
    "BTCUSDT-bookTicker-2026-01-05.csv": touches,
  });
  const { venue, prints } = await played(folder, 120_500);
  expect(candles(prints)).toEqual(candles(rising));
  const [bid, ask] = await bestOf(venue);
  expect(Math.abs((bid + ask) / 2 - 601_190)).toBeLessThan(130);
  expect(venue.sources).toMatchObject([{ state, leftOut: { band: 0, lot: 0, halt: 0 } }]);
  const { problem } = venue.sources[0]!;
  const count = Number(/touches out of order: (\d+)$/.exec(problem)?.[1] ?? 0);
  expect(Math.abs(count - disordered)).toBeLessThan(3);
  if (state === "made") expect(problem).toMatch(/its touch said nothing for 10 s while trades came/);
});

test("a market that is quiet as a whole is not stale", async () => {
  const folder = await folderOf({
    "BTCUSDT-aggTrades-2026-01-05.csv": [at(1_000, true, 600_000, 100), at(300_000, true, 600_000, 100)]
      .map((each) => aggTrade(each))
      .join(""),
    "BTCUSDT-bookTicker-2026-01-05.csv": touch(DAY + 1_000, 599_999, 600_000),
  });
  const { venue } = await played(folder, 200_000);
  expect(venue.sources).toMatchObject([{ state: "live", problem: "" }]);
  await venue.step(110_000);
  expect(venue.sources).toMatchObject([{ state: "made" }]);
});

test("a book that ends while trades go on is made of them, and the contract is traded still", async () => {
  const folder = await folderOf({
    "BTCUSDT-aggTrades-2026-01-05.csv": rising.map((each) => aggTrade(each)).join(""),
    "BTCUSDT-book-2026-01-05.csv":
      level(DAY + 1_000, true, "bid", 599_990, 9_000) + level(DAY + 1_000, true, "ask", 600_000, 9_000),
  });
  const { venue, prints } = await played(folder, 120_500);
  expect(candles(prints)).toEqual(candles(rising));
  const problem = "its book said nothing for 10 s while trades came: it is made of its trades";
  expect(venue.sources).toMatchObject([{ state: "made", problem }]);
  const [bid, ask] = await bestOf(venue);
  expect(Math.abs((bid + ask) / 2 - 601_190)).toBeLessThan(130);
});

test("an index and a mark that end while trades go on do not stand for ever", async () => {
  const trades = Array.from({ length: 150 }, (_, i) => at(5_000 * (i + 1), i % 2 === 0, 600_000 + i, 100));
  const folder = await folderOf({
    "BTCUSDT-aggTrades-2026-01-05.csv": trades.map((each) => aggTrade(each)).join(""),
    "BTCUSDT-derivativeTicker-2026-01-05.csv": `x,BTCUSDT,${(DAY + 1_000) * 1_000},0,,0.0001,,,,59900,59910\n`,
  });
  const { venue } = await played(folder, 590_000);
  const market = async () => (await venue.engine.query({ type: "contracts" }))[0]!;
  expect(await market()).toMatchObject({ index: 59_900_000, sourceMark: 59_910_000 });
  expect(venue.sources).toMatchObject([{ state: "live", problem: "" }]);
  await venue.step(160_000);
  const { index, sourceMark } = await market();
  expect(Math.abs(index - 60_014_500)).toBeLessThan(10_000);
  expect(sourceMark).toBe(0);
  const silent = "said nothing for 600 s while trades came";
  const problem = `its index ${silent}: the middle of the book stands in for it; its mark ${silent}: the venue makes one`;
  expect(venue.sources).toMatchObject([{ state: "made", problem }]);
});

test("what is left out of a file is counted by its reason, and told at the end", async () => {
  const folder = await folderOf({
    "BTCUSDT-aggTrades-2026-01-05.csv": [
      at(1_000, true, 600_000, 100),
      at(2_000, true, 600_000, 0.4),
      at(3_000, true, 600_000, 100),
      at(4_000, true, 720_000, 100),
      at(61_000, true, 600_000, 100),
    ]
      .map((each) => aggTrade(each))
      .join(""),
    "BTCUSDT-book-2026-01-05.csv":
      level(DAY + 500, true, "bid", 599_990, 9_000) + level(DAY + 500, true, "ask", 600_000, 9_000),
  });
  const warned: string[] = [];
  const { venue, prints } = await played(folder, 30_000, undefined, warned);
  expect(volume(prints)).toBe(200);
  await venue.engine.submit({ type: "setContractStatus", contract: 0, status: CONTRACT_HALTED });
  await venue.step(40_000);
  await venue.settle();
  expect(volume(prints)).toBe(200);
  const leftOut = { band: 1, lot: 1, halt: 1, limit: 0 };
  expect(venue.sources).toMatchObject([{ leftOut }]);
  const answer = await fetch(`${venue.baseUrl}/capi/v2/market/source`);
  expect(await answer.json()).toMatchObject([{ leftOut }]);
  await venue.stop();
  expect(warned.at(-1)).toBe(
    `a part of the source was left out ${JSON.stringify({ symbol: "cmt_btcusdt", leftOut })}`,
  );
});

test("with an order of a client the volume is the file's, and the client has what the queue leaves", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ isBought: fc.boolean(), price: fc.integer({ min: 0, max: 4 }), size: fc.nat(40) }),
        { minLength: 5, maxLength: 40 },
      ),
      fc.integer({ min: 0, max: 4 }),
      async (drawn, place) => {
        const wanted = [
          at(1_000, true, 600_010, 100),
          at(1_100, false, 600_002, 100),
          ...drawn.map(({ isBought, price, size }, i) =>
            at(3_000 + 1_000 * i, isBought, 600_000 + price + (isBought ? 5 : 0), size + 1),
          ),
        ];
        const folder = await folderOf({
          "BTCUSDT-aggTrades-2026-01-05.csv": wanted.map((each) => aggTrade(each)).join(""),
        });
        const { venue, prints, fills } = await played(folder, 1_999);
        const price = 600_000 + place;
        const client = new Client(venue.baseUrl, venue.accounts[0]!);
        const before = (await venue.engine.query({ type: "depth", contract: 0, limit: 200 }))!;
        let ahead = before.bids.find((each) => each.price === price)?.size ?? 0;
        const order = { symbol: "cmt_btcusdt", client_oid: "mine", size: "0.005", type: "1" };
        const text = String(price / 10);
        const made = { ...order, order_type: "0", match_price: "0", price: text };
        expect((await client.post("order/placeOrder", made)).status).toBe(200);
        await venue.step(2_000 + 1_000 * drawn.length);
        await venue.settle();
        // A sale at its price takes what stands before it first; one below it has passed that.
        let left = 50;
        for (const each of wanted.slice(2)) {
          if (each.isBought || each.price > price) continue;
          const isPast = each.price < price;
          const reach = isPast ? each.size : Math.max(0, each.size - ahead);
          ahead = isPast ? 0 : Math.max(0, ahead - each.size);
          left -= Math.min(left, reach);
        }
        await venue.stop();
        expect(volume(fills)).toBe(50 - left);
        expect(volume(prints)).toBe(volume(wanted));
      },
    ),
    { numRuns: 25 },
  );
});
