import { afterEach, beforeEach, expect, test } from "vitest";
import type { Client } from "../venue/client.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import type { Stage } from "./seed-venue.ts";
import { BTC, openStage } from "./seed-venue.ts";

/**
 * What a position goes through over REST, on paper and in truth: leverage, funding, liquidation, protection,
 * restrictions.
 */

const SIM = "/capi/v3/sim";
const HOURS_8 = 8 * 3_600_000;
let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(async () => {
  stage.venue.engine.audit();
  await stage.venue.stop();
});

let orders = 0;
const order = (symbol: string, quantity: string, more: object = {}) => ({
  ...{
    symbol,
    quantity,
    side: "BUY",
    positionSide: "LONG",
    type: "LIMIT",
    timeInForce: "GTC",
    price: "60000",
  },
  ...{ newClientOrderId: `risk-${++orders}`, ...more },
});
const sells = { side: "SELL", positionSide: "SHORT" };

async function done(client: Client, path: string, body: object) {
  const reply = await client.post(path, body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

async function read(path: string, client = stage.alice) {
  const reply = await client.get(path);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

/** Alice's long of 1 BTC in truth and the same on paper, each with 100 000 to its name. */
async function holdBoth() {
  await done(stage.bob, "/capi/v3/order", order("BTCUSDT", "1", sells));
  await done(stage.alice, `${SIM}/order`, order("BTCSUSDT", "1"));
  await done(stage.alice, "/capi/v3/order", order("BTCUSDT", "1"));
  const position = async (path: string) => {
    const [row] = await read(path);
    const { id, asset, symbol, createdMatchSequenceId, updatedMatchSequenceId, ...rest } = row;
    return rest;
  };
  return {
    inTruth: () => position("/capi/v3/account/position/allPosition"),
    onPaper: () => position(`${SIM}/position/allPosition`),
  };
}

test("a position on paper shows what the same real one shows: leverage, modes, margin, liquidation price", async () => {
  const { inTruth, onPaper } = await holdBoth();
  await stage.price(BTC, 59_000);
  const held = await onPaper();
  expect(held).toEqual(await inTruth());
  expect(held).toMatchObject({
    ...{ side: "LONG", leverage: "20", marginType: "CROSSED", separatedMode: "COMBINED", size: "1.0000" },
    ...{ openValue: "60000", unrealizePnl: "-1000", liquidatePrice: "0" },
  });
  // With less to its name there is a price at which it ends.
  await done(stage.alice, `${SIM}/reset`, { amount: "5000" });
  await stage.price(BTC, 60_000);
  await done(stage.bob, "/capi/v3/order", order("BTCUSDT", "1", sells));
  await done(stage.alice, `${SIM}/order`, order("BTCSUSDT", "1"));
  const { liquidatePrice } = await onPaper();
  expect(Number(liquidatePrice)).toBeGreaterThan(55_000);
  expect(Number(liquidatePrice)).toBeLessThan(55_500);
});

test("funding is paid on paper as it is in truth", async () => {
  const { inTruth, onPaper } = await holdBoth();
  const before = await read(`${SIM}/balance`);
  await stage.venue.step(HOURS_8 + 1_000);
  const held = await onPaper();
  expect(Number(held.fundingFee)).not.toBe(0);
  expect(held.fundingFee).toBe((await inTruth()).fundingFee);
  expect(held.cumFundingFee).toBe((await inTruth()).cumFundingFee);
  const [after] = await read(`${SIM}/balance`);
  expect(Number(after.balance)).toBeCloseTo(Number(before[0].balance) - Math.abs(held.fundingFee), 8);
});

test("a position that can no longer be carried is liquidated, and the market hears nothing of it", async () => {
  await done(stage.alice, `${SIM}/reset`, { amount: "5000" });
  await done(stage.bob, "/capi/v3/order", order("BTCUSDT", "1", sells));
  await done(stage.alice, `${SIM}/order`, order("BTCSUSDT", "1"));
  const [{ liquidatePrice }] = await read(`${SIM}/position/allPosition`);
  await stage.price(BTC, Math.ceil(Number(liquidatePrice)) + 1);
  expect(await read(`${SIM}/position/allPosition`)).toHaveLength(1);
  await stage.price(BTC, Math.floor(Number(liquidatePrice)) - 1);
  expect(await read(`${SIM}/position/allPosition`)).toEqual([]);
  const [last] = await read(`${SIM}/order/history`);
  expect(last).toMatchObject({ symbol: "BTCSUSDT", side: "SELL", positionSide: "LONG", reduceOnly: true });
  const [{ balance }] = await read(`${SIM}/balance`);
  expect(Number(balance)).toBeGreaterThanOrEqual(0);
  expect(Number(balance)).toBeLessThan(500);
  expect(await read("/capi/v3/market/trades?symbol=BTCUSDT")).toEqual([]);
  expect(await read("/capi/v3/order/history")).toEqual([]);
  expect((await read("/capi/v3/account/balance"))[0]).toMatchObject({ balance: "100000" });
});

test.each(["frozen", "restricted"])("a user who is %s does on paper what that allows", async (status) => {
  const { orderId } = await done(stage.alice, `${SIM}/order`, order("BTCSUSDT", "1", { price: "50000" }));
  await stage.control("accounts/settings", { account: "alice", status });
  const asked = async (real: string, sim: string) => {
    const ask = (path: string) => stage.alice.get(path);
    const [inTruth, onPaper] = [await ask(`/capi/v3/${real}`), await ask(`${SIM}/${sim}`)];
    expect([onPaper.status, onPaper.body.code]).toEqual([inTruth.status, inTruth.body.code]);
    return onPaper.status;
  };
  const isFrozen = status === "frozen";
  expect((await stage.alice.post("/capi/v3/order", order("BTCUSDT", "1"))).status).toBe(403);
  expect((await stage.alice.post(`${SIM}/order`, order("BTCSUSDT", "1"))).status).toBe(403);
  expect(await asked("account/balance", "balance")).toBe(isFrozen ? 200 : 403);
  expect(await asked("account/position/allPosition", "position/allPosition")).toBe(isFrozen ? 200 : 403);
  const canceled = await stage.alice.delete(`${SIM}/order?orderId=${orderId}`);
  if (isFrozen) expect(canceled.status).toBe(403);
  else expect(canceled.text).toMatch(/not exist/); // it would open, so it ended
  expect((await stage.alice.post(`${SIM}/reset`, {})).status).toBe(403);
  await stage.control("accounts/settings", { account: "alice", status: "normal" });
  const [ended] = await read(`${SIM}/order/history`);
  expect(ended).toMatchObject({ orderId: Number(orderId), status: "CANCELED" });
});

test("a paper account has all that protects a position: listed, changed, cancelled, and gone with it", async () => {
  await done(stage.alice, `${SIM}/leverage`, { symbol: "BTCSUSDT", crossLeverage: "10" });
  await done(stage.bob, "/capi/v3/order", order("BTCUSDT", "1", sells));
  await done(stage.alice, `${SIM}/order`, order("BTCSUSDT", "1"));
  const protect = (planType: string, triggerPrice: string) =>
    done(stage.alice, `${SIM}/placeTpSlOrder`, {
      ...{ symbol: "BTCSUSDT", planType, triggerPrice, positionSide: "LONG" },
      clientAlgoId: `risk-${++orders}`,
    });
  const [stop] = await protect("STOP_LOSS", "59000");
  await protect("TAKE_PROFIT", "61000");
  const [profit] = await protect("TAKE_PROFIT", "62000");
  await done(stage.alice, `${SIM}/modifyTpSlOrder`, { orderId: profit.orderId, triggerPrice: "63000" });
  const waiting = async () =>
    (await read(`${SIM}/openAlgoOrders`)).map((each: { algoId: number }) => each.algoId);
  expect(await waiting()).toHaveLength(3);
  expect((await stage.alice.delete(`${SIM}/algoOrder?orderId=${stop.orderId}`)).body.success).toBe(true);
  expect(await waiting()).toHaveLength(2);
  await done(stage.bob, "/capi/v3/order", order("BTCUSDT", "1", { price: "59900" }));
  const closes = { side: "SELL", positionSide: "LONG", price: "59900" };
  await done(stage.alice, `${SIM}/order`, order("BTCSUSDT", "1", closes)); // an order, not closePositions
  expect(await read(`${SIM}/position/allPosition`)).toEqual([]);
  expect(await waiting()).toEqual([]);
  const { orders: past } = await read(`${SIM}/allAlgoOrders`);
  expect(past.map((each: { algoStatus: string }) => each.algoStatus)).toEqual([
    "CANCELED",
    "CANCELED",
    "CANCELED",
  ]);
  expect(await read("/capi/v3/openAlgoOrders")).toEqual([]);
  const { items } = await done(stage.alice, `${SIM}/income`, { limit: 10 });
  expect(new Set(items.map((each: { asset: string }) => each.asset))).toEqual(new Set(["SUSDT"]));
});

test.each([
  ["in truth", "account/", "BTCUSDT"],
  ["on paper", "sim/", "BTCSUSDT"],
])(
  "auto-append keeps an isolated position alive out of the account's balance: %s",
  async (_, path, symbol) => {
    const place = path === "sim/" ? `${SIM}/order` : "/capi/v3/order";
    const at = (name: string) => `/capi/v3/${path}${name}`;
    await done(stage.alice, at("marginType"), { symbol, marginType: "ISOLATED" });
    await done(stage.bob, "/capi/v3/order", order("BTCUSDT", "1", sells));
    await done(stage.alice, place, order(symbol, "1"));
    const held = async () => (await read(at("position/allPosition")))[0];
    const { id, liquidatePrice, isolatedMargin } = await held();
    await done(stage.alice, at("modifyAutoAppendMargin"), { positionId: id, autoAppendMargin: true });
    const before = await done(stage.alice, at("income"), { incomeType: "margin_move_in" });
    await stage.price(BTC, Math.floor(Number(liquidatePrice)) - 100);
    expect(await held()).toMatchObject({ id, size: "1.0000", isAutoAppendIsolatedMargin: true });
    expect(Number((await held()).isolatedMargin)).toBeGreaterThan(Number(isolatedMargin));
    const after = await done(stage.alice, at("income"), { incomeType: "margin_move_in" });
    expect(after.items.length).toBe(before.items.length + 1);
  },
);

test("a restricted user cancels and closes over both versions, and opens nothing", async () => {
  await holdBoth();
  const offers = { side: "SELL", positionSide: "LONG", price: "60500" };
  const { orderId } = await done(stage.alice, "/capi/v3/order", order("BTCUSDT", "0.2", offers));
  const { order_id } = await done(stage.alice, "/capi/v2/order/placeOrder", {
    ...LIMIT,
    symbol: BTC,
    client_oid: "risk-v2",
    size: "0.2",
    type: "3",
    price: "60600",
  });
  await stage.control("accounts/settings", { account: "alice", status: "restricted" });
  const opened = await stage.alice.post("/capi/v3/order", order("BTCUSDT", "0.1"));
  expect([opened.status, opened.body.code]).toEqual([403, -1051]);
  expect(opened.body.msg).toContain("outcry account set");
  expect((await stage.alice.get("/capi/v3/openOrders")).status).toBe(403);
  expect((await stage.alice.delete(`/capi/v3/order?orderId=${orderId}`)).body.success).toBe(true);
  expect((await done(stage.alice, "/capi/v2/order/cancel_order", { orderId: order_id })).result).toBe(true);
  await done(stage.bob, "/capi/v3/order", order("BTCUSDT", "1"));
  const [closed] = await done(stage.alice, "/capi/v3/closePositions", {});
  expect(closed.success).toBe(true);
  await stage.control("accounts/settings", { account: "alice", status: "normal" });
  expect(await read("/capi/v3/account/position/allPosition")).toEqual([]);
});

test("a key that may only read does not trade on paper", async () => {
  const refused = await stage.reader.post(`${SIM}/order`, order("BTCSUSDT", "1"));
  expect([refused.status, refused.body.code]).toEqual([403, -1052]);
  expect((await stage.reader.post(`${SIM}/reset`, {})).status).toBe(403);
  expect(await read(`${SIM}/balance`, stage.reader)).toMatchObject([{ asset: "SUSDT" }]);
});
