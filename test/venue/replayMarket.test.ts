import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import type { Event } from "../../src/kernel/core/index.ts";
import { BUY, decodeEvents, RecordView, SELL } from "../../src/kernel/core/index.ts";
import { readReplay } from "../../src/movers/feeds/index.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";
import { Client } from "./client.ts";
import { venueOfTest } from "./venueOfTest.ts";

/**
 * A venue that plays files: what is in them trades here, with its side and size, and clients wait their turn.
 */

/** 2026-01-05 00:00 UTC. */
const DAY = 1_767_571_200_000;
const SECOND = 1_000;

/** Trades as `[second, price, size, taker]`. */
type Trades = readonly (readonly [number, string, string, "bought" | "sold"])[];
const rowsOf = (trades: Trades) =>
  trades
    .map(([at, price, size, taker]) => `1,${price},${size},1,1,${DAY + at * SECOND},${taker === "sold"}\n`)
    .join("");

async function played(
  files: Readonly<Record<string, string>>,
  options: Parameters<typeof readReplay>[1] & { data?: string } = {},
): Promise<{ venue: Venue; events: Event[] }> {
  const folder = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const market = { ...(await readReplay(folder, options)), prehistory: 0, clockSpeed: undefined };
  const venue = await venueOfTest({
    market,
    clock: "test",
    ...(options.data !== undefined && { data: options.data }),
  });
  const events: Event[] = [];
  venue.engine.subscribe((frame) => {
    for (const { event } of decodeEvents(new RecordView(frame.events.slice()))) events.push(event);
  });
  return { venue, events };
}

const tradesOf = (events: readonly Event[]) =>
  events.flatMap((event) => (event.type === "traded" ? [event] : []));

const TRADES: Trades = [
  [0, "90000.0", "1.0", "bought"],
  [1, "89999.0", "2.0", "sold"],
  [3, "90001.0", "0.5", "bought"],
  [4, "89999.0", "0.25", "sold"],
  [4, "89999.0", "0.75", "sold"],
  [90, "90005.0", "3.0", "bought"],
];

test("every trade of the files is printed, with its side, price and size", async () => {
  const { venue, events } = await played({ "BTCUSDT-aggTrades-2026-01-05.csv": rowsOf(TRADES) });
  await venue.step(120 * SECOND);
  await venue.settle();
  const bySide = (side: number) =>
    tradesOf(events)
      .filter(({ takerSide }) => takerSide === side)
      .reduce((sum, { size }) => sum + size, 0);
  // The first happens while the venue starts, before this test listens.
  expect(bySide(SELL)).toBe(30_000);
  expect(bySide(1 - SELL)).toBe(35_000);
  expect(tradesOf(events).at(-1)).toMatchObject({ price: 900_050 });
  const [contract] = await venue.engine.query({ type: "contracts" });
  expect(Math.abs(contract!.index - 90_005_000)).toBeLessThan(20_000);
});

test("a client's order at the touch fills only after what stood before it, and is filled when the market goes through", async () => {
  const { venue, events } = await played({
    "BTCUSDT-aggTrades-2026-01-05.csv": rowsOf([
      [0, "90000.0", "1.0", "bought"],
      [0, "89999.0", "1.0", "sold"],
      [10, "89999.0", "0.001", "sold"],
      [20, "89980.0", "5.0", "sold"],
    ]),
  });
  const client = new Client(venue.baseUrl, venue.accounts[0]!);
  await venue.step(2 * SECOND);
  const order = { symbol: "cmt_btcusdt", client_oid: "mine", size: "0.01", type: "1" };
  const { body } = await client.post("order/placeOrder", {
    ...order,
    order_type: "0",
    match_price: "0",
    price: "89999",
  });
  await venue.step(10 * SECOND);
  const mine = () => tradesOf(events).filter(({ makerOrder }) => String(makerOrder) === body.order_id);
  expect(mine()).toEqual([]);
  await venue.step(10 * SECOND);
  expect(mine().reduce((sum, { size }) => sum + size, 0)).toBe(100);
});

/** `time,percentage,depth,notional` and the like, as the archives have them. */
const ticker = (at: number, bid: string, bidSize: string, ask: string, askSize: string) =>
  `7,${bid},${bidSize},${ask},${askSize},${DAY + at * SECOND},${DAY + at * SECOND}\n`;
const depthOf = async (venue: Venue) =>
  (await venue.engine.query({ type: "depth", contract: 0, limit: 200 }))!;

test("a book of touches has the real touch, and behind it as much as the files say stands within one percent", async () => {
  const { venue } = await played({
    "BTCUSDT-aggTrades-2026-01-05.csv": rowsOf(TRADES),
    "BTCUSDT-bookTicker-2026-01-05.csv":
      ticker(1, "89990.0", "1.5", "90010.0", "0.2") + ticker(9, "89991.0", "2", "90010.0", "0.3"),
    "BTCUSDT-bookDepth-2026-01-05.csv":
      "timestamp,percentage,depth,notional\n2026-01-05 00:00:00,-1.00,50,4500000\n2026-01-05 00:00:00,1,80,7200000\n",
  });
  await venue.step(20 * SECOND);
  const { bids, asks } = await depthOf(venue);
  expect(bids[0]).toEqual({ price: 899_910, size: 20_000 });
  expect(asks[0]).toEqual({ price: 900_100, size: 3_000 });
  const within = (levels: typeof bids) =>
    levels
      .filter(({ price }) => Math.abs(price - 900_000) <= 9_000)
      .reduce((sum, { size }) => sum + size, 0) / 10_000;
  expect(within(bids)).toBeGreaterThan(40);
  expect(within(bids)).toBeLessThan(60);
  expect(within(asks)).toBeGreaterThan(64);
  expect(within(asks)).toBeLessThan(96);
  expect(bids.length).toBeGreaterThan(40);
});

test("a book of whole levels is shown as it was, and follows its changes", async () => {
  const level = (at: number, isSnapshot: boolean, side: string, price: string, size: string) =>
    `x,BTCUSDT,${(DAY + at * SECOND) * 1_000},0,${isSnapshot},${side},${price},${size}\n`;
  const { venue } = await played({
    "BTCUSDT-aggTrades-2026-01-05.csv": rowsOf([[0, "90000.0", "1.0", "bought"]]),
    "BTCUSDT-book-2026-01-05.csv":
      "exchange,symbol,timestamp,local_timestamp,is_snapshot,side,price,amount\n" +
      level(1, true, "bid", "89990.07", "1") +
      level(1, true, "bid", "89980", "2") +
      level(1, true, "ask", "90000.01", "3") +
      level(5, false, "bid", "89980", "0") +
      level(5, false, "ask", "90005", "4"),
  });
  await venue.step(2 * SECOND);
  // Away from the touch: a bid down, an ask up to the tick.
  expect(await depthOf(venue)).toMatchObject({
    bids: [
      { price: 899_900, size: 10_000 },
      { price: 899_800, size: 20_000 },
    ],
    asks: [{ price: 900_001, size: 30_000 }],
  });
  await venue.step(5 * SECOND);
  expect(await depthOf(venue)).toMatchObject({
    bids: [{ price: 899_900, size: 10_000 }],
    asks: [
      { price: 900_001, size: 30_000 },
      { price: 900_050, size: 40_000 },
    ],
  });
});

test("while a side of its book is empty nothing of the house stands, and it is not live", async () => {
  const level = (at: number, side: string, price: string, size: string) =>
    `x,BTCUSDT,${(DAY + at * SECOND) * 1_000},0,${at === 1},${side},${price},${size}\n`;
  const { venue } = await played({
    "BTCUSDT-aggTrades-2026-01-05.csv": rowsOf([[0, "90000.0", "1.0", "bought"]]),
    "BTCUSDT-book-2026-01-05.csv": [
      ...[level(1, "bid", "89990", "1"), level(1, "ask", "90000", "3")],
      ...[level(5, "ask", "90000", "0"), level(9, "ask", "90001", "2")],
    ].join(""),
  });
  await venue.step(2 * SECOND);
  expect(venue.sources).toMatchObject([{ state: "live" }]);
  await venue.step(5 * SECOND);
  expect(venue.sources).toMatchObject([
    { state: "stale", problem: "its book in the files is empty on a side" },
  ]);
  expect(await depthOf(venue)).toMatchObject({ bids: [], asks: [] });
  await venue.step(5 * SECOND);
  expect(venue.sources).toMatchObject([{ state: "live" }]);
  expect((await depthOf(venue)).asks).toEqual([{ price: 900_010, size: 20_000 }]);
});

test("at its end nothing of the house stands", async () => {
  const files = { "BTCUSDT-aggTrades-2026-01-05.csv": rowsOf(TRADES) };
  const { venue } = await played(files, { from: DAY, to: DAY + 100 * SECOND });
  await venue.step(99 * SECOND);
  expect((await depthOf(venue)).bids.length).toBeGreaterThan(20);
  await venue.step(10 * SECOND);
  expect(await depthOf(venue)).toMatchObject({ bids: [], asks: [] });
});

test("after a silence of minutes nothing of the house stands; the trade that ends it is printed", async () => {
  const again = 11 * 60;
  const { venue, events } = await played({
    "BTCUSDT-aggTrades-2026-01-05.csv": rowsOf([
      [0, "90000.0", "1.0", "bought"],
      [1, "89999.0", "1.0", "sold"],
      [again, "90500.0", "0.5", "bought"],
      [again, "90501.0", "0.25", "bought"],
    ]),
  });
  await venue.step((again - 1) * SECOND);
  expect(await depthOf(venue)).toMatchObject({ bids: [], asks: [] });
  const before = tradesOf(events).length;
  await venue.step(2 * SECOND);
  await venue.settle();
  const after = tradesOf(events).slice(before);
  expect(after.every(({ takerSide }) => takerSide === BUY)).toBe(true);
  const at = (wanted: number) =>
    after.filter(({ price }) => price === wanted).reduce((sum, { size }) => sum + size, 0);
  expect([at(905_000), at(905_010)]).toEqual([5_000, 2_500]);
  expect((await depthOf(venue)).bids.length).toBeGreaterThan(20);
});

test.each([
  ["up", "92000.0", "bought"],
  ["up", "92000.0", "sold"],
  ["down", "88000.0", "sold"],
  ["down", "88000.0", "bought"],
] as const)("the first trade beyond a gap %s, at %s, %s, is printed", async (_way, price, taker) => {
  const { venue, events } = await played({
    "BTCUSDT-aggTrades-2026-01-05.csv": rowsOf([
      [0, "90000.0", "1.0", "bought"],
      [1, "89999.0", "1.0", "sold"],
      [3, price, "0.5", taker],
    ]),
  });
  await venue.step(2 * SECOND);
  const before = tradesOf(events).length;
  await venue.step(2 * SECOND);
  await venue.settle();
  const after = tradesOf(events).slice(before);
  const at = after.filter((each) => each.price === Number(price) * 10);
  expect(at.reduce((sum, { size }) => sum + size, 0)).toBe(5_000);
  expect(new Set(after.map(({ takerSide }) => takerSide))).toEqual(new Set([taker === "sold" ? SELL : BUY]));
});

test("a contract is starting until its first line", async () => {
  const { venue } = await played(
    { "BTCUSDT-aggTrades-2026-01-05.csv": rowsOf([[30, "90000.0", "1.0", "bought"]]) },
    { from: DAY },
  );
  expect(venue.sources).toMatchObject([{ symbol: "cmt_btcusdt", state: "starting" }]);
  await venue.step(31 * SECOND);
  expect(venue.sources).toMatchObject([{ symbol: "cmt_btcusdt", state: "live" }]);
});

test("a venue that starts again goes on where it was; positions of one market are not gone on with in another", async () => {
  const data = join(temporaryDirectory(), "data");
  const files = { "BTCUSDT-aggTrades-2026-01-05.csv": rowsOf(TRADES) };
  const first = await played(files, { data });
  await first.venue.step(50 * SECOND);
  const client = new Client(first.venue.baseUrl, first.venue.accounts[0]!);
  const order = {
    symbol: "cmt_btcusdt",
    client_oid: "mine",
    size: "0.01",
    type: "1",
    order_type: "3",
    match_price: "1",
  };
  expect((await client.post("order/placeOrder", order)).status).toBe(200);
  await first.venue.stop();
  const second = await played(files, { data, from: DAY, to: DAY + 86_400_000 });
  expect(second.venue.engine.now()).toBeGreaterThanOrEqual(DAY + 50 * SECOND);
  await second.venue.step(60 * SECOND);
  expect(tradesOf(second.events).reduce((sum, { size }) => sum + size, 0)).toBe(30_000);
  await second.venue.stop();
  await expect(startVenue({ market: "simulated", data })).rejects.toThrow(
    /is of another market \(house-mirror-replay filled its book\), and account demo-1 has a position there/,
  );
});

test.each([
  ["simulated", /is of another market \(house-\S+ filled its book\), and account demo-\d has a position/],
  ["empty", /is of another market \(its prices were its own\), and account demo-\d has a position/],
] as const)(
  "nor are positions of a market that was %s gone on with in the files'",
  async (market, refusal) => {
    const data = join(temporaryDirectory(), "data");
    const first = await venueOfTest({ market, data, prices: { btc: 90_000 }, prehistory: 0 });
    const order = { symbol: "cmt_btcusdt", size: "0.01", order_type: "0", match_price: "0", price: "90000" };
    for (const [i, type] of ["2", "1"].entries()) {
      const client = new Client(first.baseUrl, first.accounts[i]!);
      expect((await client.post("order/placeOrder", { ...order, type })).status).toBe(200);
    }
    await first.stop();
    const files = { "BTCUSDT-aggTrades-2026-01-05.csv": rowsOf(TRADES) };
    await expect(played(files, { data })).rejects.toThrow(refusal);
  },
);

test("the example folder plays: the made-up candles of one coin, trades, touches and depth of another", async () => {
  const folder = join(import.meta.dirname, "../../examples/market-data");
  const scenario = await readReplay(folder);
  expect(scenario.source?.name).toMatch(/^replay of .*market-data, trades and book made up from candles$/);
  const venue = await venueOfTest({
    market: { ...scenario, prehistory: 0, clockSpeed: undefined },
    clock: "test",
  });
  await venue.step(120 * SECOND);
  await venue.settle();
  const contracts = await venue.engine.query({ type: "contracts" });
  expect(contracts.map(({ sourceRate }) => sourceRate)).toEqual([undefined, 11_854]);
  const ticker = async (symbol: string) =>
    (await (await fetch(`${venue.baseUrl}/capi/v2/market/ticker?symbol=${symbol}`)).json()) as Record<
      string,
      string
    >;
  for (const symbol of ["cmt_btcusdt", "cmt_ethusdt"]) {
    const { best_ask, best_bid, last, base_volume } = await ticker(symbol);
    expect(Number(best_ask)).toBeGreaterThan(Number(best_bid));
    expect(Number(last) / Number(best_bid)).toBeCloseTo(1, 2);
    expect(Number(base_volume)).toBeGreaterThan(1);
  }
});

test("a line that cannot be read stops it with file and line, and nothing of the house stands", async () => {
  const end = 86_400;
  const { venue } = await played(
    {
      "BTCUSDT-aggTrades-2026-01-05.csv": rowsOf([
        [end - 5, "90000.0", "1.0", "bought"],
        [end - 4, "89999.0", "1.0", "sold"],
      ]),
      "BTCUSDT-aggTrades-2026-01-06.csv": "1,90000.0,x,1,1,1767657600005,true\n",
      "ETHUSDT-aggTrades-2026-01-05.csv": rowsOf([[end - 5, "3000.00", "1.0", "bought"]]),
      "ETHUSDT-aggTrades-2026-01-06.csv": rowsOf([[end + 12, "3010.00", "1.0", "bought"]]),
    },
    { from: DAY + (end - 6) * SECOND },
  );
  // The next file is opened when the last line of this one has been played.
  await expect(venue.step(10 * SECOND)).rejects.toThrow(
    /BTCUSDT-aggTrades-2026-01-06\.csv:1: column 3 is a quantity of 0 or more, got "x"/,
  );
  await venue.step(30 * SECOND);
  expect(await depthOf(venue)).toMatchObject({ bids: [], asks: [] });
  const other = await venue.engine.query({ type: "depth", contract: 1, limit: 1 });
  expect(other).toMatchObject({ bids: [], asks: [] });
});

test("rates of the files are those of the periods that they were paid for; marks are the files'", async () => {
  const hour = 3_600 * SECOND;
  const files = {
    "BTCUSDT-aggTrades-2026-01-05.csv": rowsOf([
      [0, "90000.0", "1.0", "bought"],
      [8 * 3_600 - 5, "90000.0", "1.0", "bought"],
      [8 * 3_600 + 5, "90000.0", "1.0", "bought"],
    ]),
    "BTCUSDT-fundingRate-2026-01.csv": `calc_time,funding_interval_hours,last_funding_rate\n${DAY},8,0.00005\n${DAY + 8 * hour + 3},8,-0.000123\n${DAY + 16 * hour},8,0.0002\n`,
    "BTCUSDT-derivativeTicker-2026-01-05.csv": `exchange,symbol,timestamp,local_timestamp,funding_timestamp,funding_rate,predicted_funding_rate,open_interest,last_price,index_price,mark_price\nx,BTCUSDT,${DAY + SECOND}000,0,,,,,,89980.5,90012.25\n`,
  };
  const { venue } = await played(files);
  const contract = async () => (await venue.engine.query({ type: "contracts" }))[0]!;
  await venue.step(2 * SECOND);
  expect(await contract()).toMatchObject({ fundingRate: -12_300, index: 89_980_500, mark: 90_012_250 });
  const shown = await fetch(`${venue.baseUrl}/capi/v2/market/currentFundRate?symbol=cmt_btcusdt`);
  expect(await shown.json()).toMatchObject([{ fundingRate: "-0.000123" }]);
  await venue.step(8 * hour);
  expect(await contract()).toMatchObject({ fundingRate: 20_000, sourceRate: 20_000 });
  const later = await played(files, { from: DAY + hour });
  await later.venue.step(SECOND);
  expect((await later.venue.engine.query({ type: "contracts" }))[0]).toMatchObject({ fundingRate: -12_300 });
});

test.each([
  ["from behind", undefined, 0],
  ["in proportion where that is asked for", { proportional: true }, 1_000],
])("what leaves a level without a trade leaves %s", async (_, shown, filled) => {
  const level = (at: number, side: string, price: string, size: string) =>
    `x,BTCUSDT,${(DAY + at * SECOND) * 1_000},0,${at === 1},${side},${price},${size}\n`;
  const trades = rowsOf([
    [0, "90000.0", "1.0", "bought"],
    [8, "89990.0", "0.6", "sold"],
  ]);
  const { venue, events } = await played(
    {
      "BTCUSDT-aggTrades-2026-01-05.csv": trades,
      "BTCUSDT-book-2026-01-05.csv": [
        ...[level(1, "bid", "89990", "1"), level(1, "ask", "90000", "3")],
        ...[level(4, "bid", "89990", "2"), level(6, "bid", "89990", "1")],
      ].join(""),
    },
    { ...(shown && { shown }) },
  );
  const client = new Client(venue.baseUrl, venue.accounts[0]!);
  await venue.step(2 * SECOND);
  const order = { symbol: "cmt_btcusdt", client_oid: "mine", size: "0.5", type: "1", price: "89990" };
  const { body } = await client.post("order/placeOrder", { ...order, order_type: "0", match_price: "0" });
  await venue.step(8 * SECOND);
  const mine = tradesOf(events).filter(({ makerOrder }) => String(makerOrder) === body.order_id);
  expect(mine.reduce((sum, { size }) => sum + size, 0)).toBe(filled);
});

test("what a client takes stays taken for as long as is asked for", async () => {
  const files = {
    "BTCUSDT-aggTrades-2026-01-05.csv": rowsOf([[0, "90000.0", "1.0", "bought"]]),
    "BTCUSDT-bookTicker-2026-01-05.csv": [1, 2, 3, 30]
      .map((at) => ticker(at, "89990.0", "1.5", "90010.0", `${2 + at / 100}`))
      .join(""),
  };
  const { venue } = await played(files, { shown: { memoryMs: 20 * SECOND } });
  const client = new Client(venue.baseUrl, venue.accounts[0]!);
  await venue.step(2 * SECOND);
  const order = { symbol: "cmt_btcusdt", client_oid: "mine", size: "1", type: "1", order_type: "3" };
  expect((await client.post("order/placeOrder", { ...order, match_price: "1" })).status).toBe(200);
  const ask = async () => (await depthOf(venue)).asks[0];
  await venue.step(10 * SECOND);
  expect(await ask()).toEqual({ price: 900_100, size: 10_300 });
  await venue.step(25 * SECOND);
  expect(await ask()).toEqual({ price: 900_100, size: 23_000 });
});
