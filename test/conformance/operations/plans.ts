import { expect } from "vitest";
import { ACCOUNT, NOW, ORDER, PLAN, plan } from "../v2-private-venue.ts";
import type { Row } from "./row.ts";
import { refusal, refusedOf } from "./row.ts";

/** Orders that wait for a price: placed, and moved. */

const trigger = {
  ...{ symbol: "cmt_btcusdt", client_oid: "", size: "1", type: "3", match_type: "1" },
  ...{ execute_price: "0", trigger_price: "48000" },
};
const planned = {
  ...{ type: "placePlan", position: 0, account: ACCOUNT, contract: 0, action: 3, market: true, price: 0 },
  ...{ size: 10_000, triggerPrice: 480_000, triggerSource: 1 },
  ...{ presetTakeProfit: 0, presetStopLoss: 0, presetsOnMark: 0, marginMode: 1 },
  ...{ requestHash: expect.any(Number), clientId: "" },
};
const atLimit = { match_type: 0, execute_price: "48000.1", client_oid: "p", marginMode: 3 };

const planning = ["order/plan_order", "order/placeOrder"].flatMap((path): readonly Row[] => [
  {
    shows: "a plan order at market",
    tells: [planned],
    v2: [`POST ${path}`, trigger, { client_oid: null, order_id: String(ORDER) }],
  },
  {
    shows: "a plan order with a limit",
    tells: [{ ...planned, market: false, price: 480_001, clientId: "p", marginMode: 3 }],
    v2: [`POST ${path}`, { ...trigger, ...atLimit }, { client_oid: "p", order_id: String(ORDER) }],
  },
  ...refusedOf(`POST ${path}`, [
    [{ ...trigger, match_type: 0 }, "40020"],
    [{ ...trigger, match_type: 0, execute_price: null }, "40017"],
    [{ ...trigger, trigger_price: "48000.05" }, "40015", /stepSize '0\.1'/],
    [{ ...trigger, client_oid: "y".repeat(41) }, "40020"],
  ]),
]);

const conditional = {
  ...{ symbol: "BTCUSDT", side: "BUY", positionSide: "LONG", type: "STOP", quantity: "0.01" },
  ...{ triggerPrice: "90000", clientAlgoId: "c" },
};
const placedV3 = {
  ...{ orderId: String(ORDER), clientOrderId: "c", success: true, errorCode: "", errorMessage: "" },
};
const conditionals: readonly Row[] = [
  ...(
    [
      ["BUY", "LONG", "STOP", 1],
      ["BUY", "LONG", "TAKE_PROFIT", 2],
      ["SELL", "SHORT", "STOP_MARKET", 2],
      ["SELL", "SHORT", "TAKE_PROFIT_MARKET", 1],
    ] as const
  ).map(([side, positionSide, type, triggerDirection]): Row => {
    const market = type.endsWith("_MARKET");
    const price = market ? 0 : 901_000;
    return {
      shows: `${side} ${positionSide} ${type} waits in direction ${triggerDirection}`,
      v3: [
        "POST algoOrder",
        { ...conditional, side, positionSide, type, price: "90100", presetStopLossPrice: "0" },
        placedV3,
        {
          tells: [
            expect.objectContaining({
              ...{ type: "placeConditional", market, price, triggerDirection, triggerPrice: 900_000 },
            }),
          ],
        },
      ],
    };
  }),
  ...(
    [
      ["99000", undefined, { TpWorkingType: "MARK_PRICE" }, 1],
      [undefined, "80000", { SlWorkingType: "MARK_PRICE" }, 2],
      ["99000", "80000", { TpWorkingType: "MARK_PRICE", SlWorkingType: "MARK_PRICE" }, 3],
      [undefined, "80000", { TpWorkingType: "MARK_PRICE" }, 0],
      ["99000", "80000", {}, 0],
    ] as const
  ).flatMap(([takeProfit, stopLoss, types, presetsOnMark]): readonly Row[] => {
    const presets = {
      presetTakeProfit: takeProfit === undefined ? 0 : 990_000,
      presetStopLoss: stopLoss === undefined ? 0 : 800_000,
      presetsOnMark,
    };
    const shows = `presets at ${takeProfit} and ${stopLoss}, ${JSON.stringify(types)}`;
    const { triggerPrice: _, clientAlgoId: newClientOrderId, ...order } = conditional;
    const attached = { tpTriggerPrice: takeProfit, slTriggerPrice: stopLoss, ...types };
    const given = { presetTakeProfitPrice: takeProfit, presetStopLossPrice: stopLoss, ...types };
    return [
      {
        shows: `an order with ${shows}`,
        v3: [
          "POST order",
          { ...order, ...attached, type: "MARKET", newClientOrderId },
          placedV3,
          { tells: [expect.objectContaining({ type: "placeOrder", ...presets })] },
        ],
      },
      {
        shows: `a conditional with ${shows}`,
        v3: [
          "POST algoOrder",
          { ...conditional, ...given, type: "STOP_MARKET" },
          placedV3,
          { tells: [expect.objectContaining({ type: "placeConditional", ...presets })] },
        ],
      },
    ];
  }),
];

const protects = {
  ...{ type: "placeTpSl", account: ACCOUNT, contract: 0, leg: 0, takeProfit: true },
  ...{ triggerPrice: 1_000_000, triggerSource: 1, price: 0, size: 5_000 },
  ...{ endsWithLeg: false, priceProtect: false, marginMode: 1, position: 0 },
  ...{ requestHash: expect.any(Number), clientId: "t" },
};
const protectsV3 = { ...protects, marginMode: 0 };
const tpsl = {
  ...{ symbol: "cmt_btcusdt", clientOrderId: "t", planType: "profit_plan", triggerPrice: "100000" },
  ...{ size: "0.5", positionSide: "long" },
};
const tpslV3 = {
  ...{ symbol: "BTCUSDT", clientAlgoId: "t", planType: "TAKE_PROFIT", triggerPrice: "100000" },
  ...{ quantity: "0.5", positionSide: "LONG" },
};
const doneV3 = { success: true, errorCode: "", errorMessage: "" };
const alreadyMet = {
  outcomes: [{ rejection: { type: "triggerAlreadyMet", trigger: 1_000_000, price: 101_000_000 } }],
} as const;
const failed = (errorMessage: string) => ({
  ...{ success: false, orderId: 0, errorMessage: expect.stringContaining(errorMessage) },
});
const moved = { type: "modifyTpSl", account: ACCOUNT, order: PLAN, triggerSource: 3, price: 0 };

const protecting: readonly Row[] = [
  {
    shows: "a take-profit",
    given: { outcomes: [{ id: PLAN }] },
    v2: ["POST order/placeTpSlOrder", tpsl, [{ success: true, orderId: PLAN }], { tells: [protects] }],
    v3: ["POST placeTpSlOrder", tpslV3, [{ orderId: PLAN, ...doneV3 }], { tells: [protectsV3] }],
  },
  {
    shows: "a stop-loss of the whole position",
    v2: [
      "POST order/placeTpSlOrder",
      {
        ...{ ...tpsl, planType: "loss_plan", positionSide: "short", executePrice: 100000.5 },
        ...{ size: null, marginMode: "3" },
      },
      [{ success: true, orderId: ORDER }],
      { tells: [{ ...protects, leg: 1, takeProfit: false, price: 1_000_005, size: 0, marginMode: 3 }] },
    ],
    v3: [
      "POST placeTpSlOrder",
      { ...tpslV3, planType: "STOP_LOSS", positionSide: "SHORT", quantity: "0" },
      [{ orderId: ORDER, ...doneV3 }],
      { tells: [{ ...protectsV3, leg: 1, takeProfit: false, size: 0 }] },
    ],
  },
  {
    shows: "a conditional that closes is a take-profit or stop-loss",
    v3: [
      "POST algoOrder",
      {
        ...{ ...conditional, side: "SELL", type: "TAKE_PROFIT_MARKET", triggerPrice: "95000" },
        ...{ TpWorkingType: "MARK_PRICE" },
      },
      placedV3,
      {
        tells: [{ ...protectsV3, triggerPrice: 950_000, triggerSource: 3, size: 100, clientId: "c" }],
      },
    ],
  },
  {
    shows: "a take-profit that the market refuses is an answer",
    given: alreadyMet,
    v2: ["POST order/placeTpSlOrder", tpsl, [failed("would trigger at once")], { tells: [protects] }],
    v3: [
      "POST placeTpSlOrder",
      tpslV3,
      [{ ...failed("would trigger at once"), errorCode: "-1054" }],
      { tells: [protectsV3] },
    ],
  },
  {
    shows: "a take-profit off the grid is an answer",
    v2: ["POST order/placeTpSlOrder", { ...tpsl, size: "0.00001" }, [failed("stepSize '0.0001'")]],
  },
  ...refusedOf("POST order/placeTpSlOrder", [
    [{ ...tpsl, planType: "both" }, "40020"],
    [{ ...tpsl, positionSide: "LONG" }, "40020"],
    [{ ...tpsl, triggerPrice: null }, "40017"],
    [{ ...tpsl, triggerPrice: "x" }, "40020"],
    [{ ...tpsl, triggerPrice: "0" }, "40020"],
    [{ ...tpsl, size: "-1" }, "40020"],
    [{ ...tpsl, symbol: "cmt_x" }, "40020"],
    [{ ...tpsl, symbol: "" }, "40019"],
    [{ ...tpsl, clientOrderId: "z".repeat(41) }, "40020"],
  ]),
  {
    shows: "a stop that is moved",
    given: { live: { orders: [plan] } },
    tells: [{ ...moved, triggerPrice: 470_000 }],
    v2: [
      "POST order/modifyTpSlOrder",
      { orderId: PLAN, triggerPrice: "47000", triggerPriceType: 3 },
      { code: "00000", msg: "success", requestTime: NOW, data: "" },
    ],
    v3: [
      "POST modifyTpSlOrder",
      { orderId: PLAN, triggerPrice: "47000", triggerPriceType: "MARK_PRICE" },
      { success: true },
    ],
  },
  {
    shows: "a stop that is none is not moved",
    v2: ["POST order/modifyTpSlOrder", { orderId: "77", triggerPrice: "1" }, refusal("50005")],
  },
  {
    shows: "a stop is moved to a source that is one",
    given: { live: { orders: [plan] } },
    v2: [
      "POST order/modifyTpSlOrder",
      { orderId: PLAN, triggerPrice: "1", triggerPriceType: 2 },
      refusal("40020"),
    ],
  },
];

export const planRows: readonly Row[] = [...planning, ...conditionals, ...protecting];
