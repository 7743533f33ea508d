import { afterAll, beforeAll, expect, test } from "vitest";
import { Pushes } from "../venue/pushes.ts";
import type { Stage } from "./seed-venue.ts";
import { BTC, openStage } from "./seed-venue.ts";

/** Attached orders of V3 that watch the mark price, from the request to the close. */

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.venue.stop());

const symbol = "BTCUSDT";

async function posted(who: "alice" | "bob", path: string, body: object) {
  const reply = await stage[who].post(`/capi/v3/${path}`, body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

let orders = 0;
const order = (side: string, positionSide: string, price: string, more: object = {}) => ({
  ...{ symbol, side, positionSide, price, type: "LIMIT", timeInForce: "GTC", quantity: "0.1" },
  ...{ newClientOrderId: `attached-${++orders}`, ...more },
});

async function rows(path: string) {
  const { status, text, body } = await stage.alice.get(`/capi/v3/${path}`);
  expect(status, text).toBe(200);
  return body;
}

test("a stop-loss on the mark closes when the mark is there, whatever traded last", async () => {
  const socket = new Pushes(stage.venue.wsUrl, "/v2/ws/private", stage.alice.key);
  await socket.subscribe("orders");
  await posted("bob", "order", order("SELL", "SHORT", "60000"));
  const guarded = { tpTriggerPrice: "62000", slTriggerPrice: "59500", SlWorkingType: "MARK_PRICE" };
  const { orderId } = await posted("alice", "order", order("BUY", "LONG", "60000", guarded));

  const { msg } = await socket.until((each) => each.msg?.data.order?.[0].id === orderId);
  expect(msg.data.order[0]).toMatchObject({
    openTpParam: { triggerPrice: "62000.0", triggerPriceType: "LAST_PRICE" },
    openSlParam: { triggerPrice: "59500.0", triggerPriceType: "MARK_PRICE" },
  });
  socket.close();
  const attached = await rows(`openAlgoOrders?symbol=${symbol}`);
  expect(attached.map((each: Record<string, string>) => [each.orderType, each.workingType]).sort()).toEqual([
    ["STOP_MARKET", "MARK_PRICE"],
    ["TAKE_PROFIT_MARKET", "CONTRACT_PRICE"],
  ]);

  await posted("bob", "order", order("BUY", "LONG", "59400", { quantity: "0.2" }));
  await posted("alice", "order", order("SELL", "SHORT", "59400", { quantity: "0.05" }));
  expect(await rows(`openAlgoOrders?symbol=${symbol}`)).toHaveLength(2);
  await stage.price(BTC, 59_490);
  expect(await rows(`openAlgoOrders?symbol=${symbol}`)).toEqual([]);
  const held = await rows(`account/position/singlePosition?symbol=${symbol}`);
  expect(held.map(({ side }: Record<string, string>) => side)).toEqual(["SHORT"]);
});

test("a conditional order's presets: tpOrderType says what its take-profit watches", async () => {
  await stage.price(BTC, 60_000);
  const stop = {
    ...{ symbol, side: "BUY", positionSide: "LONG", type: "STOP_MARKET", quantity: "0.1" },
    ...{ triggerPrice: "61000", clientAlgoId: "stop-1", presetTakeProfitPrice: "63000" },
  };
  await posted("alice", "algoOrder", { ...stop, TpWorkingType: "MARK_PRICE" });
  const { orders: listed } = await rows("allAlgoOrders");
  const shown = { clientAlgoId: "stop-1", tpTriggerPrice: "63000.0", tpOrderType: "MARK_PRICE" };
  expect(listed[0]).toMatchObject({ ...shown, workingType: "CONTRACT_PRICE" });
  const path = `/capi/v3/algoOrder?orderId=${listed[0].algoId}`;
  expect((await stage.alice.delete(path)).body).toMatchObject({ success: true });
  expect((await rows("allAlgoOrders")).orders[0]).toMatchObject({ ...shown, algoStatus: "CANCELED" });
});
