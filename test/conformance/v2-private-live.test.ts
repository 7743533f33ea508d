import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Command } from "../../src/core/index.ts";
import { ACCOUNT_USER, EXTERNAL_ACCOUNT, MOVE_DEPOSIT, PERMIT_FUTURES } from "../../src/core/index.ts";
import { Engine, exchangeMachine, formatTag, VenueClock } from "../../src/engine/index.ts";
import { defaultContracts } from "../../src/feeds/index.ts";
import { createGateway, Vault } from "../../src/gateway/index.ts";
import { MemoryDisk } from "../../src/host/memoryDisk.ts";
import { SeededRng } from "../../src/host/seededRng.ts";
import { FileLog } from "../../src/journal/fileLog.ts";
import { FileSnapshots } from "../../src/journal/fileSnapshots.ts";
import { openHistory } from "../../src/readmodel/index.ts";
import type { MarketViews } from "../../src/views/index.ts";
import { SimulatedClock } from "../host/simulatedClock.ts";
import { tellInOrder } from "../inOrder.ts";

/**
 * Two bots trade over HTTP with each other: gateway, engine, exchange, journal and history are the real ones.
 */

const disk = new MemoryDisk();
const vault = new Vault(new Uint8Array(32).fill(1), new SeededRng(1));
const clock = new SimulatedClock({ seed: 1, startMs: Date.UTC(2025, 10, 30, 12) });
const silent = {
  info() {},
  warn() {},
  error: (fields: object, message: string) => console.error(fields, message),
};

interface Running {
  readonly port: number;
  readonly engine: Engine;
  stop(): Promise<void>;
}

async function start(): Promise<Running> {
  const history = await openHistory({ path: undefined, clock });
  const engine = await Engine.open({
    log: await FileLog.open(disk, { format: formatTag() }),
    snapshots: new FileSnapshots(disk),
    machine: exchangeMachine,
    clock: VenueClock.wall(clock),
    auditEvery: true,
    onHalt: (reason) => console.error(reason),
    appliedSeq: 0,
    onRecoveredFrame: (frame) => history.apply(frame),
  });
  engine.subscribe((frame) => void history.apply(frame));
  if (engine.durableSeq === 0) await setUp(engine);
  const views = {} as MarketViews; // for public operations
  const gateway = createGateway({ engine, history, views, clock, vault, log: silent });
  const { port } = await gateway.listen({ host: "127.0.0.1", port: 0 });
  return {
    port,
    engine,
    async stop() {
      await gateway.stop();
      await engine.stop();
      await history.close();
    },
  };
}

async function setUp(engine: Engine): Promise<void> {
  const done = async (command: Command): Promise<number> => {
    const { rejection, id } = await engine.submit(command);
    expect(rejection).toBeUndefined();
    return id;
  };
  await done(defaultContracts[0]!.listing);
  await done({ type: "setIndex", prices: [{ contract: 0, points: 60_000_000 }] });
  for (const name of ["alice", "bob"]) {
    const account = await done({ type: "openAccount", kind: ACCOUNT_USER, name });
    await done({
      type: "moveMoney",
      movement: MOVE_DEPOSIT,
      from: EXTERNAL_ACCOUNT,
      to: account,
      amount: 10_000_000_000_000n,
    });
    await done({
      type: "addKey",
      account,
      permissions: PERMIT_FUTURES,
      activeFrom: 0,
      expires: 0,
      key: name,
      sealedSecret: vault.seal(`secret of ${name}`, { key: name, account }),
      passphraseHash: vault.hashPassphrase("pass", name),
      label: name,
      addresses: "",
      wireProfile: "",
    });
  }
}

let venue: Running;
tellInOrder();
beforeAll(async () => {
  venue = await start();
});
afterAll(() => venue.stop());

let nonce = 0;

/** A signed call; each at a millisecond of its own unless `at` is given. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
async function call(who: string, path: string, sent?: object, at?: number): Promise<any> {
  if (at === undefined) await clock.advance(1);
  const timestamp = at ?? clock.wallMs();
  const isRead = sent === undefined || "query" in sent;
  const query = isRead && sent !== undefined ? `?${(sent as { query: string }).query}` : "";
  const body = isRead ? "" : JSON.stringify(sent);
  const method = isRead ? "GET" : "POST";
  const full = `/capi/v2/${path}${query}`;
  const sign = createHmac("sha256", `secret of ${who}`)
    .update(timestamp + method + full + body)
    .digest("base64");
  const response = await fetch(`http://127.0.0.1:${venue.port}${full}`, {
    method,
    headers: {
      "access-key": who,
      "access-passphrase": "pass",
      "access-timestamp": String(timestamp),
      "access-sign": sign,
      ...(isRead ? {} : { "content-type": "application/json" }),
    },
    ...(isRead ? {} : { body }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const answer = (await response.json()) as any;
  expect(response.status, answer.msg).toBeLessThan(500);
  return answer;
}

const order = (change: object) => ({
  symbol: "cmt_btcusdt",
  client_oid: `c-${nonce++}`,
  size: "0.5",
  type: "1",
  order_type: "0",
  match_price: "0",
  price: "60000",
  ...change,
});

test("a trade, as both sides read it", async () => {
  const rested = await call("alice", "order/placeOrder", order({ client_oid: "rest" }));
  expect(rested).toEqual({ client_oid: "rest", order_id: expect.stringMatching(/^1000000000\d{6}$/) });
  expect(await call("alice", "order/current")).toMatchObject([
    {
      order_id: rested.order_id,
      client_oid: "rest",
      status: "open",
      type: "open_long",
      price: "60000.0",
      filled_qty: "0",
    },
  ]);
  const [before] = await call("alice", "account/assets");
  expect(Number(before.frozen)).toBeGreaterThan(0);

  const taken = await call(
    "bob",
    "order/placeOrder",
    order({ type: "2", size: "0.2", match_price: "1", price: undefined }),
  );
  expect(await call("bob", "order/detail", { query: `orderId=${taken.order_id}` })).toMatchObject({
    status: "filled",
    type: "open_short",
    order_type: "ioc",
    price: "0.0",
    price_avg: "60000.0",
    filled_qty: "0.2000",
    fee: "7.2",
    contracts: 200_000,
  });
  expect(await call("alice", "order/detail", { query: `orderId=${rested.order_id}` })).toMatchObject({
    status: "open",
    filled_qty: "0.2000",
    fee: "2.4",
  });
  expect(await call("bob", "order/fills")).toEqual({
    list: [
      {
        tradeId: expect.any(Number),
        orderId: Number(taken.order_id),
        symbol: "cmt_btcusdt",
        marginMode: "SHARED",
        separatedMode: "COMBINED",
        positionSide: "SHORT",
        orderSide: "SELL",
        fillSize: "0.2000",
        fillValue: "12000",
        fillFee: "7.2",
        liquidateFee: "0",
        realizePnl: "0",
        direction: "OPEN_SHORT",
        liquidateType: "UNKNOWN_LIQUIDATE_TYPE",
        legacyOrdeDirection: "OPEN_SHORT",
        createdTime: expect.any(Number),
      },
    ],
    nextFlag: false,
    totals: 1,
  });
  expect(await call("alice", "account/position/allPosition")).toMatchObject([
    {
      symbol: "cmt_btcusdt",
      side: "LONG",
      size: "0.2000",
      open_value: "12000",
      open_fee: "2.4",
      leverage: "20.00",
      contractVal: "0.000001",
    },
  ]);
  const { items } = await call("bob", "account/bills", {});
  expect(items[0]).toMatchObject({
    businessType: "position_open_short",
    amount: "11992.8",
    fillFee: "7.2",
    symbol: "cmt_btcusdt",
  });
  expect(items.at(-1)).toMatchObject({ businessType: "deposit", amount: "100000", symbol: "" });
  const { account, collateral } = await call("bob", "account/getAccounts");
  expect(account.modeSetting).toEqual([
    { symbol: "cmt_btcusdt", marginMode: "SHARED", separatedMode: "COMBINED", positionMode: "HEDGE" },
  ]);
  expect(collateral[0]).toMatchObject({
    amount: "111992.8",
    cum_position_open_short_amount: "12000",
    cum_position_fill_fee_amount: "7.2",
  });

  expect(
    (await call("alice", "account/leverage", { symbol: "cmt_btcusdt", marginMode: 1, longLeverage: "10" }))
      .msg,
  ).toContain("open orders");
  expect(await call("alice", "order/placeOrder", order({ client_oid: "rest" }))).toMatchObject({
    code: "40015",
    msg: expect.stringContaining(`duplicate client order id: the pending order ${rested.order_id}`),
  });
  expect(await call("bob", "order/cancel_order", { orderId: rested.order_id })).toMatchObject({
    code: "-1054",
  });
  expect(await call("alice", "order/cancel_order", { clientOid: "rest" })).toEqual({
    order_id: rested.order_id,
    client_oid: "rest",
    result: true,
    err_msg: null,
  });
  expect(await call("alice", "order/cancel_order", { orderId: rested.order_id })).toMatchObject({
    code: "-1054",
    msg: "Order does not exist",
  });
  expect(await call("alice", "order/history")).toMatchObject([
    { order_id: rested.order_id, status: "canceled", filled_qty: "0.2000" },
  ]);
  expect(
    await call("alice", "account/leverage", { symbol: "cmt_btcusdt", marginMode: 1, longLeverage: "10" }),
  ).toMatchObject({ code: "200" });
  expect((await call("alice", "account/settings")).cmt_btcusdt.cross_leverage).toBe("10.00");
});

test("refusals of the market in its own words", async () => {
  const msg = async (change: object) => (await call("alice", "order/placeOrder", order(change))).msg;
  expect(await msg({ size: "900" })).toMatch(
    /^FAILED_PRECONDITION: (available amount not enough|the position value limit exceed)/,
  );
  expect(await msg({ price: "70000" })).toMatch(
    /^INVALID_ARGUMENT: buy price '70000.0' is above the highest allowed '60900.0'/,
  );
  expect(await msg({ type: "2", price: "50000" })).toMatch(
    /^INVALID_ARGUMENT: sell price '50000.0' is below the lowest/,
  );
  expect(await msg({ type: "4" })).toMatch(/^FAILED_PRECONDITION: /);
  expect(await msg({ marginMode: 3 })).toMatch(/^Parameter marginMode is invalid/);
  expect(await msg({ presetTakeProfitPrice: 50000 })).toMatch(/take profit param triggerPrice '50000.0'/);
});

test("an order of a batch may say its margin mode, and the symbol that is the batch's", async () => {
  const batch = async (item: object) => {
    const orderDataList = [{ ...order({ type: "1", price: "59000", symbol: undefined }), ...item }];
    const { order_info } = await call("alice", "order/batchOrders", { symbol: "cmt_btcusdt", orderDataList });
    return order_info[0].error_message;
  };
  expect(await batch({ marginMode: 3 })).toMatch(
    /^Parameter marginMode is invalid: it is 3, and .* is 1: send 1/,
  );
  expect(await batch({ symbol: "cmt_ethusdt" })).toMatch(/^Parameter symbol is invalid: it differs/);
  expect(await batch({ trigger_price: "61000" })).toMatch(/^Parameter trigger_price is invalid: .*takes it/);
  expect(await batch({ symbol: "cmt_btcusdt", marginMode: 1 })).toBe("");
  await call("alice", "order/cancelAllOrders", { cancelOrderType: "normal" });
});

test("plan orders, take-profit and stop-loss", async () => {
  const planned = await call("alice", "order/plan_order", {
    symbol: "cmt_btcusdt",
    client_oid: "plan",
    size: "0.1",
    type: "1",
    match_type: "0",
    execute_price: "59000",
    trigger_price: "59100",
  });
  const [{ success, orderId }] = await call("alice", "order/placeTpSlOrder", {
    symbol: "cmt_btcusdt",
    planType: "profit_plan",
    triggerPrice: "61000",
    size: "0.2",
    positionSide: "long",
  });
  expect(success).toBe(true);
  const [failed] = await call("alice", "order/placeTpSlOrder", {
    symbol: "cmt_btcusdt",
    planType: "profit_plan",
    triggerPrice: "59000",
    size: "0.2",
    positionSide: "long",
  });
  expect(failed).toMatchObject({ success: false, orderId: 0 });
  expect(await call("alice", "order/currentPlan")).toMatchObject([
    {
      order_id: String(orderId),
      status: "0",
      type: "3",
      triggerPrice: "61000.0",
      triggerPriceType: "LIMIT",
      price: "0.0",
    },
    {
      order_id: planned.order_id,
      client_oid: "plan",
      status: "0",
      type: "1",
      order_type: "0",
      price: "59000.0",
      triggerPrice: "59100.0",
    },
  ]);
  expect(
    await call("alice", "order/modifyTpSlOrder", { orderId, triggerPrice: "62000", triggerPriceType: 3 }),
  ).toMatchObject({ code: "00000" });
  expect(await call("alice", "order/currentPlan", { query: `orderId=${orderId}` })).toMatchObject([
    { triggerPrice: "62000.0", triggerPriceType: "MARK" },
  ]);
  expect(await call("alice", "order/cancel_plan", { orderId: planned.order_id })).toMatchObject({
    result: true,
  });
  expect(await call("alice", "order/cancelAllOrders", { cancelOrderType: "plan" })).toEqual([
    { orderId, success: true },
  ]);
  expect(await call("alice", "order/currentPlan")).toEqual([]);
  const past = await call("alice", "order/historyPlan", { query: "symbol=cmt_btcusdt" });
  expect(past).toMatchObject({ list: [{ status: "-1" }, { status: "-1" }], nextPage: false });
});

test("plan orders keep their presets, whichever operation places them", async () => {
  const plan = { symbol: "cmt_btcusdt", size: "0.01", type: "1", match_type: "1", trigger_price: "61000" };
  const presets = { presetTakeProfitPrice: 6.1e4 + 1_000, presetStopLossPrice: "50000" };
  const byLimit = { order_type: "0", match_price: "0", price: "60900", match_type: undefined };
  for (const [path, body] of [
    ["order/plan_order", plan],
    ["order/placeOrder", plan],
    ["order/placeOrder", { ...plan, ...byLimit }],
  ] as const) {
    const { order_id: orderId } = await call("alice", path, { ...body, ...presets });
    const [shown] = await call("alice", "order/currentPlan", { query: `orderId=${orderId}` });
    expect(shown).toMatchObject({ presetTakeProfitPrice: "62000.0", presetStopLossPrice: "50000.0" });
    await call("alice", "order/cancel_plan", { orderId });
  }
  const msg = async (path: string, body: object) => (await call("alice", path, { ...plan, ...body })).msg;
  for (const path of ["order/plan_order", "order/placeOrder"]) {
    expect(await msg(path, { type: "3", presetStopLossPrice: "59000" })).toBe(
      "Parameter presetStopLossPrice is invalid: only to orders that open, got '59000'",
    );
    expect(await msg(path, { presetTakeProfitPrice: "60000" })).toMatch(
      /\(presetTakeProfitPrice\) is on the/,
    );
  }
  expect(await msg("order/placeOrder", { match_type: undefined })).toMatch(/match_type must not be blank/);
  expect(await msg("order/placeOrder", { order_type: "1", match_type: "0" })).toMatch(
    /order_type is invalid: a plan order/,
  );
  expect(await msg("order/placeOrder", { trigger_price: "" })).toMatch(/match_type is invalid: it goes with/);
  expect(await msg("order/placeOrder", { match_price: "0" })).toMatch(/match_price is invalid: it differs/);
  expect(await msg("order/plan_order", { triggerPrice: "61000" })).toMatch(
    /triggerPrice is invalid: .*takes it/,
  );
});

test("batches, and closing at market", async () => {
  const { order_info } = await call("bob", "order/batchOrders", {
    symbol: "cmt_btcusdt",
    orderDataList: [
      order({ size: "0.3", price: "59900" }),
      order({ size: "0.00001" }),
      order({ size: "0.1", price: "59800" }),
    ],
  });
  expect(order_info).toMatchObject([
    { result: true },
    { result: false, error_code: "40015" },
    { result: true },
  ]);
  expect(await call("alice", "order/closePositions", {})).toMatchObject([
    { success: true, errorMessage: "" },
  ]);
  expect(await call("alice", "account/position/allPosition")).toEqual([]);
  const [fill] = (await call("alice", "order/fills")).list;
  expect(fill).toMatchObject({ direction: "CLOSE_LONG", fillValue: "11980", realizePnl: "-27.188" });
  expect(await call("alice", "order/closePositions", {})).toEqual([]);
  const ids = order_info
    .map(({ order_id }: { order_id: string }) => order_id)
    .filter((id: string) => id !== "");
  expect(
    await call("bob", "order/cancel_batch_orders", { ids: [...ids, "7"], cids: ["nothing"] }),
  ).toMatchObject({
    result: true,
    cancelOrderResultList: [{ result: true }, { result: true }, { result: false }, { result: false }],
    failInfos: [{ order_id: "7" }, { client_oid: "nothing" }],
  });
});

test("where a client gives no id of its own, the order's id is one", async () => {
  const { order_id } = await call(
    "bob",
    "order/placeOrder",
    order({ client_oid: undefined, price: "59000" }),
  );
  expect((await call("bob", "order/current", { query: `orderId=${order_id}` }))[0].client_oid).toBe(order_id);
  expect(await call("alice", "order/cancel_order", { clientOid: order_id })).toMatchObject({ code: "-1054" });
  expect(await call("bob", "order/cancel_order", { clientOid: order_id })).toEqual({
    order_id,
    client_oid: order_id,
    result: true,
    err_msg: null,
  });
  expect(await call("bob", "order/cancel_batch_orders", { cids: [order_id, "x"] })).toMatchObject({
    result: false,
  });
});

test("isolated margin", async () => {
  expect(
    await call("bob", "account/position/changeHoldModel", { symbol: "cmt_btcusdt", marginMode: 3 }),
  ).toMatchObject({ code: "40015" });
  expect(
    await call("alice", "account/position/changeHoldModel", { symbol: "cmt_btcusdt", marginMode: 3 }),
  ).toMatchObject({ code: "200" });
  await call("bob", "order/placeOrder", order({ type: "1", size: "0.1" }));
  await call("alice", "order/placeOrder", order({ type: "2", size: "0.1", marginMode: 3 }));
  const [short] = await call("alice", "account/position/singlePosition", { query: "symbol=cmt_btcusdt" });
  expect(short).toMatchObject({ side: "SHORT", margin_mode: "ISOLATED", size: "0.1000" });
  expect(Number(short.liquidatePrice)).toBeGreaterThan(60_000);
  expect(
    await call("alice", "account/adjustMargin", { isolatedPositionId: short.id, collateralAmount: "50" }),
  ).toMatchObject({ code: "200" });
  expect(
    (await call("alice", "account/adjustMargin", { isolatedPositionId: short.id, collateralAmount: "-5000" }))
      .msg,
  ).toContain("not enough");
  expect(
    await call("alice", "account/modifyAutoAppendMargin", { positionId: short.id, autoAppendMargin: true }),
  ).toMatchObject({ code: "200" });
  const [after] = await call("alice", "account/position/allPosition");
  expect(Number(after.isolated_margin)).toBeCloseTo(Number(short.isolated_margin) + 50, 8);
  expect(after.is_auto_append_isolated_margin).toBe(true);
  const { collateral } = await call("alice", "account/getAccounts");
  expect(collateral[1]).toMatchObject({ marginMode: "ISOLATED", isolatedPositionId: String(short.id) });
});

test("ids that name nothing, or somebody else's", async () => {
  const [{ id }] = await call("alice", "account/position/allPosition");
  for (const [path, field, more] of [
    ["account/adjustMargin", "isolatedPositionId", { collateralAmount: "1" }],
    ["account/modifyAutoAppendMargin", "positionId", { autoAppendMargin: true }],
    ["order/cancel_order", "orderId", {}],
    ["order/cancel_plan", "orderId", {}],
    ["order/amend", "orderId", { price: "60000" }],
    ["order/modifyTpSlOrder", "orderId", { triggerPrice: "60000" }],
  ] as const) {
    for (const named of ["0", "x", "7", "9007199254740991", "9007199254740993", -1, id]) {
      const { code } = await call("bob", path, { [field]: named, ...more });
      expect(code).toMatch(/^(40015|50005|-1054)$/);
    }
  }
  for (const collateralAmount of ["9999999999999", "-9999999999999"]) {
    expect(
      (await call("alice", "account/adjustMargin", { isolatedPositionId: id, collateralAmount })).msg,
    ).toContain("not enough");
  }
  expect(
    (
      await call("alice", "account/adjustMargin", {
        isolatedPositionId: id,
        collateralAmount: "99999999999999999",
      })
    ).code,
  ).toBe("40020");
});

test("a request sent again after a restart gets the first answer", async () => {
  await clock.advance(1);
  const at = clock.wallMs();
  const sent = order({ client_oid: "again", size: "0.01", price: "59500" });
  const first = await call("bob", "order/placeOrder", sent, at);
  await venue.stop();
  venue = await start();
  expect(await call("bob", "order/placeOrder", sent, at)).toEqual(first);
  const live = await call("bob", "order/current");
  expect(live.filter(({ client_oid }: { client_oid: string }) => client_oid === "again")).toMatchObject([
    { order_id: first.order_id, status: "open" },
  ]);
  expect((await call("bob", "order/fills")).totals).toBeGreaterThan(1);
});
