import { afterAll, beforeAll, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { takesBody } from "../../src/interface/wire/index.ts";
import { FIRST_USER_ACCOUNT } from "../../src/kernel/core/index.ts";
import { operations as everyOperation, v2Operations as operations } from "../../src/service/gateway/index.ts";
import { Client } from "../venue/client.ts";
import { control } from "../venue/control.ts";
import { ExampleRecorder, moduleOf } from "./example-recorder.ts";
import { holder, MASTER_KEY } from "./key-holders.ts";
import { keyed } from "./traders.ts";

/**
 * The examples of the OpenAPI document: one request of every operation and its answer, taken from a venue
 * that always does the same, and checked against the schema that documents the operation. `vitest -u` writes
 * them anew.
 */

const BTC = "cmt_btcusdt";
const ETH = "cmt_ethusdt";
const order = { symbol: BTC, size: "0.01", type: "1", order_type: "0", match_price: "0", price: "60000" };
const plan = { symbol: BTC, size: "0.01", type: "1", match_type: "1", trigger_price: "61000" };

let venue: Venue;
let alice: Client;
beforeAll(async () => {
  venue = await startVenue({
    prices: { btc: 60_000, eth: 3_000 },
    seed: 1,
    prehistory: 2,
    masterKey: MASTER_KEY,
    requests: "errors",
    leaderboard: "public",
    accounts: keyed("alice", "bob"),
  });
  alice = new Client(venue.baseUrl, venue.accounts[0]!);
});
afterAll(() => venue.stop());

test("an example of every operation", async () => {
  const recorder = new ExampleRecorder(alice, operations);
  const record = (method: "GET" | "POST", path: string, request?: object) =>
    recorder.record(method, `/capi/v2/${path}`, request);

  const bob = await holder(venue, "bobs", FIRST_USER_ACCOUNT + 1);
  await bob.post("order/placeOrder", { ...order, type: "2", size: "0.05" });
  await record("POST", "order/estimate", order);
  const placed = await record("POST", "order/placeOrder", { ...order, client_oid: "bot-0001" });
  await record("POST", "order/batchOrders", {
    symbol: BTC,
    orderDataList: [
      { size: "0.01", type: "1", order_type: "0", match_price: "0", price: "59000", client_oid: "bot-0002" },
    ],
  });
  await record("POST", "order/amend", { clientOid: "bot-0002", size: "0.008" });
  await record("GET", "order/current", { symbol: BTC });
  await record("POST", "order/cancel_order", { clientOid: "bot-0002" });
  const resting = await alice.post("order/placeOrder", { ...order, price: "58000" });
  await record("POST", "order/cancel_batch_orders", { ids: [resting.body.order_id] });
  const waiting = await record("POST", "order/plan_order", { ...plan, client_oid: "bot-0003" });
  const [{ orderId }] = await record("POST", "order/placeTpSlOrder", {
    symbol: BTC,
    planType: "profit_plan",
    triggerPrice: "62000",
    size: "0.01",
    positionSide: "long",
    clientOrderId: "bot-0004",
  });
  await record("POST", "order/modifyTpSlOrder", { orderId: String(orderId), triggerPrice: "62500" });
  await record("GET", "order/currentPlan", { symbol: BTC });
  await record("POST", "order/cancel_plan", { orderId: waiting.order_id });
  await record("POST", "order/cancelAllOrders", { symbol: BTC, cancelOrderType: "plan" });
  await record("GET", "account/position/allPosition");
  await record("GET", "account/position/singlePosition", { symbol: BTC });
  await record("GET", "account/assets");
  await record("GET", "account/explain");
  await record("GET", "account/equitySeries", { granularity: "1h", limit: "2" });
  await record("GET", "account/equityHistory", { granularity: "1h", limit: "2" });
  await record("GET", "account/performance");
  await record("POST", "order/closePositions", { symbol: BTC });
  await record("GET", "account/position/closed", { symbol: BTC });
  await record("GET", "account/explainLiquidation");
  await record("GET", "order/detail", { orderId: placed.order_id });
  await record("GET", "order/history", { symbol: BTC, pageSize: "10" });
  await record("GET", "order/historyPlan", { symbol: BTC });
  await record("GET", "order/fills", { orderId: placed.order_id });
  await record("POST", "account/bills", { coin: "USDT", symbol: BTC, limit: 10 });
  await record("POST", "account/leverage", {
    symbol: BTC,
    marginMode: 1,
    longLeverage: "10",
    shortLeverage: "10",
  });
  await record("POST", "account/position/changeHoldModel", { symbol: ETH, marginMode: 3 });
  await record("POST", "account/positionMode", { positionMode: "HEDGE" });
  const ethOrder = { ...order, symbol: ETH, price: "3000", size: "0.1", marginMode: 3 };
  await bob.post("order/placeOrder", { ...ethOrder, type: "2", marginMode: 1 });
  await alice.post("order/placeOrder", ethOrder);
  const [isolated] = (await alice.get(`account/position/singlePosition?symbol=${ETH}`)).body;
  await record("POST", "account/adjustMargin", {
    isolatedPositionId: String(isolated.id),
    collateralAmount: "5",
  });
  await record("POST", "account/modifyAutoAppendMargin", {
    positionId: String(isolated.id),
    autoAppendMargin: true,
  });
  await record("GET", "account/getAccounts");
  await record("GET", "account/getAccount", { coin: "USDT" });
  await record("GET", "account/accounts");
  await record("GET", "account/account", { coinId: "2" });
  await record("GET", "account/snapshot");
  await record("GET", "account/settings", { symbol: BTC });
  await record("POST", "order/uploadAiLog", {
    orderId: placed.order_id,
    stage: "Decision",
    model: "rules-1",
    input: { last: "60000" },
    output: { action: "buy" },
    explanation: "The price is below its average.",
  });
  await alice.post("order/placeOrder", { ...order, size: "0.00001" });
  await record("GET", "account/requestLog", { limit: "1", refused: "true" });
  const message = { accounts: ["alice"], text: "The second round begins at 12:00 UTC" };
  expect((await control(venue, "accounts/many/message", message)).status).toBe(200);
  await record("GET", "account/messages");

  await record("POST", "account/socketTicket");

  await record("GET", "market/time");
  await record("GET", "market/contracts", { symbol: BTC });
  await bob.post("order/placeOrder", { ...order, type: "2", price: "60100" });
  await bob.post("order/placeOrder", { ...order, price: "59900" });
  await record("GET", "market/depth", { symbol: BTC, limit: "15" });
  await record("GET", "market/tickers");
  await record("GET", "market/ticker", { symbol: BTC });
  await record("GET", "market/trades", { symbol: BTC, limit: "1" });
  await record("GET", "market/forecastFundRate", { symbol: BTC });
  await record("GET", "market/source");
  await record("GET", "market/leaderboard", { points: "2" });
  await record("GET", "market/candles", { symbol: BTC, granularity: "1m", limit: "2" });
  await record("GET", "market/historyCandles", { symbol: BTC, granularity: "1h", limit: "2" });
  await record("GET", "market/index", { symbol: BTC, priceType: "MARK" });
  await record("GET", "market/open_interest", { symbol: BTC });
  await record("GET", "market/funding_time", { symbol: BTC });
  await record("GET", "market/currentFundRate", { symbol: BTC });
  await record("GET", "market/getHistoryFundRate", { symbol: BTC, limit: "1" });

  recorder.expectAll();
  const module = moduleOf(recorder.examples, "test/conformance/examples.test.ts");
  await expect(module).toMatchFileSnapshot("../../src/service/gateway/v2/generated/examples.ts");
});

/**
 * What a request's query has besides its parameters: a language, or in the fapi dialect what it is signed by.
 */
function furtherOf({ api, access, keyOnly }: (typeof everyOperation)[number]): readonly string[] {
  if (api.name !== "fapi") return ["locale"];
  return access === "public" || keyOnly ? [] : ["timestamp", "recvWindow", "signature"];
}

test("the OpenAPI document shows them", async () => {
  const document = JSON.parse(await (await fetch(`${venue.baseUrl}/openapi.json`)).text());
  expect(document.openapi).toMatch(/^3\.1\./);
  for (const operation of everyOperation.filter(({ hidden }) => hidden !== true)) {
    const { path, method, parameters } = operation;
    const described = document.paths[path][method.toLowerCase()];
    expect(described.responses["200"].content["application/json"].example, path).toBeDefined();
    if (Object.keys(parameters).length === 0) continue;
    if (takesBody(operation)) {
      expect(described.requestBody.content["application/json"].example, path).toBeDefined();
    } else {
      const names = described.parameters.map(({ name }: { name: string }) => name);
      expect(names, path).toEqual([...Object.keys(parameters), ...furtherOf(operation)]);
    }
  }
});
