import { expect } from "vitest";
import type { Rejection } from "../../../src/kernel/core/index.ts";
import { ACCOUNT, NOW, ORDER, order, PLAN, POSITION, position, records } from "../v2-private-venue.ts";
import type { Row } from "./row.ts";
import { like, refusal, refusedOf } from "./row.ts";

const BTC = "cmt_btcusdt";

/** An order to place, in the words of V2 and of V3, and what the market is told. */
export const limit = {
  ...{ symbol: BTC, client_oid: "bot-1", size: "0.01", type: "1", order_type: "0", match_price: "0" },
  ...{ price: "90000.5" },
};
const limitV3 = {
  symbol: "BTCUSDT",
  ...{ side: "BUY", positionSide: "LONG", type: "LIMIT", timeInForce: "GTC" },
  ...{ quantity: "0.01", price: "90000.5", newClientOrderId: "bot-1" },
};
const told = {
  ...{ type: "placeOrder", account: ACCOUNT, contract: 0, action: 1, timeInForce: 0, market: false },
  ...{ price: 900_005, size: 100, marginMode: 1, separatedMode: 0 },
  ...{ presetTakeProfit: 0, presetStopLoss: 0, presetsOnMark: 0, position: 0, closeCapped: false },
  ...{ orRefused: false, selfTradeMode: 0, goodTill: 0, priceMatch: 0 },
  ...{ requestHash: expect.any(Number), clientId: "bot-1" },
};
/** V3 leaves the mode of the margin to the account, and lets a close be as large as the position is. */
const toldV3 = { ...told, marginMode: 0, closeCapped: true };
const placedV3 = { orderId: String(ORDER), success: true, errorCode: "", errorMessage: "" };
const atMarket = { type: "MARKET", timeInForce: undefined, price: undefined };
const FORTY = `${"a-_.:/".repeat(6)}0123`;

const sides = (side: string, positionSide: string, more: object = {}) => ({ side, positionSide, ...more });
const placed = (
  shows: string,
  v2: object | undefined,
  v3: object | undefined,
  changed: object,
  changedV3 = changed,
): Row => ({
  shows: `an order: ${shows}`,
  ...(v2 && {
    v2: [
      "POST order/placeOrder",
      { ...limit, ...v2 },
      { client_oid: { client_oid: "bot-1", ...v2 }.client_oid || null, order_id: String(ORDER) },
      { tells: [{ ...told, ...changed }] },
    ],
  }),
  ...(v3 && {
    v3: [
      "POST order",
      { ...limitV3, ...v3 },
      { ...placedV3, clientOrderId: { ...limitV3, ...v3 }.newClientOrderId },
      { tells: [{ ...toldV3, ...changedV3 }] },
    ],
  }),
});

const placing: readonly Row[] = [
  placed("a limit", {}, {}, {}),
  placed(
    "numbers for strings",
    { size: 0.01, type: 1, order_type: 0, match_price: 0, price: 90000.5, marginMode: "1" },
    { quantity: 0.01, price: 90000.5 },
    {},
  ),
  placed(
    "open short, post-only",
    { type: "2", order_type: "1" },
    sides("SELL", "SHORT", { timeInForce: "POST_ONLY" }),
    { action: 2, timeInForce: 1 },
  ),
  placed("post-only, as a flag", undefined, { postOnly: true }, { timeInForce: 1 }),
  placed(
    "close long, fill-or-kill",
    { type: "3", order_type: "2" },
    sides("SELL", "LONG", { timeInForce: "FOK" }),
    { action: 3, timeInForce: 2 },
  ),
  placed(
    "close short, immediate-or-cancel",
    { type: "4", order_type: "3" },
    sides("BUY", "SHORT", { timeInForce: "IOC" }),
    { action: 4, timeInForce: 3 },
  ),
  placed("market without price", { match_price: "1", price: null }, atMarket, { market: true, price: 0 }),
  placed("market with a dummy price", { match_price: "1", price: "80000" }, undefined, {
    ...{ market: true, price: 0 },
  }),
  placed("market and maker only is market", { match_price: "1", order_type: "1" }, undefined, {
    ...{ market: true, price: 0, timeInForce: 0 },
  }),
  placed(
    "market, fill-or-kill",
    { match_price: "1", order_type: "2" },
    { ...atMarket, timeInForce: "FOK" },
    { market: true, price: 0, timeInForce: 2 },
  ),
  ...(
    [
      ["BUY", "LONG"],
      ["SELL", "SHORT"],
      ["SELL", "LONG"],
      ["BUY", "SHORT"],
    ] as const
  ).map(([side, leg], i) =>
    placed(
      `market, ${side} ${leg}`,
      { match_price: "1", type: String(i + 1) },
      { ...atMarket, ...sides(side, leg) },
      { market: true, price: 0, action: i + 1 },
    ),
  ),
  placed(
    "presets as text or number",
    { presetTakeProfitPrice: "100000", presetStopLossPrice: 80000.5 },
    { tpTriggerPrice: "100000", slTriggerPrice: 80000.5 },
    { presetTakeProfit: 1_000_000, presetStopLoss: 800_005 },
  ),
  placed(
    "presets of nothing",
    { presetTakeProfitPrice: "", presetStopLossPrice: "0" },
    { tpTriggerPrice: "", slTriggerPrice: "0" },
    {},
  ),
  placed("isolated, separated", { marginMode: 3, separatedMode: "2" }, undefined, {
    ...{ marginMode: 3, separatedMode: 2 },
  }),
  placed("no client id", { client_oid: "" }, undefined, { clientId: "" }),
  placed("a client id of null", { client_oid: null }, undefined, { clientId: "" }),
  placed(
    "40 characters of client id",
    { client_oid: FORTY },
    { newClientOrderId: FORTY.slice(4) },
    {
      ...{ clientId: FORTY },
    },
    { clientId: FORTY.slice(4) },
  ),
  placed(
    "what nobody asked for",
    { side: "buy", quantity: 7, marginCoin: "USDT" },
    { unknown: [1], size: 7 },
    {},
  ),
];

const STEP = (name: string, value: string, step: string) =>
  `INVALID_ARGUMENT: ${name} must be a number that matches the stepSize '${step}', current ${name} '${value}'`;
const TOO_MUCH = (size: string) => `INVALID_ARGUMENT: size '${size}' is above the maximum '100000.0000'`;
const BLANK = (name: string) => `Parameter validation failed: ${name} must not be blank`;
const EMPTY = (name: string) => `Parameter '${name}' cannot be empty.`;
const WRONG = (name: string, why: string) => `Parameter ${name} is invalid: ${why}`;
const WRONG_V3 = (name: string, why?: string) => `Parameter '${name}' is invalid.${why ? ` ${why}` : ""}`;
const CLIENT_ID = WRONG("client_oid", "at most 40 letters, digits or _ - . : /");

type Wrong<Code> = readonly [change: object, code: Code, msg: string | RegExp];
/** Fields of an order that are refused, by V2 and by V3. */
const wrongs: readonly (readonly [Wrong<string> | undefined, Wrong<number>?])[] = [
  [
    [{ symbol: null }, "40017", BLANK("symbol")],
    [{ symbol: undefined }, -1141, EMPTY("symbol")],
  ],
  [
    [{ symbol: "" }, "40019", "Parameter symbol cannot be empty"],
    [{ symbol: "" }, -1141, EMPTY("symbol")],
  ],
  [
    [{ symbol: "cmt_nousdt" }, "40020", "Parameter symbol is invalid"],
    [{ symbol: BTC }, -1142, WRONG_V3("symbol")],
  ],
  [[{ size: null }, "40017", BLANK("size")]],
  [
    [{ size: "0" }, "40020", WRONG("size", "it must be above 0, got '0'")],
    [{ quantity: "0" }, -1142, WRONG_V3("quantity", "it must be above 0, got '0'")],
  ],
  [
    [{ size: "-1" }, "40020", WRONG("size", "it must be above 0, got '-1'")],
    [{ quantity: "-1" }, -1142, WRONG_V3("quantity", "it must be above 0, got '-1'")],
  ],
  [[{ size: "1e2" }, "40020", WRONG("size", "'1e2' is not a plain decimal")]],
  [[{ size: "0.0007000000000000001" }, "40015", STEP("size", "0.0007000000000000001", "0.0001")]],
  [
    [{ size: "0.00015" }, "40015", STEP("size", "0.00015", "0.0001")],
    [{ quantity: "0.00001" }, -1054, /^INVALID_ARGUMENT: quantity must be .* stepSize '0.0001'/],
  ],
  [[{ size: "100000.0001" }, "40015", TOO_MUCH("100000.0001")]],
  [[{ size: "99999999999999999" }, "40015", TOO_MUCH("99999999999999999")]],
  [[{ type: null }, "40017", BLANK("type")]],
  [
    [{ type: "5" }, "40020", WRONG("type", "one of 1, 2, 3, 4, buy, sell, got '5'")],
    [{ side: "UP" }, -1117, WRONG_V3("side", "one of BUY, SELL, got 'UP'")],
  ],
  [undefined, [{ positionSide: "BOTH" }, -1142, WRONG_V3("positionSide", "one of LONG, SHORT, got 'BOTH'")]],
  [
    [{ order_type: null }, "40017", BLANK("order_type")],
    [{ timeInForce: undefined }, -1141, EMPTY("timeInForce")],
  ],
  [
    [{ order_type: "4" }, "40020", WRONG("order_type", "one of 0, 1, 2, 3, got '4'")],
    [{ timeInForce: "DAY" }, -1115, WRONG_V3("timeInForce", "one of GTC, POST_ONLY, FOK, IOC, got 'DAY'")],
  ],
  [[{ match_price: null }, "40017", BLANK("match_price")]],
  [
    [{ match_price: "2" }, "40020", WRONG("match_price", "one of 0, 1, got '2'")],
    [{ type: "STOP" }, -1116, WRONG_V3("type", "one of LIMIT, MARKET, got 'STOP'")],
  ],
  [
    [{ price: null }, "40017", BLANK("price")],
    [{ price: undefined }, -1141, EMPTY("price")],
  ],
  [[{ price: "" }, "40019", "Parameter price cannot be empty"]],
  [[{ price: "0" }, "40020", WRONG("price", "it must be above 0, got '0'")]],
  [[{ price: "99999999999999999" }, "40020", WRONG("price", "it is too large, got '99999999999999999'")]],
  [[{ price: "90000.55" }, "40015", STEP("price", "90000.55", "0.1")]],
  [[{ presetTakeProfitPrice: 100000.05 }, "40015", STEP("presetTakeProfitPrice", "100000.05", "0.1")]],
  [[{ marginMode: 2 }, "40020", WRONG("marginMode", "one of 1, 3, got '2'")]],
  [[{ separatedMode: 3 }, "40020", WRONG("separatedMode", "one of 1, 2, got '3'")]],
  [undefined, [{ newClientOrderId: undefined }, -1141, EMPTY("newClientOrderId")]],
  [
    [{ client_oid: "a".repeat(41) }, "40020", CLIENT_ID],
    [{ newClientOrderId: "a".repeat(37) }, -1180, /at most 36 letters/],
  ],
  [
    [{ client_oid: 'a"b' }, "40020", CLIENT_ID],
    [{ newClientOrderId: "a b" }, -1180, /at most 36 letters/],
  ],
  [[{ client_oid: "ä" }, "40020", CLIENT_ID]],
  [undefined, [{ reduceOnly: true }, -1128, /side and positionSide open a position/]],
  [undefined, [{ timeInForce: "IOC", postOnly: true }, -1128, /postOnly/]],
  [undefined, [{ tpTriggerPrice: "99000", side: "SELL" }, -1128, /only to orders that open/]],
  [undefined, [{ slTriggerPrice: "8", side: "SELL", SlWorkingType: "MARK_PRICE" }, -1128, /that open/]],
  [
    undefined,
    [{ tpTriggerPrice: "99000", TpWorkingType: "INDEX" }, -1142, /Parameter 'TpWorkingType' is invalid\./],
  ],
];

/** What the market refuses, in the market's words, and in both versions' codes. */
const refusals: readonly (readonly [Rejection, RegExp, v2: string, v3: number, status?: number])[] = [
  [
    { type: "marginInsufficient", needed: 150_000_000n, available: 1n },
    /^FAILED_PRECONDITION: available amount not enough: needed 1\.5, available 0\.00000001$/,
    "40015",
    -1054,
  ],
  [{ type: "sizeTooLarge", size: 2, max: 1 }, /(?:size|quantity) '0.0002' is above the max/, "40015", -3007],
  [{ type: "clientIdLive", order: ORDER }, /duplicate client order id/, "40015", -1180],
  [{ type: "contractNotTradable", status: 0, apiTradable: false }, /API trading/, "-1052", -3235, 403],
  [{ type: "positionMissing", leg: 0 }, /separated mode/, "40015", -1054],
];

const sortOfRow = (what: unknown) => JSON.stringify(what, (_, value) => value ?? null);
const refusing: readonly Row[] = [
  ...wrongs.map(
    ([v2, v3]): Row => ({
      shows: `an order with ${sortOfRow((v2 ?? v3)![0])} is refused`,
      ...(v2 && { v2: ["POST order/placeOrder", { ...limit, ...v2[0] }, refusal(v2[1], v2[2])] }),
      ...(v3 && { v3: ["POST order", { ...limitV3, ...v3[0] }, refusal(v3[1], v3[2])] }),
    }),
  ),
  ...refusals.map(
    ([rejection, msg, v2, v3, status]): Row => ({
      shows: `an order that the market refuses: ${rejection.type}`,
      given: { outcomes: [{ rejection }] },
      v2: ["POST order/placeOrder", limit, refusal(v2, msg, status)],
      v3: ["POST order", limitV3, refusal(v3, msg, status)],
    }),
  ),
  {
    // What the server in front would say: no code, and the client may try again.
    shows: "an order while the market is busy",
    given: { outcomes: [{ rejection: { type: "workPending" } }] },
    v3: ["POST order", limitV3, refusal(undefined as never, /busy/, 503)],
  },
];

const { symbol: _symbol, ...item } = limit;
const inBatch = { result: true, error_code: "", error_message: "" };
const ofBatch = (orderDataList: unknown) => ({ symbol: BTC, orderDataList });
const ofTen = Array.from({ length: 10 }, (_, i) => ({ ...limitV3, newClientOrderId: `of-ten-${i}` }));
const batches: readonly Row[] = [
  {
    shows: "a batch: each order by itself",
    given: {
      outcomes: [{}, { rejection: { type: "clientIdLive", order: ORDER } }, { id: ORDER + 2 }],
    },
    tells: [told, { ...told, clientId: "two" }, { ...told, clientId: "" }],
    v2: [
      "POST order/batchOrders",
      ofBatch([
        item,
        { ...item, size: "0.00001" },
        { ...item, client_oid: "two" },
        { ...item, client_oid: null },
      ]),
      {
        order_info: [
          { order_id: String(ORDER), client_oid: "bot-1", ...inBatch },
          {
            ...{ order_id: "", client_oid: "bot-1", result: false, error_code: "40015" },
            error_message: expect.stringContaining("stepSize '0.0001'"),
          },
          {
            ...{ order_id: "", client_oid: "two", result: false, error_code: "40015" },
            error_message: expect.stringContaining("duplicate client order id"),
          },
          { order_id: String(ORDER + 2), client_oid: "", ...inBatch },
        ],
        result: true,
      },
    ],
  },
  ...refusedOf("POST order/batchOrders", [
    [ofBatch(undefined), "40017"],
    [ofBatch([]), "40019"],
    [ofBatch(Array.from({ length: 21 }, () => item)), "40020"],
  ]),
  {
    shows: "a batch of as many as there may be",
    v2: [
      "POST order/batchOrders",
      ofBatch(Array.from({ length: 20 }, () => item)),
      like({ result: true }),
      { tells: Array.from({ length: 20 }, () => told) },
    ],
    v3: [
      "POST batchOrders",
      { batchOrders: ofTen },
      ofTen.map(({ newClientOrderId }) => like({ ...placedV3, clientOrderId: newClientOrderId }).answer),
      { tells: ofTen.map(({ newClientOrderId }) => ({ ...toldV3, clientId: newClientOrderId })) },
    ],
  },
  {
    shows: "a batch of one more",
    v3: ["POST batchOrders", { batchOrders: [...ofTen, limitV3] }, refusal(-1142)],
  },
];

const canceled = { order_id: String(ORDER), client_oid: null, result: true, err_msg: null };
const canceledV3 = { ...placedV3, origClientOrderId: "" };
const notFound = { outcomes: [{ rejection: { type: "orderNotFound", order: ORDER } }] } as const;
const cancels = { type: "cancelOrder", account: ACCOUNT, order: ORDER, plansOnly: false, clientId: "" };
const NO_ORDER = "Order does not exist";
const ids = Array.from({ length: 51 }, (_, i) => String(ORDER + i));
const both = { order: ORDER + 1 };
const failed = { err_msg: NO_ORDER, order_id: String(ORDER + 1), client_oid: "", result: false };

const cancelling: readonly Row[] = [
  {
    shows: "cancelling by id",
    tells: [cancels],
    v2: ["POST order/cancel_order", { orderId: ORDER, symbol: "whatever" }, canceled],
    v3: ["DELETE order", `orderId=${ORDER}`, canceledV3],
  },
  {
    shows: "cancelling by client id",
    given: { outcomes: [{ events: records({ type: "orderEnded", fields: { order: ORDER } }) }] },
    v2: [
      "POST order/cancel_order",
      { clientOid: "bot-1" },
      { ...canceled, client_oid: "bot-1" },
      { tells: [{ ...cancels, order: 0, clientId: "bot-1" }] },
    ],
    v3: [
      "DELETE order",
      "origClientOrderId=a%3Ab%2Fc.d_e",
      like({ success: true }),
      { tells: [{ ...cancels, order: 0, clientId: "a:b/c.d_e" }] },
    ],
  },
  {
    shows: "cancelling what does not exist",
    given: notFound,
    v2: ["POST order/cancel_order", { orderId: "596476148997685805" }, refusal("-1054", NO_ORDER)],
    v3: ["DELETE order", "orderId=7", refusal(-3200, `${NO_ORDER}.`)],
  },
  ...refusedOf("POST order/cancel_order", [
    [{ order_id: String(ORDER) }, "40017"],
    [{}, "40017"],
    [{ orderId: "" }, "40019"],
  ]),
  {
    shows: "cancelling one that waits",
    tells: [{ ...cancels, order: PLAN, plansOnly: true }],
    v2: ["POST order/cancel_plan", { orderId: String(PLAN) }, { ...canceled, order_id: String(PLAN) }],
    v3: ["DELETE algoOrder", `orderId=${PLAN}`, like({ orderId: String(PLAN), success: true })],
  },
  {
    shows: "cancelling, as one that waits, one that rests",
    given: { outcomes: [{ rejection: { type: "orderNotPlan", order: ORDER } }] },
    v2: ["POST order/cancel_plan", { orderId: ORDER }, refusal("-1054")],
  },
  ...refusedOf("POST order/cancel_plan", [[{ order_id: ORDER }, "40017"]]),
  ...["order/cancel_batch_orders", "order/cancel_order"].map(
    (path): Row => ({
      shows: "cancelling a batch",
      given: {
        outcomes: [{}, { rejection: { type: "orderNotFound", order: 7 } }, { id: PLAN }],
      },
      v2: [
        `POST ${path}`,
        { ids: [String(ORDER), ORDER + 1, String(ORDER)], cids: ["mine"] },
        {
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
        },
        { tells: [cancels, { ...cancels, ...both }, { ...cancels, order: 0, clientId: "mine" }] },
      ],
      v3: [
        "DELETE batchOrders",
        { orderIdList: [String(ORDER), String(ORDER + 1)] },
        [
          canceledV3,
          {
            ...canceledV3,
            orderId: String(ORDER + 1),
            success: false,
            errorCode: "ORDER_NOT_FOUND",
            errorMessage: "orderId not exist",
          },
        ],
        { tells: [cancels, { ...cancels, ...both }] },
      ],
    }),
  ),
  {
    shows: "cancelling a batch of nothing that exists",
    given: notFound,
    tells: [{ ...cancels, order: 7 }],
    v2: [
      "POST order/cancel_batch_orders",
      { ids: ["7"] },
      like({ result: false, failInfos: [{ result: false }] }),
    ],
  },
  ...refusedOf("POST order/cancel_batch_orders", [
    [{}, "40017"],
    [{ ids: [], cids: [] }, "40019"],
    [{ ids }, "40912"],
  ]),
  {
    shows: "cancelling a batch of as many as there may be",
    tells: ids.slice(1).map((id) => ({ ...cancels, order: Number(id) })),
    v2: ["POST order/cancel_batch_orders", { ids: ids.slice(1) }, like({ result: true })],
  },
  {
    shows: "cancelling all",
    given: {
      outcomes: [
        {
          events: records(
            { type: "orderEnded", fields: { order: ORDER } },
            { type: "orderCanceling", fields: both },
          ),
        },
      ],
    },
    v2: [
      "POST order/cancelAllOrders",
      {},
      [ORDER, ORDER + 1].map((orderId) => ({ orderId, success: true })),
      { tells: [{ type: "cancelAll", account: ACCOUNT, contract: -1, which: 1 }] },
    ],
    v3: [
      "DELETE allOpenOrders",
      "symbol=BTCUSDT",
      [ORDER, ORDER + 1].map((orderId) => ({ orderId, success: true, errorCode: "", errorMessage: "" })),
      { tells: [{ type: "cancelAll", account: ACCOUNT, contract: 0, which: 1 }] },
    ],
  },
  {
    shows: "cancelling all that wait",
    v2: [
      "POST order/cancelAllOrders",
      { symbol: "cmt_xrpusdt", cancelOrderType: "plan" },
      [],
      { tells: [{ type: "cancelAll", account: ACCOUNT, contract: 1, which: 2 }] },
    ],
    v3: [
      "DELETE algoOpenOrders",
      "",
      [],
      { tells: [{ type: "cancelAll", account: ACCOUNT, contract: -1, which: 2 }] },
    ],
  },
  ...refusedOf("POST order/cancelAllOrders", [[{ cancelOrderType: "all" }, "40020"]]),
];

const closes = { type: "closePositions", account: ACCOUNT, contract: -1, position: 0, cancelAttached: false };
const byVenue = { type: "orderPlaced", fields: { order: ORDER, kind: 6, position: POSITION } } as const;
const closed = { positionId: POSITION, success: true, successOrderId: ORDER, errorMessage: "" };

const closing: readonly Row[] = [
  {
    shows: "closing all positions, but for what another order closes",
    given: {
      live: { positions: [position, { ...position, position: POSITION + 1, reserved: 1 }] },
      outcomes: [{ events: records(byVenue) }],
    },
    v2: [
      "POST order/closePositions",
      {},
      [
        closed,
        {
          ...{ positionId: POSITION + 1, success: false, successOrderId: 0 },
          errorMessage: expect.stringContaining("reserved"),
        },
      ],
      { tells: [closes] },
    ],
  },
  {
    shows: "closing one position by its id",
    given: { live: { positions: [position] }, outcomes: [{ events: records(byVenue) }] },
    v3: [
      "POST closePositions",
      { positionId: POSITION },
      [closed],
      { tells: [{ ...closes, position: POSITION, cancelAttached: true }] },
    ],
  },
  {
    shows: "closing where there is nothing to close",
    given: { outcomes: [{ rejection: { type: "nothingToClose", contract: 1 } }] },
    v2: [
      "POST order/closePositions",
      { symbol: "cmt_xrpusdt", client_oid: "x" },
      [],
      { tells: [{ ...closes, contract: 1 }] },
    ],
  },
  {
    shows: "closing with a body of no bytes",
    tells: [closes],
    v2: ["POST order/closePositions", "", []],
  },
  {
    shows: "closing a position by its id and a symbol that is another's",
    given: { live: { positions: [position] } },
    v3: ["POST closePositions", { positionId: POSITION, symbol: "XRPUSDT" }, refusal(-1142)],
  },
];

const entry = {
  ...{ stage: "Decision", model: "m", explanation: "why" },
  ...{ input: { prompt: "p", n: 1.5 }, output: ["x"] },
};
const logging: readonly Row[] = [
  {
    shows: "a log of an AI is taken",
    v2: ["POST order/uploadAiLog", entry, { code: "00000", msg: "success", requestTime: NOW, data: "" }],
  },
  ...refusedOf("POST order/uploadAiLog", [
    [{ ...entry, stage: null }, "40017"],
    ...["1", "x", "1e3", "99999999999999999999"].map((orderId) => [{ ...entry, orderId }, "50005"] as const),
  ]),
];

export const orderRows: readonly Row[] = [
  ...placing,
  ...refusing,
  ...batches,
  ...cancelling,
  ...closing,
  ...logging,
  {
    shows: "a page of orders: only greater ids",
    given: { live: { orders: [order, { ...order, order: ORDER + 10 }] } },
    v3: ["GET openOrders", `orderId=${ORDER}`, like([{ orderId: ORDER + 10 }])],
  },
];
