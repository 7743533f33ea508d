import { afterAll, beforeAll, expect, test } from "vitest";
import { startVenue, type Venue } from "../../src/assembly/venue/index.ts";
import { type Operation, operations, V2Client, VenueError } from "../../src/interface/client/index.ts";

/** Every function of the client is answered, with every parameter that it takes. */

type InputOf<T> = T extends Operation<infer In, unknown> ? In : never;
type Groups = typeof operations;
type Inputs = {
  readonly [G in keyof Groups]: { readonly [O in keyof Groups[G]]: Required<InputOf<Groups[G][O]>> };
};

const symbol = "cmt_btcusdt";
const ANY = 1_000_000_000_000_000;
const terms = {
  client_oid: "x",
  size: "0.01",
  type: "3",
  order_type: "0",
  match_price: "0",
  price: "50000",
  presetTakeProfitPrice: "70000",
  presetStopLossPrice: "40000",
  separatedMode: 1,
  positionId: ANY,
} as const;
const pages = { symbol, orderId: ANY, startTime: 0, endTime: 9, limit: 1, page: 0 };

/** Every parameter of every operation, once. The compiler asks for each that the client's types know. */
const inputs: Inputs = {
  market: {
    time: {},
    contracts: { symbol },
    depth: { symbol, limit: 15 },
    tickers: {},
    ticker: { symbol },
    trades: { symbol, limit: 1 },
    candles: { symbol, granularity: "1m", limit: 1, priceType: "MARK" },
    historyCandles: { symbol, granularity: "1m", limit: 1, priceType: "MARK", startTime: 0, endTime: 9 },
    index: { symbol, priceType: "MARK" },
    openInterest: { symbol },
    fundingTime: { symbol },
    fundingRate: { symbol },
    fundingForecast: { symbol },
    fundingRates: { symbol, limit: 1 },
    source: { symbol },
    leaderboard: { limit: 1, points: 2 },
  },
  account: {
    list: {},
    ofCoin: { coin: "USDT" },
    snapshot: {},
    assets: {},
    bills: {
      coin: "USDT",
      symbol,
      businessType: "deposit",
      startTime: 0,
      endTime: 9,
      limit: 1,
      beforeId: ANY,
    },
    settings: { symbol },
    setLeverage: { symbol, marginMode: 1, longLeverage: "10", shortLeverage: "10" },
    messages: { after: 0 },
    requestLog: { after: 0, limit: 1, refused: true },
    explain: {},
    explainLiquidation: { positionId: ANY },
    equityHistory: { startTime: 0, endTime: 120_000, granularity: "1h", limit: 3 },
    performance: { startTime: 0, endTime: 120_000 },
    equity: { granularity: "1h", limit: 1 },
    socketTicket: {},
    setPositionMode: { positionMode: "ONE_WAY" },
    retired: {},
    retiredOfCoin: { coinId: 2 },
  },
  positions: {
    closed: { symbol, startTime: 0, endTime: 9, limit: 1, beforeId: ANY },
    all: {},
    ofSymbol: { symbol },
    close: { symbol },
    adjustMargin: { coinId: 2, isolatedPositionId: ANY, collateralAmount: "1" },
    setAutoAppend: { positionId: ANY, autoAppendMargin: true },
    setMode: { symbol, marginMode: 1, separatedMode: 1 },
  },
  orders: {
    place: { symbol, marginMode: 1, ...terms },
    estimate: { symbol, marginMode: 1, ...terms },
    amend: { orderId: ANY, clientOid: "x", price: "60000", size: "0.1", triggerPrice: "61000" } as never,
    placeBatch: { symbol, marginMode: 1, orderDataList: [terms] },
    cancel: { orderId: ANY, clientOid: "x" } as never,
    cancelBatch: { ids: ["1"], cids: ["x"] },
    cancelAll: { symbol, cancelOrderType: "plan" },
    detail: { orderId: ANY },
    current: pages,
    history: { symbol, pageSize: 1, createDate: 1_000, endCreateDate: 2_000, beforeId: ANY, states: "all" },
    fills: { symbol, orderId: ANY, startTime: 0, endTime: 9, limit: 1, beforeId: ANY },
  },
  plans: {
    place: {
      symbol,
      client_oid: "y",
      size: "0.01",
      type: "3",
      match_type: "0",
      execute_price: "50000",
      trigger_price: "55000",
      presetTakeProfitPrice: "56000",
      presetStopLossPrice: "49000",
      marginMode: 1,
      positionId: ANY,
    },
    placeTpSl: {
      symbol,
      clientOrderId: "z",
      planType: "profit_plan",
      triggerPrice: "70000",
      executePrice: "0",
      size: "0.01",
      positionSide: "long",
      marginMode: 1,
      positionId: ANY,
    },
    modifyTpSl: { orderId: ANY, triggerPrice: "70000", executePrice: "0", triggerPriceType: 1 },
    cancel: { orderId: ANY },
    current: pages,
    history: { symbol, startTime: 0, endTime: 9, delegateType: "1", pageSize: 1, beforeId: ANY },
  },
  contest: {
    uploadLog: { orderId: ANY, stage: "a", model: "b", input: {}, output: {}, explanation: "c" },
  },
};

const known = Object.entries(operations).flatMap(([group, table]) =>
  Object.keys(table).map((name) => ({ group, name })),
);

let venue: Venue;
beforeAll(async () => {
  venue = await startVenue({ prices: { btc: 60_000 }, leaderboard: "public" });
});
afterAll(() => venue.stop());

test.each(known)("$group.$name is answered, or refused by a rule of the market", async ({ group, name }) => {
  const client = new V2Client({
    baseUrl: venue.baseUrl,
    credentials: venue.accounts[0]!,
    limits: "off",
    retries: 0,
  });
  const call = (client as never)[group][name] as (input: object) => Promise<unknown>;
  const answer = await call((inputs as never)[group][name]).catch((error: unknown) => error);
  // Ids of nothing, nothing to close, presets on what closes: never a parameter that the venue does not take.
  if (answer instanceof VenueError)
    expect(`${answer.code} ${answer.message}`).toMatch(/^(?:40015|50005|-1054) | only to orders that open/);
  else expect(answer).toBeInstanceOf(Object);
});
