import { expect, test } from "vitest";
import { aliceAndBob } from "./aliceAndBob.ts";

/** What V2 refuses because of what the market knows, in its words; and whose presets and ids stay. */

const BTC = "cmt_btcusdt";
const venue = aliceAndBob(async () => {});

const order = { symbol: BTC, size: "0.5", type: "1", order_type: "0", match_price: "0", price: "59000" };
const plan = { symbol: BTC, size: "0.01", type: "1", match_type: "1", trigger_price: "61000" };
const PLACES_PLANS = ["order/plan_order", "order/placeOrder"];

test.each<[path: string, body: object, msg: RegExp]>([
  [
    "order/placeOrder",
    { ...order, size: "900" },
    /^FAILED_PRECONDITION: (available amount|the position value)/,
  ],
  [
    "order/placeOrder",
    { ...order, price: "70000" },
    /^INVALID_ARGUMENT: buy price '70000.0' is above the highest/,
  ],
  [
    "order/placeOrder",
    { ...order, type: "2", price: "50000" },
    /^INVALID_ARGUMENT: sell price '50000.0' is below/,
  ],
  ["order/placeOrder", { ...order, type: "4" }, /^FAILED_PRECONDITION: /],
  ["order/placeOrder", { ...order, marginMode: 3 }, /^Parameter marginMode is invalid/],
  [
    "order/placeOrder",
    { ...order, presetTakeProfitPrice: 50000 },
    /take profit param triggerPrice '50000.0'/,
  ],
  ...PLACES_PLANS.flatMap((path): [string, object, RegExp][] => [
    [
      path,
      { ...plan, type: "3", presetStopLossPrice: "59000" },
      /^Parameter presetStopLossPrice is invalid: only to orders that open, got '59000'$/,
    ],
    [path, { ...plan, presetTakeProfitPrice: "60000" }, /\(presetTakeProfitPrice\) is on the/],
  ]),
  ["order/placeOrder", { ...plan, match_type: undefined }, /match_type must not be blank/],
  ["order/placeOrder", { ...plan, order_type: "1", match_type: "0" }, /order_type is invalid: a plan order/],
  ["order/placeOrder", { ...plan, trigger_price: "" }, /match_type is invalid: it goes with/],
  ["order/placeOrder", { ...plan, match_price: "0" }, /match_price is invalid: it differs/],
  ["order/plan_order", { ...plan, triggerPrice: "61000" }, /triggerPrice is invalid: .*takes it/],
])("%s %j: %s", async (path, body, msg) => {
  expect((await venue.alice.post(path, body)).body.msg).toMatch(msg);
});

test.each<[item: object, msg: RegExp]>([
  [{ marginMode: 3 }, /^Parameter marginMode is invalid: it is 3, and .* is 1: send 1/],
  [{ symbol: "cmt_ethusdt" }, /^Parameter symbol is invalid: it differs/],
  [{ trigger_price: "61000" }, /^Parameter trigger_price is invalid: .*takes it/],
  [{ symbol: BTC, marginMode: 1 }, /^$/],
])("an order of a batch that says %j", async (item, msg) => {
  const { symbol, ...terms } = order;
  const batch = { symbol, orderDataList: [{ ...terms, ...item }] };
  const { order_info } = (await venue.alice.post("order/batchOrders", batch)).body;
  expect(order_info).toMatchObject([{ error_message: expect.stringMatching(msg) }]);
});

const byLimit = { order_type: "0", match_price: "0", price: "60900", match_type: undefined };
test.each([
  ["order/plan_order", plan],
  ["order/placeOrder", plan],
  ["order/placeOrder", { ...plan, ...byLimit }],
])("a plan order keeps its presets: %s %j", async (path, body) => {
  const presets = { presetTakeProfitPrice: 62_000, presetStopLossPrice: "50000" };
  const { order_id } = (await venue.alice.post(path, { ...body, ...presets })).body;
  expect((await venue.alice.get(`order/currentPlan?orderId=${order_id}`)).body).toMatchObject([
    { presetTakeProfitPrice: "62000.0", presetStopLossPrice: "50000.0" },
  ]);
});

test("where a client gives no id of its own, the order's id is one, of its account's alone", async () => {
  const { alice, bob } = venue;
  const { order_id } = (await bob.post("order/placeOrder", order)).body;
  const byClientId = { clientOid: order_id };
  expect((await alice.post("order/cancel_order", byClientId)).body).toMatchObject({ code: "-1054" });
  expect((await bob.post("order/cancel_order", byClientId)).body).toEqual({
    ...{ order_id, client_oid: order_id, result: true, err_msg: null },
  });
});

test("margin of a position that cannot be moved", async () => {
  const { alice, bob } = venue;
  await alice.post("account/position/changeHoldModel", { symbol: "cmt_ethusdt", marginMode: 3 });
  const eth = { ...order, symbol: "cmt_ethusdt", price: "3000", size: "1" };
  await bob.post("order/placeOrder", { ...eth, type: "2" });
  await alice.post("order/placeOrder", { ...eth, marginMode: 3 });
  const [{ id: isolatedPositionId }] = (await alice.get("account/position/allPosition")).body;
  for (const collateralAmount of ["-5000", "9999999999999", "-9999999999999"]) {
    const { body } = await alice.post("account/adjustMargin", { isolatedPositionId, collateralAmount });
    expect(body.msg).toContain("not enough");
  }
});
