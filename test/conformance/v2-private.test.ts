import { Value } from "typebox/value";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Command } from "../../src/core/index.ts";
import { v2Operations as operations } from "../../src/gateway/index.ts";
import { enumerations } from "./seed-tables.ts";
import type { Venue } from "./v2-private-venue.ts";
import {
  bill,
  ended,
  fill,
  NOW,
  ORDER,
  observed,
  openVenue,
  order,
  PLAN,
  POSITION,
  plan,
  position,
  records,
} from "./v2-private-venue.ts";

/**
 * The account and order operations against the interface document: every weight, field, JSON type, word,
 * default and bound is written down here a second time, apart from the code that serves it.
 */

let venue: Venue;
beforeAll(async () => {
  venue = await openVenue();
});
afterAll(() => venue.stop());
afterEach(() => {
  venue.commands.length = 0;
  venue.outcomes.length = 0;
  venue.asked.length = 0;
  venue.live = Object.assign(venue.live, { positions: [], orders: [] });
  venue.past = Object.assign(venue.past, { orders: [], fills: [], bills: [] });
});

const get = async (path: string, query = "") => (await venue.send("GET", path, { query })).body;
/** A body that differs each time, so that no request is a repetition. */
let nonce = 0;
const post = async (path: string, body: object = {}) =>
  (await venue.send("POST", path, { body: { nonce: nonce++, ...body } })).body;
const lastCommand = (): Command => venue.commands.at(-1)!;
const question = (list: string) => venue.asked.findLast((each) => each.list === list)!.query;

/** The JSON types of an object's fields; arrays by their first element. */
function types(value: unknown): unknown {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? [] : [types(value[0])];
  if (typeof value !== "object") return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, types(each)]));
}

test("weights of the interface document", () => {
  const weights: Readonly<Record<string, readonly [number, number]>> = {
    "account/getAccounts": [5, 5],
    "account/position/allPosition": [10, 15],
    "order/fills": [5, 5],
    "order/currentPlan": [3, 3],
    "account/bills": [2, 5],
    "order/cancel_batch_orders": [5, 10],
    "order/placeOrder": [2, 5],
    "order/placeTpSlOrder": [2, 5],
    "order/plan_order": [2, 5],
    "order/history": [10, 10],
    "account/getAccount": [1, 1],
    "account/assets": [5, 10],
    "account/settings": [1, 1],
    "account/leverage": [10, 20],
    "account/adjustMargin": [15, 30],
    "account/modifyAutoAppendMargin": [15, 30],
    "account/position/singlePosition": [2, 3],
    "account/position/changeHoldModel": [20, 50],
    "account/positionMode": [20, 50],
    "order/estimate": [2, 5],
    "order/amend": [2, 5],
    "order/batchOrders": [5, 10],
    "order/cancel_order": [2, 3],
    "order/detail": [2, 2],
    "order/current": [2, 2],
    "order/cancel_plan": [2, 3],
    "order/historyPlan": [5, 10],
    "order/closePositions": [40, 50],
    "order/cancelAllOrders": [40, 50],
    "order/modifyTpSlOrder": [2, 5],
    "order/uploadAiLog": [1, 1],
    "account/accounts": [5, 5],
    "account/account": [1, 1],
    "account/explain": [5, 10],
    "account/explainLiquidation": [5, 10],
    "account/equitySeries": [10, 20],
    "account/equityHistory": [5, 10],
    "account/performance": [10, 20],
    "account/position/closed": [5, 5],
    "account/messages": [1, 1],
    "account/snapshot": [15, 25],
    "account/requestLog": [2, 2],
    "account/socketTicket": [1, 1],
  };
  const served = operations.filter(({ access }) => access !== "public");
  expect(
    Object.fromEntries(
      served.map(({ path, weight }) => [path.replace("/capi/v2/", ""), [weight.ip, weight.uid]]),
    ),
  ).toEqual(weights);
});

/** Answers fit the documented schema, field for field. */
async function checked(method: "GET" | "POST" | "DELETE", path: string, sent: object = {}): Promise<unknown> {
  const { response } = operations.find((each) => each.path === `/capi/v2/${path}`)!;
  const reply = await venue.send(method, path, sent);
  expect(reply.status).toBe(200);
  expect([...Value.Errors(response, reply.body)]).toEqual([]);
  return reply.body;
}

const feeTypes = {
  is_set_fee_rate: "boolean",
  taker_fee_rate: "string",
  maker_fee_rate: "string",
  is_set_fee_discount: "boolean",
  fee_discount: "string",
  is_set_taker_maker_fee_discount: "boolean",
  taker_fee_discount: "string",
  maker_fee_discount: "string",
};
const leverageTypes = {
  isolated_long_leverage: "string",
  isolated_short_leverage: "string",
  cross_leverage: "string",
};
const amountNames = [
  "amount",
  "pending_deposit_amount",
  "pending_withdraw_amount",
  "pending_transfer_in_amount",
  "pending_transfer_out_amount",
  "legacy_amount",
  "cum_deposit_amount",
  "cum_withdraw_amount",
  "cum_transfer_in_amount",
  "cum_transfer_out_amount",
  "cum_margin_move_in_amount",
  "cum_margin_move_out_amount",
  "cum_position_open_long_amount",
  "cum_position_open_short_amount",
  "cum_position_close_long_amount",
  "cum_position_close_short_amount",
  "cum_position_fill_fee_amount",
  "cum_position_liquidate_fee_amount",
  "cum_position_funding_amount",
  "cum_order_fill_fee_income_amount",
  "cum_order_liquidate_fee_income_amount",
];
const collateralTypes = {
  coin: "string",
  marginMode: "string",
  crossSymbol: "null",
  isolated_position_id: "string",
  isolatedPositionId: "string",
  is_liquidating: "boolean",
  ...Object.fromEntries(amountNames.map((name) => [name, "string"])),
  created_time: "string",
  updated_time: "string",
};

describe("account", () => {
  test("getAccounts: fields and types", async () => {
    const body = await checked("GET", "account/getAccounts");
    expect(types(body)).toEqual({
      account: {
        defaultFeeSetting: feeTypes,
        feeSetting: [{ symbol: "string", ...feeTypes }],
        modeSetting: [
          { symbol: "string", marginMode: "string", separatedMode: "string", positionMode: "string" },
        ],
        leverageSetting: [{ symbol: "string", ...leverageTypes }],
        createOrderRateLimitPerMinute: "number",
        createOrderDelayMilliseconds: "number",
        createdTime: "string",
        updatedTime: "string",
      },
      collateral: [collateralTypes],
      version: "string",
    });
  });

  test("getAccounts: values", async () => {
    const { account, collateral, version } = await get("account/getAccounts");
    expect(account.defaultFeeSetting).toMatchObject({
      is_set_fee_rate: true,
      taker_fee_rate: "0.00072",
      maker_fee_rate: "0.00018",
    });
    expect(account.feeSetting[0]).toMatchObject({
      symbol: "cmt_btcusdt",
      is_set_fee_rate: false,
      taker_fee_rate: "0.00072",
      maker_fee_rate: "0.00018",
    });
    expect(account.modeSetting).toEqual([
      { symbol: "cmt_btcusdt", marginMode: "SHARED", separatedMode: "COMBINED", positionMode: "HEDGE" },
      { symbol: "cmt_xrpusdt", marginMode: "ISOLATED", separatedMode: "SEPARATED", positionMode: "HEDGE" },
    ]);
    expect(account.leverageSetting[0]).toEqual({
      symbol: "cmt_btcusdt",
      isolated_long_leverage: "1.00",
      isolated_short_leverage: "100.00",
      cross_leverage: "20.00",
    });
    expect(account).toMatchObject({ createdTime: "1728493655673", updatedTime: "1764221456649" });
    expect(collateral[0]).toMatchObject({
      coin: "USDT",
      marginMode: "SHARED",
      isolated_position_id: "0",
      isolatedPositionId: "0",
      amount: "4663.20125463",
      cum_deposit_amount: "5000",
      cum_position_funding_amount: "-0.00000012",
      cum_order_liquidate_fee_income_amount: "0.00000014",
      is_liquidating: false,
    });
    expect(collateral[1]).toMatchObject({
      marginMode: "ISOLATED",
      isolated_position_id: String(POSITION),
      isolatedPositionId: String(POSITION),
      is_liquidating: true,
    });
    expect(version).toBe("46654");
  });

  test("an observed profile sends times as numbers", async () => {
    const { body } = await venue.send("GET", "account/getAccounts", { credentials: observed });
    expect(body.account.createdTime).toBe(1728493655673);
    expect(body.collateral[0].created_time).toBe(1728493664997);
  });

  test("getAccount: the same for one coin, two more spellings", async () => {
    const body = (await checked("GET", "account/getAccount", { query: "coin=USDT" })) as never;
    const { account } = await get("account/getAccounts");
    expect(body).toMatchObject({
      account: {
        ...account,
        modeSetting: [
          { ...account.modeSetting[0], separatedModeEnum: "COMBINED", positionModeEnum: "HEDGE" },
          { ...account.modeSetting[1], separatedModeEnum: "SEPARATED", positionModeEnum: "HEDGE" },
        ],
      },
    });
    expect((await get("account/getAccount")).code).toBe("40017");
    expect((await get("account/getAccount", "coin=BTC")).code).toBe("40020");
  });

  test("the retired account list: snake_case, maps by contract id, positions", async () => {
    venue.live.positions.push(position);
    for (const path of ["account/accounts", "account/account"]) {
      const body = (await checked("GET", path)) as Record<string, Record<string, unknown>>;
      expect(Object.keys(body)).toEqual(["account", "collateral", "position", "version"]);
      expect(body.account!.contract_id_to_leverage_setting).toMatchObject({
        10000001: { cross_leverage: "20.00" },
      });
      expect(body.account).toMatchObject({ id: 4, status: "NORMAL", is_system_account: false });
      expect(body.collateral).toMatchObject([{ account_id: 4, coin_id: 2, amount: "4663.20125463" }, {}]);
      expect(body.position).toMatchObject([{ id: POSITION }]);
    }
  });

  test("assets", async () => {
    expect(await checked("GET", "account/assets")).toEqual([
      {
        coinName: "USDT",
        available: "5413.06877369",
        equity: "5696.49288823",
        frozen: "81.2824",
        unrealizePnl: "-34.553",
      },
    ]);
  });

  test("settings: of all symbols, of one", async () => {
    expect(Object.keys((await checked("GET", "account/settings")) as object)).toEqual([
      "cmt_btcusdt",
      "cmt_xrpusdt",
    ]);
    expect(await get("account/settings", "symbol=cmt_btcusdt")).toEqual({
      cmt_btcusdt: {
        isolated_long_leverage: "1.00",
        isolated_short_leverage: "100.00",
        cross_leverage: "20.00",
      },
    });
    expect((await get("account/settings", "symbol=cmt_nousdt")).code).toBe("40020");
  });

  test("bills: shape, defaults, filters", async () => {
    venue.past.bills.push(bill, { ...bill, contract: -1, type: 3, reason: 4 });
    const body = await checked("POST", "account/bills");
    expect(body).toEqual({
      hasNextPage: false,
      items: [
        {
          billId: "1000000000000030",
          coin: "USDT",
          symbol: "cmt_btcusdt",
          amount: "0.08266646",
          businessType: "position_funding",
          balance: "4663.20125463",
          fillFee: "0",
          transferReason: "UNKNOWN_TRANSFER_REASON",
          ctime: "1763708511502",
          cTime: "1763708511502",
        },
        expect.objectContaining({
          symbol: "",
          businessType: "transfer_in",
          transferReason: "REFUND_TOKEN_DISCOUNT_FEE",
        }),
      ],
    });
    expect(question("bills")).toEqual({ account: 4, limit: 20 });
    await post("account/bills", {
      coin: "",
      symbol: "",
      businessType: "",
      startTime: null,
      endTime: null,
      limit: 1,
    });
    expect(question("bills")).toEqual({ account: 4, limit: 1 });
    await post("account/bills", {
      coin: "USDT",
      symbol: "cmt_xrpusdt",
      businessType: "tracking_third_party_share",
      startTime: 1,
      endTime: "2",
      limit: "100",
    });
    expect(question("bills")).toEqual({
      account: 4,
      contract: 1,
      type: 21,
      from: 1,
      to: 2,
      limit: 100,
    });
    for (const wrong of [
      { limit: 0 },
      { limit: 101 },
      { businessType: "gift" },
      { symbol: "btc" },
      { coin: "BTC" },
      { startTime: "x" },
    ]) {
      expect(await post("account/bills", wrong)).toMatchObject({ code: "40020" });
    }
  });

  test("every business type and transfer reason", async () => {
    const businessTypes = enumerations["bill.businessType"]!;
    venue.past.bills.push(
      ...businessTypes.map((_, index) => ({ ...bill, type: index + 1, reason: index % 5 })),
    );
    const { items } = await post("account/bills", { limit: 100 });
    expect(items.map((item: { businessType: string }) => item.businessType)).toEqual(businessTypes);
    expect(items.slice(0, 5).map((item: { transferReason: string }) => item.transferReason)).toEqual([
      "UNKNOWN_TRANSFER_REASON",
      "USER_TRANSFER",
      "INCREASE_CONTRACT_CASH_GIFT",
      "REDUCE_CONTRACT_CASH_GIFT",
      "REFUND_TOKEN_DISCOUNT_FEE",
    ]);
  });

  const acknowledged = { msg: "success", requestTime: NOW, code: "200" };

  test("leverage", async () => {
    expect(
      await post("account/leverage", {
        symbol: "cmt_btcusdt",
        marginMode: "1",
        longLeverage: "20",
        shortLeverage: 20,
      }),
    ).toEqual(acknowledged);
    expect(lastCommand()).toEqual({
      type: "setLeverage",
      account: 4,
      contract: 0,
      marginMode: 1,
      switches: false,
      cross: 2_000,
      isolatedLong: 0,
      isolatedShort: 0,
    });
    expect(
      await post("account/leverage", { symbol: "cmt_btcusdt", marginMode: 1, longLeverage: "12.5" }),
    ).toEqual(acknowledged);
    expect(lastCommand()).toMatchObject({ cross: 1_250 });
    venue.outcomes.push({
      rejection: { type: "leverageOutOfRange", field: "cross", leverage: 50_000, min: 100, max: 20_000 },
    });
    const wrong = async (body: object) =>
      (
        await post("account/leverage", {
          symbol: "cmt_btcusdt",
          marginMode: 3,
          longLeverage: "5",
          shortLeverage: "5",
          ...body,
        })
      ).code;
    expect(await wrong({})).toBe("50007");
    expect(await wrong({ shortLeverage: null })).toBe("40017");
    expect(await wrong({ marginMode: 2 })).toBe("40020");
    expect(await wrong({ marginMode: 1, shortLeverage: "6" })).toBe("40020");
    expect(await wrong({ longLeverage: "5.555" })).toBe("40020");
    expect(await wrong({ longLeverage: "-5" })).toBe("40020");
    venue.outcomes.push({
      rejection: { type: "openOrdersExist", contract: 0, orders: 1, order: 7, isPaper: false },
    });
    expect(
      (await post("account/leverage", { symbol: "cmt_btcusdt", marginMode: 1, longLeverage: "5" })).msg,
    ).toContain("open orders");
  });

  test("adjustMargin, modifyAutoAppendMargin, changeHoldModel", async () => {
    expect(
      await post("account/adjustMargin", { isolatedPositionId: POSITION, collateralAmount: "-10.5" }),
    ).toEqual(acknowledged);
    expect(lastCommand()).toEqual({
      type: "adjustMargin",
      account: 4,
      position: POSITION,
      amount: -1_050_000_000n,
    });
    for (const collateralAmount of ["0", "0.000000001", "1e3", ""]) {
      expect(
        (await post("account/adjustMargin", { isolatedPositionId: POSITION, collateralAmount })).code,
      ).toMatch(/^400(19|20)$/);
    }
    expect(
      (await post("account/adjustMargin", { coinId: 3, isolatedPositionId: POSITION, collateralAmount: "1" }))
        .code,
    ).toBe("40020");

    expect(
      await post("account/modifyAutoAppendMargin", { positionId: String(POSITION), autoAppendMargin: true }),
    ).toEqual(acknowledged);
    expect(lastCommand()).toEqual({ type: "setAutoAppend", account: 4, position: POSITION, on: true });
    expect(
      (await post("account/modifyAutoAppendMargin", { positionId: POSITION, autoAppendMargin: "yes" })).code,
    ).toBe("40020");

    expect(await post("account/position/changeHoldModel", { symbol: "cmt_xrpusdt", marginMode: 3 })).toEqual(
      acknowledged,
    );
    expect(lastCommand()).toEqual({
      type: "setMode",
      account: 4,
      contract: 1,
      marginMode: 3,
      separatedMode: 1,
    });
    await post("account/position/changeHoldModel", {
      symbol: "cmt_xrpusdt",
      marginMode: 1,
      separatedMode: "2",
    });
    expect(lastCommand()).toMatchObject({ marginMode: 1, separatedMode: 2 });
  });
});

describe("positions", () => {
  test("fields, types and values", async () => {
    venue.live.positions.push(position, {
      ...position,
      contract: 1,
      leg: 1,
      marginMode: 3,
      separatedMode: 2,
      liquidationPrice: 25_001,
    });
    const [long, short] = (await checked("GET", "account/position/allPosition")) as object[];
    expect(long).toEqual({
      id: POSITION,
      account_id: 4,
      coin_id: 2,
      contract_id: 10_000_001,
      symbol: "cmt_btcusdt",
      side: "LONG",
      margin_mode: "SHARED",
      separated_mode: "COMBINED",
      separated_open_order_id: 0,
      leverage: "100.00",
      size: "0.0200",
      open_value: "1801.067",
      open_fee: "0.7073106",
      funding_fee: "1.2261816",
      marginSize: "17.15498",
      isolated_margin: "0",
      is_auto_append_isolated_margin: false,
      cum_open_size: "0.0200",
      cum_open_value: "1801.067",
      cum_open_fee: "0.7073106",
      cum_close_size: "0.0000",
      cum_close_value: "0",
      cum_close_fee: "0",
      cum_funding_fee: "1.2261816",
      cum_liquidate_fee: "0",
      created_match_sequence_id: 7_027,
      updated_match_sequence_id: 7_040,
      created_time: 1_764_505_776_347,
      updated_time: 1_764_588_886_461,
      contractVal: "0.000001",
      unrealizePnl: "-85.569",
      liquidatePrice: "0",
    });
    expect(short).toMatchObject({
      contract_id: 10_000_002,
      side: "SHORT",
      margin_mode: "ISOLATED",
      separated_mode: "SEPARATED",
      size: "2000",
      liquidatePrice: "2.5001",
    });
    expect(await get("account/position/singlePosition", "symbol=cmt_xrpusdt")).toEqual([short]);
    expect((await get("account/position/singlePosition")).code).toBe("40017");
  });

  test("flat is an empty list", async () => {
    expect(await get("account/position/allPosition")).toEqual([]);
    expect(await get("account/position/singlePosition", "symbol=cmt_btcusdt")).toEqual([]);
  });
});

const limit = {
  symbol: "cmt_btcusdt",
  client_oid: "bot-1",
  size: "0.01",
  type: "1",
  order_type: "0",
  match_price: "0",
  price: "90000.5",
};
const limitCommand = {
  type: "placeOrder",
  account: 4,
  contract: 0,
  action: 1,
  timeInForce: 0,
  market: false,
  price: 900_005,
  size: 100,
  marginMode: 1,
  separatedMode: 0,
  presetTakeProfit: 0,
  presetStopLoss: 0,
  presetsOnMark: 0,
  position: 0,
  closeCapped: false,
  orRefused: false,
  selfTradeMode: 0,
  goodTill: 0,
  priceMatch: 0,
  requestHash: expect.any(Number),
  clientId: "bot-1",
};

describe("placeOrder", () => {
  test("answer", async () => {
    expect(await post("order/placeOrder", limit)).toEqual({ client_oid: "bot-1", order_id: String(ORDER) });
    const { client_oid: _, ...without } = limit;
    expect(await post("order/placeOrder", without)).toEqual({ client_oid: null, order_id: String(ORDER) });
  });

  test.each<[string, object, object]>([
    ["limit", {}, {}],
    [
      "numbers for strings",
      { size: 0.01, type: 1, order_type: 0, match_price: 0, price: 90000.5, marginMode: "1" },
      {},
    ],
    ["open short, post-only", { type: "2", order_type: "1" }, { action: 2, timeInForce: 1 }],
    ["close long, fill-or-kill", { type: "3", order_type: "2" }, { action: 3, timeInForce: 2 }],
    ["close short, immediate-or-cancel", { type: "4", order_type: "3" }, { action: 4, timeInForce: 3 }],
    ["market without price", { match_price: "1", price: null }, { market: true, price: 0 }],
    ["market with a dummy price", { match_price: "1", price: "80000" }, { market: true, price: 0 }],
    [
      "market and maker only is market",
      { match_price: "1", order_type: "1" },
      { market: true, price: 0, timeInForce: 0 },
    ],
    [
      "market, fill-or-kill",
      { match_price: "1", order_type: "2" },
      { market: true, price: 0, timeInForce: 2 },
    ],
    [
      "presets as text or number",
      { presetTakeProfitPrice: "100000", presetStopLossPrice: 80000.5 },
      { presetTakeProfit: 1_000_000, presetStopLoss: 800_005 },
    ],
    ["presets of nothing", { presetTakeProfitPrice: "", presetStopLossPrice: "0" }, {}],
    ["isolated, separated", { marginMode: 3, separatedMode: "2" }, { marginMode: 3, separatedMode: 2 }],
    ["no client id", { client_oid: "" }, { clientId: "" }],
    [
      "40 characters of client id",
      { client_oid: `${"a-_.:/".repeat(6)}0123` },
      { clientId: `${"a-_.:/".repeat(6)}0123` },
    ],
    ["what nobody asked for", { side: "buy", quantity: 7, marginCoin: "USDT" }, {}],
  ])("%s", async (_, change, changed) => {
    const reply = await post("order/placeOrder", { ...limit, ...change });
    expect(reply.order_id).toBe(String(ORDER));
    expect(lastCommand()).toEqual({ ...limitCommand, ...changed });
  });

  test.each<[object, string, string]>([
    [{ symbol: null }, "40017", "Parameter validation failed: symbol must not be blank"],
    [{ symbol: "" }, "40019", "Parameter symbol cannot be empty"],
    [{ symbol: "cmt_nousdt" }, "40020", "Parameter symbol is invalid"],
    [{ size: null }, "40017", "Parameter validation failed: size must not be blank"],
    [{ size: "0" }, "40020", "Parameter size is invalid: it must be above 0"],
    [{ size: "-1" }, "40020", "Parameter size is invalid: it must be above 0"],
    [{ size: "1e2" }, "40020", "Parameter size is invalid: '1e2' is not a plain decimal"],
    [
      { size: "0.0007000000000000001" },
      "40015",
      "INVALID_ARGUMENT: size must be a number that matches the stepSize '0.0001', current size '0.0007000000000000001'",
    ],
    [
      { size: "0.00015" },
      "40015",
      "INVALID_ARGUMENT: size must be a number that matches the stepSize '0.0001', current size '0.00015'",
    ],
    [
      { size: "100000.0001" },
      "40015",
      "INVALID_ARGUMENT: size '100000.0001' is above the maximum '100000.0000'",
    ],
    [
      { size: "99999999999999999" },
      "40015",
      "INVALID_ARGUMENT: size '99999999999999999' is above the maximum '100000.0000'",
    ],
    [{ type: null }, "40017", "Parameter validation failed: type must not be blank"],
    [{ type: "5" }, "40020", "Parameter type is invalid: one of 1, 2, 3, 4, buy, sell"],
    [{ order_type: null }, "40017", "Parameter validation failed: order_type must not be blank"],
    [{ order_type: "4" }, "40020", "Parameter order_type is invalid: one of 0, 1, 2, 3"],
    [{ match_price: null }, "40017", "Parameter validation failed: match_price must not be blank"],
    [{ match_price: "2" }, "40020", "Parameter match_price is invalid: one of 0, 1"],
    [{ price: null }, "40017", "Parameter validation failed: price must not be blank"],
    [{ price: "0" }, "40020", "Parameter price is invalid: it must be above 0"],
    [{ price: "99999999999999999" }, "40020", "Parameter price is invalid: it is too large"],
    [
      { price: "90000.55" },
      "40015",
      "INVALID_ARGUMENT: price must be a number that matches the stepSize '0.1', current price '90000.55'",
    ],
    [
      { presetTakeProfitPrice: 100000.05 },
      "40015",
      "INVALID_ARGUMENT: presetTakeProfitPrice must be a number that matches the stepSize '0.1', current presetTakeProfitPrice '100000.05'",
    ],
    [{ marginMode: 2 }, "40020", "Parameter marginMode is invalid: one of 1, 3"],
    [{ separatedMode: 3 }, "40020", "Parameter separatedMode is invalid: one of 1, 2"],
    [
      { client_oid: "a".repeat(41) },
      "40020",
      "Parameter client_oid is invalid: at most 40 letters, digits or _ - . : /",
    ],
    [
      { client_oid: 'a"b' },
      "40020",
      "Parameter client_oid is invalid: at most 40 letters, digits or _ - . : /",
    ],
    [
      { client_oid: "ä" },
      "40020",
      "Parameter client_oid is invalid: at most 40 letters, digits or _ - . : /",
    ],
  ])("%j is refused: %s %s", async (change, code, msg) => {
    expect(await post("order/placeOrder", { ...limit, ...change })).toMatchObject({ code, msg });
    expect(venue.commands).toEqual([]);
  });

  test("refusals of the market are 40015 in the market's words", async () => {
    venue.outcomes.push({
      rejection: { type: "marginInsufficient", needed: 150_000_000n, available: 1n },
    });
    const reply = await venue.send("POST", "order/placeOrder", { body: { ...limit, client_oid: "poor" } });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      code: "40015",
      msg: "FAILED_PRECONDITION: available amount not enough: needed 1.5, available 0.00000001",
      requestTime: NOW,
      data: null,
    });
  });

  test("a read of the live state and one of history carry what was durable", async () => {
    await get("account/getAccounts");
    const before = Number((await venue.send("GET", "order/fills")).headers.get("outcry-account-version"));
    venue.publish({ type: "timeAdvanced", fields: {} });
    const version = async (path: string) =>
      Number((await venue.send("GET", path)).headers.get("outcry-account-version"));
    expect(await version("account/getAccounts")).toBe(before + 1);
    expect(await version("order/fills")).toBe(before + 1);
  });

  test("answers carry the account's version", async () => {
    const { headers } = await venue.send("POST", "order/placeOrder", {
      body: { ...limit, client_oid: "version" },
    });
    const version = Number(headers.get("outcry-account-version"));
    expect(version).toBeGreaterThan(100);
    const past = await venue.send("GET", "order/history");
    expect(Number(past.headers.get("outcry-account-version"))).toBe(version);
  });
});

const trigger = {
  symbol: "cmt_btcusdt",
  client_oid: "",
  size: "1",
  type: "3",
  match_type: "1",
  execute_price: "0",
  trigger_price: "48000",
};
const planCommand = {
  type: "placePlan",
  position: 0,
  account: 4,
  contract: 0,
  action: 3,
  market: true,
  price: 0,
  size: 10_000,
  triggerPrice: 480_000,
  triggerSource: 1,
  presetTakeProfit: 0,
  presetStopLoss: 0,
  presetsOnMark: 0,
  marginMode: 1,
  requestHash: expect.any(Number),
  clientId: "",
};

describe("plan orders", () => {
  test.each(["order/plan_order", "order/placeOrder"])("%s takes the shape of a plan order", async (path) => {
    expect(await post(path, trigger)).toEqual({ client_oid: null, order_id: String(ORDER) });
    expect(lastCommand()).toEqual(planCommand);
    await post(path, { ...trigger, match_type: 0, execute_price: "48000.1", client_oid: "p", marginMode: 3 });
    expect(lastCommand()).toEqual({
      ...planCommand,
      market: false,
      price: 480_001,
      clientId: "p",
      marginMode: 3,
    });
    expect((await post(path, { ...trigger, match_type: 0 })).code).toBe("40020");
    expect((await post(path, { ...trigger, match_type: 0, execute_price: null })).code).toBe("40017");
    expect((await post(path, { ...trigger, trigger_price: "48000.05" })).msg).toContain("stepSize '0.1'");
  });

  const tpsl = {
    symbol: "cmt_btcusdt",
    clientOrderId: "t",
    planType: "profit_plan",
    triggerPrice: "100000",
    size: "0.5",
    positionSide: "long",
  };
  test("placeTpSlOrder", async () => {
    venue.outcomes.push({ id: PLAN });
    expect(await post("order/placeTpSlOrder", tpsl)).toEqual([{ success: true, orderId: PLAN }]);
    expect(lastCommand()).toEqual({
      type: "placeTpSl",
      account: 4,
      contract: 0,
      leg: 0,
      takeProfit: true,
      triggerPrice: 1_000_000,
      triggerSource: 1,
      price: 0,
      size: 5_000,
      endsWithLeg: false,
      priceProtect: false,
      marginMode: 1,
      position: 0,
      requestHash: expect.any(Number),
      clientId: "t",
    });
    await post("order/placeTpSlOrder", {
      ...tpsl,
      planType: "loss_plan",
      positionSide: "short",
      executePrice: 100000.5,
      size: null,
      marginMode: "3",
    });
    expect(lastCommand()).toMatchObject({
      leg: 1,
      takeProfit: false,
      price: 1_000_005,
      size: 0,
      marginMode: 3,
    });
  });

  test("placeTpSlOrder that fails by the rules of the market is an answer", async () => {
    venue.outcomes.push({
      rejection: { type: "triggerAlreadyMet", trigger: 1_000_000, price: 101_000_000 },
    });
    const body = await checked("POST", "order/placeTpSlOrder", { body: { ...tpsl, nonce: nonce++ } });
    expect(body).toEqual([
      { success: false, orderId: 0, errorMessage: expect.stringContaining("would trigger at once") },
    ]);
    expect(await post("order/placeTpSlOrder", { ...tpsl, size: "0.00001" })).toEqual([
      { success: false, orderId: 0, errorMessage: expect.stringContaining("stepSize '0.0001'") },
    ]);
    for (const [wrong, code] of [
      [{ planType: "both" }, "40020"],
      [{ positionSide: "LONG" }, "40020"],
      [{ triggerPrice: null }, "40017"],
      [{ symbol: "" }, "40019"],
    ] as const) {
      expect((await post("order/placeTpSlOrder", { ...tpsl, ...wrong })).code).toBe(code);
    }
  });

  test("modifyTpSlOrder", async () => {
    venue.live.orders.push(plan);
    expect(
      await post("order/modifyTpSlOrder", { orderId: PLAN, triggerPrice: "47000", triggerPriceType: 3 }),
    ).toEqual({
      code: "00000",
      msg: "success",
      requestTime: NOW,
      data: "",
    });
    expect(lastCommand()).toEqual({
      type: "modifyTpSl",
      account: 4,
      order: PLAN,
      triggerPrice: 470_000,
      triggerSource: 3,
      price: 0,
    });
    expect((await post("order/modifyTpSlOrder", { orderId: "77", triggerPrice: "1" })).code).toBe("50005");
    expect(
      (await post("order/modifyTpSlOrder", { orderId: PLAN, triggerPrice: "1", triggerPriceType: 2 })).code,
    ).toBe("40020");
  });

  test("currentPlan: codes, names, triggers", async () => {
    venue.live.orders.push(plan, order);
    const [shown, ...rest] = (await checked("GET", "order/currentPlan")) as object[];
    expect(rest).toEqual([]);
    expect(shown).toEqual({
      symbol: "cmt_btcusdt",
      size: "0.0100",
      client_oid: String(PLAN),
      createTime: "1763708511502",
      filled_qty: "0",
      fee: "0",
      order_id: String(PLAN),
      price: "90000.5",
      price_avg: "0",
      status: "0",
      type: "3",
      order_type: "0",
      totalProfits: "0",
      triggerPrice: "48000.0",
      triggerPriceType: "LIMIT",
      triggerTime: "0",
      presetTakeProfitPrice: null,
      presetStopLossPrice: null,
    });
    const { body } = await venue.send("GET", "order/currentPlan", { credentials: observed });
    expect(body[0]).toMatchObject({ status: "UNTRIGGERED", type: "CLOSE_LONG" });
  });

  test("currentPlan: every status and type code", async () => {
    const states = [
      [4, 100, "0"],
      [2, 100, "0"],
      [2, 60, "1"],
      [3, 60, "1"],
      [5, 0, "2"],
      [6, 60, "-1"],
    ] as const;
    venue.live.orders.push(...states.map(([state, remaining]) => ({ ...plan, state, remaining })));
    expect((await get("order/currentPlan")).map(({ status }: { status: string }) => status)).toEqual(
      states.map(([, , code]) => code),
    );
  });

  test("currentPlan: filters; an id with an invalid character is no filter", async () => {
    venue.live.orders.push(plan, { ...plan, order: PLAN + 1, contract: 1, createdTime: 5 });
    const ids = async (query: string) =>
      (await get("order/currentPlan", query)).map(
        ({ order_id }: { order_id: string }) => Number(order_id) - PLAN,
      );
    expect(await ids("")).toEqual([0, 1]);
    expect(await ids("symbol=cmt_xrpusdt")).toEqual([1]);
    expect(await ids(`orderId=${PLAN}`)).toEqual([0]);
    expect(await ids(`orderId=${PLAN + 5}`)).toEqual([]);
    expect(await ids(`orderId=${PLAN}x`)).toEqual([0, 1]);
    expect(await ids("startTime=6")).toEqual([0]);
    expect(await ids("endTime=5")).toEqual([1]);
    expect(await ids("limit=1")).toEqual([0]);
    expect(await ids("limit=1&page=1")).toEqual([1]);
    expect(await ids("page=1")).toEqual([]);
    for (const wrong of ["limit=0", "limit=101", "page=-1", "symbol=x"]) {
      expect((await get("order/currentPlan", wrong)).code).toBe("40020");
    }
    venue.past.orders.push({
      ...ended,
      order: PLAN + 2,
      kind: 2,
      state: 6,
      triggerPrice: 1,
      triggerSource: 3,
    });
    expect(await get("order/currentPlan", `orderId=${PLAN + 2}`)).toMatchObject([
      { status: "-1", triggerPriceType: "MARK" },
    ]);
  });

  test("historyPlan", async () => {
    venue.past.orders.push({ ...ended, kind: 1, triggerPrice: 1, triggerSource: 1, triggeredTime: 9 });
    const body = await checked("GET", "order/historyPlan", {
      query: "symbol=cmt_btcusdt&delegateType=2&pageSize=1&startTime=3&endTime=4",
    });
    expect(body).toMatchObject({
      list: [{ status: "2", type: "1", order_type: "3", triggerTime: "9" }],
      nextPage: false,
    });
    expect(question("orders")).toEqual({
      account: 4,
      contract: 0,
      family: "plan",
      action: 2,
      from: 3,
      to: 4,
      limit: 1,
    });
    expect((await get("order/historyPlan")).code).toBe("40017");
    expect((await get("order/historyPlan", "symbol=cmt_btcusdt&pageSize=101")).code).toBe("40020");
  });
});

describe("batchOrders", () => {
  const { symbol: _, ...item } = limit;
  test("each order by itself", async () => {
    venue.outcomes.push(
      { id: ORDER },
      { rejection: { type: "clientIdLive", order: ORDER } },
      { id: ORDER + 2 },
    );
    const body = await checked("POST", "order/batchOrders", {
      body: {
        symbol: "cmt_btcusdt",
        orderDataList: [
          item,
          { ...item, size: "0.00001" },
          { ...item, client_oid: "two" },
          { ...item, client_oid: null },
        ],
      },
    });
    const ok = { result: true, error_code: "", error_message: "" };
    expect(body).toEqual({
      order_info: [
        { order_id: String(ORDER), client_oid: "bot-1", ...ok },
        {
          order_id: "",
          client_oid: "bot-1",
          result: false,
          error_code: "40015",
          error_message: expect.stringContaining("stepSize '0.0001'"),
        },
        {
          order_id: "",
          client_oid: "two",
          result: false,
          error_code: "40015",
          error_message: expect.stringContaining("duplicate client order id"),
        },
        { order_id: String(ORDER + 2), client_oid: "", ...ok },
      ],
      result: true,
    });
    const hashes = venue.commands.map((command) => (command as { requestHash: number }).requestHash);
    expect(new Set(hashes).size).toBe(3);
  });

  test("bounds", async () => {
    const code = async (orderDataList: unknown) =>
      (await post("order/batchOrders", { symbol: "cmt_btcusdt", orderDataList })).code;
    expect(await code(undefined)).toBe("40017");
    expect(await code([])).toBe("40019");
    expect(await code(Array.from({ length: 21 }, () => item))).toBe("40020");
    expect(await code(Array.from({ length: 20 }, () => item))).toBeUndefined();
  });
});

describe("cancelling", () => {
  test("cancel_order by id, by client id", async () => {
    expect(await post("order/cancel_order", { orderId: ORDER, symbol: "whatever" })).toEqual({
      order_id: String(ORDER),
      client_oid: null,
      result: true,
      err_msg: null,
    });
    expect(lastCommand()).toEqual({
      type: "cancelOrder",
      account: 4,
      order: ORDER,
      plansOnly: false,
      clientId: "",
    });
    venue.outcomes.push({ events: records({ type: "orderEnded", fields: { order: ORDER } }) });
    expect(await post("order/cancel_order", { clientOid: "bot-1" })).toEqual({
      order_id: String(ORDER),
      client_oid: "bot-1",
      result: true,
      err_msg: null,
    });
    expect(lastCommand()).toMatchObject({ order: 0, clientId: "bot-1" });
  });

  test("an order that does not exist is -1054; the wrong name of the field 40017", async () => {
    venue.outcomes.push({ rejection: { type: "orderNotFound", order: ORDER } });
    const reply = await venue.send("POST", "order/cancel_order", { body: { orderId: "596476148997685805" } });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: "-1054", msg: "Order does not exist" });
    expect((await post("order/cancel_order", { order_id: String(ORDER) })).code).toBe("40017");
    expect((await post("order/cancel_order", {})).code).toBe("40017");
  });

  test("cancel_plan", async () => {
    expect(await post("order/cancel_plan", { orderId: String(PLAN) })).toEqual({
      order_id: String(PLAN),
      client_oid: null,
      result: true,
      err_msg: null,
    });
    expect(lastCommand()).toMatchObject({ order: PLAN, plansOnly: true });
    venue.outcomes.push({ rejection: { type: "orderNotPlan", order: ORDER } });
    expect((await post("order/cancel_plan", { orderId: ORDER })).code).toBe("-1054");
    expect((await post("order/cancel_plan", { order_id: ORDER })).code).toBe("40017");
  });

  test.each(["order/cancel_batch_orders", "order/cancel_order"])("%s with ids and cids", async (path) => {
    venue.outcomes.push({}, { rejection: { type: "orderNotFound", order: 7 } }, { id: PLAN });
    const body = await checked("POST", path, {
      body: { ids: [String(ORDER), ORDER + 1, String(ORDER)], cids: ["mine"], nonce: nonce++ },
    });
    const failed = {
      err_msg: "Order does not exist",
      order_id: String(ORDER + 1),
      client_oid: "",
      result: false,
    };
    expect(body).toEqual({
      result: true,
      symbol: "",
      orderIds: [String(ORDER), String(ORDER + 1)],
      clientOids: ["mine"],
      cancelOrderResultList: [
        { err_msg: "", order_id: String(ORDER), client_oid: "", result: true },
        failed,
        { err_msg: "", order_id: String(PLAN), client_oid: "mine", result: true },
      ],
      failInfos: [failed],
    });
  });

  test("batch: all failed, none given, too many", async () => {
    venue.outcomes.push({ rejection: { type: "orderNotFound", order: 7 } });
    expect(await post("order/cancel_batch_orders", { ids: ["7"] })).toMatchObject({
      result: false,
      failInfos: [{ result: false }],
    });
    expect((await post("order/cancel_batch_orders", {})).code).toBe("40017");
    expect((await post("order/cancel_batch_orders", { ids: [], cids: [] })).code).toBe("40019");
    const ids = Array.from({ length: 51 }, (_, i) => String(ORDER + i));
    expect((await post("order/cancel_batch_orders", { ids })).code).toBe("40912");
    expect((await post("order/cancel_batch_orders", { ids: ids.slice(1) })).result).toBe(true);
  });

  test("cancelAllOrders", async () => {
    venue.outcomes.push({
      events: records(
        { type: "orderEnded", fields: { order: ORDER } },
        { type: "orderCanceling", fields: { order: ORDER + 1 } },
      ),
    });
    expect(await checked("POST", "order/cancelAllOrders")).toEqual([
      { orderId: ORDER, success: true },
      { orderId: ORDER + 1, success: true },
    ]);
    expect(lastCommand()).toEqual({ type: "cancelAll", account: 4, contract: -1, which: 1 });
    expect(await post("order/cancelAllOrders", { symbol: "cmt_xrpusdt", cancelOrderType: "plan" })).toEqual(
      [],
    );
    expect(lastCommand()).toMatchObject({ contract: 1, which: 2 });
    expect((await post("order/cancelAllOrders", { cancelOrderType: "all" })).code).toBe("40020");
  });

  test("closePositions", async () => {
    venue.live.positions.push(position, { ...position, position: POSITION + 1, reserved: 1 });
    venue.outcomes.push({
      events: records({ type: "orderPlaced", fields: { order: ORDER, kind: 6, position: POSITION } }),
    });
    expect(await checked("POST", "order/closePositions")).toEqual([
      { positionId: POSITION, success: true, successOrderId: ORDER, errorMessage: "" },
      {
        positionId: POSITION + 1,
        success: false,
        successOrderId: 0,
        errorMessage: expect.stringContaining("reserved"),
      },
    ]);
    expect(lastCommand()).toEqual({
      type: "closePositions",
      account: 4,
      contract: -1,
      position: 0,
      cancelAttached: false,
    });
    venue.live.positions.length = 0;
    venue.outcomes.push({ rejection: { type: "nothingToClose", contract: 1 } });
    expect(await post("order/closePositions", { symbol: "cmt_xrpusdt", client_oid: "x" })).toEqual([]);
  });
});

describe("reading orders", () => {
  const filled = {
    symbol: "cmt_btcusdt",
    size: "0.0100",
    client_oid: "bot-1",
    createTime: "1763708511502",
    filled_qty: "0.0100",
    fee: "0.513579",
    order_id: String(ORDER),
    price: "0.0",
    price_avg: "85596.5",
    status: "filled",
    type: "open_long",
    order_type: "ioc",
    totalProfits: "0",
    contracts: 10_000,
    filledQtyContracts: 10_000,
    presetTakeProfitPrice: "100000.0",
    presetStopLossPrice: "10000.0",
  };

  test("detail: ended and live", async () => {
    venue.past.orders.push(ended);
    expect(await checked("GET", "order/detail", { query: `orderId=${ORDER}` })).toEqual(filled);
    venue.live.orders.push(order);
    expect(await get("order/detail", `orderId=${ORDER}`)).toEqual({
      ...filled,
      filled_qty: "0",
      fee: "0",
      price: "90000.5",
      price_avg: "0",
      status: "open",
      order_type: "normal",
      filledQtyContracts: 0,
    });
    for (const query of ["orderId=77", "orderId=x"]) {
      expect(await get("order/detail", query)).toMatchObject({ code: "50005", msg: "Order does not exist" });
    }
  });

  test("history: words, defaults, spans", async () => {
    const DAY = 86_400_000;
    venue.past.orders.push(ended);
    expect(await checked("GET", "order/history")).toEqual([filled]);
    expect(question("orders")).toEqual({
      account: 4,
      family: "all",
      from: NOW - 90 * DAY,
      limit: 100,
    });
    const asked = async (query: string) => {
      await get("order/history", query);
      const { from, to, limit, contract } = question("orders");
      return { from, to, limit, contract };
    };
    expect(await asked("symbol=cmt_xrpusdt&pageSize=10")).toMatchObject({ contract: 1, limit: 10 });
    expect(await asked("limit=10")).toMatchObject({ limit: 10 });
    expect(await asked("pageSize=500")).toMatchObject({ limit: 100 });
    expect(await asked("createDate=7")).toMatchObject({ from: NOW - 7 * DAY, to: undefined });
    expect(await asked("createDate=90")).toMatchObject({ from: NOW - 90 * DAY });
    expect(await asked("createDate=0")).toMatchObject({ from: NOW });
    expect(await asked(`createDate=${NOW - 90 * DAY}&endCreateDate=${NOW}`)).toMatchObject({
      from: NOW - 90 * DAY,
      to: NOW,
    });
    // By a clock that is ahead, and 90 days ago when the request was sent.
    expect(await asked(`createDate=${NOW + 50}`)).toMatchObject({ from: NOW + 50, to: undefined });
    expect(await asked(`createDate=${NOW - 90 * DAY - 50}`)).toMatchObject({ from: NOW - 90 * DAY - 50 });
    for (const wrong of [
      "createDate=91",
      "createDate=-1",
      `createDate=${NOW + 30_001}`,
      `createDate=${NOW - 90 * DAY - 30_001}`,
      `createDate=${NOW - 90 * DAY - 1}&endCreateDate=${NOW}`,
      `createDate=${NOW}&endCreateDate=${NOW - 1}`,
      "pageSize=0",
      "pageSize=x",
    ]) {
      expect((await get("order/history", wrong)).code).toBe("40020");
    }
  });

  test("every word of status, type and order_type", async () => {
    const words = async (changes: readonly object[], name: string) => {
      venue.past.orders.length = 0;
      venue.past.orders.push(...changes.map((change) => ({ ...ended, market: false, ...change })));
      return (await get("order/history")).map((row: Record<string, string>) => row[name]);
    };
    expect(
      await words(
        [1, 2, 5, 3, 6, 4].map((state) => ({ state })),
        "status",
      ),
    ).toEqual(["pending", "open", "filled", "canceling", "canceled", "untriggered"]);
    expect(
      await words(
        [0, 1, 2, 3].map((timeInForce) => ({ timeInForce })),
        "order_type",
      ),
    ).toEqual(["normal", "postOnly", "fok", "ioc"]);
    const kinds = [
      [0, 1],
      [1, 2],
      [6, 3],
      [0, 4],
      [7, 3],
      [7, 4],
      [8, 3],
      [8, 4],
      [9, 3],
      [9, 4],
    ] as const;
    expect(
      await words(
        kinds.map(([kind, action]) => ({ kind, action })),
        "type",
      ),
    ).toEqual([
      "open_long",
      "open_short",
      "close_long",
      "close_short",
      "offset_liquidate_long",
      "offset_liquidate_short",
      "agreement_close_long",
      "agreement_close_short",
      "burst_liquidate_long",
      "burst_liquidate_short",
    ]);
  });

  test("current: resting orders, filters", async () => {
    venue.live.orders.push(order, plan, { ...order, order: ORDER + 1, contract: 1 });
    const ids = async (query: string) =>
      (await get("order/current", query)).map(
        ({ order_id }: { order_id: string }) => Number(order_id) - ORDER,
      );
    await checked("GET", "order/current");
    expect(await ids("")).toEqual([0, 1]);
    expect(await ids("symbol=cmt_btcusdt")).toEqual([0]);
    expect(await ids(`orderId=${ORDER + 1}`)).toEqual([1]);
    expect(await ids("limit=1&page=1")).toEqual([1]);
    expect((await get("order/current", "limit=101")).code).toBe("40020");
  });

  test("fills", async () => {
    venue.past.fills.push(fill, {
      ...fill,
      action: 4,
      maker: true,
      kind: 9,
      realized: -1n,
      liquidationFee: 5n,
    });
    const body = (await checked("GET", "order/fills")) as { list: object[] };
    expect(body).toMatchObject({ nextFlag: false, totals: 2 });
    expect(body.list[0]).toEqual({
      tradeId: 1_000_000_000_000_020,
      orderId: ORDER,
      symbol: "cmt_btcusdt",
      marginMode: "SHARED",
      separatedMode: "SEPARATED",
      positionSide: "LONG",
      orderSide: "BUY",
      fillSize: "0.0100",
      fillValue: "855.965",
      fillFee: "0.513579",
      liquidateFee: "0",
      realizePnl: "0",
      direction: "OPEN_LONG",
      liquidateType: "UNKNOWN_LIQUIDATE_TYPE",
      legacyOrdeDirection: "OPEN_LONG",
      createdTime: 1_763_708_511_502,
    });
    expect(body.list[1]).toMatchObject({
      positionSide: "SHORT",
      orderSide: "BUY",
      direction: "CLOSE_SHORT",
      liquidateType: "FORCE_LIQUIDATE",
      liquidateFee: "0.00000005",
      realizePnl: "-0.00000001",
    });
    expect(question("fills")).toEqual({ account: 4, limit: 100 });
    const asked = async (query: string) => {
      await get("order/fills", query);
      return question("fills");
    };
    expect(await asked(`symbol=cmt_xrpusdt&orderId=${ORDER}&startTime=1&endTime=2&limit=7`)).toMatchObject({
      contract: 1,
      order: ORDER,
      from: 1,
      to: 2,
      limit: 7,
    });
    expect(await asked("pageSize=3")).toMatchObject({ limit: 3 });
    expect(await get("order/fills", "limit=1")).toMatchObject({ nextFlag: true, totals: 2 });
    for (const wrong of ["limit=0", "limit=101", "startTime=x"])
      expect((await get("order/fills", wrong)).code).toBe("40020");
    const { body: live } = await venue.send("GET", "order/fills", { credentials: observed });
    expect(live.list.map(({ direction }: { direction: string }) => direction)).toEqual(["TAKER", "MAKER"]);
  });
});

test("uploadAiLog: validated, kept, enveloped", async () => {
  const entry = {
    stage: "Decision",
    model: "m",
    input: { prompt: "p", n: 1.5 },
    output: ["x"],
    explanation: "why",
  };
  expect(await post("order/uploadAiLog", entry)).toEqual({
    code: "00000",
    msg: "success",
    requestTime: NOW,
    data: "",
  });
  expect(venue.gateway.uploadLog.list(4).at(-1)).toEqual({
    account: 4,
    time: NOW,
    orderId: "",
    ...entry,
    input: { prompt: "p", n: "1.5" },
  });
  expect((await post("order/uploadAiLog", { ...entry, stage: null })).code).toBe("40017");
  for (const orderId of ["1", "x", "1e3", "99999999999999999999"]) {
    expect((await post("order/uploadAiLog", { ...entry, orderId })).code, orderId).toBe("50005");
  }
});

test("a body of no bytes is an empty object", async () => {
  expect((await venue.send("POST", "account/bills")).body).toEqual({ hasNextPage: false, items: [] });
  expect((await venue.send("POST", "order/closePositions", { timestamp: NOW + 5 })).body).toEqual([]);
});
