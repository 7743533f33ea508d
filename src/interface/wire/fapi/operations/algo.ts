import { filterId, integer, optional, text } from "../../parameter.ts";
import { listOf } from "../account.ts";
import { signed } from "../declare.ts";
import * as shapes from "../order.ts";
import { algoParameters, limitParameter } from "../orderParameters.ts";
import { span, symbolParameter } from "../parameters.ts";

/** What the fields of the commands that these parameters make are called here. */
const algoNames = {
  action: "side",
  leg: "positionSide",
  market: "type",
  takeProfit: "type",
  triggerDirection: "type",
  triggerSource: "workingType",
  size: "quantity",
  selfTradeMode: "selfTradePreventionMode",
  goodTill: "goodTillDate",
  endsWithLeg: "closePosition",
  clientId: "clientAlgoId",
  activationPrice: "activatePrice",
};
/** A trailing order makes its own trigger price: one that is refused is where it would begin to follow. */
const trailingNames = { ...algoNames, triggerPrice: "activatePrice" };

const oneAlgo = {
  algoId: optional(filterId("Id of the conditional order")),
  clientAlgoId: optional(text("Client's own id, if there is no algoId", 64)),
};
const cancels = { cancelOrder: { order: "algoId", clientId: "clientAlgoId" } };

export const placeAlgoOrder = signed({
  method: "POST",
  path: "/fapi/v1/algoOrder",
  messages: ["algoOrder.place"],
  summary: "Place a conditional order",
  meaning:
    "Places an order that waits for a price: a stop when the price goes its way, a take-profit when it comes towards it.",
  weight: 0,
  access: "place",
  orders: { family: "place" },
  remembered: true,
  parameters: algoParameters,
  commands: { placeConditional: algoNames, placeTpSl: algoNames, placeTrailing: trailingNames },
  response: shapes.PlacedAlgo,
});

export const cancelAlgoOrder = signed({
  method: "DELETE",
  path: "/fapi/v1/algoOrder",
  messages: ["algoOrder.cancel"],
  summary: "Cancel a conditional order",
  meaning: "Cancels a conditional order that has not been triggered.",
  weight: 1,
  access: "cancel",
  orders: { family: "cancel" },
  parameters: oneAlgo,
  commands: cancels,
  response: shapes.CanceledAlgo,
});

export const getAlgoOrder = signed({
  method: "GET",
  path: "/fapi/v1/algoOrder",
  summary: "One conditional order, live or ended",
  meaning: "One conditional order, waiting, triggered or ended.",
  weight: 1,
  access: "read",
  showsAccount: true,
  parameters: oneAlgo,
  response: shapes.AlgoOrder,
});

export const openAlgoOrders = signed({
  method: "GET",
  path: "/fapi/v1/openAlgoOrders",
  summary: "Current conditional orders",
  meaning: "Conditional orders that wait, oldest first.",
  weight: 1,
  heavier: { without: "symbol", weight: 40 },
  access: "read",
  showsAccount: true,
  parameters: {
    algoType: algoParameters.algoType,
    symbol: optional(symbolParameter),
    algoId: optional(filterId("Only this one")),
  },
  response: listOf(shapes.AlgoOrder, "Oldest first"),
});

export const allAlgoOrders = signed({
  method: "GET",
  path: "/fapi/v1/allAlgoOrders",
  summary: "Conditional orders, ended ones included",
  meaning:
    "Conditional orders of a symbol, waiting, triggered and ended, oldest first: the last ones of the span, or with algoId the first ones from there.",
  weight: 5,
  access: "read",
  showsAccount: true,
  parameters: {
    symbol: symbolParameter,
    algoId: optional(filterId("Only orders with this id or a greater one")),
    ...span,
    page: optional(integer("Page, from 1", { min: 1, max: 100 }), 1),
    limit: limitParameter(1_000, 500),
  },
  response: listOf(shapes.AlgoOrder, "Oldest first"),
});

export const cancelAllAlgoOrders = signed({
  method: "DELETE",
  path: "/fapi/v1/algoOpenOrders",
  summary: "Cancel all conditional orders of a symbol",
  meaning: "Cancels every conditional order of a symbol that waits.",
  isForgotten: true,
  weight: 1,
  access: "cancel",
  orders: { family: "cancel" },
  parameters: { symbol: symbolParameter },
  commands: { cancelAll: {} },
  response: shapes.Done,
});
