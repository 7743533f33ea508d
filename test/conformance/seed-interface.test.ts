import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  BILL_FILL_FEE_INCOME,
  BILL_LIQUIDATE_FEE_INCOME,
  EXTERNAL_ACCOUNT,
  FEE_ACCOUNT,
  INSURANCE_ACCOUNT,
  MOVE_DEPOSIT,
  MOVE_FEE_REFUND,
  MOVE_FOLLOW_BACK,
  MOVE_FOLLOW_PAY,
  MOVE_GIFT,
  MOVE_GIFT_BACK,
  MOVE_THIRD_PARTY_SHARE,
  MOVE_TRADER_INCOME,
  MOVE_TRANSFER,
  MOVE_WITHDRAW,
} from "../../src/kernel/core/index.ts";
import { setAccount } from "../core/settings.ts";
import { tellInOrder } from "../inOrder.ts";
import type { Client } from "../venue/client.ts";
import { sum } from "../venue/decimal.ts";
import { LIMIT } from "../venue/limitOrder.ts";
import { Coverage } from "./seed-coverage.ts";
import { later, never } from "./seed-tables.ts";
import type { Stage } from "./seed-venue.ts";
import { ALICE, BOB, BTC, ETH, openStage } from "./seed-venue.ts";

/**
 * The ten operations of the interface document on a running venue, over HTTP: every declared field with its
 * JSON type, every enumeration value that can come about. At the end, what never appeared is named.
 */

const seen = new Coverage();
let stage: Stage;
tellInOrder();
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.venue.stop());

async function get(who: Client, path: string) {
  const { status, body, text } = await who.get(path);
  expect(status, text).toBe(200);
  return body;
}

async function post(who: Client, path: string, sent: object) {
  const { status, body, text } = await who.post(path, sent);
  expect(status, text).toBe(200);
  return body;
}

const order = (change: object) => ({ ...LIMIT, symbol: BTC, size: "0.1", ...change });
const market = { match_price: "1", price: undefined };

const place = async (who: Client, change: object): Promise<string> =>
  seen.check("placed", await post(who, "order/placeOrder", order(change))).order_id;
const accountOf = async (who: Client) => seen.check("accountList", await get(who, "account/getAccounts"));
const sharedOf = async (who: Client) => (await accountOf(who)).collateral[0];
const positionsOf = async (who: Client) =>
  seen.check("position[]", await get(who, "account/position/allPosition"));
const plansOf = async (who: Client, query = "") =>
  seen.check("plan[]", await get(who, `order/currentPlan${query}`));
const historyOf = async (who: Client, query = "") =>
  seen.check("order[]", await get(who, `order/history${query}`));
const detailOf = async (who: Client, id: string) =>
  seen.check("order", await get(who, `order/detail?orderId=${id}`));
const fillsOf = async (who: Client, query = "") => seen.check("fills", await get(who, `order/fills${query}`));
const billsOf = async (who: Client, filter: object = {}) =>
  seen.check("bills", await post(who, "account/bills", { limit: 100, ...filter }));

const move = (movement: number, from: number, to: number, units: number) =>
  stage.operate({ type: "moveMoney", movement, from, to, amount: BigInt(units) * 100_000_000n });

describe("money", () => {
  test.each([
    ["deposit", MOVE_DEPOSIT, EXTERNAL_ACCOUNT, ALICE, "pending_deposit_amount", "cum_deposit_amount"],
    ["withdrawal", MOVE_WITHDRAW, ALICE, EXTERNAL_ACCOUNT, "pending_withdraw_amount", "cum_withdraw_amount"],
    ["transfer in", MOVE_TRANSFER, BOB, ALICE, "pending_transfer_in_amount", "cum_transfer_in_amount"],
    ["transfer out", MOVE_TRANSFER, ALICE, BOB, "pending_transfer_out_amount", "cum_transfer_out_amount"],
  ] as const)("a %s is pending, then done, or dropped", async (_, movement, from, to, pending, counter) => {
    const before = await sharedOf(stage.alice);
    const begin = () => stage.operate({ type: "beginMovement", movement, from, to, amount: 700_000_000n });
    const dropped = await begin();
    expect(await sharedOf(stage.alice)).toEqual({
      ...before,
      [pending]: "7",
      updated_time: expect.any(String),
    });
    await stage.operate({ type: "settleMovement", id: dropped, complete: false });
    expect(await sharedOf(stage.alice)).toMatchObject({ amount: before.amount, [pending]: "0" });
    await stage.operate({ type: "settleMovement", id: await begin(), complete: true });
    const after = await sharedOf(stage.alice);
    expect(after[pending]).toBe("0");
    expect(Number(after[counter])).toBe(Number(before[counter]) + 7);
    expect(Number(after.amount)).toBe(Number(before.amount) + (to === ALICE ? 7 : -7));
  });

  test.each([
    ["gift", MOVE_GIFT, EXTERNAL_ACCOUNT, ALICE, "transfer_in", 5, "INCREASE_CONTRACT_CASH_GIFT"],
    [
      "gift taken back",
      MOVE_GIFT_BACK,
      ALICE,
      EXTERNAL_ACCOUNT,
      "transfer_out",
      -3,
      "REDUCE_CONTRACT_CASH_GIFT",
    ],
    [
      "refund of fees",
      MOVE_FEE_REFUND,
      EXTERNAL_ACCOUNT,
      ALICE,
      "transfer_in",
      2,
      "REFUND_TOKEN_DISCOUNT_FEE",
    ],
    ["transfer", MOVE_TRANSFER, ALICE, BOB, "transfer_out", -4, "USER_TRANSFER"],
    ["follower's payment", MOVE_FOLLOW_PAY, ALICE, BOB, "tracking_follow_pay", -6, "UNKNOWN_TRANSFER_REASON"],
    ["follower's refund", MOVE_FOLLOW_BACK, BOB, ALICE, "tracking_follow_back", 1, "UNKNOWN_TRANSFER_REASON"],
    [
      "lead trader's income",
      MOVE_TRADER_INCOME,
      BOB,
      ALICE,
      "tracking_trader_income",
      2,
      "UNKNOWN_TRANSFER_REASON",
    ],
    [
      "third party's share",
      MOVE_THIRD_PARTY_SHARE,
      ALICE,
      BOB,
      "tracking_third_party_share",
      -1,
      "UNKNOWN_TRANSFER_REASON",
    ],
  ] as const)("%s", async (_, movement, from, to, businessType, amount, transferReason) => {
    await move(movement, from, to, Math.abs(amount));
    const { items } = await billsOf(stage.alice, { businessType });
    expect(items[0]).toMatchObject({
      coin: "USDT",
      symbol: "",
      businessType,
      amount: String(amount),
      transferReason,
    });
    expect(items[0].balance).toBe((await sharedOf(stage.alice)).amount);
    expect(items[0].ctime).toBe(items[0].cTime);
    await billsOf(stage.bob);
  });

  test("the system's side of a follower's payment", async () => {
    const { items } = await billsOf(stage.bob, { businessType: "tracking_system_pre_receive" });
    expect(items).toMatchObject([{ amount: "6" }]);
  });
});

test("fee settings, of the account and of a symbol", async () => {
  const { alice } = stage;
  expect((await accountOf(alice)).account.defaultFeeSetting).toMatchObject({
    is_set_fee_rate: false,
    taker_fee_rate: "0.0006",
    maker_fee_rate: "0.0002",
  });
  const fees = {
    feeSet: true,
    takerRate: 80_000,
    makerRate: 20_000,
    discountSet: true,
    discount: 90_000_000,
    sideDiscountSet: true,
    takerDiscount: 90_000_000,
    makerDiscount: 80_000_000,
  };
  await stage.operate(setAccount(ALICE, { ...fees, orderRateLimitPerMinute: 60 }));
  await stage.operate({ type: "setSymbolFee", account: ALICE, contract: 1, ...fees });
  const { account } = await accountOf(alice);
  expect(account).toMatchObject({
    createOrderRateLimitPerMinute: 60,
    createOrderDelayMilliseconds: 0,
    // What is charged is nine tenths of 0.0008, four fifths of 0.0002.
    defaultFeeSetting: {
      is_set_fee_rate: true,
      taker_fee_rate: "0.0008",
      maker_fee_rate: "0.0002",
      maker_fee_discount: "0.8",
    },
  });
  const charged = { taker_fee_rate: "0.0008", maker_fee_rate: "0.0002", taker_fee_discount: "0.9" };
  expect(account.feeSetting).toMatchObject([
    { symbol: BTC, is_set_fee_rate: false, ...charged },
    { symbol: ETH, is_set_fee_rate: true, is_set_taker_maker_fee_discount: true, ...charged },
    { symbol: "cmt_solusdt", is_set_fee_rate: false, ...charged },
  ]);
  for (const { symbol } of account.feeSetting) {
    const { body } = await alice.get(`/capi/v3/account/commissionRate?symbol=${symbol.slice(4)}`);
    expect(body).toMatchObject({ takerCommissionRate: "0.00072", makerCommissionRate: "0.00016" });
  }
  await stage.operate(setAccount(ALICE));
});

describe("orders", () => {
  test("every way to trade, both legs, both sides", async () => {
    const { alice, bob } = stage;
    await place(alice, {
      client_oid: "first",
      presetTakeProfitPrice: 61_000,
      presetStopLossPrice: "59000.5",
    });
    await place(bob, { type: "2", ...market });
    expect(await positionsOf(alice)).toMatchObject([{ side: "LONG", separated_open_order_id: 0 }]);
    expect(await positionsOf(bob)).toMatchObject([{ side: "SHORT", leverage: "20.00" }]);
    await place(bob, { type: "4", order_type: "1", price: "59990" });
    await place(alice, { type: "3", order_type: "3", price: "59990" });
    await place(alice, { type: "1", order_type: "2", size: "5" });
    await place(alice, { type: "2", price: "60010" });
    await place(bob, { type: "1", price: "60010" });
    await place(alice, { type: "4", order_type: "1", price: "59980" });
    await place(bob, { type: "3", price: "59980" });
    await fillsOf(alice);
    await billsOf(alice);
    await billsOf(bob);
    const rows = await historyOf(alice);
    expect(rows.filter(({ order_type }: { order_type: string }) => order_type === "fok")).toMatchObject([
      { status: "canceled", filled_qty: "0" },
    ]);
    await post(alice, "order/cancelAllOrders", { cancelOrderType: "plan" });
  });

  test("the fees that were paid are the fee account's income, which no key reads", async () => {
    const { engine, history } = stage.venue;
    await stage.venue.settle();
    const bills = await history.bills({
      account: FEE_ACCOUNT,
      type: BILL_FILL_FEE_INCOME,
      limit: 100,
    });
    expect(bills.rows.length).toBeGreaterThan(4);
    const { entries } = (await engine.query({ type: "account", account: FEE_ACCOUNT }))!;
    expect(sum(bills.rows.map(({ amount }) => amount))).toBe(entries[0]!.counters.fillFeeIncome);
  });

  test("pending, open, canceling, canceled", async () => {
    const { bob } = stage;
    await stage.operate(setAccount(BOB, { orderDelayMs: 500, cancelDelayMs: 500 }));
    expect((await accountOf(bob)).account.createOrderDelayMilliseconds).toBe(500);
    const id = await place(bob, { client_oid: "slow", price: "59900" });
    const states: string[] = [];
    const look = async () => states.push((await detailOf(bob, id)).status);
    await look();
    await stage.venue.step(500);
    await look();
    await post(bob, "order/cancel_order", { orderId: id });
    await look();
    seen.check("order[]", await get(bob, "order/current"));
    await stage.venue.step(500);
    await look();
    expect(states).toEqual(["pending", "open", "canceling", "canceled"]);
    await stage.operate(setAccount(BOB));
  });
});

describe("isolated margin and separated positions", () => {
  test("isolated: an entry of its own, margin in and out, auto-append", async () => {
    const { alice, bob } = stage;
    await post(alice, "account/position/changeHoldModel", { symbol: ETH, marginMode: 3 });
    await place(bob, { symbol: ETH, type: "2", size: "1", price: "3000" });
    await place(alice, { symbol: ETH, size: "1", price: "3000", marginMode: 3 });
    const [position] = await positionsOf(alice);
    expect(position).toMatchObject({ margin_mode: "ISOLATED", is_auto_append_isolated_margin: false });
    await post(alice, "account/modifyAutoAppendMargin", { positionId: position.id, autoAppendMargin: true });
    await post(alice, "account/adjustMargin", { isolatedPositionId: position.id, collateralAmount: "10" });
    await post(alice, "account/adjustMargin", { isolatedPositionId: position.id, collateralAmount: "-4" });
    expect(await positionsOf(alice)).toMatchObject([{ is_auto_append_isolated_margin: true }]);
    const { collateral } = await accountOf(alice);
    expect(collateral[1]).toMatchObject({
      marginMode: "ISOLATED",
      isolated_position_id: String(position.id),
      isolatedPositionId: String(position.id),
    });
    for (const businessType of ["margin_move_in", "margin_move_out"]) {
      expect((await billsOf(alice, { businessType })).items.length).toBeGreaterThan(1);
    }
    await fillsOf(alice, `?symbol=${ETH}`);
    await place(bob, { symbol: ETH, type: "4", size: "1", price: "3000" });
    await place(alice, { symbol: ETH, type: "3", size: "1", price: "3000", marginMode: 3 });
    expect(await positionsOf(alice)).toEqual([]);
  });

  test("separated: a position an opening order", async () => {
    const { alice, bob } = stage;
    await post(alice, "account/position/changeHoldModel", { symbol: ETH, marginMode: 1, separatedMode: 2 });
    await place(bob, { symbol: ETH, type: "2", size: "2", price: "3000" });
    const ids = [await place(alice, { symbol: ETH, size: "1", price: "3000" })];
    ids.push(await place(alice, { symbol: ETH, size: "1", price: "3000" }));
    const positions = await positionsOf(alice);
    expect(positions).toMatchObject([{ separated_mode: "SEPARATED" }, { separated_mode: "SEPARATED" }]);
    const openers = positions.map((each: { separated_open_order_id: number }) =>
      String(each.separated_open_order_id),
    );
    expect(openers.sort()).toEqual(ids.sort());
    await fillsOf(alice, `?symbol=${ETH}`);
    await accountOf(alice);
  });

  test("separated: closed by the seed's orders, the oldest first, or the position that one names", async () => {
    const { alice, bob } = stage;
    const closes = { symbol: ETH, type: "3", price: "3000" };
    await place(bob, { symbol: ETH, type: "4", size: "2", price: "3000" });
    await place(alice, { ...closes, size: "2" }); // both of the test before
    expect(await positionsOf(alice)).toEqual([]);
    await place(bob, { symbol: ETH, type: "2", size: "3", price: "3000" });
    for (const size of ["1", "1", "1"]) await place(alice, { symbol: ETH, size, price: "3000" });
    const [first, second, third] = (await positionsOf(alice))
      .map(({ id }: { id: number }) => id)
      .toSorted((a: number, b: number) => a - b);
    const left = async () =>
      (await positionsOf(alice))
        .map(({ id, size }: { id: number; size: string }) => [id, Number(size)])
        .toSorted(([a]: number[], [b]: number[]) => a! - b!);
    await place(bob, { symbol: ETH, type: "4", size: "1.5", price: "3000" });
    await place(alice, { ...closes, size: "0.5" });
    expect(await left()).toEqual([
      [first, 0.5],
      [second, 1],
      [third, 1],
    ]);
    await place(alice, { ...closes, size: "1", positionId: String(third) });
    expect(await left()).toEqual([
      [first, 0.5],
      [second, 1],
    ]);
    const tpSl = {
      ...{
        symbol: ETH,
        planType: "loss_plan",
        triggerPrice: "2990",
        executePrice: "0",
        positionSide: "long",
      },
      ...{ clientOrderId: "separated-stop", positionId: second },
    };
    expect(await post(alice, "order/placeTpSlOrder", tpSl)).toMatchObject([{ success: true }]);
    const plan = {
      symbol: ETH,
      type: "3",
      match_type: "1",
      trigger_price: "2990",
      size: "0.5",
      client_oid: "separated-plan",
    };
    await post(alice, "order/plan_order", plan);
    await place(bob, { symbol: ETH, type: "4", size: "1.5", price: "2990" });
    await place(bob, { symbol: ETH, type: "1", size: "0.1", price: "2990" });
    await place(alice, { symbol: ETH, type: "2", size: "0.1", price: "2990" }); // the last price meets both triggers
    await place(bob, { symbol: ETH, type: "3", size: "0.1", price: "2990" });
    await place(alice, { symbol: ETH, type: "4", size: "0.1", price: "2990" });
    expect(await left()).toEqual([]);
    const foreign = await alice.post("/capi/v2/order/placeOrder", {
      ...LIMIT,
      symbol: ETH,
      size: "1",
      price: "3000",
      client_oid: "separated-open",
      positionId: first,
    });
    expect(foreign.status).toBe(400);
    expect(foreign.body.msg).toContain("positionId");
  });
});

describe("plan orders", () => {
  const plan = { symbol: BTC, size: "0.1", match_type: "0" };
  const placePlan = async (who: Client, change: object): Promise<string> =>
    seen.check("placed", await post(who, "order/plan_order", { ...plan, ...change })).order_id;

  test("every type and status code, and untriggered in words", async () => {
    const { alice, bob } = stage;
    await place(alice, {});
    await place(bob, { type: "2" });
    const open = await placePlan(alice, {
      type: "1",
      trigger_price: "60100",
      execute_price: "60050",
      client_oid: "plan",
    });
    const short = await placePlan(alice, { type: "2", trigger_price: "61000", match_type: "1" });
    await placePlan(alice, { type: "3", trigger_price: "59000", execute_price: "59000" });
    await placePlan(alice, { type: "4", trigger_price: "59000", execute_price: "59000" });
    const rows = await plansOf(alice);
    expect(rows.map(({ type }: { type: string }) => type)).toEqual(["4", "3", "2", "1"]);
    expect(rows.every(({ status }: { status: string }) => status === "0")).toBe(true);
    expect((await detailOf(alice, open)).status).toBe("untriggered");

    await post(alice, "order/cancel_plan", { orderId: short });
    expect(await plansOf(alice, `?orderId=${short}`)).toMatchObject([{ status: "-1" }]);

    // A trade at 60100 lets it fire; it buys a part, rests with the rest, then gets that too.
    await place(bob, { type: "2", price: "60050", size: "0.04" });
    await place(bob, { type: "1", price: "60100", size: "0.04" });
    await place(bob, { type: "2", price: "60100", size: "0.01" });
    await place(alice, { type: "1", price: "60100", size: "0.01" });
    await place(bob, { type: "2", price: "60050", size: "0.04" });
    const code = async () => (await plansOf(alice, `?orderId=${open}`))[0].status;
    expect(await code()).toBe("1");
    await place(bob, { type: "2", price: "60050", size: "0.06" });
    expect(await code()).toBe("2");
    await post(alice, "order/cancelAllOrders", { cancelOrderType: "plan" });
  });

  test("take-profit and stop-loss, done and refused, on last and on mark", async () => {
    const { alice } = stage;
    const tpSl = {
      symbol: BTC,
      planType: "profit_plan",
      triggerPrice: "62000",
      size: "0.1",
      positionSide: "long",
    };
    const send = async (change: object) =>
      seen.check("tpSlPlaced[]", await post(alice, "order/placeTpSlOrder", { ...tpSl, ...change }))[0];
    const { orderId, success } = await send({ clientOrderId: "tp" });
    expect(success).toBe(true);
    expect(await send({ planType: "loss_plan", executePrice: "58000", triggerPrice: "58500" })).toMatchObject(
      {
        success: true,
      },
    );
    expect(await send({ triggerPrice: "50000" })).toMatchObject({ success: false, orderId: 0 });
    await post(alice, "order/modifyTpSlOrder", { orderId, triggerPrice: "63000", triggerPriceType: 3 });
    const rows = await plansOf(alice);
    expect(rows.map(({ triggerPriceType }: { triggerPriceType: string }) => triggerPriceType).sort()).toEqual(
      ["LIMIT", "MARK"],
    );
    expect(rows.map(({ order_type }: { order_type: string }) => order_type).sort()).toEqual(["0", "3"]);
    await post(alice, "order/cancelAllOrders", { cancelOrderType: "plan" });
  });

  test("presets follow the fill", async () => {
    const { alice, bob } = stage;
    await place(alice, { size: "0.02", presetTakeProfitPrice: "60500", presetStopLossPrice: 59_500 });
    await place(bob, { type: "2", size: "0.02", ...market });
    expect(await plansOf(alice)).toMatchObject([{ type: "3" }, { type: "3" }]);
    const live = await place(alice, { price: "59000.5", presetStopLossPrice: "58000" });
    expect(await detailOf(alice, live)).toMatchObject({
      presetTakeProfitPrice: null,
      presetStopLossPrice: "58000.0",
    });
    await post(alice, "order/cancel_order", { orderId: live });
  });

  test("the two requests that the document writes against other paths", async () => {
    const { alice } = stage;
    const body = { ...plan, type: "1", trigger_price: "61500", match_type: "1", client_oid: "borrowed" };
    const { order_id } = seen.check("placed", await post(alice, "order/placeOrder", body));
    expect((await plansOf(alice)).map((each: { order_id: string }) => each.order_id)).toContain(order_id);
    const answer = seen.check(
      "batchCanceled",
      await post(alice, "order/cancel_order", { cids: ["borrowed"] }),
    );
    expect(answer).toMatchObject({ result: true, clientOids: ["borrowed"] });
  });
});

test("batch cancel: all, some, none", async () => {
  const { alice } = stage;
  const ids = [
    await place(alice, { price: "59900", client_oid: "a" }),
    await place(alice, { price: "59901", client_oid: "b" }),
  ];
  const send = async (body: object) =>
    seen.check("batchCanceled", await post(alice, "order/cancel_batch_orders", body));
  const some = await send({ ids: [ids[0], "5"], cids: ["b"] });
  expect(some).toMatchObject({ result: true, symbol: BTC, orderIds: [ids[0], "5"], clientOids: ["b"] });
  expect(some.cancelOrderResultList).toMatchObject([
    { order_id: ids[0], client_oid: "a" },
    { order_id: "5", client_oid: "" },
    { order_id: ids[1], client_oid: "b" },
  ]);
  expect(some.cancelOrderResultList.map(({ result }: { result: boolean }) => result)).toEqual([
    true,
    false,
    true,
  ]);
  expect(some.failInfos).toMatchObject([
    { order_id: "5", result: false, err_msg: expect.stringMatching(/./) },
  ]);
  expect(await send({ ids })).toMatchObject({ result: false, symbol: "", failInfos: [{}, {}] });
  const eth = { symbol: ETH, price: "2900", size: "0.01" };
  const both = [await place(alice, { price: "59900" }), await place(alice, eth)];
  const several = await send({ ids: both });
  expect(several).toMatchObject({ result: true, symbol: "" });
  expect(several.cancelOrderResultList.map(({ client_oid }: { client_oid: string }) => client_oid)).toEqual(
    both,
  );
});

describe("defaults and bounds", () => {
  const many = 105;

  test("pages: fills 100 of 105, plans 100 of 105 and the next page, bills 20", async () => {
    const { alice, bob } = stage;
    await place(alice, { size: String(many / 1_000), price: "60000" });
    for (let i = 0; i < many; i++) await place(bob, { type: "2", size: "0.001", price: "60000" });
    const fills = await fillsOf(bob);
    expect(fills.list).toHaveLength(100);
    expect(fills.nextFlag).toBe(true);
    expect(fills.totals).toBeGreaterThanOrEqual(many);
    expect(await historyOf(bob)).toHaveLength(100);
    expect(await historyOf(bob, "?pageSize=7")).toHaveLength(7);

    await post(bob, "order/cancelAllOrders", { cancelOrderType: "plan" });
    for (let i = 0; i < many; i++) {
      await post(bob, "order/plan_order", {
        symbol: BTC,
        size: "0.001",
        type: "1",
        match_type: "1",
        trigger_price: "59000",
      });
    }
    const [first, second, third] = [
      await plansOf(bob),
      await plansOf(bob, "?page=1"),
      await plansOf(bob, "?page=2"),
    ];
    expect([first.length, second.length, third.length]).toEqual([100, 5, 0]);
    const ids = [...first, ...second].map(({ order_id }: { order_id: string }) => Number(order_id));
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));

    const bills = seen.check("bills", await post(bob, "account/bills", {}));
    expect(bills.items).toHaveLength(20);
    expect(bills.hasNextPage).toBe(true);
    const unused = { coin: "", symbol: "", businessType: "", startTime: null, endTime: null, limit: 10 };
    expect((await billsOf(bob, unused)).items).toHaveLength(10);
  });

  test.each<[string, string, object, string | undefined]>([
    [
      "a client_oid",
      "order/placeOrder",
      order({ client_oid: "x", price: "59000.1", size: "0.001" }),
      undefined,
    ],
    ["one that is pending", "order/placeOrder", order({ client_oid: "x", price: "59000.1" }), "40015"],
    ["marginMode 1", "order/placeOrder", order({ marginMode: 1, price: "59000.2" }), undefined],
    ["marginMode as text", "order/placeOrder", order({ marginMode: "1", price: "59000.3" }), undefined],
    ["marginMode of the other kind", "order/placeOrder", order({ marginMode: 3 }), "40020"],
    ["cancelling what does not exist", "order/cancel_order", { orderId: "12" }, "-1054"],
  ])("%s", async (_, path, sent, code) => {
    const { body, text } = await stage.bob.post(path, sent);
    expect(body.code, text).toBe(code);
  });
});

describe("what the market brings, brought about by control", () => {
  const SOL = "cmt_solusdt";
  const sol = (change: object) => ({ symbol: SOL, price: "150", ...change });
  const typesOf = async (who: Client) =>
    (await historyOf(who, `?symbol=${SOL}`)).map(({ type }: { type: string }) => type);

  test("funding: a bill on both sides", async () => {
    const { alice, bob } = stage;
    await place(alice, sol({ type: "1", size: "10" }));
    await place(bob, sol({ type: "2", size: "10" }));
    await place(bob, sol({ type: "1", size: "4" }));
    await place(alice, sol({ type: "2", size: "4" }));
    await stage.control("funding/settle", { symbol: SOL });
    const funding = { symbol: SOL, businessType: "position_funding" };
    const paid = await billsOf(alice, funding);
    const received = await billsOf(bob, funding);
    const sums = [paid, received].map(({ items }) =>
      items.reduce((sum: number, { amount }: { amount: string }) => sum + Number(amount), 0),
    );
    expect(sums[0]).toBeCloseTo(-0.09, 8); // net 6 × 150 × 0.01 %
    expect(sums[1]).toBeCloseTo(0.09, 8);
  });

  test("auto-deleveraging: an agreement on both sides", async () => {
    const { alice, bob } = stage;
    await stage.control("accounts/deleverage", { account: ALICE, symbol: SOL, leg: "long", size: "1" });
    expect(await typesOf(alice)).toContain("agreement_close_long");
    expect(await typesOf(bob)).toContain("agreement_close_short");
  });

  test("liquidation: legs netted, the rest in the book, the fee to the fund", async () => {
    const { alice, bob } = stage;
    await place(bob, sol({ type: "4", size: "2" }));
    await stage.control("accounts/liquidate", { account: ALICE });
    await place(alice, sol({ type: "2", size: "1" }));
    await place(bob, sol({ type: "1", size: "1" }));
    await stage.control("accounts/liquidate", { account: ALICE });
    const types = await typesOf(alice);
    for (const type of ["offset_liquidate", "burst_liquidate"])
      for (const leg of ["long", "short"]) expect(types).toContain(`${type}_${leg}`);
    const { list } = await fillsOf(alice, `?symbol=${SOL}`);
    const fees = list.filter(
      ({ liquidateType, liquidateFee }: { liquidateType: string; liquidateFee: string }) =>
        liquidateType === "FORCE_LIQUIDATE" && Number(liquidateFee) > 0,
    );
    expect(fees).toMatchObject([{ fillSize: "2.0", fillValue: "300", liquidateFee: "3" }]); // 1 % of the value
    await billsOf(alice, { businessType: "start_liquidate" });
    await billsOf(alice, { businessType: "finish_liquidate" });
    expect((await sharedOf(alice)).is_liquidating).toBe(false);
  });

  test("the liquidation fee is the fund's income, which no key reads", async () => {
    const { engine, history } = stage.venue;
    await stage.venue.settle();
    const type = BILL_LIQUIDATE_FEE_INCOME;
    const bills = await history.bills({ account: INSURANCE_ACCOUNT, type, limit: 100 });
    expect(bills.rows.map(({ amount }) => amount)).toContain(300_000_000n);
    const { entries } = (await engine.query({ type: "account", account: INSURANCE_ACCOUNT }))!;
    expect(sum(bills.rows.map(({ amount }) => amount))).toBe(entries[0]!.counters.liquidateFeeIncome);
  });

  test("a gap past what an account has: the fund covers the rest", async () => {
    const { alice, bob } = stage;
    const { withdrawable } = (await stage.venue.engine.query({ type: "assets", account: ALICE }))!;
    const amount = withdrawable - 12_000_000_000n;
    await stage.operate({
      type: "moveMoney",
      movement: MOVE_WITHDRAW,
      from: ALICE,
      to: EXTERNAL_ACCOUNT,
      amount,
    });
    await place(alice, sol({ type: "1", size: "10" }));
    await place(bob, sol({ type: "2", size: "10" }));
    await stage.control("prices/push", { prices: { sol: "-50%" } });
    expect(await sharedOf(alice)).toMatchObject({ amount: "0", is_liquidating: false });
    const { items } = await billsOf(alice, { businessType: "order_fix_margin_amount" });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ balance: "0", amount: expect.stringMatching(/^\d/) });
  });
});

describe("coverage", () => {
  test("every declared field has appeared", () => {
    expect(seen.missingFields()).toEqual([]);
  });

  test("every declared value has appeared, except those that are listed as later or never", () => {
    expect([...seen.missingValues()].sort()).toEqual(Object.keys({ ...later, ...never }).sort());
  });

  test("the books balance", () => stage.venue.engine.audit());
});
