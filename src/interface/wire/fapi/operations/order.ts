import { filterId, integer, optional, texts } from "../../parameter.ts";
import { listOf } from "../account.ts";
import { signed } from "../declare.ts";
import * as shapes from "../order.ts";
import {
  amendParameters,
  batchOf,
  limitParameter,
  oneOrder,
  orderNames,
  orderParameters,
} from "../orderParameters.ts";
import { span, symbolParameter } from "../parameters.ts";

/** By the switch `conditionalOrders=both` they place what waits for a price, too. */
const conditionalNames = {
  ...orderNames,
  takeProfit: "type",
  triggerDirection: "type",
  triggerSource: "workingType",
  triggerPrice: "stopPrice",
  endsWithLeg: "closePosition",
};
const trailingNames = { ...conditionalNames, triggerPrice: "activationPrice" };
const places = {
  placeOrder: orderNames,
  placeConditional: conditionalNames,
  placeTpSl: conditionalNames,
  placeTrailing: trailingNames,
};
const cancels = { cancelOrder: { order: "orderId", clientId: "origClientOrderId" } };
const amends = { amendOrder: { order: "orderId", clientId: "origClientOrderId", size: "quantity" } };

export const placeOrder = signed({
  method: "POST",
  path: "/fapi/v1/order",
  messages: ["order.place"],
  summary: "Place an order",
  meaning:
    "Places a limit or market order. Conditional types are those of POST algoOrder. The answer comes when the order is safe on the disk.",
  weight: 0,
  access: "place",
  orders: { family: "place" },
  takesMarket: { type: "MARKET" },
  remembered: true,
  parameters: orderParameters,
  commands: places,
  response: shapes.ChangedOrder,
});

export const testOrder = signed({
  method: "POST",
  path: "/fapi/v1/order/test",
  summary: "Try an order",
  meaning: "Says whether an order would be accepted now, and as what; nothing is placed.",
  weight: 1,
  access: "place",
  parameters: orderParameters,
  commands: places,
  response: shapes.ChangedOrder,
});

export const amendOrder = signed({
  method: "PUT",
  path: "/fapi/v1/order",
  messages: ["order.modify"],
  summary: "Change price and quantity of an order",
  meaning: "Gives a limit order that rests another price, another quantity, or both.",
  weight: 1,
  access: "trade",
  orders: { family: "place" },
  parameters: amendParameters,
  commands: amends,
  response: shapes.ChangedOrder,
});

export const cancelOrder = signed({
  method: "DELETE",
  path: "/fapi/v1/order",
  messages: ["order.cancel"],
  summary: "Cancel an order",
  meaning: "Cancels one order by its id or its client id.",
  weight: 1,
  access: "cancel",
  orders: { family: "cancel" },
  parameters: oneOrder,
  commands: cancels,
  response: shapes.ChangedOrder,
});

export const getOrder = signed({
  method: "GET",
  path: "/fapi/v1/order",
  messages: ["order.status"],
  summary: "One order, live or ended",
  meaning: "One order, live or ended.",
  weight: 1,
  access: "read",
  showsAccount: true,
  parameters: oneOrder,
  response: shapes.Order,
});

export const openOrder = signed({
  method: "GET",
  path: "/fapi/v1/openOrder",
  summary: "One order that is live",
  meaning: "One order that is live; one that has ended is refused.",
  weight: 1,
  access: "read",
  showsAccount: true,
  parameters: oneOrder,
  response: shapes.Order,
});

export const openOrders = signed({
  method: "GET",
  path: "/fapi/v1/openOrders",
  summary: "Current orders",
  meaning: "Orders that rest in the book or are on their way there, oldest first.",
  weight: 1,
  heavier: { without: "symbol", weight: 40 },
  access: "read",
  showsAccount: true,
  parameters: { symbol: optional(symbolParameter) },
  response: listOf(shapes.Order, "Oldest first"),
});

export const allOrders = signed({
  method: "GET",
  path: "/fapi/v1/allOrders",
  summary: "Orders, live and ended",
  meaning:
    "Orders of a symbol, live and ended, oldest first: the last ones of the span, or with orderId the first ones from there.",
  weight: 5,
  access: "read",
  showsAccount: true,
  parameters: {
    symbol: symbolParameter,
    orderId: optional(filterId("Only orders with this id or a greater one")),
    ...span,
    limit: limitParameter(1_000, 500),
  },
  response: listOf(shapes.Order, "Oldest first"),
});

export const cancelAllOrders = signed({
  method: "DELETE",
  path: "/fapi/v1/allOpenOrders",
  summary: "Cancel all orders of a symbol",
  meaning: "Cancels every order of a symbol that rests or is on its way.",
  isForgotten: true,
  weight: 1,
  access: "cancel",
  orders: { family: "cancel" },
  parameters: { symbol: symbolParameter },
  commands: { cancelAll: {} },
  response: shapes.Done,
});

export const placeOrders = signed({
  method: "POST",
  path: "/fapi/v1/batchOrders",
  summary: "Place several orders",
  meaning: "Places up to 5 orders. One that is refused leaves the others alone.",
  weight: 5,
  access: "place",
  orders: { family: "place", count: ["batchOrders"], burst: 5 },
  takesMarket: { type: "MARKET" },
  parameters: { batchOrders: batchOf("Orders, as in POST order", orderParameters, 5) },
  commands: places,
  response: listOf(shapes.BatchItem, "In the order of the request"),
});

export const amendOrders = signed({
  method: "PUT",
  path: "/fapi/v1/batchOrders",
  summary: "Change several orders",
  meaning: "Changes up to 5 orders. One that is refused leaves the others alone.",
  weight: 5,
  access: "trade",
  orders: { family: "place", count: ["batchOrders"], burst: 5 },
  parameters: { batchOrders: batchOf("Changes, as in PUT order", amendParameters, 5) },
  commands: amends,
  response: listOf(shapes.BatchItem, "In the order of the request"),
});

export const cancelOrders = signed({
  method: "DELETE",
  path: "/fapi/v1/batchOrders",
  summary: "Cancel several orders",
  meaning: "Cancels up to 10 orders of a symbol, by their ids or by their client ids.",
  weight: 1,
  access: "cancel",
  orders: { family: "cancel", count: ["orderIdList", "origClientOrderIdList"], max: 10 },
  parameters: {
    symbol: symbolParameter,
    orderIdList: optional(texts("Order ids; either these or the clients' must be given"), []),
    origClientOrderIdList: optional(texts("Client's own ids"), []),
  },
  commands: { cancelOrder: { order: "orderIdList", clientId: "origClientOrderIdList" } },
  response: listOf(shapes.BatchItem, "In the order of the request"),
});

export const orderAmendments = signed({
  method: "GET",
  path: "/fapi/v1/orderAmendment",
  summary: "Changes of an order",
  meaning:
    "How price and quantity of an order changed while it rested, other than by its fills; the last change first.",
  weight: 1,
  access: "read",
  parameters: { ...oneOrder, ...span, limit: limitParameter(100, 50) },
  response: listOf(shapes.Amendment, "Newest first"),
});

export const userTrades = signed({
  method: "GET",
  path: "/fapi/v1/userTrades",
  summary: "Trades of the account",
  meaning:
    "The account's part in trades of a symbol, oldest first: the last ones of the span, or the first ones from a start or an id.",
  weight: 5,
  access: "read",
  showsAccount: true,
  parameters: {
    symbol: symbolParameter,
    orderId: optional(filterId("Only trades of this order")),
    ...span,
    fromId: optional(filterId("Only trades with this id or a greater one; not with times")),
    limit: limitParameter(1_000, 500),
  },
  response: listOf(shapes.Trade, "Oldest first"),
});

export const countdown = signed({
  method: "POST",
  path: "/fapi/v1/countdownCancelAll",
  summary: "Cancel all orders of a symbol after a time",
  meaning: "Cancels all orders of a symbol unless it is asked again within the time; 0 stops that.",
  weight: 10,
  access: "cancel",
  parameters: {
    symbol: symbolParameter,
    countdownTime: integer("Time of the market, ms; 0: never", { max: 86_400_000 }),
  },
  commands: { setCountdown: { afterMs: "countdownTime" } },
  response: shapes.Countdown,
});
