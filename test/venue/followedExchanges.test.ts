import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { WebSocketServer } from "ws";
import { readFollow } from "../../src/feeds/index.ts";
import type { Venue } from "../../src/venue/index.ts";
import { startVenue } from "../../src/venue/index.ts";

/**
 * Three exchanges that ccxt knows, as npm gives it, spoken by servers of our own in the layouts that these exchanges document: one whose
 * contracts are not one coin each, one without sockets, one that says no mark. The figures are made up.
 */

const SOON = { timeout: 15_000, interval: 50 };
const MINUTE_MS = 60_000;
const minute = (ago: number) => (Math.floor(Date.now() / MINUTE_MS) - ago) * MINUTE_MS;
const HOURS_8 = 28_800_000;

type Route = (query: URLSearchParams) => unknown;

interface Exchange {
  readonly id: string;
  /** Answers by path; others are empty. */
  readonly routes: Readonly<Record<string, Route>>;
  readonly empty: unknown;
  /** What is pushed to a connection that subscribes to a channel. */
  readonly subscribed?: (channel: string, send: (message: unknown) => void) => void;
}

async function serve({ routes, empty, subscribed }: Exchange) {
  const asked: string[] = [];
  const channels: string[] = [];
  const sockets = new Set<WebSocket>();
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, "http://localhost");
    asked.push(pathname);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(routes[pathname]?.(searchParams) ?? empty));
  });
  const hub = new WebSocketServer({ server });
  hub.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("message", (data) => {
      if (String(data) === "ping") return socket.send("pong");
      const { op, args } = JSON.parse(String(data)) as { op: string; args: { channel: string }[] };
      if (op !== "subscribe") return;
      for (const { channel } of args) {
        channels.push(channel);
        subscribed?.(channel, (message) => socket.send(JSON.stringify(message)));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.terminate();
    hub.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const push = (message: unknown) => {
    for (const socket of sockets) if (socket.readyState === 1) socket.send(JSON.stringify(message));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, channels, push };
}

async function following(exchange: Exchange, contracts: "ours" | "source") {
  const source = await serve(exchange);
  const market = await readFollow(exchange.id, { symbols: ["btc"], url: source.url, contracts });
  const venue = await startVenue({ market: { ...market, prehistory: 3 }, prehistory: 3, clock: "wall" });
  onTestFinished(() => venue.stop());
  return { ...source, market, venue };
}

const contractOf = async (venue: Venue) => (await venue.engine.query({ type: "contracts" }))[0]!;
const bookOf = async (venue: Venue) => (await venue.engine.query({ type: "depth", contract: 0, limit: 10 }))!;
const isLive = (venue: Venue) => vi.waitFor(() => expect(venue.sources[0]!.state).toBe("live"), SOON);
/** Minutes before the venue began, oldest first. */
const candlesOf = async ({ baseUrl }: Venue) => {
  const url = `${baseUrl}/capi/v2/market/candles?symbol=cmt_btcusdt&granularity=1m&limit=5`;
  return (await (await fetch(url)).json()) as readonly (readonly string[])[];
};

const OKX_BOOK = {
  bids: [
    ["90000.1", "150", "0", "1"],
    ["89999.9", "20.5", "0", "1"],
  ],
  asks: [["90000.2", "70", "0", "1"]],
};
const arg = (channel: string) => ({ channel, instId: "BTC-USDT-SWAP" });
const okx: Exchange = {
  id: "okx",
  empty: { code: "0", data: [] },
  routes: {
    "/api/v5/public/instruments": (query) => ({
      code: "0",
      data:
        query.get("instType") !== "SWAP"
          ? []
          : [
              {
                ...{
                  ctMult: "1",
                  ctType: "linear",
                  ctVal: "0.01",
                  ctValCcy: "BTC",
                  lotSz: "0.1",
                  minSz: "0.1",
                },
                ...{ instFamily: "BTC-USDT", instId: "BTC-USDT-SWAP", instType: "SWAP", uly: "BTC-USDT" },
                ...{
                  lever: "100",
                  settleCcy: "USDT",
                  state: "live",
                  tickSz: "0.1",
                  quoteCcy: "",
                  baseCcy: "",
                },
              },
            ],
    }),
    "/api/v5/market/books": () => ({ code: "0", data: [{ ...OKX_BOOK, ts: String(Date.now()) }] }),
    "/api/v5/public/funding-rate": () => ({
      code: "0",
      data: [
        {
          ...{ instId: "BTC-USDT-SWAP", instType: "SWAP", fundingRate: "0.000182", nextFundingRate: "" },
          fundingTime: String(Date.now() + 1_000_000),
          nextFundingTime: String(Date.now() + 1_000_000 + HOURS_8),
        },
      ],
    }),
    "/api/v5/public/mark-price": () => ({
      code: "0",
      data: [{ instId: "BTC-USDT-SWAP", instType: "SWAP", markPx: "90003.4", ts: String(Date.now()) }],
    }),
    "/api/v5/public/position-tiers": () => ({
      code: "0",
      data: [
        {
          instId: "BTC-USDT-SWAP",
          tier: "1",
          minSz: "0",
          maxSz: "500",
          mmr: "0.004",
          maxLever: "100",
          imr: "0.01",
        },
        {
          instId: "BTC-USDT-SWAP",
          tier: "2",
          minSz: "500",
          maxSz: "2000",
          mmr: "0.01",
          maxLever: "50",
          imr: "0.02",
        },
      ],
    }),
    "/api/v5/market/candles": (query) => candles(query),
    "/api/v5/market/history-candles": (query) => candles(query),
    "/api/v5/public/funding-rate-history": () => ({
      code: "0",
      data: [
        {
          ...{ instId: "BTC-USDT-SWAP", fundingRate: "-0.000321", realizedRate: "-0.000321" },
          fundingTime: String(Math.floor(Date.now() / HOURS_8) * HOURS_8 + 3),
        },
      ],
    }),
  },
  subscribed: (channel, send) => {
    if (channel === "books")
      send({
        arg: arg(channel),
        action: "snapshot",
        data: [{ ...OKX_BOOK, ts: String(Date.now()), prevSeqId: -1, seqId: 10 }],
      });
    if (channel === "trades") send({ arg: arg(channel), data: [okxTrade("1", "90000.1", "3", "sell")] });
  },
};
const okxTrade = (tradeId: string, px: string, sz: string, side: string) => ({
  ...{ instId: "BTC-USDT-SWAP", tradeId, px, sz, side, count: "1" },
  ts: String(Date.now()),
});
/** Newest first: time, open, high, low, close, volume in contracts and in coins. */
function candles(query: URLSearchParams): unknown {
  if (query.get("bar") !== "1m") return { code: "0", data: [] };
  const rows = [1, 2, 3].map((ago) => [
    ...[String(minute(ago)), "89990.14", "90010", "89980", `9000${ago}`],
    ...["1200", "12", "1080000", "1"],
  ]);
  return { code: "0", data: rows };
}

test("one whose contract is a hundredth of a coin, over sockets, with its own tick, lot, tiers and past", async () => {
  const { venue, push, channels } = await following(okx, "source");
  expect(await contractOf(venue)).toMatchObject({
    ...{ priceDecimals: 1, priceStep: 1, sizeDecimals: 3, lotStep: 1, leverageMax: 100_00 },
    ...{ makerRate: 20_000, takerRate: 50_000, orderLotsMin: 1 },
    tiers: [
      { boundUnits: 450_000, maintenanceRate: 400_000, leverageMax: 100_00 },
      { boundUnits: 1_800_003, maintenanceRate: 1_000_000, leverageMax: 50_00 },
    ],
  });
  await isLive(venue);
  await vi.waitFor(
    async () =>
      expect(await bookOf(venue)).toMatchObject({
        bids: [
          { price: 900_001, size: 1_500 },
          { price: 899_999, size: 205 },
        ],
        asks: [{ price: 900_002, size: 700 }],
      }),
    SOON,
  );
  await vi.waitFor(async () => {
    const { sourceMark, sourceRate, mark } = await contractOf(venue);
    expect({ sourceMark, sourceRate, mark }).toEqual({
      sourceMark: 90_003_400,
      sourceRate: 18_200,
      mark: 90_003_400,
    });
  }, SOON);
  push({ arg: arg("trades"), data: [okxTrade("2", "90000.1", "50", "sell")] });
  await vi.waitFor(
    async () => expect((await bookOf(venue)).bids[0]).toEqual({ price: 900_001, size: 1_000 }),
    SOON,
  );
  expect((await contractOf(venue)).last).toBe(900_001);
  // An update that does not follow the one before: it is subscribed to anew, and the snapshot is shown.
  const before = channels.filter((channel) => channel === "books").length;
  push({
    arg: arg("books"),
    action: "update",
    data: [
      { bids: [["89999.9", "0", "0", "0"]], asks: [], ts: String(Date.now()), prevSeqId: 55, seqId: 56 },
    ],
  });
  await vi.waitFor(
    () => expect(channels.filter((channel) => channel === "books").length).toBe(before + 1),
    SOON,
  );
  await vi.waitFor(async () => expect((await bookOf(venue)).bids).toHaveLength(2), SOON);
  // The past is theirs, on our tick: contracts are counted in coins.
  const closes = (await candlesOf(venue)).map((row) => Number(row[4]));
  expect(closes).toEqual(expect.arrayContaining([90_001, 90_002, 90_003]));
  const row = (await candlesOf(venue)).find((each) => Number(each[4]) === 90_002)!;
  expect(Number(row[1])).toBe(89_990.1);
  expect(Number(row[5])).toBe(12);
  const rates = await fetch(`${venue.baseUrl}/capi/v2/market/getHistoryFundRate?symbol=cmt_btcusdt&limit=1`);
  expect(((await rates.json()) as { fundingRate: string }[])[0]!.fundingRate).toBe("-0.000321");
}, 60_000);

const FINEX = "BTCUSDTPERP";
test("one without sockets is asked for book and trades; its tiers are not public", async () => {
  const book = { bids: [["89999.9", 4]] as [string, number][], asks: [["90000.3", 2500]] };
  const trades: unknown[] = [];
  const { venue, market } = await following(
    {
      id: "digifinex",
      empty: { code: 0, data: [], symbol_list: [] },
      routes: {
        "/swap/v2/public/instruments": () => ({
          code: 0,
          data: [
            {
              ...{ instrument_id: FINEX, type: "REAL", contract_type: "PERPETUAL", base_currency: "BTC" },
              ...{
                quote_currency: "USDT",
                clear_currency: "USDT",
                contract_value: "0.001",
                is_inverse: false,
              },
              ...{ contract_value_currency: "BTC", is_trading: true, status: "ONLINE", price_precision: 1 },
              ...{ tick_size: "0.1", min_order_amount: 1, open_max_limits: [] },
            },
          ],
        }),
        "/swap/v2/public/depth": () => ({
          code: 0,
          data: { instrument_id: FINEX, timestamp: Date.now(), ...book },
        }),
        "/swap/v2/public/trades": () => ({ code: 0, data: trades }),
        "/swap/v2/public/funding_rate": () => ({
          code: 0,
          data: { instrument_id: FINEX, funding_rate: "-0.00012", funding_time: Date.now() + 1_000 },
        }),
      },
    },
    "source",
  );
  expect(market.source!.notes).toEqual(["cmt_btcusdt: its tiers are not public: ours hold"]);
  await isLive(venue);
  await vi.waitFor(
    async () => expect((await bookOf(venue)).bids).toEqual([{ price: 899_999, size: 4 }]),
    SOON,
  );
  book.bids = [["89999.9", 40]];
  trades.push({
    instrument_id: FINEX,
    trade_id: "7",
    direction: "4",
    volume: "40",
    price: "90000.3",
    trade_time: Date.now(),
  });
  await vi.waitFor(
    async () => expect((await bookOf(venue)).bids).toEqual([{ price: 899_999, size: 40 }]),
    SOON,
  );
  await vi.waitFor(async () => expect((await contractOf(venue)).last).toBe(900_003), SOON);
  // It says neither mark nor index: both are made of its book.
  const { sourceMark, sourceRate, index } = await contractOf(venue);
  expect({ sourceMark, sourceRate, index }).toEqual({
    sourceMark: 0,
    sourceRate: -12_000,
    index: 90_000_100,
  });
}, 60_000);

test("one that says no mark, over sockets, shown on our own grid", async () => {
  const sides = { bids: [["89999.5", "12"]], asks: [["90000.5", "7000"]] };
  const at = (channel: string) => ({ channel, instId: "BTC-USDT" });
  const { venue, push } = await following(
    {
      id: "blofin",
      empty: { code: "0", msg: "success", data: [] },
      routes: {
        "/api/v1/market/instruments": () => ({
          code: "0",
          data: [
            {
              ...{ instId: "BTC-USDT", baseCurrency: "BTC", quoteCurrency: "USDT", contractValue: "0.001" },
              ...{ maxLeverage: "125", minSize: "1", lotSize: "1", tickSize: "0.5", instType: "SWAP" },
              ...{ contractType: "linear", state: "live", settleCurrency: "USDT", listTime: "1671183600000" },
            },
          ],
        }),
        "/api/v1/market/books": () => ({ code: "0", data: [{ ...sides, ts: String(Date.now()) }] }),
        "/api/v1/market/funding-rate": () => ({
          code: "0",
          data: [{ instId: "BTC-USDT", fundingRate: "0.0001", fundingTime: String(Date.now() + 1_000) }],
        }),
      },
      subscribed: (channel, send) => {
        if (channel !== "books") return;
        const data = { ...sides, ts: String(Date.now()), prevSeqId: "-1", seqId: "5" };
        send({ arg: at(channel), action: "snapshot", data });
      },
    },
    "ours",
  );
  await isLive(venue);
  await vi.waitFor(
    async () =>
      expect(await bookOf(venue)).toMatchObject({
        bids: [{ price: 899_995, size: 120 }],
        asks: [{ price: 900_005, size: 70_000 }],
      }),
    SOON,
  );
  push({
    arg: at("books"),
    action: "update",
    data: { bids: [["89999.5", "20"]], asks: [], ts: String(Date.now()), prevSeqId: "5", seqId: "6" },
  });
  await vi.waitFor(
    async () => expect((await bookOf(venue)).bids[0]).toEqual({ price: 899_995, size: 200 }),
    SOON,
  );
  await vi.waitFor(async () => expect((await contractOf(venue)).sourceRate).toBe(10_000), SOON);
  const { sourceMark, mark, index } = await contractOf(venue);
  expect(sourceMark).toBe(0);
  expect(Math.abs(mark - index)).toBeLessThan(1_000);
}, 60_000);
