import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { Client } from "../venue/client.ts";
import { Pushes } from "../venue/pushes.ts";
import { MASTER_KEY } from "./key-holders.ts";
import { keyed } from "./traders.ts";

/**
 * order/amend over the wire: the answer, the book, the push, the history. What it decides:
 * src/kernel/core/rules/order/amend.test.ts.
 */

const BTC = "cmt_btcusdt";
const buy = { symbol: BTC, size: "0.01", type: "1", order_type: "0", match_price: "0", price: "60000" };

let venue: Venue;
let alice: Client;
let pushes: Pushes;
let id: string;
beforeAll(async () => {
  venue = await startVenue({
    prices: { btc: 60_000 },
    masterKey: MASTER_KEY,
    accounts: keyed("alice"),
  });
  alice = new Client(venue.baseUrl, venue.accounts[0]!);
  pushes = await new Pushes(venue.wsUrl, "/v2/ws/private", venue.accounts[0]!).subscribe("orders");
});
afterAll(async () => {
  pushes.close();
  await venue.stop();
});
beforeEach(async () => {
  await alice.post("order/cancelAllOrders", {});
  await alice.post("order/cancelAllOrders", { cancelOrderType: "plan" });
  id = (
    await alice.post("order/placeOrder", { ...buy, client_oid: `a-${Math.trunc(performance.now() * 1e3)}` })
  ).body.order_id;
  await pushes.caughtUp();
  pushes.messages.length = 0;
});

const bids = async () =>
  (await (await fetch(`${venue.baseUrl}/capi/v2/market/depth?symbol=${BTC}&limit=15`)).json()).bids;

test("a smaller size keeps the place; another price loses it; book, push and detail say the same", async () => {
  expect((await alice.post("order/amend", { orderId: id, size: "0.008" })).body).toMatchObject({
    order_id: id,
    price: "60000.0",
    size: "0.0080",
    keepsPlace: true,
  });
  expect(await bids()).toMatchObject([["60000.0", "0.0080"]]);
  const { body } = await alice.post("order/amend", { orderId: id, price: "59990" });
  expect(body).toMatchObject({ order_id: id, price: "59990.0", size: "0.0080", keepsPlace: false });
  expect(await bids()).toMatchObject([["59990.0", "0.0080"]]);
  expect((await alice.get(`order/detail?orderId=${id}`)).body).toMatchObject({
    price: "59990.0",
    size: "0.0080",
    status: "open",
  });
  await pushes.caughtUp();
  const orders = pushes.messages
    .filter((each) => each.event === "payload")
    .flatMap((each) => each.msg.data.orders ?? each.msg.data.order ?? []);
  expect(
    orders.map((each: { id: string; size: string; price: string }) => [
      String(each.id),
      each.size,
      each.price,
    ]),
  ).toEqual([
    [id, "0.0080", "60000.0"],
    [id, "0.0080", "59990.0"],
  ]);
});

test("it is found by the client's id, and history keeps it as it ended", async () => {
  const { client_oid } = (await alice.get(`order/detail?orderId=${id}`)).body;
  const { body } = await alice.post("order/amend", { clientOid: client_oid, size: "0.02", price: "59900" });
  expect(body).toEqual({
    order_id: id,
    client_oid,
    price: "59900.0",
    size: "0.0200",
    triggerPrice: null,
    keepsPlace: false,
  });
  await alice.post("order/cancel_order", { orderId: id });
  const [ended] = (await alice.get(`order/history?symbol=${BTC}`)).body;
  expect(ended).toMatchObject({ order_id: id, price: "59900.0", size: "0.0200", status: "canceled" });
});

test("without a client's own id it is found by the one that the venue assigned, as a cancel finds it", async () => {
  const { order_id } = (await alice.post("order/placeOrder", buy)).body;
  const { body } = await alice.post("order/amend", { clientOid: order_id, size: "0.008" });
  expect(body).toMatchObject({ order_id, size: "0.0080" });
  expect((await alice.post("order/cancel_order", { clientOid: order_id })).body).toMatchObject({ order_id });
});

test.each([
  ["no order is named", {}, "40017", "orderId or clientOid"],
  ["nothing is to change", { orderId: "THE ID" }, "40020", "price, size or triggerPrice"],
  ["an order that does not exist", { orderId: "7", price: "1" }, "50005", "Order does not exist"],
  ["a word", { orderId: "x", price: "1" }, "50005", "Order does not exist"],
  ["a price off the grid", { orderId: "THE ID", price: "60000.05" }, "40015", "0.1"],
  ["a size off the grid", { orderId: "THE ID", size: "0.00001" }, "40015", "stepSize '0.0001'"],
  ["a price beyond the band", { orderId: "THE ID", price: "70000" }, "40015", "above the highest allowed"],
  ["more than the account carries", { orderId: "THE ID", size: "50" }, "40015", "not enough"],
])("refused and unchanged: %s", async (_, request, code, words) => {
  const body = JSON.parse(JSON.stringify(request).replace("THE ID", id));
  const answer = await alice.post("order/amend", body);
  expect([answer.body.code, answer.status >= 400]).toEqual([code, true]);
  expect(answer.body.msg).toContain(words);
  expect(await bids()).toMatchObject([["60000.0", "0.0100"]]);
});

test("one that waits gets another trigger, price and size under its id, and history keeps it so", async () => {
  const plan = { symbol: BTC, size: "0.01", type: "1", match_type: "1", trigger_price: "61000" };
  const waiting = (await alice.post("order/plan_order", plan)).body.order_id;
  expect((await alice.post("order/amend", { orderId: waiting, triggerPrice: "61500" })).body).toEqual({
    order_id: waiting,
    client_oid: null,
    price: "0.0",
    size: "0.0100",
    triggerPrice: "61500.0",
    keepsPlace: true,
  });
  await alice.post("order/amend", { orderId: waiting, price: "61600", size: "0.02" });
  expect((await alice.get("order/currentPlan")).body).toMatchObject([
    { order_id: waiting, triggerPrice: "61500.0", price: "61600.0", size: "0.0200" },
  ]);
  await alice.post("order/cancel_plan", { orderId: waiting });
  const { list } = (await alice.get(`order/historyPlan?symbol=${BTC}`)).body;
  expect(list[0]).toMatchObject({ order_id: waiting, triggerPrice: "61500.0", size: "0.0200" });
});

test("a trigger that is met, and one for an order that rests, are refused in words", async () => {
  const plan = { symbol: BTC, size: "0.01", type: "1", match_type: "1", trigger_price: "61000" };
  const waiting = (await alice.post("order/plan_order", plan)).body.order_id;
  const met = await alice.post("order/amend", { orderId: waiting, triggerPrice: "59000" });
  expect(met.body).toMatchObject({ code: "40015", msg: expect.stringContaining("would trigger at once") });
  expect((await alice.post("order/amend", { orderId: id, triggerPrice: "61000" })).body).toMatchObject({
    code: "50005",
    msg: expect.stringContaining("it is no untriggered order"),
  });
  expect((await alice.get("order/currentPlan")).body).toMatchObject([{ triggerPrice: "61000.0" }]);
});
