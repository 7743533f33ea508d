import { expect, test } from "vitest";
import { SimulatedClock } from "../../../test/host/simulatedClock.ts";
import { Client } from "../../../test/venue/client.ts";
import { venueOfTest } from "../../../test/venue/venueOfTest.ts";
import { V2Client } from "../../interface/client/index.ts";
import { ofType, watchedMs } from "./happening.ts";
import { ExamObserver } from "./observer.ts";

test("a bot that does not keep up when its examination ends is judged by what was enough to end it", async () => {
  const clock = new SimulatedClock({ seed: 1 });
  const observer = new ExamObserver(clock, 1);
  let answer = () => {};
  observer.begin();
  const kept = observer.keepTime(() => new Promise((resolve) => (answer = resolve)));
  await clock.advance(1_100);
  const enough = observer.seen();
  expect(watchedMs(enough, 0)).toBe(100);

  await clock.advance(300); // until the one who waits for it goes on
  observer.stop(enough);
  answer();
  await kept;
  expect(observer.seen()).toEqual(enough);
});

test("what happens after the end is not seen", async () => {
  const clock = new SimulatedClock({ seed: 1 });
  const observer = new ExamObserver(clock, 1);
  observer.add({ type: "triggered", order: "1" });
  observer.stop();
  const last = observer.seen();
  await clock.advance(100);
  observer.add({ type: "triggered", order: "2" });
  expect(observer.seen()).toEqual(last);
  expect(last.happenings).toEqual([{ type: "triggered", order: "1", atMs: 0 }]);
});

test("a fill through zero is seen as what it closed, and then what it opened", async () => {
  const net = { name: "net", positionMode: "one-way" } as const;
  const venue = await venueOfTest({ prices: { btc: 60_000 }, accounts: [net, { name: "other" }] });
  const observer = new ExamObserver(new SimulatedClock({ seed: 1 }), 1);
  await observer.follow(venue, (await venue.account("net")).account);
  const [own, other] = venue.accounts.map(
    (credentials) => new V2Client({ baseUrl: venue.baseUrl, credentials }),
  );
  const limit = { symbol: "cmt_btcusdt", order_type: "0", match_price: "0", price: "60000" } as const;
  await other!.orders.place({ ...limit, type: "2", size: "0.01" });
  await own!.orders.place({ ...limit, type: "buy", size: "0.01" });
  await other!.orders.place({ ...limit, type: "1", size: "0.03" });
  await own!.orders.place({ ...limit, type: "sell", size: "0.03" });
  await venue.settle();
  expect(ofType(observer.seen(), "filled").map(({ action, size, left }) => [action, size, left])).toEqual([
    ["open long", "0.0100", "0.0000"],
    ["close long", "0.0100", "0.0000"],
    ["open short", "0.0200", "0.0000"],
  ]);
});

test("what a bot asks is told in the words of its dialect, and by what the operation is declared to show", async () => {
  const clock = new SimulatedClock({ seed: 1 });
  const observer = new ExamObserver(clock, 1);
  const net = { name: "net", balance: "1000", positionMode: "one-way" } as const;
  const onTraffic = observer.onTraffic;
  const venue = await venueOfTest({ prices: { btc: 60_000 }, accounts: [net], onTraffic });
  const client = new Client(venue.baseUrl, venue.accounts[0]!);
  const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", timeInForce: "GTC", price: "60000" };
  await client.post("/fapi/v1/order", { ...order, quantity: "1" });
  await client.post("/fapi/v1/order", { ...order, side: "SELL", quantity: "1", reduceOnly: "true" });
  await client.post("/fapi/v1/order/test", { ...order, quantity: "0.01" });
  await client.post("/capi/v2/order/placeOrder", { symbol: "cmt_btcusdt", size: "400", type: "buy" });
  await client.get("/fapi/v1/positionSide/dual");
  await client.get("/fapi/v3/positionRisk");
  await client.delete("/fapi/v1/allOpenOrders", { symbol: "BTCUSDT" });
  const asked = ofType(observer.seen(), "asked");
  expect(asked.map(({ operation, does, reason }) => [operation, does, reason.split(/[.:]/)[0]])).toEqual([
    ["POST /fapi/v1/order", "places", "-2019 Margin is insufficient"],
    ["POST /fapi/v1/order", "places", "-2022 ReduceOnly Order is rejected"],
    ["POST /fapi/v1/order/test", "looks", ""],
    ["POST /capi/v2/order/placeOrder", "places", "40017 Parameter validation failed"],
    ["GET /fapi/v1/positionSide/dual", "looks", ""],
    ["GET /fapi/v3/positionRisk", "reads", ""],
    ["DELETE /fapi/v1/allOpenOrders", "cancels", ""],
  ]);
  const [first] = asked;
  expect(first!.orders).toMatchObject([{ symbol: "BTCUSDT", action: "buy", size: "1", price: "60000" }]);
  expect(first!.signature).toMatch(/^[0-9a-f]{64}$/);
});
