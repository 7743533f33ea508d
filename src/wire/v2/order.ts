import type { Static } from "typebox";
import { Type } from "typebox";
import { COMBINED, SEPARATED } from "../codes.ts";
import { choice, decimal, optional } from "../parameter.ts";
import {
  actionParameter,
  clientIdParameter,
  closedPositionParameter,
  marginModeParameter,
  priceKindParameter,
  symbolParameter,
  timeInForceParameter,
} from "./parameters.ts";

/** What goes with an order that opens, and executes at market. */
export const presetParameters = {
  presetTakeProfitPrice: optional(decimal("Preset take-profit price")),
  presetStopLossPrice: optional(decimal("Preset stop-loss price")),
};

/** What placeOrder, estimate and each order of batchOrders say of an order. */
export const orderParameters = {
  client_oid: clientIdParameter,
  size: decimal("Quantity in base currency"),
  type: actionParameter,
  order_type: timeInForceParameter,
  match_price: priceKindParameter,
  price: optional(decimal("Order price; required for limit orders")),
  ...presetParameters,
  separatedMode: optional(choice("1 combined; 2 separated", { "1": COMBINED, "2": SEPARATED })),
  positionId: closedPositionParameter,
};

/** What each order of batchOrders says; what it leaves out is the batch's. */
export const batchItemParameters = {
  symbol: optional(symbolParameter),
  ...orderParameters,
  marginMode: optional(marginModeParameter),
};

/** What plan_order (and placeOrder in the shape of plan_order) says of an order. */
export const planParameters = {
  client_oid: clientIdParameter,
  size: decimal("Quantity in base currency"),
  type: actionParameter,
  match_type: priceKindParameter,
  execute_price: optional(decimal("Execution price; required for limit execution")),
  trigger_price: decimal("Trigger price"),
  ...presetParameters,
  positionId: closedPositionParameter,
};

const commonNames = {
  clientId: "client_oid",
  action: "type",
  presetTakeProfit: "presetTakeProfitPrice",
  presetStopLoss: "presetStopLossPrice",
  position: "positionId",
};
/** What the fields of the commands that these parameters make are called here. */
export const orderNames = { ...commonNames, timeInForce: "order_type", market: "match_price" };
export const planNames = {
  ...commonNames,
  market: "match_type",
  price: "execute_price",
  triggerPrice: "trigger_price",
};

const text = Type.String();
const textOrNull = Type.Union([Type.String(), Type.Null()]);

const commonFields = {
  symbol: text,
  size: text,
  client_oid: text,
  createTime: text,
  filled_qty: text,
  fee: text,
  order_id: text,
  price: text,
  price_avg: text,
  status: text,
  type: text,
  order_type: text,
  totalProfits: text,
};

/** An order in order/history, order/current and order/detail. */
export const Order = Type.Object({
  ...commonFields,
  contracts: Type.Integer(),
  filledQtyContracts: Type.Integer(),
  presetTakeProfitPrice: textOrNull,
  presetStopLossPrice: textOrNull,
});
export type Order = Static<typeof Order>;

/** A plan order in order/currentPlan and order/historyPlan. */
export const PlanOrder = Type.Object({
  ...commonFields,
  triggerPrice: text,
  triggerPriceType: text,
  triggerTime: text,
  presetTakeProfitPrice: textOrNull,
  presetStopLossPrice: textOrNull,
});
export type PlanOrder = Static<typeof PlanOrder>;

/** GET order/historyPlan. */
export const PlanHistory = Type.Object({ list: Type.Array(PlanOrder), nextPage: Type.Boolean() });
export type PlanHistory = Static<typeof PlanHistory>;

/** POST order/placeOrder and order/plan_order. */
export const Placed = Type.Object({ client_oid: textOrNull, order_id: text });
export type Placed = Static<typeof Placed>;

/** POST order/amend, which is ours. */
export const Amended = Type.Object({
  order_id: text,
  client_oid: textOrNull,
  /** As amended; what became of the order since is in its pushes. */
  price: text,
  size: text,
  /** What it waits for; null for one that rests. */
  triggerPrice: textOrNull,
  /** Whether it kept its place in the queue; true also of a waiting order, which has none. */
  keepsPlace: Type.Boolean(),
});
export type Amended = Static<typeof Amended>;

/** POST order/batchOrders. */
export const BatchPlaced = Type.Object({
  order_info: Type.Array(
    Type.Object({
      order_id: text,
      client_oid: text,
      result: Type.Boolean(),
      error_code: text,
      error_message: text,
    }),
  ),
  result: Type.Boolean(),
});
export type BatchPlaced = Static<typeof BatchPlaced>;

/** One element of POST order/placeTpSlOrder; `errorMessage` only on failure, and ours. */
export const TpSlPlaced = Type.Object({
  success: Type.Boolean(),
  orderId: Type.Integer(),
  errorMessage: Type.Optional(text),
});
export type TpSlPlaced = Static<typeof TpSlPlaced>;

/** POST order/cancel_order and order/cancel_plan: `err_msg` is null. */
export const Canceled = Type.Object({
  order_id: text,
  client_oid: textOrNull,
  result: Type.Boolean(),
  err_msg: textOrNull,
});
export type Canceled = Static<typeof Canceled>;

/** One order of a batch cancel: `err_msg` is "" where nothing failed. */
export const CancelResult = Type.Object({
  err_msg: text,
  order_id: text,
  client_oid: text,
  result: Type.Boolean(),
});
export type CancelResult = Static<typeof CancelResult>;

/** POST order/cancel_batch_orders. */
export const BatchCanceled = Type.Object({
  result: Type.Boolean(),
  symbol: text,
  orderIds: Type.Array(text),
  clientOids: Type.Array(text),
  cancelOrderResultList: Type.Array(CancelResult),
  failInfos: Type.Array(CancelResult),
});
export type BatchCanceled = Static<typeof BatchCanceled>;

/** One element of POST order/cancelAllOrders. */
export const AllCanceled = Type.Object({ orderId: Type.Integer(), success: Type.Boolean() });
export type AllCanceled = Static<typeof AllCanceled>;
