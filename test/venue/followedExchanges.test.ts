import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { WebSocketServer } from "ws";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { readFollow } from "../../src/movers/feeds/index.ts";
import { examine } from "../../src/workbench/cli/doctor/examination.ts";
import { banner } from "../../src/workbench/cli/serve/banner.ts";
import { operate } from "./control.ts";
import { venueOfTest } from "./venueOfTest.ts";

/**
 * Three exchanges that ccxt knows, as npm gives it, spoken by servers of our own: okx, whose contracts are
 * not one coin each; btse, without sockets; blofin, which says no mark.
 *
 * Recorded (exchanges/recorded.json; NOTICE.md says from where), with only their times moved to now:
 * - okx: the listing and the book of BTC-USDT-SWAP
 * - blofin: the listing, the book and the ticker of BTC-USDT
 * - btse: the book and the ticker, which has the funding rate, of ETH-PERP-USDT; of its listing the figures,
 *   in the layout of today
 *
 * In the layout that the exchange documents, with figures made up: what is pushed over sockets, except that a
 * connection's first book is the recorded one; changes of a book; trades (recorded are only those of spot or
 * of another contract); okx's mark, rates, tiers and candles; blofin's rate; btse's risk limits.
 *
 * A book that is asked for is the recorded one again, whatever was pushed before, and it is asked for when
 * pushes are late; so what is pushed is pushed until it is seen.
 */

const SOON = { timeout: 200_000, interval: 50 };
const MINUTE_MS = 60_000;
const minute = (ago: number) => (Math.floor(Date.now() / MINUTE_MS) - ago) * MINUTE_MS;
const HOURS_8 = 28_800_000;
/** When funding was paid last before any venue here began. */
const PAID = Math.floor(Date.now() / HOURS_8) * HOURS_8;

const RECORDED = JSON.parse(readFileSync(new URL("exchanges/recorded.json", import.meta.url), "utf8"));

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

interface Followed {
  readonly contracts: "ours" | "source";
  readonly coin?: string;
  readonly sizes?: "contracts";
}

async function following(exchange: Exchange, { contracts, coin = "btc", sizes }: Followed) {
  const source = await serve(exchange);
  const market = await readFollow(exchange.id, { symbols: [coin], url: source.url, contracts, sizes });
  const venue = await venueOfTest({ market: { ...market, prehistory: 3 }, prehistory: 3, clock: "wall" });
  return { ...source, market, venue };
}

const contractOf = async (venue: Venue) => (await venue.engine.query({ type: "contracts" }))[0]!;
const bookOf = async (venue: Venue) => (await venue.engine.query({ type: "depth", contract: 0, limit: 10 }))!;
const isLive = (venue: Venue) => vi.waitFor(() => expect(venue.sources[0]!.state).toBe("live"), SOON);
/** Minutes before the venue began and since, oldest first. */
const candlesOf = async ({ baseUrl }: Venue) => {
  const url = `${baseUrl}/capi/v2/market/candles?symbol=cmt_btcusdt&granularity=1m&limit=200`;
  return (await (await fetch(url)).json()) as readonly (readonly string[])[];
};

const OKX_BOOK = RECORDED.okx.fetchOrderBook.data[0];
/** The number of the newest change of a book; one that is subscribed to begins with it. */
let seq = 10;
const nextChange = () => ({ ts: String(Date.now()), prevSeqId: seq, seqId: ++seq });
const arg = (channel: string) => ({ channel, instId: "BTC-USDT-SWAP" });
const okx: Exchange = {
  id: "okx",
  empty: { code: "0", data: [] },
  routes: {
    "/api/v5/public/instruments": (query) => ({
      code: "0",
      data: query.get("instType") === "SWAP" ? [RECORDED.okx.market] : [],
    }),
    "/api/v5/market/books": () => ({
      ...RECORDED.okx.fetchOrderBook,
      data: [{ ...OKX_BOOK, ts: String(Date.now()) }],
    }),
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
      data: [{ instId: "BTC-USDT-SWAP", instType: "SWAP", markPx: "43469.7", ts: String(Date.now()) }],
    }),
    "/api/v5/public/position-tiers": () => ({
      code: "0",
      data: [
        okxTier("1", { minSz: "0", maxSz: "50000", mmr: "0.004", maxLever: "100", imr: "0.01" }),
        okxTier("2", { minSz: "50000", maxSz: "200000", mmr: "0.01", maxLever: "50", imr: "0.02" }),
      ],
    }),
    "/api/v5/market/trades": () => ({
      code: "0",
      // 1 200 contracts in each minute, as its candles have.
      data: [1, 2, 3].map((ago) => ({
        ...okxTrade(`past${ago}`, "43466.3", "1200", "sell"),
        ts: String(minute(ago)),
      })),
    }),
    "/api/v5/market/candles": (query) => candles(query),
    "/api/v5/market/history-candles": (query) => candles(query),
    "/api/v5/public/funding-rate-history": () => ({
      code: "0",
      data: [
        {
          ...{ instId: "BTC-USDT-SWAP", fundingRate: "-0.000321", realizedRate: "-0.000321" },
          fundingTime: String(PAID + 3),
        },
      ],
    }),
  },
  subscribed: (channel, send) => {
    if (channel === "books")
      send({
        arg: arg(channel),
        action: "snapshot",
        data: [{ ...OKX_BOOK, ts: String(Date.now()), prevSeqId: -1, seqId: seq }],
      });
    if (channel === "trades") send({ arg: arg(channel), data: [okxTrade("1", "43466.3", "3", "sell")] });
  },
};
const okxTier = (tier: string, bounds: object) => ({ instId: "BTC-USDT-SWAP", tier, ...bounds });
const okxTrade = (tradeId: string, px: string, sz: string, side: string) => ({
  ...{ instId: "BTC-USDT-SWAP", tradeId, px, sz, side, count: "1" },
  ts: String(Date.now()),
});
/**
 * Newest first: time, open, high, low, close, volume in contracts and in coins. A minute is told by its
 * close, and there are more than any test looks at: which is the last changes while a test runs.
 */
function candles(query: URLSearchParams): unknown {
  if (query.get("bar") !== "1m") return { code: "0", data: [] };
  const rows = Array.from({ length: 10 }, (_, i) => {
    const time = minute(i + 1);
    return [String(time), "43456.14", "43476", "43446", String(closeOf(time)), "1200", "12", "521500", "1"];
  });
  return { code: "0", data: rows };
}
const closeOf = (time: number) => 43_450 + ((time / MINUTE_MS) % 20);

test("one whose contract is a hundredth of a coin, over sockets, with its own tick, lot, tiers and past", async () => {
  const { venue, market, push, channels } = await following(okx, { contracts: "source" });
  // Of this exchange candles count coins, trades a hundred times as much, which is contracts; the ticker says
  // nothing.
  expect(market.source!.notes).toEqual([
    "sizes are contracts in cmt_btcusdt (cmt_btcusdt: its trades of 2 min are 100 of its candles' volume as base coin and 1 as contracts of 0.01)",
  ]);
  expect(await contractOf(venue)).toMatchObject({
    ...{ priceDecimals: 1, priceStep: 1, sizeDecimals: 3, lotStep: 1, leverageMax: 100_00 },
    ...{ makerRate: 20_000, takerRate: 50_000, orderLotsMin: 1 },
    tiers: [
      { boundUnits: 21_733_175, maintenanceRate: 400_000, leverageMax: 100_00 },
      { boundUnits: 86_932_700, maintenanceRate: 1_000_000, leverageMax: 50_00 },
    ],
  });
  await isLive(venue);
  await vi.waitFor(
    async () =>
      // Lots of a thousandth of a coin: ten times the recorded contracts, each a hundredth of a coin.
      expect(await bookOf(venue)).toMatchObject({
        bids: [
          { price: 434_663, size: 138_070 },
          { price: 434_662, size: 171_510 },
        ],
        asks: [
          { price: 434_664, size: 148_810 },
          { price: 434_665, size: 146_240 },
        ],
      }),
    SOON,
  );
  await vi.waitFor(async () => {
    const { sourceMark, sourceRate, mark } = await contractOf(venue);
    expect([sourceMark, sourceRate, mark]).toEqual([43_469_700, 18_200, 43_469_700]);
  }, SOON);
  let trades = 1;
  await vi.waitFor(async () => {
    push({ arg: arg("trades"), data: [okxTrade(String(++trades), "43466.3", "50", "sell")] });
    expect((await bookOf(venue)).bids[0]!.size).toBeLessThan(138_070);
  }, SOON);
  const told = await fetch(`${venue.baseUrl}/capi/v2/market/trades?symbol=cmt_btcusdt&limit=1`);
  expect(await told.json()).toMatchObject([{ price: "43466.3", size: "0.500" }]);
  expect((await contractOf(venue)).last).toBe(434_663);
  // An update that does not follow the one before: it is subscribed to anew, and the snapshot is shown.
  const before = channels.filter((channel) => channel === "books").length;
  await vi.waitFor(() => {
    const change = { ts: String(Date.now()), prevSeqId: seq + 45, seqId: seq + 46 };
    const data = [{ bids: [["43466.2", "0", "0", "0"]], asks: [], ...change }];
    push({ arg: arg("books"), action: "update", data });
    expect(channels.filter((channel) => channel === "books").length).toBeGreaterThan(before);
  }, SOON);
  await vi.waitFor(async () => expect((await bookOf(venue)).bids).toHaveLength(2), SOON);
  // The past is theirs, on our tick: contracts are counted in coins. What is drawn before it may open at the
  // same price, too.
  const past = (await candlesOf(venue))
    .map((row) => row.map(Number))
    .filter(([, open, high, low]) => open === 43_456.1 && high === 43_476 && low === 43_446);
  expect(past.length).toBeGreaterThanOrEqual(9);
  for (const [time, , , , close, volume] of past) expect([close, volume]).toEqual([closeOf(time!), 12]);
  const rates = await fetch(`${venue.baseUrl}/capi/v2/market/getHistoryFundRate?symbol=cmt_btcusdt&limit=10`);
  expect(await rates.json()).toContainEqual(
    expect.objectContaining({ fundingTime: PAID, fundingRate: "-0.000321" }),
  );
});

test("one whose tiers are small: its best levels are cut to what they allow, and everything says so", async () => {
  const tier = okxTier("1", { minSz: "0", maxSz: "11503", mmr: "0.01", maxLever: "50", imr: "0.02" });
  const small = { "/api/v5/public/position-tiers": () => ({ code: "0", data: [tier] }) };
  const { venue, push } = await following(
    { ...okx, routes: { ...okx.routes, ...small } },
    { contracts: "source" },
  );
  // On a busy machine an answer may be late, and the book stale until it comes.
  await vi.waitFor(async () => {
    expect(venue.sources[0]).toMatchObject({ state: "thin", divergence: 0 });
    // A fifth of 115.03 coins. The best levels are of 138 and 148 coins.
    expect(await bookOf(venue)).toMatchObject({
      bids: [{ price: 434_663, size: 23_006 }],
      asks: [{ price: 434_664, size: 23_005 }],
    });
    const { problem } = venue.sources[0]!;
    expect(problem).toMatch(
      /^its best bid of 6001392 USDT is cut, since a fifth of the largest position that the contract's tiers allow at 5 times is 999986 USDT; its best ask of /,
    );
    const shown = {
      ...{ venue, options: { data: "memory" }, downMs: 0, symbol: "cmt_btcusdt" },
      ...{ isColoured: false, disturbances: [] },
    };
    expect(banner(shown)).toContain(`0 of 1 contracts live; cmt_btcusdt thin (${problem})`);
    expect(await operate(venue, "status")).toMatchObject({ sources: [{ state: "thin", problem }] });
    const metrics = await (await fetch(`${venue.controlUrl}/metrics`)).text();
    expect(metrics).toContain('outcry_source_live{symbol="cmt_btcusdt"} 1\n');
    expect(metrics).toContain('outcry_source_thin{symbol="cmt_btcusdt"} 1\n');
    const looked = await examine({ url: venue.baseUrl, readOnly: true, onProgress: () => undefined });
    expect(looked.findings).toContainEqual({
      ...{ check: "source", verdict: "note" },
      detail: `cmt_btcusdt is thin (${problem}): tiers that allow larger positions show more of it (outcry contract change SYMBOL tiers=…, or a start without --contracts source)`,
    });
  }, SOON);
  // Larger tiers show more, without a start.
  const tiers = [{ boundUnits: 80_000_000, maintenanceRate: 1_000_000, leverageMax: 50_00 }];
  const change = { ...(await contractOf(venue)), type: "changeContract", contract: 0, anyway: false, tiers };
  expect((await venue.engine.submit(change as never)).rejection).toBeUndefined();
  await isLive(venue);
  await vi.waitFor(async () => {
    const change = { bids: [], asks: [["43466.4", "14880", "0", "1"]], ...nextChange() };
    push({ arg: arg("books"), action: "update", data: [change] });
    const levels = { bids: [{ size: 138_070 }, {}], asks: [{ size: 148_800 }, {}] };
    expect(await bookOf(venue)).toMatchObject(levels);
  }, SOON);
});

const BTSE = "/public-api/market/v1";
const ETH_PERP = "ETH-PERP-USDT";
test("one without sockets is asked for book and trades; its tiers are without rates", async () => {
  const recorded = RECORDED.btse;
  const book = { ...recorded.fetchOrderBook.data };
  const trades: unknown[] = [];
  const { venue, market } = await following(
    {
      id: "btse",
      empty: { data: [], code: 1, msg: "Success", success: true },
      routes: {
        [`${BTSE}/markets`]: () => ({
          code: 1,
          success: true,
          data: {
            symbols: [
              {
                ...recorded.market,
                ...{ symbol: ETH_PERP, type: "FuturesPerpetual", category: "CRYPTO" },
                ...{ tradeCurrency: "ETH-PERP", baseCurrency: "ETH", quoteCurrency: "USDT" },
                minOrderPrice: recorded.market.minValidPrice,
              },
            ],
          },
        }),
        [`${BTSE}/orderbook`]: () => ({
          ...recorded.fetchOrderBook,
          data: { ...book, timestamp: Date.now() },
          time: Date.now(),
        }),
        [`${BTSE}/trades`]: () => ({ code: 1, success: true, data: trades }),
        [`${BTSE}/ticker/24hr`]: () => ({
          ...recorded.fetchTicker,
          data: {
            ...recorded.fetchTicker.data,
            closeTime: Math.floor(Date.now() / 1_000),
            nextFundingTime: Date.now() + 1_000_000,
          },
          time: Date.now(),
        }),
        [`${BTSE}/riskLimits`]: () => ({
          code: 1,
          success: true,
          data: { symbol: ETH_PERP, riskLimits: [{ level: 1, value: 1_500_000 }] },
        }),
      },
    },
    { contracts: "source", coin: "eth", sizes: "contracts" },
  );
  expect(market.source!.notes).toEqual([
    "sizes are contracts in cmt_ethusdt (cmt_ethusdt: as --source-sizes says)",
    "cmt_ethusdt: its tiers are not public: ours hold",
  ]);
  // A contract is a ten thousandth of a coin, and the lot.
  expect(await contractOf(venue)).toMatchObject({ priceDecimals: 2, sizeDecimals: 4, lotStep: 1 });
  await isLive(venue);
  await vi.waitFor(
    async () =>
      expect(await bookOf(venue)).toMatchObject({
        bids: [{ price: 189_580, size: 43_800 }],
        asks: [{ price: 189_581, size: 365_727 }],
      }),
    SOON,
  );
  book.bids = [["1895.8", "40"]];
  await vi.waitFor(
    async () => expect((await bookOf(venue)).bids).toEqual([{ price: 189_580, size: 40 }]),
    SOON,
  );
  await vi.waitFor(async () => {
    const trade = { price: "1895.81", size: "40", quoteSize: "7.58324", side: "BUY" };
    trades.push({ ...trade, id: 7 + trades.length, timestamp: Date.now() });
    expect((await contractOf(venue)).last).toBe(189_581);
  }, SOON);
  // This exchange says neither mark nor index: both are made of its book.
  const { sourceMark, sourceRate, index } = await contractOf(venue);
  expect({ sourceMark, sourceRate, index }).toEqual({ sourceMark: 0, sourceRate: 6_016, index: 18_958_050 });
});

test("one that says no mark, over sockets, shown on our own grid", async () => {
  const recorded = RECORDED.blofin;
  const sides = recorded.fetchOrderBook.data[0];
  const at = (channel: string) => ({ channel, instId: "BTC-USDT" });
  const { venue, push } = await following(
    {
      id: "blofin",
      empty: { code: "0", msg: "success", data: [] },
      routes: {
        "/api/v1/market/instruments": () => ({ code: "0", data: [recorded.market] }),
        "/api/v1/market/books": () => ({
          ...recorded.fetchOrderBook,
          data: [{ ...sides, ts: String(Date.now()) }],
        }),
        "/api/v1/market/tickers": () => ({
          ...recorded.fetchTicker,
          data: [{ ...recorded.fetchTicker.data[0], ts: String(Date.now()) }],
        }),
        "/api/v1/market/funding-rate": () => ({
          code: "0",
          data: [{ instId: "BTC-USDT", fundingRate: "0.0001", fundingTime: String(Date.now() + 1_000) }],
        }),
      },
      subscribed: (channel, send) => {
        if (channel !== "books") return;
        const data = { ...sides, ts: String(Date.now()), prevSeqId: "-1", seqId: String(seq) };
        send({ arg: at(channel), action: "snapshot", data });
      },
    },
    { contracts: "ours", sizes: "contracts" },
  );
  await isLive(venue);
  await vi.waitFor(
    async () =>
      // Our lot is a ten thousandth of a coin, its contract a thousandth.
      expect(await bookOf(venue)).toMatchObject({
        bids: [{ price: 429_730, size: 6_160 }],
        asks: [{ price: 429_731, size: 12_740 }],
      }),
    SOON,
  );
  await vi.waitFor(async () => {
    const { ts, prevSeqId, seqId } = nextChange();
    const moves = { ts, prevSeqId: String(prevSeqId), seqId: String(seqId) };
    push({ arg: at("books"), action: "update", data: { bids: [["42973", "20"]], asks: [], ...moves } });
    expect((await bookOf(venue)).bids[0]).toEqual({ price: 429_730, size: 200 });
  }, SOON);
  await vi.waitFor(async () => expect((await contractOf(venue)).sourceRate).toBe(10_000), SOON);
  const { sourceMark, mark, index } = await contractOf(venue);
  expect(sourceMark).toBe(0);
  expect(Math.abs(mark - index)).toBeLessThan(1_000);
});
