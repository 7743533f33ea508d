import { afterAll, beforeAll, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import {
  ACCOUNT_USER,
  EXTERNAL_ACCOUNT,
  FIRST_USER_ACCOUNT,
  MOVE_DEPOSIT,
} from "../../src/kernel/core/index.ts";
import { v3Operations } from "../../src/service/gateway/index.ts";
import { Client } from "../venue/client.ts";
import { ExampleRecorder, moduleOf } from "./example-recorder.ts";
import { holder, MASTER_KEY } from "./key-holders.ts";
import { keyed } from "./traders.ts";

/** The examples of V3 in the OpenAPI document, like those of V2; `vitest -u` writes them anew. */

const symbol = "BTCUSDT";
const buy = {
  symbol,
  side: "BUY",
  positionSide: "LONG",
  type: "LIMIT",
  timeInForce: "GTC",
  quantity: "0.01",
};
const sell = { ...buy, side: "SELL", positionSide: "SHORT" };

let venue: Venue;
beforeAll(async () => {
  venue = await startVenue({
    prices: { btc: 60_000, eth: 3_000 },
    seed: 1,
    prehistory: 2,
    masterKey: MASTER_KEY,
    accounts: keyed("alice", "bob"),
  });
});
afterAll(() => venue.stop());

/** Opens an account with money. Returns its id. */
async function opened(name: string): Promise<number> {
  const { id } = await venue.engine.submit({ type: "openAccount", kind: ACCOUNT_USER, name });
  await venue.engine.submit({
    type: "moveMoney",
    movement: MOVE_DEPOSIT,
    from: EXTERNAL_ACCOUNT,
    to: id,
    amount: 1_000_000_000_000n,
  });
  return id;
}

test("an example of every operation", async () => {
  const recorder = new ExampleRecorder(new Client(venue.baseUrl, venue.accounts[0]!), v3Operations);
  const record = (method: "GET" | "POST" | "DELETE", path: string, request?: object) =>
    recorder.record(method, `/capi/v3/${path}`, request);
  const bob = await holder(venue, "bobs", FIRST_USER_ACCOUNT + 1);
  const placeForBob = async (order: object) => {
    const { status, text } = await bob.post("/capi/v3/order", order);
    expect(status, text).toBe(200);
  };

  await placeForBob({ ...sell, price: "60000", quantity: "0.05", newClientOrderId: "bob-0001" });
  const placed = await record("POST", "order", { ...buy, price: "60000", newClientOrderId: "bot-0001" });
  await record("POST", "batchOrders", {
    batchOrders: [{ ...buy, price: "59000", newClientOrderId: "bot-0002" }],
  });
  await record("GET", "openOrders", { symbol });
  await record("GET", "order", { orderId: placed.orderId });
  await record("DELETE", "order", { origClientOrderId: "bot-0002" });
  const batch = [{ ...buy, price: "58000", newClientOrderId: "bot-0003" }];
  const [second] = await record("POST", "batchOrders", { batchOrders: batch });
  await record("DELETE", "batchOrders", { orderIdList: [second.orderId] });
  await record("POST", "batchOrders", {
    batchOrders: [{ ...buy, price: "58500", newClientOrderId: "bot-0004" }],
  });
  await record("DELETE", "allOpenOrders", { symbol });

  const stop = { ...buy, type: "STOP_MARKET", triggerPrice: "61000", presetStopLossPrice: "60500" };
  const waiting = await record("POST", "algoOrder", { ...stop, clientAlgoId: "bot-0005" });
  const [takeProfit] = await record("POST", "placeTpSlOrder", {
    symbol,
    planType: "TAKE_PROFIT",
    triggerPrice: "62000",
    positionSide: "LONG",
    clientAlgoId: "bot-0006",
  });
  await record("POST", "modifyTpSlOrder", { orderId: String(takeProfit.orderId), triggerPrice: "62500" });
  await record("GET", "openAlgoOrders", { symbol });
  await record("DELETE", "algoOrder", { orderId: waiting.orderId });
  await record("DELETE", "algoOpenOrders", { symbol });
  await record("GET", "allAlgoOrders", { symbol });
  await record("GET", "trailing/openOrders", { symbol });
  await record("GET", "trailing/historyOrders", { symbol });

  await record("GET", "account/balance");
  await record("GET", "account/commissionRate", { symbol });
  await record("GET", "account/accountConfig");
  await record("GET", "account/symbolConfig", { symbol });
  await record("GET", "account/position/allPosition");
  await record("GET", "account/position/singlePosition", { symbol });
  await record("POST", "account/income", { asset: "USDT", symbol, limit: 10 });
  await record("GET", "userTrades", { symbol });
  await record("POST", "account/leverage", { symbol, crossLeverage: "10" });
  await placeForBob({ ...sell, side: "BUY", price: "59900", newClientOrderId: "bob-0002" });
  await record("POST", "closePositions", { symbol });
  await record("GET", "order/history", { symbol });

  await record("POST", "account/marginType", { symbol: "ETHUSDT", marginType: "ISOLATED" });
  const eth = { symbol: "ETHUSDT", price: "3000", quantity: "0.1" };
  await placeForBob({ ...sell, ...eth, newClientOrderId: "bob-0003" });
  await record("POST", "order", { ...buy, ...eth, newClientOrderId: "bot-0007" });
  recorder.examples["POST /capi/v3/order"] = {
    request: { ...buy, price: "60000", newClientOrderId: "bot-0001" },
    response: placed,
  };
  const [isolated] = await record("GET", "account/position/singlePosition", { symbol: "ETHUSDT" });
  const isolatedPositionId = String(isolated.id);
  await record("POST", "account/positionMargin", { isolatedPositionId, amount: "5", type: 1 });
  await record("POST", "account/modifyAutoAppendMargin", {
    positionId: isolatedPositionId,
    autoAppendMargin: true,
  });

  await placeForBob({ ...sell, price: "60100", newClientOrderId: "bob-0004" });
  await placeForBob({ ...buy, price: "59800", newClientOrderId: "bob-0005" });
  await record("GET", "market/time");
  await record("GET", "market/exchangeInfo", { symbol });
  await record("GET", "market/apiTradingSymbols");
  await record("GET", "market/depth", { symbol, limit: "15" });
  await record("GET", "market/ticker/24hr", { symbol });
  await record("GET", "market/ticker/bookTicker", { symbol });
  await record("GET", "market/trades", { symbol, limit: "1" });
  for (const name of ["klines", "indexPriceKlines", "markPriceKlines"])
    await record("GET", `market/${name}`, { symbol, interval: "1m", limit: "1" });
  const now = venue.clock.now();
  const [startTime, endTime] = [String(now - 7_200_000), String(now)];
  await record("GET", "market/historyKlines", { symbol, interval: "1h", startTime, endTime, limit: "1" });
  await record("GET", "market/symbolPrice", { symbol, priceType: "MARK" });
  await record("GET", "market/openInterest", { symbol });
  await record("GET", "market/premiumIndex", { symbol });
  await record("GET", "market/fundingRate", { symbol, limit: "1" });
  await record("GET", "market/riskLimits", { symbol });
  for (const name of ["coins", "exchangeInfo", "ping", "time"])
    await recorder.record("GET", `/api/v3/${name}`);

  const onPaper = { ...buy, symbol: "BTCSUSDT" };
  await record("GET", "sim/balance");
  const taken = { ...onPaper, price: "60100", newClientOrderId: "paper-0001" };
  const met = await record("POST", "sim/order", taken);
  await record("POST", "sim/order", { ...onPaper, price: "59000", newClientOrderId: "paper-0002" });
  recorder.examples["POST /capi/v3/sim/order"] = { request: taken, response: met };
  await record("GET", "sim/openOrders", { symbol: "BTCSUSDT" });
  await record("DELETE", "sim/order", { origClientOrderId: "paper-0002" });
  await record("GET", "sim/position/allPosition");
  await record("GET", "sim/userTrades", { symbol: "BTCSUSDT" });
  await record("GET", "sim/order/history", { symbol: "BTCSUSDT" });
  const paper = { symbol: "BTCSUSDT" };
  await record("GET", "sim/order", { orderId: met.orderId });
  await record("GET", "sim/symbolConfig", paper);
  await record("GET", "sim/commissionRate", paper);
  await record("GET", "sim/position/singlePosition", paper);
  await record("POST", "sim/income", { asset: "SUSDT", limit: 10 });
  const onceMore = [{ ...onPaper, price: "59000", newClientOrderId: "paper-0003" }];
  const [resting] = await record("POST", "sim/batchOrders", { batchOrders: onceMore });
  await record("DELETE", "sim/batchOrders", { orderIdList: [resting.orderId] });
  const paperStop = { ...stop, ...paper, clientAlgoId: "paper-0004" };
  const paperAlgo = await record("POST", "sim/algoOrder", paperStop);
  const [paperProfit] = await record("POST", "sim/placeTpSlOrder", {
    ...{ ...paper, planType: "TAKE_PROFIT", triggerPrice: "62000", positionSide: "LONG" },
    clientAlgoId: "paper-0005",
  });
  await record("POST", "sim/modifyTpSlOrder", {
    orderId: String(paperProfit.orderId),
    triggerPrice: "62500",
  });
  await record("GET", "sim/openAlgoOrders", paper);
  await record("DELETE", "sim/algoOrder", { orderId: paperAlgo.orderId });
  await record("DELETE", "sim/algoOpenOrders", paper);
  await record("GET", "sim/allAlgoOrders", paper);
  await record("POST", "sim/order", { ...onPaper, price: "58000", newClientOrderId: "paper-0006" });
  await record("DELETE", "sim/allOpenOrders", paper);
  await record("POST", "sim/leverage", { ...paper, crossLeverage: "10" });
  await record("POST", "sim/closePositions", paper);
  await record("POST", "sim/marginType", { symbol: "ETHSUSDT", marginType: "ISOLATED" });
  await placeForBob({ ...sell, ...eth, newClientOrderId: "bob-0007" });
  const paperEth = { ...onPaper, ...eth, symbol: "ETHSUSDT", newClientOrderId: "paper-0007" };
  await record("POST", "sim/order", paperEth);
  recorder.examples["POST /capi/v3/sim/order"] = { request: taken, response: met };
  const [alone] = await record("GET", "sim/position/singlePosition", { symbol: "ETHSUSDT" });
  await record("POST", "sim/positionMargin", { isolatedPositionId: String(alone.id), amount: "5", type: 1 });
  await record("POST", "sim/modifyAutoAppendMargin", {
    positionId: String(alone.id),
    autoAppendMargin: true,
  });
  await record("POST", "sim/reset", { amount: "100000" });

  const [alice, bobs] = [FIRST_USER_ACCOUNT, FIRST_USER_ACCOUNT + 1];
  const referrals = [
    { account: bobs, agent: alice },
    { account: await opened("carol"), agent: bobs },
  ];
  for (const each of referrals)
    await venue.engine.submit({ type: "setReferral", ...each, rebateRate: 20_000_000 });
  const carol = await holder(venue, "carols", referrals[1]!.account);
  await placeForBob({ ...sell, price: "60000", newClientOrderId: "bob-0006" });
  const bought = await carol.post("/capi/v3/order", {
    ...buy,
    price: "60000",
    newClientOrderId: "carol-0001",
  });
  expect(bought.status, bought.text).toBe(200);
  for (const { account } of referrals.toReversed())
    await venue.engine.submit({ type: "payRebates", account });
  const affiliate = (method: "GET" | "POST", name: string, request?: object) =>
    recorder.record(method, `/api/v3/rebate/affiliate/${name}`, request);
  await affiliate("GET", "getAffiliateUIDs");
  await affiliate("GET", "getChannelUserTradeAndAsset");
  await affiliate("GET", "getAffiliateCommission", { productType: "FUTURES" });
  await affiliate("POST", "querySubChannelTransactions", { productType: "FUTURES" });
  const agency = (name: string, request: object) => recorder.record("GET", `/api/v3/agency/${name}`, request);
  await agency("verifyReferrals", { userIds: `${bobs}` });
  await agency("getAssert", { userId: `${bobs}` });
  await agency("getDealData", { userIds: `${bobs}` });

  recorder.expectAll();
  const module = moduleOf(recorder.examples, "test/conformance/v3-examples.test.ts");
  await expect(module).toMatchFileSnapshot("../../src/service/gateway/v3/generated/examples.ts");
});
