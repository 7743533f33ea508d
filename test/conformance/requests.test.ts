import { afterAll, beforeAll, expect, test } from "vitest";
import type { Venue } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import type { RequestEntry } from "../../src/service/gateway/index.ts";
import { limitProfiles } from "../../src/service/gateway/index.ts";
import { tellInOrder } from "../inOrder.ts";
import { Client, look } from "../venue/client.ts";
import { control } from "../venue/control.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import { clientsOf } from "./traders.ts";

/** The request log as operators and owners read it. */

let venue: Venue;
let alice: Client;
let bob: Client;
tellInOrder();
beforeAll(async () => {
  venue = await startVenue({ prices: { btc: 60_000 }, accounts: [{ name: "alice" }, { name: "bob" }] });
  [alice, bob] = clientsOf(venue);
});
afterAll(() => venue.stop());

const order = { ...LIMIT, price: "59000" };
const read = async (query = "") => (await control(venue, `requests${query}`)).body;

test("by default refusals are logged: who, what, what it cost, and why in numbers", async () => {
  await alice.get("account/assets");
  await alice.post("order/placeOrder", { ...order, size: "0.00001" });
  const { level, entries, lost } = await read();
  expect([level, lost]).toEqual(["errors", 0]);
  expect(entries).toEqual([
    {
      id: 1,
      time: expect.any(Number),
      marketTime: Date.UTC(2026, 0, 1),
      method: "POST",
      path: "/capi/v2/order/placeOrder",
      key: alice.key.apiKey,
      account: 4,
      address: "127.0.0.1",
      program: "node",
      weight: { ip: 2, uid: 5 },
      status: 400,
      code: "40015",
      tookMs: expect.any(Number),
      reason:
        "INVALID_ARGUMENT: size must be a number that matches the stepSize '0.0001', current size '0.00001'",
    },
  ]);
});

test("a bad signature, an unknown path and a refusal inside an answer are there too", async () => {
  const { next } = await read();
  await new Client(venue.baseUrl, { ...alice.key, secret: "wrong" }).get("account/assets");
  await look(venue.baseUrl, "klines?symbol=x");
  await bob.post("order/placeTpSlOrder", {
    symbol: "cmt_btcusdt",
    planType: "profit_plan",
    triggerPrice: "61000.05",
    positionSide: "long",
  });
  const { entries } = await read(`?after=${next}`);
  expect(entries.map(({ code, path, account }: RequestEntry) => [code, path, account])).toEqual([
    ["40009", "/capi/v2/account/assets", 4],
    ["404", "/capi/v2/market/klines", 0],
    ["40015", "/capi/v2/order/placeTpSlOrder", 5],
  ]);
});

test("a refusal inside an answer is logged with its code and words, in each dialect", async () => {
  const { next } = await read();
  const item = { symbol: "BTCUSDT", side: "BUY", positionSide: "LONG", type: "LIMIT", timeInForce: "GTC" };
  const batchOrders = [{ ...item, price: "59000", quantity: "0.00001", newClientOrderId: "small" }];
  const { symbol, ...small } = { ...order, size: "0.00001", client_oid: "small" };
  const v2 = (await bob.post("order/batchOrders", { symbol, orderDataList: [small] })).body;
  const canceled = (await bob.post("order/cancel_batch_orders", { ids: ["1"] })).body;
  const [v3] = (await bob.post("/capi/v3/batchOrders", { batchOrders })).body;
  const [fapi] = (await bob.post("/fapi/v1/batchOrders", { batchOrders })).body;
  const { entries } = await read(`?after=${next}`);
  expect(entries.map(({ status, code, reason }: RequestEntry) => [status, code, reason])).toEqual([
    [200, v2.order_info[0].error_code, v2.order_info[0].error_message],
    [200, "-1054", canceled.failInfos[0].err_msg],
    [200, v3.errorCode, v3.errorMessage],
    [200, String(fapi.code), fapi.msg],
  ]);
});

test("the level changes at run time; the cursor goes on", async () => {
  let { next } = await read();
  await control(venue, "requests/level", { level: "all" });
  await alice.get("account/assets");
  const page = await read(`?after=${next}`);
  expect(page.entries).toMatchObject([
    { path: "/capi/v2/account/assets", status: 200, code: "", reason: "" },
  ]);
  expect((await read(`?after=${page.next}`)).entries).toEqual([]);
  await control(venue, "requests/level", { level: "off" });
  next = page.next;
  await alice.post("order/placeOrder", {});
  expect((await read(`?after=${next}`)).entries).toEqual([]);
  await control(venue, "requests/level", { level: "errors" });
});

test("an owner reads its own requests and no others", async () => {
  await alice.post("order/placeOrder", {});
  await bob.post("order/placeOrder", {});
  const { entries } = (await bob.get("account/requestLog")).body;
  expect(entries.length).toBeGreaterThan(1);
  expect(new Set(entries.map(({ account }: RequestEntry) => account))).toEqual(new Set([5]));
  const own = await read("?account=alice&only=refused");
  expect(new Set(own.entries.map(({ account }: RequestEntry) => account))).toEqual(new Set([4]));
});

test("a rate limit says what was used, of how much, and when it is whole again", async () => {
  venue.gateway.limits.use({ ...limitProfiles.off, perOperation: { max: 10, windowMs: 3_600_000 } });
  for (let i = 0; i < 11; i++) await alice.post("order/cancel_order", { orderId: "1" });
  const { entries } = await read("?account=alice&limit=1");
  expect(entries[0]).toMatchObject({
    status: 429,
    reason: expect.stringMatching(/Rate limit exceeded: .* 10 of 10 in 3600 s, resets in 3\d{3} s$/),
  });
  venue.gateway.limits.use(limitProfiles.off);
});

test("why a request was refused is told in the words that its dialect has for it", async () => {
  const order = { symbol: "BTCUSDT", side: "SELL", positionSide: "LONG", type: "MARKET", quantity: "1" };
  const { body } = await alice.post("/fapi/v1/order", order);
  const { entries } = await read();
  expect(entries.at(-1)).toMatchObject({ path: "/fapi/v1/order", code: "-2022", reason: body.msg });
  expect(body.msg).toMatch(/^ReduceOnly Order is rejected\. /);
});
