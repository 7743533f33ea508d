import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { V2Client } from "../../src/interface/client/index.ts";
import type { v2 } from "../../src/interface/wire/index.ts";
import { tellInOrder } from "../inOrder.ts";
import type { Client } from "../venue/client.ts";
import { control } from "../venue/control.ts";
import { clientsOf } from "./traders.ts";

/** An account in one-way mode over V2 and V3, from the accounts that a venue opens to control's refusals. */

const BTC = "cmt_btcusdt";
const V3 = "/capi/v3";
let venue: Venue;
let net: Client;
let legs: Client;

tellInOrder();
beforeAll(async () => {
  const accounts = [{ name: "net", positionMode: "one-way" }, { name: "legs" }] as const;
  venue = await startVenue({ prices: { btc: 60_000 }, accounts });
  [net, legs] = clientsOf(venue);
});
afterAll(() => venue.stop());

/** @param type 1 open long, 2 open short, 3 close long, 4 close short */
async function order(client: Client, type: string, size: string, price: string) {
  const limit = { symbol: BTC, order_type: "0", match_price: "0" };
  const { status, body } = await client.post("order/placeOrder", { ...limit, type, size, price });
  return status === 200 ? body.order_id : body;
}

test("both say which mode it is in", async () => {
  await order(net, "1", "0.01", "59900");
  const { body } = await net.get("account/getAccount?coin=USDT");
  expect(body.account.modeSetting[0]).toMatchObject({ symbol: BTC, positionMode: "ONE_WAY" });
  expect((await net.get(`${V3}/account/accountConfig`)).body.dualSidePosition).toBe(false);
  expect((await legs.get(`${V3}/account/accountConfig`)).body.dualSidePosition).toBe(true);
});

test("a fill through zero are two fills, each with an id, the close first", async () => {
  const sale = await order(net, "2", "0.03", "60100");
  await order(legs, "2", "0.01", "59900"); // buys 0.01 for it
  await order(legs, "1", "0.03", "60100"); // and sells 0.03
  const { list } = (await net.get(`order/fills?orderId=${sale}`)).body;
  expect(list).toMatchObject([
    { legacyOrdeDirection: "OPEN_SHORT", fillSize: "0.0200", fillFee: "0.2404" },
    { legacyOrdeDirection: "CLOSE_LONG", fillSize: "0.0100", fillFee: "0.1202" },
  ]);
  expect(list[0].tradeId).toBeGreaterThan(list[1].tradeId);
  // Both name the trade, which is the first one's id.
  expect(list.map((fill: object) => "turnedTradeId" in fill)).toEqual([true, false]);
  expect(list[0].turnedTradeId).toBe(list[1].tradeId);
  const trades = (await net.get(`${V3}/userTrades?symbol=BTCUSDT&orderId=${sale}`)).body;
  expect(trades.map(({ id }: { id: number }) => id)).toEqual(
    list.map(({ tradeId }: { tradeId: number }) => tradeId),
  );
  expect(trades.map(({ turnedTradeId }: { turnedTradeId?: number }) => turnedTradeId)).toEqual([
    list[1].tradeId,
    undefined,
  ]);
  const positions = (await net.get("account/position/allPosition")).body;
  expect(positions).toMatchObject([{ side: "SHORT", size: "0.0200" }]);
  // One print: the other side has one fill of that trade.
  expect((await legs.get("order/fills")).body.list[0]).toMatchObject({
    tradeId: list[1].tradeId,
    fillSize: "0.0300",
  });
});

test("an order that says it opens the other leg is refused in a sentence; a close is reduce-only", async () => {
  expect(await order(net, "1", "0.01", "59000")).toMatchObject({
    msg: expect.stringMatching(/position mode ONE_WAY .* SHORT 0\.0200/i),
  });
  expect(await order(net, "3", "0.01", "60500")).toMatchObject({
    msg: expect.stringMatching(/closable size '0/),
  });
  const close = await order(net, "4", "5", "59000");
  const shown = (await net.get(`order/detail?orderId=${close}`)).body;
  expect(shown).toMatchObject({ size: "0.0200" });
});

const v3Order = (side: string, positionSide: string, quantity: string, more: object = {}) =>
  net.post(`${V3}/order`, {
    ...{ symbol: "BTCUSDT", side, positionSide, type: "LIMIT", timeInForce: "GTC", price: "59000", quantity },
    ...{ newClientOrderId: `v3-${side}-${positionSide}`, ...more },
  });

test("V3 takes a close as reduce-only, and an order that opens when flat or on the leg's side", async () => {
  const shown = async (client: string) =>
    (await net.get(`${V3}/order?origClientOrderId=${client}`)).body as Record<string, unknown>;
  await net.post("order/cancelAllOrders", { cancelOrderType: "normal" });
  expect((await v3Order("SELL", "SHORT", "0.01", { price: "61000" })).body).toMatchObject({ success: true });
  expect((await v3Order("BUY", "SHORT", "5")).body).toMatchObject({ success: true });
  expect(await shown("v3-BUY-SHORT")).toMatchObject({ origQty: "0.0200", reduceOnly: true });
  expect((await v3Order("BUY", "LONG", "0.01")).body).toMatchObject({
    code: -1054,
    msg: expect.stringMatching(/position mode ONE_WAY .* SHORT 0\.0200/i),
  });
  expect((await v3Order("SELL", "LONG", "0.01", { price: "61000" })).body.msg).toMatch(/closable size '0/);
  const { body: rows } = await net.get(`${V3}/account/position/allPosition`);
  expect(rows).toMatchObject([{ side: "SHORT", size: "0.0200" }]);
  await net.post("order/cancelAllOrders", { cancelOrderType: "normal" });
});

const PLAN = {
  symbol: BTC,
  client_oid: "waits",
  match_type: "1",
  size: "0.01",
  type: "2",
  trigger_price: "58000",
};
const ALGO = {
  ...{ symbol: "BTCUSDT", side: "SELL", positionSide: "SHORT", type: "STOP_MARKET", quantity: "0.01" },
  ...{ triggerPrice: "58000", clientAlgoId: "waits" },
};

test.each([
  ["order/cancel_order", "rests", (orderId: string) => net.post("order/cancel_order", { orderId })],
  [
    "order/cancel_batch_orders",
    "rests",
    (id: string) => net.post("order/cancel_batch_orders", { ids: [id] }),
  ],
  [
    "order/cancelAllOrders, normal ones",
    "rests",
    () => net.post("order/cancelAllOrders", { cancelOrderType: "normal" }),
  ],
  ["DELETE order", "rests", (id: string) => net.delete(`${V3}/order?orderId=${id}`)],
  ["DELETE batchOrders", "rests", (id: string) => net.delete(`${V3}/batchOrders`, { orderIdList: [id] })],
  ["DELETE allOpenOrders", "rests", () => net.delete(`${V3}/allOpenOrders?symbol=BTCUSDT`)],
  ["order/cancel_plan", "waits", (orderId: string) => net.post("order/cancel_plan", { orderId })],
  [
    "order/cancelAllOrders, plan orders",
    "waits",
    () => net.post("order/cancelAllOrders", { cancelOrderType: "plan" }),
  ],
  ["DELETE algoOrder", "waits", (id: string) => net.delete(`${V3}/algoOrder?orderId=${id}`)],
  ["DELETE algoOpenOrders", "waits", () => net.delete(`${V3}/algoOpenOrders?symbol=BTCUSDT`)],
] as const)("%s ends what %s of it", async (path, which, cancel) => {
  const placed =
    which === "rests"
      ? await order(net, "sell", "0.01", "61500")
      : path.startsWith("DELETE")
        ? (await net.post(`${V3}/algoOrder`, ALGO)).body.orderId
        : (await net.post("order/plan_order", PLAN)).body.order_id;
  const live = async () =>
    [
      ...(await net.get("order/current")).body,
      ...(await net.get(`order/currentPlan?symbol=${BTC}`)).body,
    ].map(({ order_id }: { order_id: string }) => order_id);
  expect(await live()).toContain(placed);
  const { status, text } = await cancel(placed);
  expect(status, text).toBe(200);
  expect(await live()).not.toContain(placed);
});

test("control changes it with neither orders nor positions", async () => {
  const setMode = (positionMode: string) =>
    control(venue, "accounts/settings", { account: "net", positionMode });
  const said = async () => JSON.stringify((await setMode("hedge")).body);
  const [{ id: position }] = (await net.get("account/position/allPosition")).body;
  expect(await said()).toContain(`cmt_btcusdt has an open position (${position}): close it first`);
  await order(legs, "2", "0.02", "60000");
  await order(net, "4", "0.02", "60000");
  const bid = await order(net, "1", "0.01", "59000");
  expect(await said()).toContain(`cmt_btcusdt has 1 open orders, the oldest ${bid}: cancel them first`);
  await net.post("order/cancelAllOrders", { cancelOrderType: "normal" });
  expect((await setMode("hedge")).status).toBe(200);
  const shown = await control(venue, "accounts/show?account=net");
  expect(shown.body).toMatchObject({ positionMode: "hedge" });
});

test("its holder changes it, too; a side is no word of an account with a leg each way", async () => {
  const setMode = (positionMode: string) => net.post("account/positionMode", { positionMode });
  expect((await setMode("ONE_WAY")).status).toBe(200);
  expect((await net.get(`${V3}/account/accountConfig`)).body.dualSidePosition).toBe(false);
  await order(legs, "2", "0.03", "60100");
  await order(net, "buy", "0.01", "60100");
  expect((await setMode("HEDGE")).body).toMatchObject({
    code: "40015",
    msg: expect.stringMatching(/^FAILED_PRECONDITION: cmt_btcusdt has an open position \(\d+\): close it/),
  });
  expect((await setMode("both")).body).toMatchObject({
    code: "40020",
    msg: expect.stringMatching(/HEDGE, ONE_WAY/),
  });
  expect(await order(legs, "buy", "0.01", "59000")).toMatchObject({
    code: "40020",
    msg: "Parameter type is invalid: only of accounts in one-way mode, got 'buy'",
  });
});

test("the pushed fill names the trade as the list does", async () => {
  const { baseUrl } = venue;
  const client = new V2Client({ baseUrl, credentials: venue.accounts[0]! });
  onTestFinished(() => client.close());
  const feed = await client.watch.fills();
  await order(legs, "1", "0.05", "60050");
  const sale = await order(net, "sell", "0.03", "60050");
  const pushed: v2.FillPush[] = [];
  for await (const { rows } of feed) {
    pushed.push(...rows.filter(({ orderId }) => orderId === sale));
    if (pushed.length >= 2) break;
  }
  expect(pushed.map(({ turnedTradeId }) => turnedTradeId)).toEqual([undefined, pushed[0]!.id]);
});
