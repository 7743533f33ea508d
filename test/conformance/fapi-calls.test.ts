import { USDMClient } from "binance";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { fapi } from "../../src/interface/wire/index.ts";
import { fapiOperations } from "../../src/service/gateway/fapi/operations.ts";
import { Client } from "../venue/client.ts";
import { binanceApiNode, binanceRest, ccxtRest, connector, nodeBinanceApi } from "./fapiClients.ts";
import { onlyThisMachine } from "./onlyThisMachine.ts";

/*
 * Every operation of the fapi dialect by every public client that has it: what each asks for, and that it
 * takes the answer. One that a client has and no row names is found.
 */

// biome-ignore lint/suspicious/noExplicitAny: clients whose types say less than they do
type Any = any;

const NAMES = ["binance", "binance-api-node", "connector", "node-binance-api"] as const;
type Name = (typeof NAMES)[number];

/** Ids of the order and of the conditional order that the client placed last. */
interface Placed {
  readonly orderId: number;
  readonly algoId: number;
}

interface Call {
  readonly asks: string;
  /** The three whose functions take one object: their names for it, "" for none. */
  readonly names: readonly string[];
  readonly input: (placed: Placed, client: Name) => unknown;
  /** The function and arguments of node-binance-api. */
  readonly positional: ((placed: Placed) => readonly [string, ...unknown[]]) | undefined;
}

const S = "BTCUSDT";
const BTC = { symbol: S };
const PAIR = { pair: S };

function row(
  asks: string,
  names: string,
  input: object | Call["input"] = {},
  positional?: readonly [string, ...unknown[]] | NonNullable<Call["positional"]>,
): Call {
  return {
    asks,
    names: names.split(" ").map((name) => (name === "-" ? "" : name)),
    input: typeof input === "function" ? (input as Call["input"]) : () => input,
    positional: positional === undefined || typeof positional === "function" ? positional : () => positional,
  };
}

/** Orders of a batch, as each client wants them. */
const batch =
  (make: (placed: Placed) => readonly object[]): Call["input"] =>
  (placed, client) => {
    const orders = make(placed);
    if (client === "binance") return orders;
    return { batchOrders: client === "connector" ? orders : JSON.stringify(orders) };
  };

const candles = { interval: "1h", limit: 2 };
const period = { ...BTC, period: "1h" };
const limit = { ...BTC, side: "BUY", type: "LIMIT", timeInForce: "GTC" };
const resting = { ...limit, quantity: "0.01", price: "59000" };
const change = ({ orderId }: Placed) => ({ ...BTC, side: "BUY", orderId, quantity: "0.02", price: "58000" });
const stop = { ...BTC, algoType: "CONDITIONAL", side: "SELL", type: "STOP_MARKET" };
const named = ({ orderId }: Placed) => ({ ...BTC, orderId });
const namedAlgo = ({ algoId }: Placed) => ({ algoId });

const CALLS: readonly Call[] = [
  row("GET /fapi/v1/ping", "testConnectivity futuresPing testConnectivity", {}, ["futuresPing"]),
  row("GET /fapi/v1/time", "getServerTime futuresTime checkServerTime", {}, ["futuresTime"]),
  row("GET /fapi/v1/exchangeInfo", "getExchangeInfo futuresExchangeInfo exchangeInformation", {}, [
    "futuresExchangeInfo",
  ]),
  row("GET /fapi/v1/depth", "getOrderBook futuresBook orderBook", { ...BTC, limit: 5 }, ["futuresDepth", S]),
  row("GET /fapi/v1/trades", "getRecentTrades futuresTrades recentTradesList", BTC, ["futuresTrades", S]),
  row("GET /fapi/v1/historicalTrades", "getHistoricalTrades - oldTradesLookup", BTC),
  row("GET /fapi/v1/aggTrades", "getAggregateTrades futuresAggTrades compressedAggregateTradesList", BTC, [
    "futuresAggTrades",
    S,
  ]),
  row("GET /fapi/v1/klines", "getKlines futuresCandles klineCandlestickData", { ...BTC, ...candles }, [
    "futuresCandles",
    S,
    "1h",
  ]),
  row(
    "GET /fapi/v1/continuousKlines",
    "getContinuousContractKlines - continuousContractKlineCandlestickData",
    {
      ...PAIR,
      contractType: "PERPETUAL",
      ...candles,
    },
  ),
  row(
    "GET /fapi/v1/indexPriceKlines",
    "getIndexPriceKlines futuresIndexPriceCandles indexPriceKlineCandlestickData",
    (_, client) => ({ ...PAIR, ...(client === "binance-api-node" && BTC), ...candles }),
  ),
  row(
    "GET /fapi/v1/markPriceKlines",
    "getMarkPriceKlines futuresMarkPriceCandles markPriceKlineCandlestickData",
    { ...BTC, ...candles },
  ),
  row("GET /fapi/v1/premiumIndexKlines", "getPremiumIndexKlines - premiumIndexKlineData", {
    ...BTC,
    ...candles,
  }),
  row("GET /fapi/v1/premiumIndex", "getMarkPrice futuresMarkPrice markPrice", BTC, ["futuresMarkPrice", S]),
  row("GET /fapi/v1/fundingRate", "getFundingRateHistory futuresFundingRate getFundingRateHistory", BTC, [
    "futuresFundingRate",
    S,
  ]),
  row("GET /fapi/v1/fundingInfo", "getFundingRates - getFundingRateInfo"),
  row(
    "GET /fapi/v1/ticker/24hr",
    "get24hrChangeStatistics futuresDailyStats ticker24hrPriceChangeStatistics",
    BTC,
    ["futuresDaily", S],
  ),
  row("GET /fapi/v1/ticker/price", "getSymbolPriceTicker futuresPrices symbolPriceTicker"),
  row("GET /fapi/v2/ticker/price", "getSymbolPriceTickerV2 - symbolPriceTickerV2", {}, ["futuresPrices"]),
  row(
    "GET /fapi/v1/ticker/bookTicker",
    "getSymbolOrderBookTicker futuresAllBookTickers symbolOrderBookTicker",
    {},
    ["futuresBookTicker"],
  ),
  row("GET /fapi/v1/openInterest", "getOpenInterest - openInterest", BTC, ["futuresOpenInterest", S]),
  row(
    "GET /futures/data/delivery-price",
    "getQuarterlyContractSettlementPrices - quarterlyContractSettlementPrice",
    PAIR,
  ),
  row("GET /futures/data/openInterestHist", "getOpenInterestStatistics - openInterestStatistics", period),
  row(
    "GET /futures/data/topLongShortPositionRatio",
    "getTopTradersLongShortPositionRatio - topTraderLongShortRatioPositions",
    period,
  ),
  row(
    "GET /futures/data/topLongShortAccountRatio",
    "getTopTradersLongShortAccountRatio - topTraderLongShortRatioAccounts",
    period,
  ),
  row(
    "GET /futures/data/globalLongShortAccountRatio",
    "getGlobalLongShortAccountRatio futuresLongShortRatio longShortRatio",
    period,
  ),
  row("GET /futures/data/takerlongshortRatio", "getTakerBuySellVolume - takerBuySellVolume", period),
  row("GET /futures/data/basis", "getBasis - basis", {
    ...{ ...PAIR, contractType: "PERPETUAL", period: "1h", limit: 2 },
  }),
  row("GET /fapi/v1/indexInfo", "getCompositeSymbolIndex - compositeIndexSymbolInformation", BTC),
  row("GET /fapi/v1/assetIndex", "getMultiAssetsModeAssetIndex - assetIndex"),
  row("GET /fapi/v1/constituents", "getIndexPriceConstituents - queryIndexPriceConstituents", BTC),
  row("GET /fapi/v1/insuranceBalance", "getInsuranceFundBalance - queryInsuranceFundBalanceSnapshot"),
  // Settings first: they change only without orders and positions.
  row(
    "POST /fapi/v1/marginType",
    "setMarginType futuresMarginType changeMarginType",
    { ...BTC, marginType: "ISOLATED" },
    ["futuresMarginType", S, "ISOLATED"],
  ),
  row(
    "POST /fapi/v1/leverage",
    "setLeverage futuresLeverage changeInitialLeverage",
    { ...BTC, leverage: 10 },
    ["futuresLeverage", S, 10],
  ),
  row("POST /fapi/v1/multiAssetsMargin", "setMultiAssetsMode - changeMultiAssetsMode", {
    multiAssetsMargin: "false",
  }),
  row("GET /fapi/v1/multiAssetsMargin", "getMultiAssetsMode - getCurrentMultiAssetsMode"),
  row("POST /fapi/v1/feeBurn", "setBNBBurnEnabled - toggleBnbBurnOnFuturesTrade", { feeBurn: "false" }),
  row("GET /fapi/v1/feeBurn", "getBNBBurnStatus - getBnbBurnStatus"),
  row(
    "GET /fapi/v1/positionSide/dual",
    "getCurrentPositionMode futuresPositionMode getCurrentPositionMode",
    {},
    ["futuresPositionSideDual"],
  ),
  // Orders.
  row("POST /fapi/v1/order/test", "testOrder - testOrder", resting),
  row("POST /fapi/v1/order", "submitNewOrder futuresOrder newOrder", resting, [
    "futuresBuy",
    S,
    0.01,
    59_000,
    { timeInForce: "GTC" },
  ]),
  row("GET /fapi/v1/order", "getOrder futuresGetOrder queryOrder", named, (placed) => [
    "futuresOrderStatus",
    S,
    named(placed),
  ]),
  row("GET /fapi/v1/openOrder", "getCurrentOpenOrder - queryCurrentOpenOrder", named),
  row("GET /fapi/v1/openOrders", "getAllOpenOrders futuresOpenOrders currentAllOpenOrders", BTC, [
    "futuresOpenOrders",
    S,
  ]),
  row("PUT /fapi/v1/order", "modifyOrder futuresUpdateOrder modifyOrder", change),
  row("GET /fapi/v1/orderAmendment", "getOrderModifyHistory - getOrderModifyHistory", named),
  row("DELETE /fapi/v1/order", "cancelOrder futuresCancelOrder cancelOrder", named, ({ orderId }) => [
    "futuresCancel",
    S,
    orderId,
  ]),
  row(
    "POST /fapi/v1/batchOrders",
    "submitMultipleOrders futuresBatchOrders placeMultipleOrders",
    batch(() => [resting]),
    ["futuresMultipleOrders", [resting]],
  ),
  row(
    "PUT /fapi/v1/batchOrders",
    "modifyMultipleOrders - modifyMultipleOrders",
    batch((placed) => [change(placed)]),
  ),
  row(
    "DELETE /fapi/v1/batchOrders",
    "cancelMultipleOrders futuresCancelBatchOrders cancelMultipleOrders",
    ({ orderId }, client) => ({
      ...BTC,
      orderIdList: client === "binance-api-node" ? JSON.stringify([orderId]) : [orderId],
    }),
    ({ orderId }) => ["futuresCancelMultipleOrders", S, { orderIdList: JSON.stringify([orderId]) }],
  ),
  row(
    "POST /fapi/v1/order",
    "submitNewOrder futuresOrder newOrder",
    { ...BTC, side: "BUY", type: "MARKET", quantity: "0.01" },
    ["futuresMarketBuy", S, 0.01],
  ),
  row("GET /fapi/v1/allOrders", "getAllOrders futuresAllOrders allOrders", BTC, ["futuresAllOrders", S]),
  row("GET /fapi/v1/userTrades", "getAccountTrades futuresUserTrades accountTradeList", BTC, [
    "futuresUserTrades",
    S,
  ]),
  row(
    "POST /fapi/v1/positionMargin",
    "setIsolatedPositionMargin futuresPositionMargin modifyIsolatedPositionMargin",
    { ...BTC, amount: 10, type: "1" },
    ["futuresPositionMargin", S, 10, 1],
  ),
  row(
    "GET /fapi/v1/positionMargin/history",
    "getPositionMarginChangeHistory futuresMarginHistory getPositionMarginChangeHistory",
    BTC,
    ["futuresPositionMarginHistory", S],
  ),
  // The account.
  row("GET /fapi/v2/account", "getAccountInformation futuresAccountInfo accountInformationV2"),
  row("GET /fapi/v3/account", "getAccountInformationV3 - accountInformationV3", {}, ["futuresAccount"]),
  row("GET /fapi/v2/balance", "getBalance futuresAccountBalance futuresAccountBalanceV2", {}, [
    "futuresBalance",
  ]),
  row("GET /fapi/v3/balance", "getBalanceV3 - futuresAccountBalanceV3"),
  row("GET /fapi/v2/positionRisk", "getPositions futuresPositionRisk positionInformationV2", {}, [
    "futuresPositionRiskV2",
  ]),
  row("GET /fapi/v3/positionRisk", "getPositionsV3 - positionInformationV3", {}, ["futuresPositionRisk"]),
  row("GET /fapi/v1/adlQuantile", "getADLQuantileEstimation - positionAdlQuantileEstimation", BTC, [
    "futuresDeleverageQuantile",
  ]),
  row("GET /fapi/v1/forceOrders", "getForceOrders - usersForceOrders", {}, ["futuresForceOrders"]),
  row("GET /fapi/v1/income", "getIncomeHistory futuresIncome getIncomeHistory", {}, ["futuresIncome"]),
  row(
    "GET /fapi/v1/leverageBracket",
    "getNotionalAndLeverageBrackets futuresLeverageBracket notionalAndLeverageBrackets",
    BTC,
    ["futuresLeverageBracket", S],
  ),
  row(
    "GET /fapi/v1/commissionRate",
    "getAccountCommissionRate futuresCommissionRate userCommissionRate",
    BTC,
    ["futuresCommissionRate", S],
  ),
  row("GET /fapi/v1/accountConfig", "getFuturesAccountConfig - futuresAccountConfiguration"),
  row("GET /fapi/v1/symbolConfig", "getFuturesSymbolConfig - symbolConfiguration", {}, [
    "futuresSymbolConfig",
  ]),
  row("GET /fapi/v1/rateLimit/order", "getUserForceOrders - queryUserRateLimit"),
  row(
    "GET /fapi/v1/apiTradingStatus",
    "getApiQuantitativeRulesIndicators - futuresTradingQuantitativeRulesIndicators",
    {},
    ["futuresTradingStatus"],
  ),
  // Conditional orders; the position goes with them.
  row(
    "POST /fapi/v1/algoOrder",
    "submitNewAlgoOrder futuresCreateAlgoOrder newAlgoOrder",
    { ...stop, triggerPrice: "55000", quantity: "0.01" },
    ["futuresAlgoOrder", "STOP_MARKET", "SELL", S, 0.01, undefined, { triggerPrice: 55_000 }],
  ),
  row("GET /fapi/v1/algoOrder", "getAlgoOrder futuresGetAlgoOrder queryAlgoOrder", namedAlgo, (placed) => [
    "futuresAlgoOrderStatus",
    S,
    namedAlgo(placed),
  ]),
  row(
    "GET /fapi/v1/openAlgoOrders",
    "getOpenAlgoOrders futuresGetOpenAlgoOrders currentAllAlgoOpenOrders",
    {},
    ["futuresOpenAlgoOrders", S],
  ),
  row("GET /fapi/v1/allAlgoOrders", "getAllAlgoOrders futuresGetAllAlgoOrders queryAllAlgoOrders", BTC, [
    "futuresAllAlgoOrders",
    S,
  ]),
  row(
    "DELETE /fapi/v1/algoOrder",
    "cancelAlgoOrder futuresCancelAlgoOrder cancelAlgoOrder",
    namedAlgo,
    ({ algoId }) => ["futuresCancelAlgoOrder", S, algoId],
  ),
  row(
    "DELETE /fapi/v1/algoOpenOrders",
    "cancelAllAlgoOpenOrders futuresCancelAllAlgoOpenOrders cancelAllAlgoOpenOrders",
    BTC,
    ["futuresCancelAllAlgo", S],
  ),
  row(
    "POST /fapi/v1/order",
    "submitNewOrder futuresOrder newOrder",
    { ...BTC, side: "SELL", type: "MARKET", quantity: "0.01", reduceOnly: "true" },
    ["futuresMarketSell", S, 0.01, { reduceOnly: true }],
  ),
  row(
    "POST /fapi/v1/countdownCancelAll",
    "setCancelOrdersOnTimeout - autoCancelAllOpenOrders",
    { ...BTC, countdownTime: 0 },
    ["futuresCountdownCancelAll", S, 0],
  ),
  row(
    "DELETE /fapi/v1/allOpenOrders",
    "cancelAllOpenOrders futuresCancelAllOpenOrders cancelAllOpenOrders",
    BTC,
    ["futuresCancelAll", S],
  ),
  row(
    "POST /fapi/v1/positionSide/dual",
    "setPositionMode futuresPositionModeChange changePositionMode",
    { dualSidePosition: "true" },
    ["futuresChangePositionSideDual", true],
  ),
  row("POST /fapi/v1/listenKey", "getFuturesUserDataListenKey futuresGetDataStream startUserDataStream", {}, [
    "futuresGetDataStream",
  ]),
  row(
    "PUT /fapi/v1/listenKey",
    "keepAliveFuturesUserDataListenKey futuresKeepDataStream keepaliveUserDataStream",
    {},
    ["futuresKeepDataStream"],
  ),
  row(
    "DELETE /fapi/v1/listenKey",
    "closeFuturesUserDataListenKey futuresCloseDataStream closeUserDataStream",
    {},
    ["futuresCloseDataStream"],
  ),
];

/** Functions of clients that ask for what is not served, or are another row under a second name. */
const NOT_CALLED: Readonly<Record<Name, string>> = {
  binance: "",
  "binance-api-node": "futuresAllForceOrders futuresRpiDepth futuresSymbolAdlRisk",
  connector:
    "getDownloadIdForFuturesOrderHistory getDownloadIdForFuturesTradeHistory " +
    "getDownloadIdForFuturesTransactionHistory getFuturesOrderHistoryDownloadLinkById " +
    "getFuturesTradeDownloadLinkById getFuturesTransactionHistoryDownloadLinkById " +
    "acceptTheOfferedQuote listAllConvertPairs orderStatus sendQuoteRequest adlRisk rpiOrderBook " +
    "tradingSchedule classicPortfolioMarginAccountInformation futuresTradfiPerpsContract",
  // It sends no key with historicalTrades, which needs one.
  "node-binance-api":
    "futuresHistoricalTrades futuresCandlesticks futuresQuote futuresSell futuresLimitOrder futuresOrder " +
    "futuresRequest futuresTransferAsset futuresHistDataLink futuresTradeDownloadLink",
};

let venue: Venue;
let own: Client;
/** Requests of the client, in order. */
let asked: string[] = [];

const tried = onlyThisMachine();

beforeAll(() => {
  for (const operation of fapiOperations) {
    const handle = operation.handle as (...given: unknown[]) => never;
    vi.spyOn(operation as Any, "handle").mockImplementation((...given: unknown[]) => {
      asked.push(`${operation.method} ${operation.path}`);
      return handle(...given);
    });
  }
});
afterAll(() => vi.restoreAllMocks());

beforeEach(async () => {
  venue = await startVenue({
    prices: { btc: 60_000 },
    prehistory: 2,
    accounts: [{ name: "client", positionMode: "one-way" }, { name: "other" }],
  });
  const [key, maker] = venue.accounts;
  own = new Client(venue.baseUrl, key!);
  const other = new Client(venue.baseUrl, maker!);
  const order = { symbol: "cmt_btcusdt", size: "1", order_type: "0", match_price: "0" };
  await other.post("order/placeOrder", { ...order, client_oid: "a", type: "2", price: "60100" });
  await other.post("order/placeOrder", { ...order, client_oid: "b", type: "1", price: "59900" });
  asked = [];
});
afterEach(async () => {
  await venue.stop();
});

/** Calls a function of a client as a row has it. */
async function called(client: Any, name: Name, call: Call, placed: Placed): Promise<Any> {
  if (name === "node-binance-api") {
    const [of, ...given] = call.positional!(placed);
    return client[of](...given);
  }
  const of = client[call.names[NAMES.indexOf(name)]!].bind(client);
  const reply = await of(call.input(placed, name));
  return name === "connector" ? reply.data() : reply;
}

const clients: Readonly<Record<Name, () => Any>> = {
  binance: () => binanceRest(venue, own.key),
  "binance-api-node": () => binanceApiNode(venue, own.key),
  connector: () => connector(venue, own.key).restAPI,
  "node-binance-api": () => nodeBinanceApi(venue, own.key),
};

const isOf = (name: Name) => (call: Call) =>
  name === "node-binance-api" ? call.positional !== undefined : call.names[NAMES.indexOf(name)] !== "";

describe.each(NAMES)("%s", (name) => {
  test("calls what it has", async () => {
    const client = clients[name]();
    let placed: Placed = { orderId: 0, algoId: 0 };
    for (const call of CALLS.filter(isOf(name))) {
      asked = [];
      const answer = await called(client, name, call, placed).catch((cause: unknown) => {
        throw new Error(`${call.asks}: ${JSON.stringify(cause) ?? ""} ${String(cause)}`);
      });
      expect(answer, call.asks).toBeDefined();
      expect(asked, call.asks).toContain(call.asks);
      const [first = answer] = Array.isArray(answer) && call.asks.startsWith("POST") ? answer : [];
      expect(String(first?.code ?? 200), `${call.asks}: ${JSON.stringify(first)}`).toBe("200");
      if (first?.orderId !== undefined) placed = { ...placed, orderId: first.orderId };
      if (first?.algoId !== undefined) placed = { ...placed, algoId: first.algoId };
    }
  });

  test("has nothing that is served and no row calls", () => {
    const rows = CALLS.filter(isOf(name)).map((call) =>
      name === "node-binance-api"
        ? call.positional!({ orderId: 1, algoId: 1 })[0]
        : call.names[NAMES.indexOf(name)]!,
    );
    const known = new Set([...rows, ...NOT_CALLED[name].split(" ")]);
    expect(functionsOf[name]().filter((each) => !known.has(each))).toEqual([]);
  });
});

/** The functions by which a client asks something over REST. */
const functionsOf: Readonly<Record<Name, () => readonly string[]>> = {
  // Its source names the path of each: those that are not served are many.
  binance: () =>
    methodsOf(USDMClient.prototype).filter((method) => {
      const text = String((USDMClient.prototype as Any)[method]);
      const [, verb, path] = /this\.(get|post|put|delete)(?:Private)?\('([^']+)'/.exec(text) ?? [];
      return verb !== undefined && fapi.served.includes(`${verb.toUpperCase()} /${path}`);
    }),
  "binance-api-node": () => Object.keys(clients["binance-api-node"]()).filter((key) => /^futures/.test(key)),
  connector: () =>
    methodsOf(Object.getPrototypeOf(clients.connector())).filter(
      (key) => !/^send(?:Signed)?Request$/.test(key),
    ),
  "node-binance-api": () => {
    const prototype = Object.getPrototypeOf(clients["node-binance-api"]());
    return methodsOf(prototype).filter(
      (key) => /^futures/.test(key) && prototype[key].constructor.name === "AsyncFunction",
    );
  },
};

function methodsOf(prototype: object): readonly string[] {
  return Object.getOwnPropertyNames(prototype).filter((key) => key !== "constructor");
}

test("no client reaches beyond this machine: one that tries fails, and is found", async () => {
  await expect(fetch("http://venue.invalid/fapi/v1/ping")).rejects.toThrow();
  expect(tried.splice(0)).toEqual(["venue.invalid"]);
});

test("every operation is called by a client, but for two that only ccxt asks for", () => {
  const rows = new Set(CALLS.map(({ asks }) => asks));
  const documented = fapiOperations.filter(({ hidden, path }) => !hidden && !path.startsWith("/sapi/"));
  const missing = documented.map(({ method, path }) => `${method} ${path}`).filter((each) => !rows.has(each));
  expect(missing).toEqual([]);
});

test("ccxt: the calls that are not of the tests of market and trading", async () => {
  const MARKET = "BTC/USDT:USDT";
  const exchange: Any = ccxtRest(venue, own.key);
  onTestFinished(() => exchange.close?.());
  await exchange.loadMarkets();
  expect(asked.filter((each) => each.includes("/sapi/"))).toHaveLength(2);
  await exchange.setMarginMode("isolated", MARKET);
  expect(await exchange.fetchMarginModes([MARKET])).toMatchObject({ [MARKET]: { marginMode: "isolated" } });
  expect(await exchange.fetchMarginMode(MARKET)).toMatchObject({ marginMode: "isolated" });
  expect(await exchange.fetchLeverage(MARKET)).toMatchObject({ longLeverage: 20 });
  const place = (type: string, side: string, price: number | undefined, params: object = {}) =>
    exchange.createOrder(MARKET, type, side, 0.01, price, params);
  expect(await place("limit", "buy", 59_000, { timeInForce: "PO" })).toMatchObject({ postOnly: true });
  expect(await place("limit", "buy", 60_000, { timeInForce: "IOC" })).toMatchObject({ status: "expired" });
  const bought = await place("limit", "buy", 60_100, { timeInForce: "FOK" });
  expect(bought).toMatchObject({ status: "closed", filled: 0.01, average: 60_100 });
  expect(await exchange.addMargin(MARKET, 10)).toMatchObject({ amount: 10, type: "add" });
  expect(await exchange.reduceMargin(MARKET, 5)).toMatchObject({ amount: 5, type: "reduce" });
  expect(await exchange.fetchMarginAdjustmentHistory(MARKET)).toMatchObject([
    ...[{ amount: 30.4106, info: { deltaType: "TRADE" } }, { amount: 10 }, { amount: 5 }],
  ]);
  const profit = await place("market", "sell", undefined, { takeProfitPrice: 65_000, reduceOnly: true });
  const trail = await place("market", "sell", undefined, { trailingPercent: 1, reduceOnly: true });
  const whole = await exchange.createOrder(MARKET, "market", "sell", undefined, undefined, {
    ...{ stopLossPrice: 55_000, closePosition: true },
  });
  const ids = [profit, trail, whole].map(({ id }: { id: string }) => id);
  const open = await exchange.fetchOpenOrders(MARKET, undefined, undefined, { stop: true });
  expect(open.map(({ id }: { id: string }) => id)).toEqual(ids);
  expect(await exchange.cancelOrder(profit.id, MARKET, { stop: true })).toMatchObject({ id: profit.id });
  expect(await exchange.fetchOrder(trail.id, MARKET, { stop: true })).toMatchObject({ id: trail.id });
  await exchange.cancelAllOrders(MARKET, { stop: true });
  await exchange.cancelAllOrders(MARKET);
  expect(await place("market", "sell", undefined, { reduceOnly: true })).toMatchObject({ status: "closed" });
  await exchange.setPositionMode(true, MARKET);
  const hedged = await place("market", "buy", undefined, { hedged: true });
  expect(hedged).toMatchObject({ status: "closed", info: { positionSide: "LONG" } });
  expect(await exchange.fetchFundingHistory(MARKET)).toEqual([]);
  expect(await exchange.fetchMyLiquidations(MARKET)).toEqual([]);
  expect((await exchange.fetchClosedOrders(MARKET)).length).toBeGreaterThan(2);
  expect((await exchange.fetchCanceledOrders(MARKET)).length).toBeGreaterThan(0);
  expect((await exchange.fetchAccountPositions([MARKET])).length).toBeGreaterThan(0);
  expect(await exchange.fetchPositionsRisk([MARKET])).toMatchObject([{ hedged: true, contracts: 0.01 }]);
});
