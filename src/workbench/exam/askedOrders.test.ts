import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../interface/wire/index.ts";
import { operations } from "../../service/gateway/index.ts";
import { askedOrders } from "./askedOrders.ts";
import { orderText } from "./happening.ts";

const of = (route: string) => operations.find(({ method, path }) => `${method} ${path}` === route)!;
const ask = (route: string, asked: JsonObject, answer = "{}", reason = "") =>
  askedOrders(of(route), asked, answer, reason);

const V2 = {
  symbol: "cmt_btcusdt",
  client_oid: "a",
  size: "0.01",
  type: "1",
  price: "60000",
  match_price: "0",
};
const V3 = {
  symbol: "BTCUSDT",
  newClientOrderId: "a",
  quantity: "0.01",
  side: "SELL",
  type: "LIMIT",
  price: "6",
};
const FAPI = {
  symbol: "BTCUSDT",
  newClientOrderId: "a",
  quantity: "0.01",
  side: "BUY",
  type: "LIMIT",
  price: "6",
};
const ALGO = { symbol: "BTCUSDT", clientAlgoId: "a", side: "SELL", type: "STOP_MARKET", triggerPrice: "5" };

describe("what a request asks to place is read by the operation's declaration", () => {
  test.each([
    ["POST /capi/v2/order/placeOrder", V2, "open long 0.01 at 60000"],
    ["POST /capi/v2/order/placeOrder", { ...V2, match_price: "1" }, "open long 0.01 at "],
    ["POST /capi/v2/order/placeOrder", { ...V2, type: "sell" }, "sell 0.01 at 60000"],
    [
      "POST /capi/v2/order/plan_order",
      { ...V2, price: undefined, type: "4", trigger_price: "5", match_type: "1" },
      "close short 0.01 at 5",
    ],
    [
      "POST /capi/v2/order/placeTpSlOrder",
      { symbol: "x", clientOrderId: "a", size: "1", positionSide: "long", triggerPrice: "5" },
      "close long 1 at 5",
    ],
    ["POST /capi/v2/order/amend", { clientOid: "a", size: "2", price: "5" }, "change 2 at 5"],
    ["POST /capi/v3/order", { ...V3, positionSide: "LONG" }, "close long 0.01 at 6"],
    ["POST /capi/v3/order", { ...V3, positionSide: "SHORT", type: "MARKET" }, "open short 0.01 at "],
    ["POST /capi/v3/algoOrder", { ...ALGO, quantity: "1", positionSide: "LONG" }, "close long 1 at 5"],
    ["POST /fapi/v1/order", FAPI, "buy 0.01 at 6"],
    ["POST /fapi/v1/order", { ...FAPI, positionSide: "BOTH", type: "MARKET" }, "buy 0.01 at "],
    ["POST /fapi/v1/order", { ...FAPI, reduceOnly: "True" }, "reduce by buy 0.01 at 6"],
    ["POST /fapi/v1/order", { ...FAPI, positionSide: "SHORT" }, "close short 0.01 at 6"],
    ["POST /fapi/v1/algoOrder", { ...ALGO, closePosition: "true" }, "reduce by sell  at 5"],
  ] as const)("%s %j is %s", (route, asked, told) => {
    const orders = ask(route, asked);
    expect(orders.map(({ action, size, price }) => `${action} ${size} at ${price}`)).toEqual([told]);
    expect(orders[0]!.clientId).toBe("a");
  });

  test.each([
    [
      "POST /capi/v2/order/plan_order",
      { ...V2, execute_price: "60000", trigger_price: "5" },
      "open long 0.01 cmt_btcusdt at 60000 from 5",
    ],
    [
      "POST /fapi/v1/order",
      { ...FAPI, type: "STOP_MARKET", price: "", stopPrice: "5" },
      "buy 0.01 BTCUSDT at 5",
    ],
    ["POST /fapi/v1/order", { ...FAPI, type: "STOP", stopPrice: "5" }, "buy 0.01 BTCUSDT at 6 from 5"],
    [
      "POST /fapi/v1/order",
      { ...FAPI, type: "TRAILING_STOP_MARKET", price: "", activationPrice: "5", callbackRate: "0.1" },
      "buy 0.01 BTCUSDT at 5 trailing 0.1",
    ],
    [
      "POST /fapi/v1/algoOrder",
      { ...FAPI, type: "TRAILING_STOP_MARKET", price: "", activatePrice: "5", callbackRate: "0.1" },
      "buy 0.01 BTCUSDT at 5 trailing 0.1",
    ],
    ["POST /capi/v3/algoOrder", { ...ALGO, quantity: "1", price: "6" }, "sell 1 BTCUSDT at 6 from 5"],
  ])("%s %j waits: %s", (route, asked, told) => {
    expect(ask(route, asked).map(orderText)).toEqual([told]);
  });

  test("of a batch each order is told with what its own answer says, and the code", () => {
    const batch = [FAPI, { ...FAPI, side: "SELL" }];
    const answer = '[{"orderId":1,"status":"NEW"},{"code":-2019,"msg":"Margin is insufficient."}]';
    const [taken, refused] = ask("POST /fapi/v1/batchOrders", { batchOrders: batch }, answer);
    expect([taken!.refusal, refused!.refusal]).toEqual(["", "-2019 Margin is insufficient."]);
    const v2 =
      '{"order_info":[{"error_code":"","error_message":""},{"error_code":"40015","error_message":"no"}]}';
    const list = { symbol: "cmt_btcusdt", orderDataList: [V2, V2] };
    expect(ask("POST /capi/v2/order/batchOrders", list, v2).map(({ refusal }) => refusal)).toEqual([
      "",
      "40015 no",
    ]);
  });

  test("what is no order in a batch is one without anything, refused with the batch", () => {
    const list = { symbol: "cmt_btcusdt", orderDataList: [null] };
    const [order, ...others] = ask("POST /capi/v2/order/batchOrders", list, "{}", "refused");
    expect(order).toMatchObject({ symbol: "cmt_btcusdt", size: "", refusal: "refused" });
    expect(others).toEqual([]);
  });

  test("an operation that closes everything asks for no order", () => {
    expect(ask("POST /capi/v2/order/closePositions", { symbol: "cmt_btcusdt" })).toEqual([]);
  });
});
