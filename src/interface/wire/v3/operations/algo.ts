import { Type } from "typebox";
import { beforeId, triggerParameters } from "../../commonParameters.ts";
import { signed } from "../../operation.ts";
import { choice, decimal, id, idText, integer, optional, refusedAs, time } from "../../parameter.ts";
import * as v3 from "../index.ts";
import {
  clientIdParameter,
  ninetyDays,
  positionSideParameter,
  reduceOnlyParameter,
  sideParameter,
  symbolParameter,
  timeInForceParameter,
  workingTypeParameter,
} from "../parameters.ts";

export const algoParameters = {
  symbol: symbolParameter,
  side: sideParameter,
  positionSide: positionSideParameter,
  type: refusedAs(
    "orderTypeInvalid",
    choice("A STOP fires when the price goes the order's own way, a TAKE_PROFIT when it comes towards it", {
      STOP: 0,
      TAKE_PROFIT: 1,
      STOP_MARKET: 2,
      TAKE_PROFIT_MARKET: 1 | 2,
    }),
  ),
  quantity: decimal("Quantity, base coin"),
  triggerPrice: decimal("Trigger price"),
  price: optional(decimal("Limit price; required for STOP and TAKE_PROFIT")),
  timeInForce: optional(timeInForceParameter),
  clientAlgoId: clientIdParameter,
  presetTakeProfitPrice: optional(decimal("Attached take-profit of an order that opens, executed at market")),
  presetStopLossPrice: optional(decimal("Attached stop-loss of an order that opens, executed at market")),
  TpWorkingType: workingTypeParameter,
  SlWorkingType: workingTypeParameter,
  reduceOnly: reduceOnlyParameter,
};

/** What the fields of the commands that these parameters make are called here. */
const algoNames = {
  action: "side",
  leg: "positionSide",
  market: "type",
  takeProfit: "type",
  triggerDirection: "type",
  size: "quantity",
  presetTakeProfit: "presetTakeProfitPrice",
  presetStopLoss: "presetStopLossPrice",
  presetsOnMark: "TpWorkingType",
  triggerSource: "SlWorkingType",
  clientId: "clientAlgoId",
};

export const placeAlgoOrder = signed({
  method: "POST",
  path: "/capi/v3/algoOrder",
  summary: "Place a conditional order",
  meaning:
    "Places an order that waits for a price: a stop when the price goes its way, a take-profit when it comes towards it.",
  call: "algo.placeAlgoOrder",
  weight: { ip: 0, uid: 0 },
  access: "place",
  orders: { family: "place" },
  remembered: true,
  parameters: algoParameters,
  commands: { placeConditional: algoNames, placeTpSl: algoNames },
  response: v3.Placed,
});

export const cancelAlgoOrder = signed({
  method: "DELETE",
  path: "/capi/v3/algoOrder",
  summary: "Cancel a conditional order",
  meaning: "Cancels a conditional order that has not been triggered.",
  call: "algo.cancelAlgoOrder",
  weight: { ip: 1, uid: 3 },
  access: "cancel",
  orders: { family: "cancel" },
  parameters: { orderId: idText("Order id") },
  commands: { cancelOrder: { order: "orderId" } },
  response: v3.Canceled,
});

const openParameters = {
  symbol: optional(symbolParameter),
  startTime: optional(time("Placed at this time or later, Unix ms")),
  endTime: optional(time("Placed at this time or earlier, Unix ms")),
  page: optional(integer("Page, from 1", { min: 1 }), 1),
  limit: optional(integer("Rows of a page", { min: 1, max: 100 }), 100),
};
const historyParameters = {
  symbol: optional(symbolParameter),
  ...ninetyDays,
  limit: optional(integer("Rows", { min: 1, max: 1_000 }), 500),
  beforeId,
};

export const openAlgoOrders = signed({
  method: "GET",
  path: "/capi/v3/openAlgoOrders",
  summary: "Current conditional orders",
  meaning: "Conditional orders that wait, newest first.",
  call: "algo.openAlgoOrders",
  weight: { ip: 3, uid: 3 },
  access: "read",
  showsAccount: true,
  parameters: openParameters,
  response: Type.Array(v3.AlgoOrder),
});

export const openTrailingOrders = signed({
  method: "GET",
  path: "/capi/v3/trailing/openOrders",
  summary: "Current trailing stops",
  meaning:
    "Trailing stops that wait, newest first, in the shape of conditional orders, which is ours: of the interface only the path is known.",
  call: "algo.openTrailingOrders",
  weight: { ip: 3, uid: 3 },
  access: "read",
  showsAccount: true,
  parameters: openParameters,
  response: Type.Array(v3.AlgoOrder),
});

export const trailingHistory = signed({
  method: "GET",
  path: "/capi/v3/trailing/historyOrders",
  summary: "Trailing stops that have ended",
  meaning:
    "Trailing stops that have ended, newest first, in the shape of conditional orders, which is ours: of the interface only the path is known.",
  call: "algo.trailingHistory",
  weight: { ip: 5, uid: 10 },
  access: "read",
  showsAccount: true,
  parameters: historyParameters,
  response: Type.Array(v3.AlgoOrder),
});

export const allAlgoOrders = signed({
  method: "GET",
  path: "/capi/v3/allAlgoOrders",
  summary: "Conditional orders, ended ones included",
  meaning: "Conditional orders, waiting, triggered and ended, newest first.",
  call: "algo.allAlgoOrders",
  weight: { ip: 5, uid: 10 },
  access: "read",
  showsAccount: true,
  parameters: historyParameters,
  response: v3.AlgoOrders,
});

export const placeTpSlOrder = signed({
  method: "POST",
  path: "/capi/v3/placeTpSlOrder",
  summary: "Place a take-profit or stop-loss on a position",
  meaning: "Places a take-profit or stop-loss for a position, the whole of it where no quantity is given.",
  call: "algo.placeTpSlOrder",
  weight: { ip: 2, uid: 5 },
  access: "place",
  orders: { family: "place" },
  parameters: {
    symbol: symbolParameter,
    clientAlgoId: clientIdParameter,
    planType: choice("Take-profit or stop-loss", { TAKE_PROFIT: 1, STOP_LOSS: 0 }),
    ...triggerParameters,
    quantity: optional(decimal("Quantity, base coin; none or 0: the whole position")),
    positionSide: positionSideParameter,
    triggerPriceType: workingTypeParameter,
  },
  commands: {
    placeTpSl: {
      leg: "positionSide",
      takeProfit: "planType",
      size: "quantity",
      price: "executePrice",
      triggerSource: "triggerPriceType",
      clientId: "clientAlgoId",
    },
  },
  response: Type.Array(v3.OrderOutcome),
});

export const modifyTpSlOrder = signed({
  method: "POST",
  path: "/capi/v3/modifyTpSlOrder",
  summary: "Change trigger and execution price of a take-profit or stop-loss",
  meaning: "Moves trigger and price of a take-profit or stop-loss; its id stays.",
  call: "algo.modifyTpSlOrder",
  weight: { ip: 2, uid: 5 },
  access: "trade",
  orders: { family: "place" },
  parameters: {
    orderId: id("Order id"),
    ...triggerParameters,
    triggerPriceType: workingTypeParameter,
  },
  commands: { modifyTpSl: { order: "orderId", price: "executePrice", triggerSource: "triggerPriceType" } },
  response: v3.Modified,
});

export const cancelAllAlgoOrders = signed({
  method: "DELETE",
  path: "/capi/v3/algoOpenOrders",
  summary: "Cancel all conditional orders",
  meaning: "Cancels every conditional order that waits, of a symbol or of all.",
  call: "algo.cancelAllAlgoOrders",
  isForgotten: true,
  weight: { ip: 5, uid: 10 },
  access: "cancel",
  orders: { family: "cancel" },
  parameters: { symbol: optional(symbolParameter) },
  commands: { cancelAll: {} },
  response: Type.Array(v3.OrderOutcome),
});
