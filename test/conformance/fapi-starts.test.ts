import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { tellInOrder } from "../inOrder.ts";
import { venueOfTest } from "../venue/venueOfTest.ts";

/*
 * The first calls of two bots that run unattended in many places and that no test can start here: each as its
 * sources write it on the wire, in the order of a start, and what the bot looks for in the answer. Where a
 * request stands (query or form), where timestamp and signature are and under which Content-Type it comes is
 * the bot's own.
 */

/** A request, and what its bot reads of the answer. */
interface Call {
  readonly ask: string;
  /** In the order of the wire. */
  readonly fields?: Readonly<Record<string, string | number>>;
  readonly isSigned?: boolean;
  /** The body's, whatever is in it; without one the fields are in the query. */
  readonly contentType?: string;
  readonly status?: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly reads: (answer: any) => unknown;
  readonly finds: unknown;
}

const SYMBOL = "BTCUSDT";
const FORM = "application/x-www-form-urlencoded";
/** A form goes out under the Content-Type of what it was before the signature was added to it. */
const FORM_AS_JSON = "application/json";
const signed = { isSigned: true } as const;

const HUMMINGBOT: readonly Call[] = [
  { ask: "GET /fapi/v1/time", reads: ({ serverTime }) => typeof serverTime, finds: "number" },
  { ask: "GET /fapi/v1/ping", reads: (answer) => answer, finds: {} },
  {
    ask: "GET /fapi/v1/exchangeInfo",
    reads: ({ symbols }) => {
      const { pair, status, contractType, baseAsset, quoteAsset, marginAsset, filters } = symbols.find(
        ({ symbol }: { symbol: string }) => symbol === SYMBOL,
      );
      const types = filters.map(({ filterType }: { filterType: string }) => filterType);
      const needed = ["LOT_SIZE", "PRICE_FILTER", "MIN_NOTIONAL"].every((type) => types.includes(type));
      const { notional } = filters.find(
        ({ filterType }: { filterType: string }) => filterType === "MIN_NOTIONAL",
      );
      return [pair, status, contractType, baseAsset, quoteAsset, marginAsset, needed, typeof notional];
    },
    finds: [SYMBOL, "TRADING", "PERPETUAL", "BTC", "USDT", "USDT", true, "string"],
  },
  {
    ask: "GET /fapi/v1/positionSide/dual",
    ...signed,
    reads: (answer) => answer,
    finds: { dualSidePosition: false },
  },
  {
    ask: "POST /fapi/v1/positionSide/dual",
    ...{ ...signed, fields: { dualSidePosition: "True" }, contentType: FORM_AS_JSON },
    reads: ({ code, msg }) => [code, msg],
    finds: [200, "success"],
  },
  {
    ask: "POST /fapi/v1/positionSide/dual",
    ...{ ...signed, fields: { dualSidePosition: "False" }, contentType: FORM_AS_JSON },
    reads: ({ code, msg }) => [code, msg],
    finds: [200, "success"],
  },
  {
    ask: "GET /fapi/v2/account",
    ...signed,
    reads: ({ assets }) =>
      assets.map(({ asset, availableBalance, walletBalance }: Record<string, string>) => [
        asset,
        Number(availableBalance),
        Number(walletBalance),
      ]),
    finds: [["USDT", 100_000, 100_000]],
  },
  {
    ask: "GET /fapi/v2/positionRisk",
    ...signed,
    reads: (rows) => {
      const row = rows.find(({ symbol }: { symbol: string }) => symbol === SYMBOL);
      return [row.positionSide, row.positionAmt, row.entryPrice, row.unRealizedProfit, row.leverage].map(
        String,
      );
    },
    finds: ["BOTH", "0.0000", "0.0", "0", expect.stringMatching(/^\d+$/)],
  },
  {
    ask: "POST /fapi/v1/leverage",
    ...{ ...signed, fields: { symbol: SYMBOL, leverage: 5 }, contentType: FORM_AS_JSON },
    reads: ({ leverage }) => leverage,
    finds: 5,
  },
  {
    ask: "GET /fapi/v1/premiumIndex",
    fields: { symbol: SYMBOL },
    reads: ({ indexPrice, markPrice, nextFundingTime, lastFundingRate }) => [
      typeof indexPrice,
      typeof markPrice,
      typeof nextFundingTime,
      typeof lastFundingRate,
    ],
    finds: ["string", "string", "number", "string"],
  },
  {
    ask: "GET /fapi/v1/depth",
    fields: { symbol: SYMBOL, limit: 1000 },
    reads: ({ lastUpdateId, bids, asks }) => [typeof lastUpdateId, Array.isArray(bids), Array.isArray(asks)],
    finds: ["number", true, true],
  },
  {
    ask: "POST /fapi/v1/listenKey",
    ...{ ...signed, contentType: FORM_AS_JSON },
    reads: ({ listenKey }) => typeof listenKey,
    finds: "string",
  },
  {
    ask: "PUT /fapi/v1/listenKey",
    ...{ ...signed, fields: { listenKey: "{listenKey}" } },
    reads: () => 0,
    finds: 0,
  },
  {
    ask: "POST /fapi/v1/order",
    ...{ ...signed, contentType: FORM_AS_JSON },
    fields: {
      ...{ symbol: SYMBOL, side: "BUY", quantity: "0.0100", type: "LIMIT" },
      ...{ newClientOrderId: "x-nbQe1H39BBCUT61f0a4b8c5d2e3", price: "50000.0", timeInForce: "GTC" },
    },
    reads: ({ orderId, updateTime, code }) => [typeof orderId, typeof updateTime, code],
    finds: ["number", "number", undefined],
  },
  {
    ask: "GET /fapi/v1/order",
    ...{ ...signed, fields: { symbol: SYMBOL, origClientOrderId: "x-nbQe1H39BBCUT61f0a4b8c5d2e3" } },
    reads: ({ status, clientOrderId, updateTime }) => [status, clientOrderId, typeof updateTime],
    finds: ["NEW", "x-nbQe1H39BBCUT61f0a4b8c5d2e3", "number"],
  },
  {
    ask: "GET /fapi/v1/userTrades",
    ...{ ...signed, fields: { symbol: SYMBOL } },
    reads: (rows) => rows,
    finds: [],
  },
  {
    ask: "GET /fapi/v1/income",
    ...{ ...signed, fields: { symbol: SYMBOL, incomeType: "FUNDING_FEE" } },
    reads: (rows) => rows,
    finds: [],
  },
  {
    ask: "DELETE /fapi/v1/order",
    ...{ ...signed, fields: { origClientOrderId: "x-nbQe1H39BBCUT61f0a4b8c5d2e3", symbol: SYMBOL } },
    reads: ({ status }) => status,
    finds: "CANCELED",
  },
  {
    ask: "DELETE /fapi/v1/order",
    ...{
      ...signed,
      fields: { origClientOrderId: "x-nbQe1H39BBCUT61f0a4b8c5d2e3", symbol: SYMBOL },
      status: 400,
    },
    reads: ({ code, msg }) => [code, msg],
    finds: [-2011, "Unknown order sent."],
  },
];

/** What ccxt sends for it: timestamp first, the window last, both before the signature; a POST in a form. */
const window = (fields: Call["fields"] = {}) => ({ ...fields, recvWindow: 10_000 });

const FREQTRADE: readonly Call[] = [
  {
    ask: "GET /sapi/v1/capital/config/getall",
    ...{ ...signed, fields: window() },
    reads: (rows) => rows,
    finds: [],
  },
  { ask: "GET /sapi/v1/margin/allPairs", reads: (rows) => rows, finds: [] },
  { ask: "GET /fapi/v1/exchangeInfo", reads: ({ symbols }) => symbols.length > 0, finds: true },
  {
    ask: "GET /fapi/v1/positionSide/dual",
    ...{ ...signed, fields: window() },
    reads: ({ dualSidePosition }) => dualSidePosition,
    finds: false,
  },
  {
    ask: "GET /fapi/v1/multiAssetsMargin",
    ...{ ...signed, fields: window() },
    reads: ({ multiAssetsMargin }) => multiAssetsMargin,
    finds: false,
  },
  {
    ask: "GET /fapi/v1/leverageBracket",
    ...{ ...signed, fields: window() },
    reads: (rows) => {
      const [{ bracket, initialLeverage, notionalCap, notionalFloor, maintMarginRatio, cum }] = rows.find(
        ({ symbol }: { symbol: string }) => symbol === SYMBOL,
      ).brackets;
      const numbers = [bracket, initialLeverage, notionalCap, notionalFloor, maintMarginRatio, cum];
      return numbers.every((each) => typeof each === "number");
    },
    finds: true,
  },
  {
    ask: "GET /fapi/v1/klines",
    fields: { interval: "5m", limit: 499, symbol: SYMBOL },
    reads: (rows) => rows.at(-1).length,
    finds: 12,
  },
  { ask: "GET /fapi/v1/ticker/24hr", reads: (rows) => Array.isArray(rows), finds: true },
  { ask: "GET /fapi/v1/ticker/bookTicker", reads: (rows) => Array.isArray(rows), finds: true },
  {
    ask: "GET /fapi/v3/account",
    ...{ ...signed, fields: window() },
    reads: ({ positions }) => positions,
    finds: [],
  },
  { ask: "GET /fapi/v3/positionRisk", ...{ ...signed, fields: window() }, reads: (rows) => rows, finds: [] },
  {
    ask: "POST /fapi/v1/marginType",
    ...{ ...signed, fields: window({ symbol: SYMBOL, marginType: "ISOLATED" }), contentType: FORM },
    reads: ({ code, msg }) => [code, msg],
    finds: [200, "success"],
  },
  {
    ask: "POST /fapi/v1/marginType",
    ...{
      ...signed,
      fields: window({ symbol: SYMBOL, marginType: "ISOLATED" }),
      contentType: FORM,
      status: 400,
    },
    reads: ({ code }) => code,
    finds: -4046,
  },
  {
    ask: "POST /fapi/v1/leverage",
    ...{ ...signed, fields: window({ symbol: SYMBOL, leverage: 3 }), contentType: FORM },
    reads: ({ leverage }) => leverage,
    finds: 3,
  },
  {
    ask: "POST /fapi/v1/order",
    ...{ ...signed, contentType: FORM },
    fields: window({
      ...{ symbol: SYMBOL, side: "BUY", newClientOrderId: "x-xcKtGhcu1f0a4b8c5d2e3f4a5b6c7d", type: "LIMIT" },
      ...{ newOrderRespType: "RESULT", timeInForce: "GTC", quantity: "0.01", price: "50000" },
    }),
    reads: ({ status, type, code }) => [status, type, code],
    finds: ["NEW", "LIMIT", undefined],
  },
  {
    ask: "POST /fapi/v1/algoOrder",
    ...{ ...signed, contentType: FORM },
    fields: window({
      ...{
        symbol: SYMBOL,
        side: "SELL",
        clientAlgoId: "x-xcKtGhcu2f0a4b8c5d2e3f4a5b6c7d",
        type: "STOP_MARKET",
      },
      ...{ algoType: "CONDITIONAL", quantity: "0.01", triggerPrice: "40000", workingType: "CONTRACT_PRICE" },
    }),
    reads: ({ algoId, algoStatus }) => [typeof algoId, algoStatus],
    finds: ["number", "NEW"],
  },
  {
    ask: "GET /fapi/v1/openAlgoOrders",
    ...{ ...signed, fields: window({ symbol: SYMBOL }) },
    reads: (rows) => rows.length,
    finds: 1,
  },
];

tellInOrder();
describe.each([
  ["hummingbot", HUMMINGBOT, "last"],
  ["freqtrade", FREQTRADE, "first"],
] as const)("a start of %s", (_, calls, timestamped) => {
  let venue: Venue;
  let listenKey = "";

  beforeAll(async () => {
    const net = { name: "net", positionMode: "one-way" } as const;
    venue = await startVenue({ prices: { btc: 60_000 }, accounts: [net], prehistory: 10 });
  });
  afterAll(() => venue.stop());

  test.each(calls)(
    "$ask $fields",
    async ({ ask, fields = {}, isSigned, contentType, status = 200, reads, finds }) => {
      const [method, path] = ask.split(" ") as [string, string];
      const { apiKey, secret } = venue.accounts[0]!;
      const stamped = { timestamp: String(Date.now()) };
      const own = Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          name,
          value === "{listenKey}" ? listenKey : String(value),
        ]),
      );
      const all = isSigned
        ? timestamped === "first"
          ? { ...stamped, ...own }
          : { ...own, ...stamped }
        : own;
      const text = new URLSearchParams(all).toString();
      const signature = createHmac("sha256", secret).update(text).digest("hex");
      const sent = isSigned ? `${text}&signature=${signature}` : text;
      const response = await fetch(`${venue.baseUrl}${path}${contentType || sent === "" ? "" : `?${sent}`}`, {
        method,
        headers: { "X-MBX-APIKEY": apiKey, ...(contentType && { "Content-Type": contentType }) },
        ...(contentType && { body: sent }),
      });
      const answer = await response.json();
      expect({ status: response.status, found: reads(answer) }, JSON.stringify(answer)).toEqual({
        status,
        found: finds,
      });
      if (path.endsWith("/listenKey")) ({ listenKey = listenKey } = answer);
    },
  );
});

test("the sockets of a start of hummingbot: three addresses, and an answer to each subscription", async () => {
  const venue = await venueOfTest({
    prices: { btc: 60_000 },
    accounts: [{ name: "net", positionMode: "one-way" }],
  });
  const headers = { "X-MBX-APIKEY": venue.accounts[0]!.apiKey };
  const { listenKey } = await (
    await fetch(`${venue.baseUrl}/fapi/v1/listenKey`, { method: "POST", headers })
  ).json();
  const said = (path: string, message: object) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(venue.wsUrl + path);
      onTestFinished(() => socket.close());
      socket.addEventListener("open", () => socket.send(JSON.stringify(message)));
      socket.addEventListener("message", ({ data }) => {
        const answer = JSON.parse(data);
        if ("id" in answer) resolve(answer);
      });
      socket.addEventListener("error", reject);
    });
  const subscribe = (id: number, ...params: readonly string[]) => ({ method: "SUBSCRIBE", params, id });
  expect(await said("/public/stream", subscribe(1, "btcusdt@depth"))).toEqual({ result: null, id: 1 });
  expect(await said("/market/stream", subscribe(2, "btcusdt@aggTrade"))).toEqual({ result: null, id: 2 });
  expect(await said("/market/stream", subscribe(3, "btcusdt@markPrice"))).toEqual({ result: null, id: 3 });
  const list = { method: "LIST_SUBSCRIPTIONS", id: 4 };
  expect(await said(`/private/ws?listenKey=${listenKey}`, list)).toEqual({ result: [listenKey], id: 4 });
});
