import { expect, test } from "vitest";
import { aliceAndBob } from "./aliceAndBob.ts";

/** order/estimate: what placeOrder would do with the same body, over the wire. */

const BTC = "cmt_btcusdt";
const buy = { symbol: BTC, size: "0.02", type: "1", order_type: "0", match_price: "0", price: "60010" };

const both = aliceAndBob(async ({ bob }) => {
  await bob.post("order/placeOrder", { ...buy, type: "2", size: "0.01", price: "60000" });
  await bob.post("order/placeOrder", { ...buy, type: "2", size: "0.005", price: "60006" });
});

test("what it says is what the placement then does", async () => {
  const { alice } = both;
  const { body } = await alice.post("order/estimate", buy);
  expect(body).toMatchObject({
    refusal: null,
    filledSize: "0.0150",
    restingSize: "0.0050",
    averagePrice: "60002.0", // (60 000 · 0.01 + 60 006 · 0.005) / 0.015
    fee: "0.540018", // 0.06 % of 600 and of 300.03
    slippage: "0.00003334", // 2 / 60 000, up
    certain: true,
  });
  expect((await alice.get("order/current")).body).toEqual([]);
  const { order_id } = (await alice.post("order/placeOrder", buy)).body;
  const { list } = (await alice.get(`order/fills?orderId=${order_id}`)).body;
  const fees = list.map(({ fillFee }: { fillFee: string }) => Number(fillFee));
  expect(fees.toSorted()).toEqual([0.180018, 0.36]);
  const [position] = (await alice.get(`account/position/singlePosition?symbol=${BTC}`)).body;
  expect(position.liquidatePrice).toBe(body.liquidatePrice);
});

test("a refusal has the code and the words of the placement", async () => {
  const { alice } = both;
  const large = { ...buy, size: "50", client_oid: "too-large" };
  const { status, body } = await alice.post("order/estimate", large);
  const placed = await alice.post("order/placeOrder", large);
  expect(status).toBe(200);
  expect(body.refusal).toEqual({ code: placed.body.code, msg: placed.body.msg });
  expect(body.refusal.code).toBe("40015");
  const most = { ...buy, size: body.largestSize };
  expect((await alice.post("order/estimate", most)).body.refusal).toBeNull();
});

test("a body that placeOrder finds malformed is refused as it is there", async () => {
  const { alice } = both;
  const malformed = { ...buy, size: "0.00001" };
  const [estimated, placed] = [
    await alice.post("order/estimate", malformed),
    await alice.post("order/placeOrder", malformed),
  ];
  expect([estimated.status, estimated.body.code, estimated.body.msg]).toEqual([
    placed.status,
    placed.body.code,
    placed.body.msg,
  ]);
});
