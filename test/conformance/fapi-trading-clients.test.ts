import * as ccxt from "ccxt";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { Client } from "../venue/client.ts";
import { venueOfTest } from "../venue/venueOfTest.ts";
import {
  binanceApiNode,
  binanceRest,
  binanceStreams,
  ccxtPro,
  ccxtRest,
  connector,
  nodeBinanceApi,
} from "./fapiClients.ts";
import { onlyThisMachine } from "./onlyThisMachine.ts";

/*
 * Public clients of the fapi dialect, as they come from the registry, trade here: what they parse is what the
 * venue holds, digit for digit. Nothing here is ours but the addresses that they are given.
 */

onlyThisMachine();

let venue: Venue;
let own: Client;
let other: Client;
const SYMBOL = "BTCUSDT";

async function start(positionMode: "one-way" | "hedge"): Promise<void> {
  const started = await venueOfTest({
    prices: { btc: 60_000 },
    accounts: [{ name: "client", positionMode }, { name: "other" }],
  });
  venue = started;
  [own, other] = venue.accounts.map((key) => new Client(venue.baseUrl, key)) as [Client, Client];
}

/** Somebody sells at 60 100 and buys at 59 900. */
async function quoted(): Promise<void> {
  const order = { symbol: "cmt_btcusdt", size: "1", order_type: "0", match_price: "0" };
  await other.post("order/placeOrder", { ...order, client_oid: "a", type: "2", price: "60100" });
  await other.post("order/placeOrder", { ...order, client_oid: "b", type: "1", price: "59900" });
}

/** What the venue itself says of an order and of the position, in V3's words. */
async function held(orderId: string | number) {
  const order = (await own.get(`/capi/v3/order?orderId=${orderId}`)).body;
  const [position] = (await own.get("/capi/v3/account/position/allPosition")).body;
  return { order, position };
}

/**
 * ccxt, whose error classes of this interface are looked up by the live address: what its documentation names
 * for others.
 */
function ccxtExchange() {
  const exchange = ccxtRest(venue, own.key);
  const { exceptions } = exchange as unknown as { exceptions: Record<string, Record<string, object>> };
  exceptions["exact"] = {
    ...exceptions["exact"],
    ...(exceptions["linear"]!["exact"] as unknown as Record<string, object>),
  };
  return exchange;
}

describe("ccxt", () => {
  const MARKET = "BTC/USDT:USDT";

  beforeEach(() => start("one-way"));

  test("places, reads, changes and cancels", async () => {
    const exchange = ccxtExchange();
    await exchange.loadMarkets();
    const placed = await exchange.createOrder(MARKET, "limit", "buy", 0.01, 59_000);
    const id = placed.id!;
    expect(placed).toMatchObject({ status: "open", price: 59_000, amount: 0.01, filled: 0, side: "buy" });
    const { order } = await held(id);
    expect(order).toMatchObject({ clientOrderId: placed.clientOrderId, price: "59000.0", origQty: "0.0100" });
    const edited = await exchange.editOrder(id, MARKET, "limit", "buy", 0.02, 58_000);
    expect(edited).toMatchObject({ id: placed.id, price: 58_000, amount: 0.02 });
    expect(await exchange.fetchOpenOrders(MARKET)).toMatchObject([{ id: placed.id, price: 58_000 }]);
    expect(await exchange.cancelOrder(id, MARKET)).toMatchObject({ id: placed.id, status: "canceled" });
    expect(await exchange.fetchOrder(id, MARKET)).toMatchObject({ status: "canceled", amount: 0.02 });
    expect(await exchange.fetchOrders(MARKET)).toMatchObject([{ id: placed.id }]);
    await expect(exchange.cancelOrder(id, MARKET)).rejects.toThrow(ccxt.OrderNotFound);
  });

  test("several orders at once, and all of them cancelled", async () => {
    const exchange = ccxtExchange();
    const order = (price: number) =>
      ({ symbol: MARKET, type: "limit", side: "buy", amount: 0.01, price }) as const;
    const placed = await exchange.createOrders([order(59_000), order(58_000), order(57_000)]);
    expect(placed).toMatchObject([{ status: "open" }, { status: "open" }, { status: "open" }]);
    const [first, second] = placed.map(({ id }) => id) as [string, string];
    expect(await exchange.cancelOrders([first, second], MARKET)).toMatchObject([
      { status: "canceled" },
      { status: "canceled" },
    ]);
    await exchange.cancelAllOrders(MARKET);
    expect(await exchange.fetchOpenOrders(MARKET)).toEqual([]);
  });

  test("positions, balance, trades and income after a fill", async () => {
    await quoted();
    const exchange = ccxtExchange();
    await exchange.setLeverage(10, MARKET);
    await expect(exchange.setMarginMode("cross", MARKET)).rejects.toThrow(ccxt.MarginModeAlreadySet);
    const bought = await exchange.createOrder(MARKET, "market", "buy", 0.01);
    expect(bought).toMatchObject({ status: "closed", filled: 0.01, average: 60_100, cost: 601 });
    const { position } = await held(bought.id!);
    const [shown] = await exchange.fetchPositions([MARKET]);
    expect(shown).toMatchObject({ side: "long", contracts: 0.01, entryPrice: 60_100, hedged: false });
    expect(shown!.unrealizedPnl).toBe(Number(position.unrealizePnl));
    expect(shown!.notional).toBe(600);
    const [v2] = await exchange.fetchPositions([MARKET], { useV2: true });
    expect(v2).toMatchObject({ side: "long", contracts: 0.01, leverage: 10 });
    const balance = await exchange.fetchBalance();
    const [{ balance: equity, availableBalance, unrealizePnl }] = (await own.get("/capi/v3/account/balance"))
      .body;
    expect(balance["USDT"]).toMatchObject({ free: Number(availableBalance) });
    expect(Number(balance["info"].totalMarginBalance)).toBe(Number(equity));
    expect(Number(balance["info"].totalUnrealizedProfit)).toBe(Number(unrealizePnl));
    const [trade] = await exchange.fetchMyTrades(MARKET);
    const [fill] = (await own.get("/capi/v3/userTrades")).body;
    expect(trade).toMatchObject({ id: String(fill.id), order: bought.id, price: 60_100, amount: 0.01 });
    expect(trade!.fee).toMatchObject({ cost: Number(fill.commission), currency: "USDT" });
    expect(await exchange.fetchLedger()).toHaveLength(2);
    const closed = await exchange.createOrder(MARKET, "market", "sell", 0.01, undefined, {
      reduceOnly: true,
    });
    expect(closed).toMatchObject({ status: "closed", reduceOnly: true });
    expect(await exchange.fetchPositions([MARKET])).toEqual([]);
    await expect(
      exchange.createOrder(MARKET, "market", "sell", 0.01, undefined, { reduceOnly: true }),
    ).rejects.toThrow(ccxt.InvalidOrder);
  });

  test("stops and take-profits, and the settings of the account", async () => {
    const exchange = ccxtExchange();
    const stop = await exchange.createOrder(MARKET, "market", "buy", 0.01, undefined, {
      stopLossPrice: 60_500,
    });
    expect(await exchange.fetchOpenOrders(MARKET, undefined, undefined, { stop: true })).toMatchObject([
      { id: stop.id, triggerPrice: 60_500 },
    ]);
    await exchange.cancelAllOrders(MARKET, { stop: true });
    expect(await exchange.fetchOpenOrders(MARKET, undefined, undefined, { stop: true })).toEqual([]);
    expect(await exchange.fetchPositionMode(MARKET)).toMatchObject({ hedged: false });
    await exchange.setPositionMode(true, MARKET);
    expect(await exchange.fetchPositionMode(MARKET)).toMatchObject({ hedged: true });
    expect(await exchange.fetchLeverages([MARKET])).toMatchObject({ [MARKET]: { longLeverage: 20 } });
    expect((await exchange.fetchLeverageTiers([MARKET]))[MARKET]!.length).toBeGreaterThan(1);
    expect(await exchange.fetchTradingFee(MARKET)).toMatchObject({ maker: 0.0002, taker: 0.0006 });
    await expect(exchange.createOrder(MARKET, "limit", "buy", 100, 59_000)).rejects.toThrow(
      ccxt.ExchangeError,
    );
  });
});

// ---- the others

test("binance: in hedge mode, every write in the query", async () => {
  await start("hedge");
  await quoted();
  const client = binanceRest(venue, own.key);
  const order = { symbol: SYMBOL, side: "BUY", positionSide: "LONG" } as const;
  const bought = await client.submitNewOrder({
    ...order,
    type: "MARKET",
    quantity: 0.02,
    newOrderRespType: "RESULT",
  });
  expect(bought).toMatchObject({ status: "FILLED", executedQty: "0.0200", positionSide: "LONG" });
  const { position } = await held(bought.orderId);
  const rows = await client.getPositionsV3({ symbol: SYMBOL });
  expect(rows).toMatchObject([{ positionSide: "LONG", positionAmt: position.size, entryPrice: "60100.0" }]);
  const limit = { ...order, type: "LIMIT", timeInForce: "GTC", quantity: 0.01, price: 59_000 } as const;
  const placed = await client.submitNewOrder({ ...limit, newClientOrderId: "of-binance" });
  expect(placed).toMatchObject({ status: "NEW", clientOrderId: "of-binance", executedQty: "0.0000" });
  const changed = await client.modifyOrder({
    ...{ symbol: SYMBOL, side: "BUY", orderId: placed.orderId, quantity: 0.02, price: 58_000 },
  });
  expect(changed).toMatchObject({ orderId: placed.orderId, price: "58000.0", origQty: "0.0200" });
  const batch = await client.submitMultipleOrders([
    { ...order, type: "LIMIT", timeInForce: "GTC", quantity: "0.01", price: "57000" },
    { ...order, type: "LIMIT", timeInForce: "GTC", quantity: "0.01", price: "1" },
  ]);
  expect(batch).toMatchObject([{ status: "NEW" }, { code: expect.any(Number) }]);
  expect(await client.getAllOpenOrders({ symbol: SYMBOL })).toHaveLength(2);
  expect(await client.cancelOrder({ symbol: SYMBOL, orderId: placed.orderId })).toMatchObject({
    status: "CANCELED",
  });
  expect(await client.cancelAllOpenOrders({ symbol: SYMBOL })).toMatchObject({ code: 200 });
  const account = await client.getAccountInformationV3();
  expect(account.totalWalletBalance).toBe(String((await client.getBalanceV3())[0]!.balance));
  expect(await client.getAccountTrades({ symbol: SYMBOL })).toMatchObject([
    { orderId: bought.orderId, qty: "0.0200" },
  ]);
  expect(await client.getCurrentPositionMode()).toEqual({ dualSidePosition: true });
  expect(await client.setLeverage({ symbol: SYMBOL, leverage: 5 })).toMatchObject({ leverage: 5 });
  const { listenKey } = await client.getFuturesUserDataListenKey();
  expect(listenKey).toMatch(/^\w{64}$/);
  await client.keepAliveFuturesUserDataListenKey();
  expect(await client.closeFuturesUserDataListenKey()).toEqual({});
});

test("binance-api-node: one-way, with v2 of account and positions", async () => {
  await start("one-way");
  await quoted();
  const client = binanceApiNode(venue, own.key);
  const order = { symbol: SYMBOL, side: "BUY" } as const;
  const bought = await client.futuresOrder({ ...order, type: "MARKET", quantity: "0.01" });
  expect(bought).toMatchObject({ symbol: SYMBOL, side: "BUY", type: "MARKET" });
  const { position } = await held((bought as { orderId: number }).orderId);
  const rows = await client.futuresPositionRisk({ symbol: SYMBOL });
  expect(rows).toMatchObject([{ positionSide: "BOTH", positionAmt: position.size, leverage: "20" }]);
  const placed = await client.futuresOrder({
    ...order,
    type: "LIMIT",
    timeInForce: "GTC",
    quantity: "0.01",
    price: "59000",
  });
  const { orderId } = placed as { orderId: number };
  expect(await client.futuresOpenOrders({ symbol: SYMBOL })).toMatchObject([{ orderId, price: "59000.0" }]);
  expect(await client.futuresGetOrder({ symbol: SYMBOL, orderId })).toMatchObject({ status: "NEW" });
  expect(await client.futuresCancelOrder({ symbol: SYMBOL, orderId })).toMatchObject({ status: "CANCELED" });
  const [balance] = await client.futuresAccountBalance();
  expect(balance).toMatchObject({
    asset: "USDT",
    balance: (await client.futuresAccountInfo()).totalWalletBalance,
  });
  expect(await client.futuresUserTrades({ symbol: SYMBOL })).toHaveLength(1);
  expect(await client.futuresIncome({})).toMatchObject([
    { incomeType: "TRANSFER" },
    { incomeType: "COMMISSION" },
  ]);
  expect(await client.futuresPositionMode()).toEqual({ dualSidePosition: false });
  expect(await client.futuresLeverage({ symbol: SYMBOL, leverage: 7 })).toMatchObject({ leverage: 7 });
});

test("node-binance-api: limit orders post-only by default", async () => {
  await start("one-way");
  await quoted();
  const client = nodeBinanceApi(venue, own.key);
  const placed = await client.futuresBuy(SYMBOL, 0.01, 59_000);
  expect(placed).toMatchObject({ status: "NEW", timeInForce: "GTX", price: "59000.0" });
  const bought = await client.futuresMarketBuy(SYMBOL, 0.01);
  const { position } = await held(bought.orderId);
  expect(await client.futuresPositionRisk({ symbol: SYMBOL })).toMatchObject([
    { positionAmt: position.size },
  ]);
  expect(await client.futuresOpenOrders(SYMBOL)).toMatchObject([{ orderId: placed.orderId }]);
  expect(await client.futuresCancelAll(SYMBOL)).toMatchObject({ code: 200 });
  expect(await client.futuresLeverage(SYMBOL, 8)).toMatchObject({ leverage: 8 });
  expect(await client.futuresMarginType(SYMBOL, "CROSSED").catch((error: Error) => error.message)).toContain(
    "-4046",
  );
  expect(await client.futuresBalance()).toMatchObject([{ asset: "USDT" }]);
  expect(await client.futuresUserTrades(SYMBOL)).toHaveLength(1);
});

test("the connector with types of its own: acknowledgements by default", async () => {
  await start("one-way");
  await quoted();
  const { restAPI: client } = connector(venue, own.key);
  // biome-ignore lint/suspicious/noExplicitAny: its types say less than it answers
  const answer = async (reply: Promise<{ data(): Promise<any> }>) => (await reply).data();
  const bought = await answer(
    client.newOrder({ symbol: SYMBOL, side: "BUY", type: "MARKET", quantity: 0.01 }),
  );
  // What was accepted, nothing of it filled yet.
  expect(bought).toMatchObject({ status: "NEW", executedQty: "0.0000", origQty: "0.0100" });
  const { position } = await held(Number(bought.orderId));
  expect(await answer(client.positionInformationV3({ symbol: SYMBOL }))).toMatchObject([
    { positionAmt: position.size },
  ]);
  const account = await answer(client.accountInformationV3());
  expect(account).toMatchObject({ totalWalletBalance: "99999.6394", assets: [{ asset: "USDT" }] });
  const limit = {
    symbol: SYMBOL,
    side: "BUY",
    type: "LIMIT",
    timeInForce: "GTC",
    quantity: 0.01,
    price: 59_000,
  };
  const { orderId } = await answer(client.newOrder(limit));
  expect(await answer(client.queryOrder({ symbol: SYMBOL, orderId: orderId! }))).toMatchObject({
    status: "NEW",
  });
  expect(await answer(client.cancelOrder({ symbol: SYMBOL, orderId: orderId! }))).toMatchObject({
    status: "CANCELED",
  });
  expect(await answer(client.userCommissionRate({ symbol: SYMBOL }))).toMatchObject({
    takerCommissionRate: "0.0006",
  });
});

// ---- the user data stream

/** An order that rests, and one that is filled, placed by somebody else who has the key. */
async function tradeBesides(): Promise<void> {
  const order = { symbol: SYMBOL, side: "BUY", type: "LIMIT", timeInForce: "GTC", quantity: "0.01" };
  for (const price of ["59000", "60100"]) {
    const query = new URLSearchParams({ ...order, price, newClientOrderId: `at-${price}` });
    expect((await own.post(`/fapi/v1/order?${query}`)).status).toBe(200);
  }
}

describe("the user data stream, as a client tells it", () => {
  beforeEach(async () => {
    await start("one-way");
    await quoted();
  });

  test("ccxt pro", async () => {
    const exchange = await ccxtPro(venue, own.key);
    onTestFinished(() => exchange.close());
    const MARKET = "BTC/USDT:USDT";
    const trades = exchange.watchMyTrades(MARKET);
    const orders = exchange.watchOrders(MARKET);
    // It follows the account from the moment at which its connection is open.
    const isOpen = ({ connection }: { connection?: { readyState: number } }) => connection?.readyState === 1;
    await expect.poll(() => Object.values(exchange.clients as never).some(isOpen as never)).toBe(true);
    await tradeBesides();
    expect(await trades).toMatchObject([{ price: 60_100, amount: 0.01, side: "buy", fee: { cost: 0.3606 } }]);
    expect(await orders).toMatchObject([{ clientOrderId: "at-59000", status: "open", price: 59_000 }]);
  });

  test("binance", async () => {
    const client = binanceStreams(venue);
    onTestFinished(() => client.closeAll(true));
    const events: Record<string, unknown>[] = [];
    const seen = new Promise<void>((resolve) => {
      client.on("message", (event: Record<string, unknown>) => {
        events.push(event);
        if (events.filter(({ e }) => e === "ORDER_TRADE_UPDATE").length === 3) resolve();
      });
    });
    client.options.api_key = own.key.apiKey;
    client.options.api_secret = own.key.secret;
    await client.subscribeUsdFuturesUserDataStream();
    await tradeBesides();
    await seen;
    expect(events.map(({ e }) => e)).toContain("ACCOUNT_UPDATE");
  });

  test("binance-api-node", async () => {
    const client = binanceApiNode(venue, own.key);
    const events: Record<string, unknown>[] = [];
    let done = (): void => {};
    const seen = new Promise<void>((resolve) => {
      done = resolve;
    });
    const stop = await client.ws.futuresUser((event: Record<string, unknown>) => {
      events.push(event);
      if (event["orderStatus"] === "FILLED") done();
    });
    onTestFinished(() => stop());
    await tradeBesides();
    await seen;
    const filled = events.find(({ orderStatus }) => orderStatus === "FILLED");
    expect(filled).toMatchObject({
      ...{ eventType: "ORDER_TRADE_UPDATE", symbol: SYMBOL, clientOrderId: "at-60100" },
      ...{ priceLastTrade: "60100.0", commission: "0.3606" },
    });
  });

  test("node-binance-api", async () => {
    const client = nodeBinanceApi(venue, own.key);
    const accounts: Record<string, unknown>[] = [];
    const orders: Record<string, unknown>[] = [];
    await new Promise((subscribed, failed) => {
      const note = (events: Record<string, unknown>[]) => (event: Record<string, unknown>) =>
        events.push(event);
      client.userFutureData(undefined, failed, note(accounts), note(orders), subscribed);
    });
    const sockets = () => Object.entries<WebSocket>(client.futuresSubscriptions);
    await expect.poll(() => sockets().map(([, { readyState }]) => readyState)).toEqual([1]);
    onTestFinished(() => {
      for (const [url] of sockets()) client.futuresTerminate(url);
    });
    await tradeBesides();
    const isFilled = ({ order }: Record<string, unknown>) => (order as { orderStatus?: string })?.orderStatus;
    await expect.poll(() => orders.map(isFilled)).toContain("FILLED");
    const filled = orders.find((event) => isFilled(event) === "FILLED")!;
    expect(filled["order"]).toMatchObject({
      ...{ symbol: SYMBOL, clientOrderId: "at-60100", side: "BUY" },
      ...{ lastFilledPrice: "60100.0", commission: "0.3606" },
    });
    expect(accounts).toHaveLength(1);
  });

  test("the connector with types of its own", async () => {
    const { restAPI, websocketStreams } = connector(venue, own.key);
    const { listenKey } = await (await restAPI.startUserDataStream()).data();
    const connection = await websocketStreams.connect();
    onTestFinished(() => connection.disconnect());
    const events: Record<string, unknown>[] = [];
    const seen = new Promise<void>((resolve) => {
      connection.userData(listenKey).on("message", (event: Record<string, unknown>) => {
        events.push(event);
        if ((event["o"] as { X?: string } | undefined)?.X === "FILLED") resolve();
      });
    });
    await new Promise((resolve) => setImmediate(resolve));
    await tradeBesides();
    await seen;
    expect(events.map(({ e }) => e)).toContain("TRADE_LITE");
  });
});
