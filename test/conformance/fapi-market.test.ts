import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { type Client, look } from "../venue/client.ts";
import { binanceApiNode, binanceRest, ccxtRest, connector, nodeBinanceApi } from "./fapiClients.ts";
import { onlyThisMachine } from "./onlyThisMachine.ts";
import { clientsOf, keyed } from "./traders.ts";

/**
 * The market data of the fapi dialect over REST: what V3 shows of the same market, in its own words, and what
 * five public clients make of it.
 */

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Any = any;

const BTC = "BTC/USDT:USDT";
const order = { symbol: "cmt_btcusdt", type: "1", order_type: "0", match_price: "0" };

onlyThisMachine();

let venue: Venue;
let alice: Client;
let bob: Client;

beforeAll(async () => {
  venue = await startVenue({
    prices: { btc: 60_000, eth: 3_000 },
    seed: 1,
    prehistory: 600,
    accounts: keyed("alice", "bob"),
  });
  [alice, bob] = clientsOf(venue);
  // Two makers at one price and one behind them, which one order takes: three trades, two aggregates.
  for (const [size, price] of [
    ["0.01", "60000"],
    ["0.02", "60000"],
    ["0.03", "60010"],
    ["0.05", "60020"],
  ])
    expect((await bob.post("order/placeOrder", { ...order, type: "2", size, price })).status).toBe(200);
  await alice.post("order/placeOrder", { ...order, size: "0.05", price: "60010" });
  await alice.post("order/placeOrder", { ...order, size: "0.04", price: "59990" });
});
afterAll(() => venue.stop());

const fapi = async (path: string): Promise<Any> => {
  const { status, body, text } = await look(venue.baseUrl, path.startsWith("/") ? path : `/fapi/v1/${path}`);
  expect(status, text).toBe(200);
  return body;
};
const v3 = async (path: string): Promise<Any> => (await look(venue.baseUrl, `/capi/v3/market/${path}`)).body;

/** What candles are made of that are not made of hours, and how long those are. */
const PARTS: Readonly<Record<string, readonly [string, number]>> = {
  "3m": ["1m", 60_000],
  "3d": ["1d", 86_400_000],
  "1M": ["1d", 86_400_000],
};

describe("what V3 shows too, digit for digit", () => {
  test("the book", async () => {
    const { bids, asks, lastUpdateId } = await v3("depth?symbol=BTCUSDT");
    expect(asks.length + bids.length).toBeGreaterThan(2);
    expect(await fapi("depth?symbol=btcusdt&limit=5")).toMatchObject({ bids, asks, lastUpdateId });
  });

  test("trades, oldest first; by order they are put together", async () => {
    const [c, b, a] = await v3("trades?symbol=BTCUSDT");
    const trades = await fapi("trades?symbol=BTCUSDT");
    const shown = ({ price, qty, quoteQty, time, isBuyerMaker }: Any) => ({
      price,
      qty,
      quoteQty,
      time,
      isBuyerMaker,
    });
    expect(trades.map(shown)).toEqual([a, b, c].map(shown));
    const [first, second, third] = trades.map(({ id }: Any) => id);
    const rest = { T: a.time, m: false };
    expect(await fapi("aggTrades?symbol=BTCUSDT")).toEqual([
      { a: first, f: first, l: second, p: "60000.0", q: "0.0300", nq: "0.0300", ...rest },
      { a: third, f: third, l: third, p: "60010.0", q: "0.0200", nq: "0.0200", ...rest },
    ]);
    expect(await fapi(`aggTrades?symbol=BTCUSDT&fromId=${third}`)).toHaveLength(1);
    const older = await alice.get(`/fapi/v1/historicalTrades?symbol=BTCUSDT&fromId=${second}&limit=1`);
    expect(older.body).toEqual([trades[1]]);
  });

  test.each([
    ["klines", "klines"],
    ["continuousKlines", "klines"],
    ["markPriceKlines", "markPriceKlines"],
    ["indexPriceKlines", "indexPriceKlines"],
  ])("%s", async (name, of) => {
    const named = /index|continuous/.test(name) ? "pair=BTCUSDT&contractType=PERPETUAL" : "symbol=BTCUSDT";
    const bars = (await v3(`${of}?symbol=BTCUSDT&interval=1h&limit=7`)).toReversed();
    const shown = bars.map(([time, o, h, l, c, v, next, ...rest]: Any[]) => [
      time,
      o,
      h,
      l,
      c,
      v,
      next - 1,
      ...rest,
      "0",
    ]);
    expect(await fapi(`${name}?${named}&interval=1h&limit=7`)).toEqual(shown);
    const [, second] = shown;
    const from = `${name}?${named}&interval=1h&startTime=${shown[0][0] + 1}&limit=1`;
    expect(await fapi(from)).toEqual([second]);
    expect(await fapi(`${from}&endTime=${shown.at(-1)[0]}`)).toEqual([second]);
    expect(await fapi(`${name}?${named}&interval=1h&endTime=${shown[2][0]}&limit=3`)).toEqual(
      shown.slice(0, 3),
    );
  });

  test.each(["3m", "2h", "6h", "8h", "3d", "1M"])(
    "candles of %s are those that they are made of",
    async (interval) => {
      const bars = await fapi(`klines?symbol=BTCUSDT&interval=${interval}&limit=3`);
      const [parts, ms] = PARTS[interval] ?? ["1h", 3_600_000];
      for (const [time, open, high, low, close, volume, end] of bars.slice(-2)) {
        const inside = await fapi(
          `klines?symbol=BTCUSDT&interval=${parts}&startTime=${time}&endTime=${end}&limit=1500`,
        );
        expect([inside[0][0], inside.at(-1)[6]]).toEqual([
          time,
          Math.min(end, Math.floor(venue.clock.now() / ms) * ms + ms - 1),
        ]);
        expect([open, close]).toEqual([inside[0][1], inside.at(-1)[4]]);
        expect(Number(high)).toBe(Math.max(...inside.map((each: Any) => Number(each[2]))));
        expect(Number(low)).toBe(Math.min(...inside.map((each: Any) => Number(each[3]))));
        expect(Number(volume)).toBeCloseTo(
          inside.reduce((sum: number, each: Any) => sum + Number(each[5]), 0),
          3,
        );
      }
    },
  );

  test("tickers, prices, funding, open interest", async () => {
    const [ticker] = await v3("ticker/24hr?symbol=BTCUSDT");
    const { priceChangePercent, markPrice, indexPrice, ...same } = ticker;
    const shown = await fapi("ticker/24hr?symbol=BTCUSDT");
    expect(shown).toMatchObject({ ...same, lastQty: "0.0200", count: expect.any(Number) });
    expect(Number(shown.priceChangePercent)).toBeCloseTo(100 * Number(priceChangePercent), 10);
    const [book] = await v3("ticker/bookTicker?symbol=BTCUSDT");
    expect(await fapi("ticker/bookTicker?symbol=BTCUSDT")).toMatchObject(book);
    const [premium] = await v3("premiumIndex?symbol=BTCUSDT");
    const { forecastFundingRate, lastFundingRate: _, collectCycle, ...alike } = premium;
    expect(await fapi("premiumIndex?symbol=BTCUSDT")).toMatchObject({
      ...{ ...alike, markPrice, indexPrice, lastFundingRate: forecastFundingRate },
    });
    const rates = (await v3("fundingRate?symbol=BTCUSDT&limit=5")).toReversed();
    expect(await fapi("fundingRate?symbol=BTCUSDT&limit=5")).toEqual(rates);
    const from = `fundingRate?symbol=BTCUSDT&startTime=${rates[1].fundingTime}&limit=2`;
    expect(await fapi(from)).toEqual(rates.slice(1, 3));
    expect(await fapi("openInterest?symbol=BTCUSDT")).toEqual(await v3("openInterest?symbol=BTCUSDT"));
    for (const path of ["ticker/price", "/fapi/v2/ticker/price"])
      expect(await fapi(`${path}?symbol=BTCUSDT`)).toMatchObject({
        symbol: "BTCUSDT",
        price: ticker.lastPrice,
      });
  });

  test("without a symbol a list of every contract", async () => {
    const { symbols } = await fapi("exchangeInfo");
    const all = symbols.map(({ symbol }: Any) => symbol);
    for (const path of ["ticker/24hr", "ticker/price", "ticker/bookTicker", "premiumIndex", "fundingInfo"])
      expect(
        (await fapi(path)).map(({ symbol }: Any) => symbol),
        path,
      ).toEqual(all);
  });

  test("filters are the terms of the contract", async () => {
    const { symbols } = await fapi("exchangeInfo");
    const [own] = (await v3("exchangeInfo?symbol=BTCUSDT")).symbols;
    const filters = Object.fromEntries(
      symbols[0].filters.map(({ filterType, ...rest }: Any) => [filterType, rest]),
    );
    expect(filters.LOT_SIZE).toEqual({ minQty: "0.0001", maxQty: expect.any(String), stepSize: "0.0001" });
    expect(Number(filters.LOT_SIZE.maxQty)).toBe(own.maxOrderSize);
    expect(Number(filters.MARKET_LOT_SIZE.maxQty)).toBe(own.marketOpenLimitSize);
    expect(filters.PRICE_FILTER).toMatchObject({ minPrice: "0.1", tickSize: "0.1" });
    expect(Number(filters.PERCENT_PRICE.multiplierUp)).toBe(1 + own.buyLimitPriceRatio);
    expect(Number(filters.PERCENT_PRICE.multiplierDown)).toBe(1 - own.sellLimitPriceRatio);
  });
});

describe("refusals", () => {
  test.each<[string, number, number, string]>([
    [
      "/fapi/v1/depth",
      400,
      -1102,
      "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed.",
    ],
    [
      "/fapi/v1/depth?symbol=",
      400,
      -1102,
      "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed.",
    ],
    ["/fapi/v1/depth?symbol=NOPE", 400, -1121, "Invalid symbol."],
    [
      "/fapi/v1/depth?symbol=BTCUSDT&limit=7",
      400,
      -4021,
      "Invalid depth limit. limit: one of 5, 10, 20, 50, 100, 500, 1000",
    ],
    ["/fapi/v1/klines?symbol=BTCUSDT&interval=7m", 400, -1120, "Invalid interval. interval: one of 1m"],
    [
      "/fapi/v1/trades?symbol=BTCUSDT&limit=1001",
      400,
      -1130,
      "Data sent for parameter 'limit' is not valid. 1001 is not within 1 to 1000",
    ],
    [
      "/fapi/v1/klines?symbol=BTCUSDT&interval=1m&startTime=2&endTime=1",
      400,
      -1128,
      "startTime: 2 is after 1",
    ],
    [
      "/fapi/v1/aggTrades?symbol=BTCUSDT&startTime=1&endTime=3600002",
      400,
      -1127,
      "startTime: at most an hour",
    ],
    ["/fapi/v1/depth?symbol=BTCUSDT&symbol=BTCUSDT", 400, -1101, "symbol is given twice"],
    ["/fapi/v1/nothing", 404, -5000, "Not found: GET /fapi/v1/nothing; served are GET /f"],
    ["/fapi/v9/time", 404, -5000, "GET /fapi/v1/time"],
    ["/futures/data/nothing", 404, -5000, "GET /futures/data/basis"],
    ["/fapi/v1/historicalTrades?symbol=BTCUSDT", 401, -2014, "API-key format invalid."],
  ])("%s", async (path, status, code, text) => {
    const reply = await look(venue.baseUrl, path);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect(reply.body.msg).toContain(text);
    expect(Object.keys(reply.body)).toEqual(["code", "msg"]);
  });
});

/**
 * The plain values of an answer, as text; some clients read ids of 16 digits as numbers of a class of their
 * own.
 */
function leavesOf(value: unknown): readonly string[] {
  if ((value as object | undefined)?.constructor?.name === "BigNumber") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap((each) => leavesOf(each));
  return [String(value)];
}

describe("clients", () => {
  const symbol = { symbol: "BTCUSDT" };
  const minutes = { interval: "1m", limit: 3 };
  const continuous = { pair: "BTCUSDT", contractType: "PERPETUAL", ...minutes };
  const asked = (path: string, params: object = {}) =>
    fapi(`${path}?${new URLSearchParams(params as Record<string, string>)}`);

  test("binance, and the vendor's own connector, hand on what they are answered", async () => {
    const client = binanceRest(venue, venue.accounts[0]!);
    const { restAPI } = connector(venue, venue.accounts[0]!);
    const calls: [string, string | undefined, string | undefined, object?][] = [
      ["ping", "testConnectivity", "testConnectivity"],
      ["exchangeInfo", "getExchangeInfo", "exchangeInformation"],
      ["depth", "getOrderBook", "orderBook", symbol],
      ["trades", "getRecentTrades", "recentTradesList", symbol],
      ["aggTrades", "getAggregateTrades", "compressedAggregateTradesList", symbol],
      ["klines", "getKlines", "klineCandlestickData", { ...symbol, ...minutes }],
      [
        "continuousKlines",
        "getContinuousContractKlines",
        "continuousContractKlineCandlestickData",
        continuous,
      ],
      [
        "indexPriceKlines",
        "getIndexPriceKlines",
        "indexPriceKlineCandlestickData",
        { pair: "BTCUSDT", ...minutes },
      ],
      ["markPriceKlines", "getMarkPriceKlines", "markPriceKlineCandlestickData", { ...symbol, ...minutes }],
      ["premiumIndexKlines", "getPremiumIndexKlines", "premiumIndexKlineData", { ...symbol, ...minutes }],
      ["premiumIndex", "getMarkPrice", "markPrice", symbol],
      ["fundingRate", "getFundingRateHistory", "getFundingRateHistory", symbol],
      ["fundingInfo", "getFundingRates", "getFundingRateInfo"],
      ["ticker/24hr", "get24hrChangeStatistics", "ticker24hrPriceChangeStatistics", symbol],
      ["ticker/price", "getSymbolPriceTicker", "symbolPriceTicker", symbol],
      ["/fapi/v2/ticker/price", undefined, "symbolPriceTickerV2", symbol],
      ["ticker/bookTicker", "getSymbolOrderBookTicker", "symbolOrderBookTicker", symbol],
      ["openInterest", "getOpenInterest", "openInterest", symbol],
    ];
    for (const [path, ofClient, ofConnector, params] of calls) {
      const told = await asked(path, params);
      if (ofClient !== undefined) expect(await client[ofClient](params), ofClient).toEqual(told);
      if (ofConnector === undefined) continue;
      const answer = await (await restAPI[ofConnector](params)).data();
      // It reads whole numbers past 2^53 apart, and these none are.
      expect(JSON.parse(JSON.stringify(answer)), ofConnector).toEqual(told);
    }
    expect(await client.getServerTime()).toBe((await fapi("time")).serverTime);
    expect(await client.getHistoricalTrades(symbol)).toEqual(await asked("trades", symbol));
    expect(await (await restAPI.oldTradesLookup(symbol)).data()).toEqual(await asked("trades", symbol));
  });

  test("binance-api-node and node-binance-api rename what they are answered, and change no digit", async () => {
    const one = binanceApiNode(venue);
    const other = nodeBinanceApi(venue);
    const calls: [string, () => Promise<unknown>, object?][] = [
      ["exchangeInfo", () => one.futuresExchangeInfo()],
      ["depth", () => one.futuresBook(symbol), symbol],
      ["trades", () => one.futuresTrades(symbol), symbol],
      ["aggTrades", () => one.futuresAggTrades(symbol), symbol],
      ["klines", () => one.futuresCandles({ ...symbol, ...minutes }), { ...symbol, ...minutes }],
      [
        "markPriceKlines",
        () => one.futuresMarkPriceCandles({ ...symbol, ...minutes }),
        { ...symbol, ...minutes },
      ],
      ["ticker/24hr", () => one.futuresDailyStats(symbol), symbol],
      ["ticker/price", () => one.futuresPrices()],
      ["ticker/bookTicker", () => one.futuresAllBookTickers()],
      ["premiumIndex", () => one.futuresMarkPrice()],
      ["fundingRate", () => one.futuresFundingRate(symbol), symbol],
      ["exchangeInfo", () => other.futuresExchangeInfo()],
      ["ticker/price", () => other.futuresPrices()],
      ["ticker/24hr", () => other.futuresDaily()],
      ["openInterest", () => other.futuresOpenInterest("BTCUSDT"), symbol],
      ["klines", () => other.futuresCandles("BTCUSDT", "1m", { limit: 3 }), { ...symbol, ...minutes }],
      ["depth", () => other.futuresDepth("BTCUSDT"), symbol],
      ["ticker/bookTicker", () => other.futuresQuote("BTCUSDT"), symbol],
      ["trades", () => other.futuresTrades("BTCUSDT"), symbol],
      ["aggTrades", () => other.futuresAggTrades("BTCUSDT"), symbol],
      ["premiumIndex", () => other.futuresMarkPrice("BTCUSDT"), symbol],
      ["fundingRate", () => other.futuresFundingRate("BTCUSDT"), symbol],
    ];
    for (const [path, call, params] of calls) {
      const told = new Set(leavesOf(await asked(path, params)));
      const values = leavesOf(await call()).filter((each) => /\d/.test(each));
      expect(values.length, path).toBeGreaterThan(0);
      expect(
        values.filter((each) => !told.has(each)),
        path,
      ).toEqual([]);
    }
    expect(await one.futuresPing()).toBe(true);
    expect(await one.futuresTime()).toBe(await other.futuresTime());
  });

  test("ccxt", async () => {
    const client = ccxtRest(venue, venue.accounts[0]!); // with a key it asks for the coins of a wallet first
    const markets = await client.loadMarkets();
    expect(markets[BTC]).toMatchObject({
      ...{ swap: true, linear: true, active: true, settle: "USDT" },
      precision: { price: 0.1, amount: 0.0001 },
      limits: { amount: { min: 0.0001 }, market: { min: 0.0001 }, price: { min: 0.1 } },
    });
    expect(await client.fetchTime()).toBe((await fapi("time")).serverTime);
    const numbers = (rows: Any[]) => rows.map((row) => row.map(Number));
    const { bids, asks, lastUpdateId } = await asked("depth", symbol);
    expect(await client.fetchOrderBook(BTC)).toMatchObject({
      ...{ bids: numbers(bids), asks: numbers(asks), nonce: lastUpdateId },
    });
    const ticker = await asked("ticker/24hr", symbol);
    expect(await client.fetchTicker(BTC)).toMatchObject({
      last: Number(ticker.lastPrice),
      high: Number(ticker.highPrice),
      percentage: Number(ticker.priceChangePercent),
      baseVolume: Number(ticker.volume),
      quoteVolume: Number(ticker.quoteVolume),
    });
    expect(Object.keys(await client.fetchTickers())).toHaveLength(Object.keys(markets).length);
    expect((await client.fetchBidsAsks())[BTC]).toMatchObject({
      bid: Number(bids[0][0]),
      askVolume: Number(asks[0][1]),
    });
    const trades = await asked("aggTrades", symbol);
    expect(
      (await client.fetchTrades(BTC)).map(({ id, price, amount, side }) => [id, price, amount, side]),
    ).toEqual(trades.map(({ a, p, q }: Any) => [String(a), Number(p), Number(q), "buy"]));
    for (const [path, params] of [
      ["klines", {}],
      ["markPriceKlines", { price: "mark" }],
      ["indexPriceKlines", { price: "index" }],
    ] as const) {
      const named = path === "indexPriceKlines" ? { pair: "BTCUSDT" } : symbol;
      const bars = await asked(path, { ...named, interval: "15m", limit: 4 });
      const read = await client.fetchOHLCV(BTC, "15m", undefined, 4, params);
      expect(read, path).toEqual(bars.map((bar: Any[]) => bar.slice(0, 6).map(Number)));
    }
    const rates = await asked("fundingRate", symbol);
    const history = await client.fetchFundingRateHistory(BTC);
    expect(history.map(({ fundingRate }) => fundingRate)).toEqual(
      rates.map((each: Any) => Number(each.fundingRate)),
    );
    const premium = await asked("premiumIndex", symbol);
    expect(await client.fetchFundingRate(BTC)).toMatchObject({
      fundingRate: Number(premium.lastFundingRate),
      markPrice: Number(premium.markPrice),
      fundingTimestamp: premium.nextFundingTime,
    });
    expect((await client.fetchMarkPrices())[BTC]?.markPrice).toBe(Number(premium.markPrice));
    expect((await client.fetchLastPrices())[BTC]?.price).toBe(Number(ticker.lastPrice));
    expect((await client.fetchOpenInterest(BTC)).openInterestAmount).toBe(0.05);
    expect((await client.fetchFundingIntervals())[BTC]?.interval).toBe("8h");
    await expect(client.fetchOrderBook(BTC, 7)).rejects.toThrow(/Invalid depth limit/);
  });
});
