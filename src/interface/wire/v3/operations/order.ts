import { Type } from "typebox";
import { beforeId, livePageParameters } from "../../commonParameters.ts";
import { signed } from "../../operation.ts";
import { filterId, id, idText, integer, objects, optional, text, texts, time } from "../../parameter.ts";
import * as v3 from "../index.ts";
import { orderNames, orderParameters } from "../order.ts";
import { ninetyDays, symbolParameter } from "../parameters.ts";

export const oneOrder = {
  orderId: optional(idText("Order id"), ""),
  origClientOrderId: optional(text("Client's own id, if there is no order id", 64), ""),
};

export const placeOrders = signed({
  method: "POST",
  path: "/capi/v3/batchOrders",
  summary: "Place several orders",
  meaning: "Places up to 10 orders. One that is refused leaves the others alone.",
  call: "orders.placeOrders",
  weight: { ip: 0, uid: 0 },
  access: "place",
  orders: { family: "place", count: ["batchOrders"], least: 5 },
  takesMarket: { type: "MARKET" },
  parameters: { batchOrders: objects("Orders, as in POST order", orderParameters, 10) },
  commands: { placeOrder: orderNames },
  response: Type.Array(v3.Placed),
});

export const cancelOrders = signed({
  method: "DELETE",
  path: "/capi/v3/batchOrders",
  deletesByBody: true,
  summary: "Cancel several orders",
  meaning: "Cancels up to 10 orders, by their ids or by their client ids.",
  call: "orders.cancelOrders",
  weight: { ip: 5, uid: 10 },
  access: "cancel",
  orders: { family: "cancel", count: ["orderIdList", "origClientOrderIdList"], max: 10 },
  parameters: {
    orderIdList: optional(texts("Order ids; either these or the clients' must be given"), []),
    origClientOrderIdList: optional(texts("Client's own ids"), []),
  },
  commands: { cancelOrder: { order: "orderIdList", clientId: "origClientOrderIdList" } },
  response: Type.Array(v3.Canceled),
});

export const closePositions = signed({
  method: "POST",
  path: "/capi/v3/closePositions",
  summary: "Close positions at market",
  meaning: "Closes positions at the market: one, those of a symbol, or all.",
  call: "orders.closePositions",
  isForgotten: true,
  takesMarket: {},
  weight: { ip: 40, uid: 50 },
  access: "place",
  orders: { family: "place" },
  parameters: {
    symbol: optional(symbolParameter),
    positionId: optional(filterId("Id of the position; it must be of the symbol, where both are given")),
  },
  commands: { closePositions: {} },
  response: Type.Array(v3.ClosedPosition),
});

export const openOrders = signed({
  method: "GET",
  path: "/capi/v3/openOrders",
  summary: "Current orders",
  meaning: "Orders that rest in the book, newest first.",
  call: "orders.openOrders",
  weight: { ip: 2, uid: 5 },
  access: "read",
  showsAccount: true,
  parameters: {
    ...livePageParameters,
    symbol: optional(symbolParameter),
    orderId: optional(filterId("Only orders with a greater id"), 0),
  },
  response: Type.Array(v3.Order),
});

export const orderHistory = signed({
  method: "GET",
  path: "/capi/v3/order/history",
  summary: "Order history",
  meaning: "Orders that have ended, conditional ones included, newest first; without times the last 90 days.",
  call: "orders.orderHistory",
  weight: { ip: 10, uid: 10 },
  access: "read",
  showsAccount: true,
  parameters: {
    symbol: optional(symbolParameter),
    ...ninetyDays,
    limit: optional(integer("Rows of a page", { min: 1, max: 1_000 }), 500),
    page: optional(integer("Page, from 0", { max: 1_000_000 }), 0),
    beforeId,
  },
  response: Type.Array(v3.Order),
});

export const userTrades = signed({
  method: "GET",
  path: "/capi/v3/userTrades",
  summary: "Fills",
  meaning:
    "Executions of the account's orders, newest first; with a start and no end the first ones from there, without times the last 7 days.",
  call: "orders.userTrades",
  weight: { ip: 5, uid: 5 },
  access: "read",
  showsAccount: true,
  parameters: {
    symbol: optional(symbolParameter),
    orderId: optional(filterId("Only fills of this order")),
    startTime: optional(time("Start, Unix ms, within 365 days; default 7 days before the end")),
    endTime: optional(time("End, Unix ms; at most 7 days after the start; default now")),
    limit: optional(integer("Rows", { min: 1, max: 100 }), 100),
    beforeId,
  },
  response: Type.Array(v3.Fill),
});

export const placeOrder = signed({
  method: "POST",
  path: "/capi/v3/order",
  summary: "Place an order",
  meaning:
    "Places a limit or market order; side and positionSide say whether it opens or closes. The answer comes when the order is safe on the disk.",
  call: "orders.placeOrder",
  weight: { ip: 0, uid: 0 },
  access: "place",
  orders: { family: "place" },
  takesMarket: { type: "MARKET" },
  remembered: true,
  parameters: orderParameters,
  commands: { placeOrder: orderNames },
  response: v3.Placed,
});

export const cancelOrder = signed({
  method: "DELETE",
  path: "/capi/v3/order",
  summary: "Cancel an order",
  meaning: "Cancels one order by its id or its client id.",
  call: "orders.cancelOrder",
  oneOf: ["orderId", "origClientOrderId"],
  weight: { ip: 1, uid: 3 },
  access: "cancel",
  orders: { family: "cancel" },
  parameters: oneOrder,
  commands: { cancelOrder: { order: "orderId", clientId: "origClientOrderId" } },
  response: v3.Canceled,
});

export const getOrder = signed({
  method: "GET",
  path: "/capi/v3/order",
  summary: "One order, live or ended",
  meaning: "One order, live or ended.",
  call: "orders.getOrder",
  oneOf: ["orderId", "origClientOrderId"],
  weight: { ip: 2, uid: 3 },
  access: "read",
  showsAccount: true,
  parameters: { ...oneOrder, orderId: optional(id("Order id")) },
  response: v3.Order,
});

export const cancelAllOrders = signed({
  method: "DELETE",
  path: "/capi/v3/allOpenOrders",
  summary: "Cancel all orders",
  meaning: "Cancels every order that rests, of a symbol or of all.",
  call: "orders.cancelAllOrders",
  isForgotten: true,
  weight: { ip: 5, uid: 10 },
  access: "cancel",
  orders: { family: "cancel" },
  parameters: { symbol: optional(symbolParameter) },
  commands: { cancelAll: {} },
  response: Type.Array(v3.OrderOutcome),
});
