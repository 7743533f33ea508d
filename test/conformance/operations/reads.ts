import { expect } from "vitest";
import { ACCOUNT, ended, fill, NOW, ORDER, observed, order, PLAN, plan } from "../v2-private-venue.ts";
import type { Row } from "./row.ts";
import { like, refusal, refusedOf } from "./row.ts";

const BTC = "cmt_btcusdt";
const XRP = "cmt_xrpusdt";
const DAY = 86_400_000;
const NO_ORDER = "Order does not exist";
/** An id as another venue gives them, past what a number holds exactly. */
const FOREIGN_ID = "596471064624628269";

const filled = {
  ...{ symbol: BTC, size: "0.0100", client_oid: "bot-1", createTime: "1763708511502" },
  ...{ filled_qty: "0.0100", fee: "0.513579", order_id: String(ORDER), price: "0.0", price_avg: "85596.5" },
  ...{ status: "filled", type: "open_long", order_type: "ioc", totalProfits: "0", contracts: 10_000 },
  ...{ filledQtyContracts: 10_000, presetTakeProfitPrice: "100000.0", presetStopLossPrice: "10000.0" },
};
const resting = {
  ...filled,
  ...{ filled_qty: "0", fee: "0", price: "90000.5", price_avg: "0" },
  ...{ status: "open", order_type: "normal", filledQtyContracts: 0 },
};
const restingV3 = {
  ...{ orderId: ORDER, clientOrderId: "bot-1", symbol: "BTCUSDT", side: "BUY", positionSide: "LONG" },
  ...{ timeInForce: "GTC", workingType: "UNKNOWN_PRICE_TYPE", reduceOnly: false, status: "NEW" },
  ...{ type: "LIMIT", price: "90000.5", avgPrice: "0", stopPrice: "0", origQty: "0.0100" },
  ...{ executedQty: "0.0000", cumQuote: "0", time: 1_763_708_511_502, updateTime: 1_763_708_511_502 },
};
const filledV3 = {
  ...restingV3,
  ...{ status: "FILLED", type: "MARKET", timeInForce: "IOC", price: "0.0" },
  ...{ avgPrice: "85596.5", executedQty: "0.0100", cumQuote: "855.965" },
};

const byId = [`GET order/detail`, `orderId=${ORDER}`] as const;
const single: readonly Row[] = [
  {
    shows: "an order that has ended",
    given: { past: { orders: [ended] } },
    v2: [...byId, filled],
    v3: ["GET order", `orderId=${ORDER}`, filledV3],
  },
  {
    shows: "an order that rests",
    given: { live: { orders: [order] } },
    v2: [...byId, resting],
    v3: ["GET order", `orderId=${ORDER}`, restingV3],
  },
  {
    shows: "an order by its client id",
    given: { live: { orders: [order] } },
    v3: ["GET order", "origClientOrderId=bot-1", restingV3],
  },
  {
    shows: "an order that does not exist",
    v2: ["GET order/detail", "orderId=77", refusal("50005", NO_ORDER)],
    v3: ["GET order", "orderId=7", refusal(-3200, `${NO_ORDER}.`)],
  },
  {
    shows: "an order of no id",
    v2: ["GET order/detail", "orderId=x", refusal("50005", NO_ORDER)],
    v3: ["GET order", "", refusal(-1140, "Either orderId or origClientOrderId must be sent.")],
  },
  // Of V2 the words of what has ended, of V3 those of what lives.
  ...(
    [
      [1, "pending", "PENDING"],
      [2, "open", "NEW"],
      [3, "canceling", "CANCELING"],
      [4, "untriggered", "UNTRIGGERED"],
      [5, "filled", "FILLED"],
      [6, "canceled", "CANCELED"],
    ] as const
  ).map(
    ([state, status, statusV3]): Row => ({
      shows: `the state ${state}`,
      given: { live: { orders: [{ ...order, state }] }, past: { orders: [{ ...ended, state }] } },
      v2: ["GET order/history", "", like([{ status }])],
      v3: ["GET order", `orderId=${ORDER}`, like({ status: statusV3 })],
    }),
  ),
  ...(["normal", "postOnly", "fok", "ioc"] as const).map(
    (order_type, timeInForce): Row => ({
      shows: `the time in force ${timeInForce}`,
      given: { past: { orders: [{ ...ended, market: false, timeInForce }] } },
      v2: ["GET order/history", "", like([{ order_type }])],
      v3: ["GET order/history", "", like([{ timeInForce: ["GTC", "POST_ONLY", "FOK", "IOC"][timeInForce] }])],
    }),
  ),
  ...(
    [
      [0, 1, "open_long", "BUY", "LONG", false],
      [1, 2, "open_short", "SELL", "SHORT", false],
      [6, 3, "close_long", "SELL", "LONG", true],
      [0, 4, "close_short", "BUY", "SHORT", true],
      [7, 3, "offset_liquidate_long", "SELL", "LONG", true],
      [7, 4, "offset_liquidate_short", "BUY", "SHORT", true],
      [8, 3, "agreement_close_long", "SELL", "LONG", true],
      [8, 4, "agreement_close_short", "BUY", "SHORT", true],
      [9, 3, "burst_liquidate_long", "SELL", "LONG", true],
      [9, 4, "burst_liquidate_short", "BUY", "SHORT", true],
    ] as const
  ).map(
    ([kind, action, type, side, positionSide, reduceOnly]): Row => ({
      shows: `an order of ${type}`,
      given: { past: { orders: [{ ...ended, market: false, kind, action }] } },
      v2: ["GET order/history", "", like([{ type }])],
      v3: ["GET order", `orderId=${ORDER}`, like({ side, positionSide, reduceOnly })],
    }),
  ),
];

const asked = { account: ACCOUNT, family: "all", from: NOW - 90 * DAY, limit: 100 };
const history: readonly Row[] = [
  {
    shows: "what has ended, of 90 days",
    given: { past: { orders: [ended] } },
    v2: ["GET order/history", "", [filled], { asks: asked }],
    v3: [
      "GET order/history",
      { page: 2, limit: 10 },
      [filledV3],
      { asks: { ...asked, limit: 10, offset: 20 } },
    ],
  },
  ...(
    [
      [`symbol=${XRP}&pageSize=10`, { contract: 1, limit: 10 }],
      ["limit=10", { limit: 10 }],
      ["pageSize=500", {}],
      ["createDate=7", { from: NOW - 7 * DAY }],
      ["createDate=90", {}],
      ["createDate=0", { from: NOW }],
      [`createDate=${NOW - 90 * DAY}&endCreateDate=${NOW}`, { to: NOW }],
      [`createDate=${NOW}&endCreateDate=${NOW}`, { from: NOW, to: NOW }],
      // By a clock that is ahead, and 90 days ago when the request was sent.
      [`createDate=${NOW + 50}`, { from: NOW + 50 }],
      [`createDate=${NOW - 90 * DAY - 50}`, { from: NOW - 90 * DAY - 50 }],
    ] as const
  ).map(
    ([query, changed]): Row => ({
      shows: `history by ${query}`,
      v2: ["GET order/history", query, [], { asks: { ...asked, ...changed } }],
    }),
  ),
  ...refusedOf(
    "GET order/history",
    [
      ...["createDate=91", "createDate=-1", `createDate=${NOW + 30_001}`, "pageSize=0", "pageSize=x"],
      `createDate=${NOW - 90 * DAY - 30_001}`,
      `createDate=${NOW - 90 * DAY - 1}&endCreateDate=${NOW}`,
      `createDate=${NOW}&endCreateDate=${NOW - 1}`,
    ].map((query) => [query, "40020"] as const),
  ),
  ...(
    [
      ["order/history", `startTime=${NOW}&endTime=${NOW - 1}`, -1171],
      ["order/history", `startTime=${NOW - 91 * DAY}`, -1170],
      ["userTrades", `startTime=${NOW - 8 * DAY}`, -1170],
      ["userTrades", `startTime=${NOW - 366 * DAY}&endTime=${NOW - 366 * DAY + 1}`, -1170],
    ] as const
  ).map(
    ([path, query, code]): Row => ({
      shows: `${path}: a span that does not fit`,
      v3: [`GET ${path}`, query, refusal(code)],
    }),
  ),
];

/** Of a list of two orders or plans with one after the other's id those that a query leaves. */
const left = (
  path: string,
  given: Row["given"],
  first: number,
  rows: readonly (readonly [string, readonly number[]])[],
) =>
  rows.map(
    ([query, those]): Row => ({
      shows: `${path} by '${query}'`,
      given: given!,
      v2: [`GET ${path}`, query, those.map((i) => expect.objectContaining({ order_id: String(first + i) }))],
    }),
  );

const current: readonly Row[] = [
  {
    shows: "what rests",
    given: { live: { orders: [order, plan] } },
    v2: ["GET order/current", "", [resting]],
    v3: ["GET openOrders", "", [restingV3]],
  },
  ...left(
    "order/current",
    { live: { orders: [order, plan, { ...order, order: ORDER + 1, contract: 1 }] } },
    ORDER,
    [
      ["", [0, 1]],
      [`symbol=${BTC}`, [0]],
      [`orderId=${ORDER + 1}`, [1]],
      ["limit=1&page=1", [1]],
    ],
  ),
  ...refusedOf("GET order/current", [
    ["limit=101", "40020"],
    ["orderId=12x", "40020"],
  ]),
];

const filledOnce = {
  ...{ tradeId: fill.trade, orderId: ORDER, symbol: BTC, marginMode: "SHARED", separatedMode: "SEPARATED" },
  ...{ positionSide: "LONG", orderSide: "BUY", fillSize: "0.0100", fillValue: "855.965" },
  ...{ fillFee: "0.513579", liquidateFee: "0", realizePnl: "0", direction: "OPEN_LONG" },
  ...{ liquidateType: "UNKNOWN_LIQUIDATE_TYPE", legacyOrdeDirection: "OPEN_LONG", createdTime: fill.time },
};
const liquidated = { ...fill, action: 4, maker: true, kind: 9, realized: -1n, liquidationFee: 5n };
const twoFills = { past: { fills: [fill, liquidated] } };
const list = (...rows: object[]) => like({ list: rows });
const fills: readonly Row[] = [
  {
    shows: "fills, field for field",
    given: twoFills,
    v2: [
      "GET order/fills",
      "",
      {
        list: [
          filledOnce,
          {
            ...filledOnce,
            ...{ positionSide: "SHORT", direction: "CLOSE_SHORT", legacyOrdeDirection: "CLOSE_SHORT" },
            ...{ liquidateType: "FORCE_LIQUIDATE", liquidateFee: "0.00000005", realizePnl: "-0.00000001" },
          },
        ],
        nextFlag: false,
        totals: 2,
      },
      { asks: { account: ACCOUNT, limit: 100 } },
    ],
  },
  {
    shows: "directions as observed",
    given: twoFills,
    v2: ["GET order/fills", "", list({ direction: "TAKER" }, { direction: "MAKER" }), { as: observed }],
  },
  {
    shows: "a page of fills",
    given: twoFills,
    v2: ["GET order/fills", "limit=1", like({ nextFlag: true, totals: 2 })],
  },
  {
    shows: "fills by every filter",
    asks: { account: ACCOUNT, contract: 1, order: ORDER, from: 1, to: 2, limit: 7 },
    v2: ["GET order/fills", `symbol=${XRP}&orderId=${ORDER}&startTime=1&endTime=2&limit=7`, list()],
  },
  {
    shows: "fills of an order of another venue",
    v2: ["GET order/fills", `orderId=${FOREIGN_ID}`, list()],
  },
  {
    shows: "fills, as many as a page has",
    asks: { account: ACCOUNT, limit: 3 },
    v2: ["GET order/fills", "pageSize=3", list()],
  },
  ...refusedOf("GET order/fills", [
    ["limit=0", "40020"],
    ["limit=101", "40020"],
    ["limit=x", "40020"],
    ["orderId=12x", "40020"],
    ["startTime=x", "40020"],
  ]),
  {
    shows: "fills of an order, of 7 days",
    given: { past: { fills: [{ ...fill, liquidationFee: 100_000_000n }] } },
    v3: [
      "GET userTrades",
      { orderId: ORDER },
      [
        {
          ...{ id: fill.trade, orderId: ORDER, symbol: "BTCUSDT", buyer: true, maker: false, side: "BUY" },
          ...{ positionSide: "LONG", price: "85596.5", qty: "0.0100", quoteQty: "855.965" },
          ...{ realizedPnl: "0", commission: "1.513579", commissionAsset: "USDT", time: fill.time },
        },
      ],
      { asks: { account: ACCOUNT, order: ORDER, from: NOW - 7 * DAY, limit: 100, oldest: false } },
    ],
  },
];

const waiting = {
  ...{ symbol: BTC, size: "0.0100", client_oid: String(PLAN), createTime: "1763708511502" },
  ...{ filled_qty: "0", fee: "0", order_id: String(PLAN), price: "90000.5", price_avg: "0", status: "0" },
  ...{ type: "3", order_type: "0", totalProfits: "0", triggerPrice: "48000.0", triggerPriceType: "LIMIT" },
  ...{ triggerTime: "0", presetTakeProfitPrice: null, presetStopLossPrice: null },
};
const waitingV3 = {
  ...{ algoId: PLAN, clientAlgoId: String(PLAN), algoType: "CONDITIONAL", orderType: "STOP" },
  ...{ symbol: "BTCUSDT", side: "SELL", positionSide: "LONG", timeInForce: "GTC" },
  ...{ workingType: "CONTRACT_PRICE", reduceOnly: true, quantity: "0.0100", algoStatus: "UNTRIGGERED" },
  ...{ actualOrderId: null, actualPrice: "0", triggerPrice: "48000.0", price: "90000.5" },
  ...{ tpTriggerPrice: null, tpPrice: null, slTriggerPrice: null, slPrice: null, tpOrderType: null },
  ...{ closePosition: false, createTime: 1_763_708_511_502, updateTime: 1_763_708_511_502, triggerTime: 0 },
};
const twoPlans = [plan, { ...plan, order: PLAN + 1, contract: 1, createdTime: 5 }];
const trails = { ...plan, callbackRate: 1_500_000, activationPrice: 485_000, market: true };
const withItsLeg = { ...plan, order: PLAN + 1, endsWithLeg: true, size: 0 };
const trailed = { ...ended, kind: 1, order: ORDER - 1, triggerPrice: 480_000, callbackRate: 100_000 };
const trailing = { orderType: "TRAILING_STOP_MARKET", callbackRate: "0.015", activationPrice: "48500.0" };

/** A character that is none of an id makes the filter none, and only of this list. */
const NO_IDS = [`${PLAN}x`, "x", " ", "1e3", "-1", "0x10", "１", "é", "9".repeat(200)];

const plans: readonly Row[] = [
  {
    shows: "what waits for a price",
    given: { live: { orders: [plan, order] } },
    v2: ["GET order/currentPlan", "", [waiting]],
    v3: ["GET openAlgoOrders", { page: "1" }, [waitingV3]],
  },
  {
    shows: "what waits, in words, as observed",
    given: { live: { orders: [plan] } },
    v2: [
      "GET order/currentPlan",
      "",
      like([{ status: "UNTRIGGERED", type: "CLOSE_LONG" }]),
      { as: observed },
    ],
  },
  ...(
    [
      [4, 100, "0"],
      [2, 100, "0"],
      [2, 60, "1"],
      [3, 60, "1"],
      [5, 0, "2"],
      [6, 60, "-1"],
    ] as const
  ).map(
    ([state, remaining, status]): Row => ({
      shows: `the code of the state ${state} with ${remaining} left`,
      given: { live: { orders: [{ ...plan, state, remaining }] } },
      v2: ["GET order/currentPlan", `orderId=${PLAN}`, like([{ status }])],
    }),
  ),
  ...left("order/currentPlan", { live: { orders: twoPlans } }, PLAN, [
    ["", [0, 1]],
    [`symbol=${XRP}`, [1]],
    [`orderId=${PLAN}`, [0]],
    [`orderId=${PLAN + 5}`, []],
    [`orderId=${FOREIGN_ID}`, []],
    ...NO_IDS.map((id) => [`orderId=${encodeURIComponent(id)}`, [0, 1]] as const),
    ["startTime=6", [0]],
    ["endTime=5", [1]],
    ["limit=1", [0]],
    ["limit=1&page=1", [1]],
    ["page=1", []],
  ]),
  ...refusedOf(
    "GET order/currentPlan",
    ["limit=0", "limit=101", "page=-1", "symbol=x"].map((query) => [query, "40020"] as const),
  ),
  {
    shows: "what has waited, by its id",
    given: {
      past: {
        orders: [{ ...ended, order: PLAN + 2, kind: 2, state: 6, triggerPrice: 1, triggerSource: 3 }],
      },
    },
    v2: ["GET order/currentPlan", `orderId=${PLAN + 2}`, like([{ status: "-1", triggerPriceType: "MARK" }])],
  },
  {
    shows: "what has waited",
    given: {
      past: { orders: [{ ...ended, kind: 1, triggerPrice: 1, triggerSource: 1, triggeredTime: 9 }] },
    },
    v2: [
      "GET order/historyPlan",
      `symbol=${BTC}&delegateType=2&pageSize=1&startTime=3&endTime=4`,
      like({ list: [{ status: "2", type: "1", order_type: "3", triggerTime: "9" }], nextPage: false }),
      { asks: { account: ACCOUNT, contract: 0, family: "plan", action: 2, from: 3, to: 4, limit: 1 } },
    ],
  },
  ...refusedOf("GET order/historyPlan", [
    ["", "40017"],
    [`symbol=${BTC}&pageSize=101`, "40020"],
  ]),
  {
    shows: "what waits and what has waited",
    given: {
      live: { orders: [plan, order] },
      past: {
        orders: [
          {
            ...ended,
            ...{ kind: 1, order: ORDER - 1, triggerPrice: 480_000, triggerSource: 3, triggeredTime: 7 },
          },
        ],
      },
    },
    v3: [
      "GET allAlgoOrders",
      "",
      {
        orders: [
          waitingV3,
          expect.objectContaining({
            ...{ algoId: ORDER - 1, algoStatus: "FILLED", actualOrderId: ORDER - 1 },
            ...{ workingType: "MARK_PRICE", triggerTime: 7 },
            ...{ tpTriggerPrice: "100000.0", tpOrderType: "CONTRACT_PRICE" },
          }),
        ],
        hasMore: false,
      },
    ],
  },
  {
    shows: "stops that trail",
    given: { live: { orders: [withItsLeg, trails] } },
    v3: ["GET trailing/openOrders", "", like([{ ...trailing, algoId: PLAN, triggerPrice: "48000.0" }])],
  },
  {
    shows: "stops that trail among all that wait, and what ends with its position",
    given: { live: { orders: [withItsLeg, trails] } },
    v3: [
      "GET openAlgoOrders",
      "",
      like([{ endsWithPosition: true, closePosition: true }, { callbackRate: "0.015" }]),
    ],
  },
  {
    shows: "stops that have trailed",
    given: { past: { orders: [trailed] } },
    v3: [
      "GET trailing/historyOrders",
      "",
      like([
        ...[{ algoId: ORDER - 1, callbackRate: "0.001", activationPrice: "0", triggerPrice: "48000.0" }],
      ]),
      { asks: { ...asked, family: "trailing", limit: 500 } },
    ],
  },
];

export const readRows: readonly Row[] = [...single, ...history, ...current, ...fills, ...plans];
