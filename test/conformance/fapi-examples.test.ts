import { afterAll, beforeAll, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { fapi } from "../../src/interface/wire/index.ts";
import { fapiOperations } from "../../src/service/gateway/fapi/operations.ts";
import type { Client } from "../venue/client.ts";
import { ExampleRecorder, moduleOf } from "./example-recorder.ts";
import { clientsOf } from "./traders.ts";

/**
 * The examples of the fapi dialect's operations, as `examples.test.ts` makes V2's. `vitest -u` writes them
 * anew.
 */

let venue: Venue;
let alice: Client;
let bob: Client;
beforeAll(async () => {
  venue = await startVenue({ prices: { btc: 60_000, eth: 3_000 }, seed: 1, prehistory: 2 });
  [alice, bob] = clientsOf(venue);
});
afterAll(() => venue.stop());

const documented = fapiOperations.filter(({ hidden }) => hidden !== true);

test("an example of every operation", async () => {
  const recorder = new ExampleRecorder(alice, documented);
  const order = { symbol: "cmt_btcusdt", size: "0.01", type: "1", order_type: "0", match_price: "0" };
  await bob.post("order/placeOrder", { ...order, type: "2", size: "0.05", price: "60000" });
  await alice.post("order/placeOrder", { ...order, price: "60000" });
  await alice.post("order/placeOrder", { ...order, price: "59900" });

  const market = (path: string, request: object = {}) => recorder.record("GET", `/fapi/v1/${path}`, request);
  const BTC = { symbol: "BTCUSDT" };
  const candles = { interval: "1h", limit: "2" };
  await market("ping");
  await market("time");
  await market("exchangeInfo");
  await market("depth", { ...BTC, limit: "5" });
  await market("trades", { ...BTC, limit: "1" });
  await market("historicalTrades", { ...BTC, limit: "1" });
  await market("aggTrades", { ...BTC, limit: "1" });
  await market("klines", { ...BTC, ...candles });
  await market("markPriceKlines", { ...BTC, ...candles });
  await market("premiumIndexKlines", { ...BTC, ...candles });
  await market("indexPriceKlines", { pair: "BTCUSDT", ...candles });
  await market("continuousKlines", { pair: "BTCUSDT", contractType: "PERPETUAL", ...candles });
  await market("ticker/24hr", BTC);
  await market("ticker/price", BTC);
  await market("ticker/bookTicker", BTC);
  await market("premiumIndex", BTC);
  await market("fundingRate", { ...BTC, limit: "1" });
  await market("fundingInfo");
  await market("openInterest", BTC);
  await recordPrivate(recorder);
  for (const { response, path } of documented)
    if (response === fapi.market.Empty) await recorder.record("GET", path);

  recorder.expectAll();
  const module = moduleOf(recorder.examples, "test/conformance/fapi-examples.test.ts");
  await expect(module).toMatchFileSnapshot("../../src/service/gateway/fapi/generated/examples.ts");
});

/** What needs a key, in hedge mode; conditional orders and settings last. */
async function recordPrivate(recorder: ExampleRecorder): Promise<void> {
  const BTC = { symbol: "BTCUSDT" };
  const v1 = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, request: object = {}) =>
    recorder.record(method, `/fapi/v1/${path}`, request);
  const order = {
    ...{ ...BTC, side: "BUY", positionSide: "LONG", type: "LIMIT", timeInForce: "GTC" },
    ...{ quantity: "0.01", price: "59000" },
  };
  const first = await v1("POST", "order", { ...order, newClientOrderId: "first" });
  const named = { ...BTC, orderId: first.orderId };
  await v1("POST", "order/test", { ...order, newClientOrderId: "tried" });
  await v1("GET", "order", named);
  await v1("GET", "openOrder", named);
  await v1("GET", "openOrders", BTC);
  await v1("GET", "allOrders", { ...BTC, limit: "1" });
  await v1("PUT", "order", { ...named, side: "BUY", quantity: "0.02", price: "58000" });
  await v1("GET", "orderAmendment", named);
  const batch = JSON.stringify([{ ...order, newClientOrderId: "second" }]);
  const [second] = await v1("POST", "batchOrders", { batchOrders: batch });
  const change = { ...BTC, orderId: second.orderId, side: "BUY", quantity: "0.02", price: "58500" };
  await v1("PUT", "batchOrders", { batchOrders: JSON.stringify([change]) });
  await v1("DELETE", "batchOrders", { ...BTC, orderIdList: JSON.stringify([second.orderId]) });
  await v1("DELETE", "order", named);
  await v1("DELETE", "allOpenOrders", BTC);
  await v1("POST", "countdownCancelAll", { ...BTC, countdownTime: "100000" });
  await v1("GET", "userTrades", { ...BTC, limit: "1" });

  const stop = { ...BTC, side: "SELL", positionSide: "LONG", type: "STOP_MARKET", quantity: "0.01" };
  const algo = await v1("POST", "algoOrder", { ...stop, triggerPrice: "55000", clientAlgoId: "stop" });
  await v1("GET", "algoOrder", { algoId: algo.algoId });
  await v1("GET", "openAlgoOrders", BTC);
  await v1("GET", "allAlgoOrders", BTC);
  await v1("DELETE", "algoOrder", { algoId: algo.algoId });
  await v1("DELETE", "algoOpenOrders", BTC);

  for (const path of ["v2/account", "v3/account", "v2/balance"])
    await recorder.record("GET", `/fapi/${path}`);
  for (const path of ["v2/positionRisk", "v3/positionRisk"])
    await recorder.record("GET", `/fapi/${path}`, BTC);
  for (const path of ["leverageBracket", "commissionRate", "symbolConfig", "adlQuantile"])
    await v1("GET", path, BTC);
  for (const path of ["accountConfig", "apiTradingStatus", "forceOrders", "feeBurn", "rateLimit/order"])
    await v1("GET", path);
  await v1("GET", "income", { limit: "1" });
  await v1("GET", "positionSide/dual");
  await v1("GET", "multiAssetsMargin");
  await v1("POST", "multiAssetsMargin", { multiAssetsMargin: "false" });
  await v1("POST", "feeBurn", { feeBurn: "false" });
  await v1("POST", "leverage", { symbol: "ETHUSDT", leverage: "10" });
  await v1("POST", "marginType", { symbol: "ETHUSDT", marginType: "ISOLATED" });
  await bob.post("order/placeOrder", { ...ETH, type: "2", client_oid: "eth" });
  await v1("POST", "order", { ...order, symbol: "ETHUSDT", price: "3000", newClientOrderId: "first" });
  const margin = { symbol: "ETHUSDT", positionSide: "LONG", amount: "10", type: "1" };
  await v1("POST", "positionMargin", margin);
  await v1("GET", "positionMargin/history", { symbol: "ETHUSDT", type: "1", limit: "1" });
  for (const method of ["POST", "PUT", "DELETE"] as const) await v1(method, "listenKey");
  await closeAll();
  await v1("POST", "positionSide/dual", { dualSidePosition: "false" });
}

const ETH = { symbol: "cmt_ethusdt", size: "0.1", order_type: "0", match_price: "0", price: "3000" };

/** The mode of positions changes only without any. */
async function closeAll(): Promise<void> {
  const btc = { symbol: "cmt_btcusdt", size: "1", order_type: "0", match_price: "0" };
  await bob.post("order/placeOrder", { ...btc, type: "1", price: "59900", client_oid: "c" });
  await bob.post("order/placeOrder", { ...ETH, type: "1", price: "2990", client_oid: "d" });
  await alice.delete("/fapi/v1/allOpenOrders?symbol=BTCUSDT");
  expect((await alice.post("/capi/v3/closePositions", {})).body).toMatchObject([
    { success: true },
    { success: true },
  ]);
}

test("every declared operation is handled, once under each of its paths", () => {
  const handled = fapiOperations.map(({ method, path }) => `${method} ${path}`);
  expect(handled.toSorted()).toEqual(fapi.served.toSorted());
  expect(new Set(handled).size).toBe(handled.length);
});
