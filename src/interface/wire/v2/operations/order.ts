import { Type } from "typebox";
import {
  CANCEL_NORMAL_ORDERS,
  CANCEL_PLAN_ORDERS,
  LONG,
  SHORT,
  TRIGGER_ON_LAST,
  TRIGGER_ON_MARK,
} from "../../codes.ts";
import { beforeId, livePageParameters, triggerParameters } from "../../commonParameters.ts";
import { signed } from "../../operation.ts";
import {
  anything,
  choice,
  decimal,
  filterId,
  id,
  idText,
  integer,
  looseFilterId,
  objects,
  optional,
  text,
  texts,
  time,
} from "../../parameter.ts";
import * as v2 from "../index.ts";
import { batchItemParameters, orderNames, orderParameters, planNames, planParameters } from "../order.ts";
import {
  actionParameter,
  clientIdParameter,
  closedPositionParameter,
  orderMarginMode,
  priceKindParameter,
  symbolParameter,
  timeInForceParameter,
} from "../parameters.ts";

export const tpSlParameters = {
  symbol: symbolParameter,
  clientOrderId: clientIdParameter,
  planType: choice("Take-profit or stop-loss", { profit_plan: 1, loss_plan: 0 }),
  ...triggerParameters,
  size: optional(decimal("Quantity in base currency; none: the whole position")),
  positionSide: choice("Side of the position", { long: LONG, short: SHORT }),
  marginMode: orderMarginMode,
  positionId: closedPositionParameter,
};

export const amend = signed({
  method: "POST",
  path: "/capi/v2/order/amend",
  summary: "Change an order that rests or waits, under its id (an operation of this venue's own)",
  meaning:
    "Changes price or size of a resting order, which keeps its id. A smaller size keeps its place in the queue; another price or a larger size is judged as a new order and loses it. Of an order that waits (plan order, take-profit, stop-loss) it changes trigger, price of execution or size. What is refused stays as it was. An operation of this venue.",
  call: "orders.amend",
  oneOf: ["orderId", "clientOid"],
  weight: { ip: 2, uid: 5 },
  access: "place",
  orders: { family: "place" },
  parameters: {
    orderId: optional(idText("Order id"), ""),
    clientOid: optional(text("Client's own id, if there is no order id", 64), ""),
    price: optional(
      decimal(
        "New price; of a waiting order the price at which it executes. Without it the order keeps its own",
      ),
    ),
    size: optional(
      decimal("New size of the whole order, what is filled included; without it the order keeps its own"),
    ),
    triggerPrice: optional(
      decimal("New trigger price of an order that waits; without it the order keeps its own"),
    ),
  },
  commands: { amendOrder: { order: "orderId", clientId: "clientOid" } },
  response: v2.Amended,
});

export const batchOrders = signed({
  method: "POST",
  path: "/capi/v2/order/batchOrders",
  summary: "Place several orders of one symbol",
  meaning: "Places up to 20 orders of a symbol. One that is refused leaves the others alone.",
  call: "orders.placeBatch",
  source: "published documentation, batch orders",
  weight: { ip: 5, uid: 10 },
  access: "place",
  orders: { family: "place", count: ["orderDataList"] },
  takesMarket: { match_price: "1" },
  parameters: {
    symbol: symbolParameter,
    marginMode: orderMarginMode,
    orderDataList: objects(
      "Orders, as in placeOrder; symbol, if sent, is the batch's",
      batchItemParameters,
      20,
    ),
  },
  commands: { placeOrder: orderNames },
  response: v2.BatchPlaced,
});

export const cancelAllOrders = signed({
  method: "POST",
  path: "/capi/v2/order/cancelAllOrders",
  summary: "Cancel all normal or all plan orders",
  meaning: "Cancels every order, or every plan order, of a symbol or of all.",
  call: "orders.cancelAll",
  isForgotten: true,
  source: "published documentation, cancel all orders",
  weight: { ip: 40, uid: 50 },
  access: "cancel",
  orders: { family: "cancel" },
  parameters: {
    symbol: optional(text("Trading pair; all without it")),
    cancelOrderType: optional(
      choice("Which orders", { normal: CANCEL_NORMAL_ORDERS, plan: CANCEL_PLAN_ORDERS }),
      CANCEL_NORMAL_ORDERS,
    ),
  },
  commands: { cancelAll: { which: "cancelOrderType" } },
  response: Type.Array(v2.AllCanceled),
});

export const cancel_batch_orders = signed({
  method: "POST",
  path: "/capi/v2/order/cancel_batch_orders",
  summary: "Cancel up to 50 orders",
  meaning: "Cancels up to 50 orders. Those that could not be canceled are listed with the reason.",
  call: "orders.cancelBatch",
  source: "interface document, endpoint 7",
  weight: { ip: 5, uid: 10 },
  access: "cancel",
  orders: { family: "cancel", count: ["ids", "cids"], max: 50 },
  parameters: {
    ids: optional(texts("Order ids; either ids or cids must be given"), []),
    cids: optional(texts("Client's own ids; either ids or cids must be given"), []),
  },
  commands: { cancelOrder: { order: "ids", clientId: "cids" } },
  response: v2.BatchCanceled,
});

export const cancel_order = signed({
  method: "POST",
  path: "/capi/v2/order/cancel_order",
  summary: "Cancel an order",
  meaning: "Cancels one order by its id or its client id. Given lists of ids it cancels all of them.",
  call: "orders.cancel",
  oneOf: ["orderId", "clientOid"],
  aliases: ["ids", "cids"],
  source: "published documentation, cancel order; interface document, endpoint 7",
  weight: { ip: 2, uid: 3 },
  access: "cancel",
  orders: { family: "cancel", count: ["ids", "cids"], max: 50 },
  parameters: {
    orderId: optional(idText("Order id"), ""),
    clientOid: optional(text("Client's own id, if there is no order id", 64), ""),
    ids: optional(texts("Order ids: cancels a batch"), []),
    cids: optional(texts("Client's own ids: cancels a batch"), []),
  },
  commands: { cancelOrder: { order: "orderId", clientId: "clientOid" } },
  response: Type.Union([v2.Canceled, v2.BatchCanceled]),
  answer: v2.Canceled,
});

export const cancel_plan = signed({
  method: "POST",
  path: "/capi/v2/order/cancel_plan",
  summary: "Cancel a plan order",
  meaning: "Cancels an order that has not been triggered.",
  call: "plans.cancel",
  source: "published documentation, cancel plan order",
  weight: { ip: 2, uid: 3 },
  access: "cancel",
  orders: { family: "cancel" },
  parameters: { orderId: idText("Order id") },
  commands: { cancelOrder: { order: "orderId" } },
  response: v2.Canceled,
});

export const closePositions = signed({
  method: "POST",
  path: "/capi/v2/order/closePositions",
  summary: "Close positions at market",
  meaning: "Closes positions at the market, of a symbol or all.",
  call: "positions.close",
  isForgotten: true,
  takesMarket: {},
  source: "published documentation, close positions",
  weight: { ip: 40, uid: 50 },
  access: "place",
  orders: { family: "place" },
  parameters: { symbol: optional(text("Trading pair; all without it")) },
  commands: { closePositions: {} },
  response: Type.Array(v2.ClosedPosition),
});

export const current = signed({
  method: "GET",
  path: "/capi/v2/order/current",
  summary: "Current orders",
  meaning: "Orders that rest in the book, newest first.",
  call: "orders.current",
  source: "published documentation, current orders",
  weight: { ip: 2, uid: 2 },
  access: "read",
  showsAccount: true,
  parameters: livePageParameters,
  response: Type.Array(v2.Order),
});

export const currentPlan = signed({
  method: "GET",
  path: "/capi/v2/order/currentPlan",
  summary: "Current plan orders",
  meaning: "Plan orders that wait, and those that were triggered and are not done.",
  call: "plans.current",
  source: "interface document, endpoint 4",
  weight: { ip: 3, uid: 3 },
  access: "read",
  showsAccount: true,
  parameters: {
    ...livePageParameters,
    orderId: optional(looseFilterId("Order id; an invalid character makes the filter ineffective")),
  },
  response: Type.Array(v2.PlanOrder),
});

export const detail = signed({
  method: "GET",
  path: "/capi/v2/order/detail",
  summary: "One order, live or ended",
  meaning: "One order, live or ended.",
  call: "orders.detail",
  source: "published documentation, order detail",
  weight: { ip: 2, uid: 2 },
  access: "read",
  showsAccount: true,
  parameters: { orderId: id("Order id") },
  response: v2.Order,
});

export const estimate = signed({
  method: "POST",
  path: "/capi/v2/order/estimate",
  summary: "What a placement would do now, or why it would be refused (an operation of this venue's own)",
  meaning:
    "What placeOrder would do with this body now: what it freezes, trades and pays, the liquidation price after it, the largest size, or why it would be refused. Places nothing. An operation of this venue.",
  call: "orders.estimate",
  weight: { ip: 2, uid: 5 },
  access: "read",
  parameters: { symbol: symbolParameter, ...orderParameters, marginMode: orderMarginMode },
  commands: { placeOrder: orderNames },
  response: v2.Estimate,
});

export const fills = signed({
  method: "GET",
  path: "/capi/v2/order/fills",
  summary: "Fills, newest first",
  meaning: "Executions of the account's orders, newest first, with fee and realized profit.",
  call: "orders.fills",
  aliases: ["pageSize"],
  source: "interface document, endpoint 3",
  weight: { ip: 5, uid: 5 },
  access: "read",
  showsAccount: true,
  parameters: {
    symbol: optional(text("Trading pair")),
    orderId: optional(filterId("Order id")),
    startTime: optional(time("Start, Unix ms")),
    endTime: optional(time("End, Unix ms")),
    limit: optional(integer("Number of records", { min: 1, max: 100 })),
    pageSize: optional(integer("The same as limit", { min: 1, max: 100 }), 100),
    beforeId,
  },
  response: v2.Fills,
});

export const history = signed({
  method: "GET",
  path: "/capi/v2/order/history",
  summary: "Order history",
  meaning:
    "Orders by creation, newest first: those that have ended, or, with states=all, in every state: pending, open, filled, canceling, canceled, untriggered. Without times the last 90 days.",
  call: "orders.history",
  aliases: ["limit"],
  source: "interface document, endpoint 5",
  weight: { ip: 10, uid: 10 },
  access: "read",
  showsAccount: true,
  parameters: {
    symbol: optional(text("Trading pair")),
    pageSize: optional(integer("Records per page; more than 100 are cut to 100", { min: 1 })),
    limit: optional(integer("The same as pageSize", { min: 1 })),
    createDate: optional(
      time(
        "Start time, Unix ms, at most 90 days before the end; up to 90: days before now; left out: 90 days",
      ),
    ),
    endCreateDate: optional(time("End time, Unix ms; left out: now")),
    beforeId,
    states: optional(
      choice(
        "ended: orders that have ended; all: live ones too; left out: what the wire profile says, else ended",
        {
          ended: "terminal",
          all: "all",
        },
      ),
    ),
  },
  response: Type.Array(v2.Order),
});

export const historyPlan = signed({
  method: "GET",
  path: "/capi/v2/order/historyPlan",
  summary: "Ended plan orders, newest first",
  meaning: "Plan orders that have ended, newest first.",
  call: "plans.history",
  source: "published documentation, plan order history",
  weight: { ip: 5, uid: 10 },
  access: "read",
  showsAccount: true,
  parameters: {
    symbol: symbolParameter,
    startTime: optional(time("Start, Unix ms")),
    endTime: optional(time("End, Unix ms")),
    delegateType: optional(actionParameter),
    pageSize: optional(integer("Records per page", { min: 1, max: 100 }), 100),
    beforeId,
  },
  response: v2.PlanHistory,
});

export const modifyTpSlOrder = signed({
  method: "POST",
  path: "/capi/v2/order/modifyTpSlOrder",
  summary: "Change trigger and execution price of a take-profit or stop-loss",
  meaning: "Moves trigger and price of a take-profit or stop-loss.",
  call: "plans.modifyTpSl",
  source: "published documentation, modify TP/SL order",
  weight: { ip: 2, uid: 5 },
  access: "trade",
  orders: { family: "place" },
  parameters: {
    orderId: id("Order id"),
    ...triggerParameters,
    triggerPriceType: optional(
      choice("1 last price; 3 mark price", { "1": TRIGGER_ON_LAST, "3": TRIGGER_ON_MARK }),
      TRIGGER_ON_LAST,
    ),
  },
  commands: { modifyTpSl: { order: "orderId", price: "executePrice", triggerSource: "triggerPriceType" } },
  response: v2.Envelope,
});

export const placeOrder = signed({
  method: "POST",
  path: "/capi/v2/order/placeOrder",
  summary: "Place an order",
  meaning:
    "Places a limit or market order that opens or closes a position. The answer comes when the order is safe on the disk; whether it traded is in its fills.",
  call: "orders.place",
  needed: ["order_type", "match_price"],
  aliases: ["trigger_price", "match_type", "execute_price"],
  source: "interface document, endpoint 8",
  weight: { ip: 2, uid: 5 },
  access: "place",
  orders: { family: "place" },
  takesMarket: { match_price: "1" },
  remembered: true,
  parameters: {
    symbol: symbolParameter,
    ...orderParameters,
    order_type: optional(timeInForceParameter),
    match_price: optional(priceKindParameter),
    marginMode: orderMarginMode,
    trigger_price: optional(decimal("Makes it a plan order, with match_type")),
    match_type: optional(priceKindParameter),
    execute_price: optional(decimal("Execution price of a plan order")),
  },
  commands: { placeOrder: orderNames, placePlan: planNames },
  response: v2.Placed,
});

export const placeTpSlOrder = signed({
  method: "POST",
  path: "/capi/v2/order/placeTpSlOrder",
  summary: "Place a take-profit or stop-loss plan order",
  meaning: "Places a take-profit or stop-loss for a position.",
  call: "plans.placeTpSl",
  source: "interface document, endpoint 9",
  weight: { ip: 2, uid: 5 },
  access: "place",
  orders: { family: "place" },
  parameters: tpSlParameters,
  commands: {
    placeTpSl: {
      leg: "positionSide",
      takeProfit: "planType",
      price: "executePrice",
      position: "positionId",
      clientId: "clientOrderId",
    },
  },
  response: Type.Array(v2.TpSlPlaced),
});

export const plan_order = signed({
  method: "POST",
  path: "/capi/v2/order/plan_order",
  summary: "Place a plan (trigger) order",
  meaning: "Places an order that waits until the last price reaches its trigger.",
  call: "plans.place",
  source: "interface document, endpoint 10",
  weight: { ip: 2, uid: 5 },
  access: "place",
  orders: { family: "place" },
  remembered: true,
  parameters: { symbol: symbolParameter, ...planParameters, marginMode: orderMarginMode },
  commands: { placePlan: planNames },
  response: v2.Placed,
});

export const uploadAiLog = signed({
  method: "POST",
  path: "/capi/v2/order/uploadAiLog",
  summary: "Upload a contest log entry",
  meaning:
    "Keeps a note about a decision for the operator of a contest: the account's last 1000, 1 MiB of them at most, in memory. A restart, a reset and a change of the node that leads lose them.",
  call: "contest.uploadLog",
  isForgotten: true,
  source: "published contest rules, log upload",
  weight: { ip: 1, uid: 1 },
  access: "trade",
  parameters: {
    orderId: optional(idText("Order that the entry explains"), ""),
    stage: text("Stage of the decision"),
    model: text("Name of the model"),
    input: anything("What the model was given"),
    output: anything("What the model answered"),
    explanation: text("Why", 10_000),
  },
  response: v2.Envelope,
});
