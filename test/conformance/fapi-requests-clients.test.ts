import * as ccxt from "ccxt";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { Client } from "../venue/client.ts";
import { registered } from "../venue/keyPairs.ts";
import type { Key } from "../venue/stamp.ts";
import { binanceRequests, binanceRest, ccxtPro, ccxtRest, connector } from "./fapiClients.ts";

/*
 * Public clients of the fapi dialect over its WebSocket API, as they come from the registry, with each kind
 * of key: what they parse is what REST shows, digit for digit. ccxt and `binance` tell the kinds by the form
 * of the secret; `binance` logs on by itself where a key may.
 */

// biome-ignore lint/suspicious/noExplicitAny: clients whose types say less than they do
type Any = any;

const SYMBOL = "BTCUSDT";
const MARKET = "BTC/USDT:USDT";
const KINDS = ["HMAC", "RSA", "Ed25519"] as const;

let venue: Venue;
let own: Client;
let keys: Readonly<Record<(typeof KINDS)[number], Key>>;

beforeAll(async () => {
  venue = await startVenue({
    prices: { btc: 60_000 },
    clock: "test",
    accounts: [{ name: "own", positionMode: "one-way" }, { name: "other" }],
  });
  own = new Client(venue.baseUrl, venue.accounts[0]!);
  const other = new Client(venue.baseUrl, venue.accounts[1]!);
  const order = { symbol: "cmt_btcusdt", client_oid: "", size: "1", order_type: "0", match_price: "0" };
  await other.post("order/placeOrder", { ...order, type: "2", price: "60100" });
  await other.post("order/placeOrder", { ...order, type: "1", price: "59900" });
  keys = {
    HMAC: own.key,
    RSA: await registered(venue, "own", "RSA"),
    Ed25519: await registered(venue, "own", "Ed25519"),
  };
  return () => venue.stop();
});

/** What REST shows. */
async function shown(path: string): Promise<Any> {
  return (await own.get(path)).body;
}

describe.each(KINDS)("%s", (kind) => {
  test("ccxt over REST", async () => {
    const exchange = ccxtRest(venue, keys[kind]);
    await exchange.loadMarkets();
    const placed = await exchange.createOrder(MARKET, "limit", "buy", 0.01, 59_000);
    expect(placed).toMatchObject({ status: "open", price: 59_000, amount: 0.01 });
    expect(await exchange.cancelOrder(placed.id!, MARKET)).toMatchObject({ status: "canceled" });
  });

  test("binance and the connector over REST", async () => {
    const client = binanceRest(venue, keys[kind]);
    const order = { symbol: SYMBOL, side: "BUY", type: "LIMIT", timeInForce: "GTC", price: 59_000 };
    const placed = await client.submitNewOrder({ ...order, quantity: 0.01 });
    const { orderId } = placed;
    const cancelled = await (
      await connector(venue, keys[kind]).restAPI.cancelOrder({ symbol: SYMBOL, orderId })
    ).data();
    expect(cancelled).toMatchObject({ orderId, status: "CANCELED" });
  });

  test("ccxt", async () => {
    const exchange = await ccxtPro(venue, keys[kind]);
    onTestFinished(() => exchange.close());
    const placed = await exchange.createOrderWs(MARKET, "limit", "buy", 0.01, 59_000);
    const order = `/fapi/v1/order?symbol=${SYMBOL}&orderId=${placed.id}`;
    expect(await shown(order)).toMatchObject({
      ...{ price: "59000.0", origQty: "0.0100", clientOrderId: placed.clientOrderId, status: "NEW" },
    });
    const edited = await exchange.editOrderWs(placed.id!, MARKET, "limit", "buy", 0.02, 58_000.5);
    expect(edited).toMatchObject({ id: placed.id, price: 58_000.5, amount: 0.02 });
    expect(await shown(order)).toMatchObject({ price: "58000.5", origQty: "0.0200" });
    expect(await exchange.cancelOrderWs(placed.id!, MARKET)).toMatchObject({
      id: placed.id,
      status: "canceled",
    });
    await expect(exchange.cancelOrderWs(placed.id!, MARKET)).rejects.toThrow(ccxt.OrderNotFound);
    const bought = await exchange.createOrderWs(MARKET, "market", "buy", 0.01);
    expect(await shown(`/fapi/v1/order?symbol=${SYMBOL}&orderId=${bought.id}`)).toMatchObject({
      ...{ status: "FILLED", avgPrice: "60100.0" },
    });
    const [row] = await shown("/fapi/v2/positionRisk?symbol=BTCUSDT");
    expect(await exchange.fetchPositionsWs([MARKET])).toMatchObject([
      {
        ...{ contracts: Number(row.positionAmt), entryPrice: Number(row.entryPrice) },
        unrealizedPnl: Number(row.unRealizedProfit),
      },
    ]);
    const { assets } = await shown("/fapi/v2/account");
    for (const method of ["account.status", "v2/account.status", "account.balance", "v2/account.balance"])
      expect(await exchange.fetchBalanceWs({ method }), method).toMatchObject({
        USDT: { free: Number(assets[0].availableBalance) },
      });
    const stop = await exchange.createOrderWs(MARKET, "market", "sell", 0.01, undefined, {
      ...{ stopLossPrice: 59_000, reduceOnly: true },
    });
    expect(await shown("/fapi/v1/openAlgoOrders")).toMatchObject([
      { algoId: Number(stop.id), triggerPrice: "59000.0" },
    ]);
    await exchange.cancelOrderWs(stop.id!, MARKET, { stop: true });
    expect(await shown("/fapi/v1/openAlgoOrders")).toEqual([]);
    const book = await shown("/fapi/v1/depth?symbol=BTCUSDT&limit=5");
    const { bids } = await exchange.fetchOrderBookWs(MARKET, 5);
    expect(bids).toEqual(book.bids.map((level: string[]) => level.map(Number)));
    const { bidPrice, askPrice } = await shown("/fapi/v1/ticker/bookTicker?symbol=BTCUSDT");
    expect(await exchange.fetchTickerWs(MARKET)).toMatchObject({
      bid: Number(bidPrice),
      ask: Number(askPrice),
    });
    expect(await exchange.fetchTickerWs(MARKET, { method: "ticker.price" })).toMatchObject({ last: 60_100 });
  });

  test("binance", async () => {
    const client = binanceRequests(venue, keys[kind]);
    onTestFinished(() => client.disconnectAll());
    const timestamp = () => Date.now();
    const order = { symbol: SYMBOL, side: "BUY", type: "LIMIT", timeInForce: "GTC" };
    const placing = { ...order, quantity: 0.01, price: 59_000, timestamp: timestamp() };
    const { result: placed } = await client.submitNewFuturesOrder("usdm", placing);
    const one = { symbol: SYMBOL, orderId: placed.orderId };
    const rest = await shown(`/fapi/v1/order?symbol=${SYMBOL}&orderId=${placed.orderId}`);
    const read = await client.getFuturesOrderStatus("usdm", { ...one, timestamp: timestamp() });
    expect(read.result).toEqual(rest);
    const change = { ...one, side: "BUY", quantity: 0.02, price: 58_000.5, timestamp: timestamp() };
    expect((await client.modifyFuturesOrder("usdm", change)).result).toMatchObject({ price: "58000.5" });
    const ended = await client.cancelFuturesOrder("usdm", { ...one, timestamp: timestamp() });
    expect(ended.result).toMatchObject({ status: "CANCELED" });
    const again = client.cancelFuturesOrder("usdm", { ...one, timestamp: timestamp() + 1 });
    expect((await again.catch((refused: Any) => refused)).error).toMatchObject({ code: -2011 });
    const stop = {
      ...{ algoType: "CONDITIONAL", symbol: SYMBOL, side: "BUY", type: "STOP_MARKET", quantity: "0.01" },
      ...{ triggerPrice: "61000", timestamp: timestamp() },
    };
    const { algoId } = (await client.submitNewFuturesAlgoOrder(stop)).result;
    expect(await shown("/fapi/v1/openAlgoOrders")).toMatchObject([{ algoId }]);
    await client.cancelFuturesAlgoOrder({ algoId, timestamp: timestamp() });
    const at = () => ({ timestamp: timestamp() });
    const pairs = [
      [client.getFuturesAccountStatus("usdm", at()), "/fapi/v2/account"],
      [client.getFuturesAccountStatusV2(at()), "/fapi/v3/account"],
      [client.getFuturesAccountBalance("usdm", at()), "/fapi/v2/balance"],
      [client.getFuturesAccountBalanceV2(at()), "/fapi/v3/balance"],
      [client.getFuturesPosition("usdm", at()), "/fapi/v2/positionRisk"],
      [client.getFuturesPositionV2(at()), "/fapi/v3/positionRisk"],
      [client.getFuturesSymbolPriceTicker({ symbol: SYMBOL }), "/fapi/v1/ticker/price?symbol=BTCUSDT"],
      [
        client.getFuturesSymbolOrderBookTicker({ symbol: SYMBOL }),
        "/fapi/v1/ticker/bookTicker?symbol=BTCUSDT",
      ],
    ] as const;
    for (const [answer, path] of pairs) expect((await answer).result, path).toEqual(await shown(path));
    const book = await client.getFuturesOrderBook({ symbol: SYMBOL, limit: 5 });
    expect(book.result.bids).toEqual((await shown("/fapi/v1/depth?symbol=BTCUSDT&limit=5")).bids);
  });

  test("the connector with types of its own", async () => {
    const connection = await connector(venue, keys[kind]).websocketAPI.connect();
    onTestFinished(() => connection.disconnect());
    const answer = async (reply: Promise<Any>) => (await reply).data;
    if (kind === "Ed25519")
      expect(await answer(connection.sendSignedMessage("session.logon"))).toMatchObject({
        apiKey: keys[kind].apiKey,
      });
    const order = {
      symbol: SYMBOL,
      side: "BUY",
      type: "LIMIT",
      timeInForce: "GTC",
      quantity: 0.01,
      price: 59_000,
    };
    const { orderId } = await answer(connection.newOrder(order));
    const rest = await shown(`/fapi/v1/order?symbol=${SYMBOL}&orderId=${orderId}`);
    expect(await answer(connection.queryOrder({ symbol: SYMBOL, orderId }))).toEqual(rest);
    const change = { symbol: SYMBOL, orderId, side: "BUY", quantity: 0.02, price: 58_000.5 };
    expect(await answer(connection.modifyOrder(change))).toMatchObject({ price: "58000.5" });
    expect(await answer(connection.cancelOrder({ symbol: SYMBOL, orderId }))).toMatchObject({
      status: "CANCELED",
    });
    const { algoId } = await answer(
      connection.newAlgoOrder({
        ...{ algoType: "CONDITIONAL", symbol: SYMBOL, side: "BUY", type: "STOP_MARKET", quantity: 0.01 },
        triggerPrice: 61_000,
      }),
    );
    expect(await answer(connection.cancelAlgoOrder({ algoId }))).toMatchObject({ algoId });
    const pairs = [
      [connection.accountInformation(), "/fapi/v2/account"],
      [connection.accountInformationV2(), "/fapi/v3/account"],
      [connection.futuresAccountBalance(), "/fapi/v2/balance"],
      [connection.futuresAccountBalanceV2(), "/fapi/v3/balance"],
      [connection.positionInformation(), "/fapi/v2/positionRisk"],
      [connection.positionInformationV2(), "/fapi/v3/positionRisk"],
      [connection.symbolPriceTicker({ symbol: SYMBOL }), "/fapi/v1/ticker/price?symbol=BTCUSDT"],
      [connection.symbolOrderBookTicker({ symbol: SYMBOL }), "/fapi/v1/ticker/bookTicker?symbol=BTCUSDT"],
    ] as const;
    for (const [reply, path] of pairs) expect(await answer(reply), path).toEqual(await shown(path));
    const book = await answer(connection.orderBook({ symbol: SYMBOL, limit: 5 }));
    expect(book.asks).toEqual((await shown("/fapi/v1/depth?symbol=BTCUSDT&limit=5")).asks);
    const { listenKey } = await answer(connection.startUserDataStream());
    expect(listenKey).toMatch(/^\w{64}$/);
    await answer(connection.keepaliveUserDataStream());
    await answer(connection.closeUserDataStream());
    await expect(connection.keepaliveUserDataStream()).rejects.toMatchObject({ code: -1125 });
  });
});
