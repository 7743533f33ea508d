import type { Static } from "typebox";
import { Type } from "typebox";
import { COMBINED, SEPARATED } from "../codes.ts";
import { decimal, flag, integer, oneOf, orNull, text, timeText, upper, word } from "../fields.ts";
import * as given from "../parameter.ts";
import {
  clientIdParameter,
  closedPositionParameter,
  marginModeParameter,
  placedActionParameter,
  priceKindParameter,
  symbolParameter,
  timeInForceParameter,
} from "./parameters.ts";
import * as words from "./words.ts";

/** What goes with an order that opens, and executes at market. */
export const presetParameters = {
  presetTakeProfitPrice: given.optional(given.decimal("Preset take-profit price")),
  presetStopLossPrice: given.optional(given.decimal("Preset stop-loss price")),
};

/** What placeOrder, estimate and each order of batchOrders say of an order. */
export const orderParameters = {
  client_oid: clientIdParameter,
  size: given.decimal("Quantity in base currency"),
  type: placedActionParameter,
  order_type: timeInForceParameter,
  match_price: priceKindParameter,
  price: given.optional(given.decimal("Order price; required for limit orders")),
  ...presetParameters,
  separatedMode: given.optional(given.choice("1 combined; 2 separated", { "1": COMBINED, "2": SEPARATED })),
  positionId: closedPositionParameter,
};

/** What each order of batchOrders says; what it leaves out is the batch's. */
export const batchItemParameters = {
  symbol: given.optional(symbolParameter),
  ...orderParameters,
  marginMode: given.optional(marginModeParameter),
};

/** What plan_order (and placeOrder in the shape of plan_order) says of an order. */
export const planParameters = {
  client_oid: clientIdParameter,
  size: given.decimal("Quantity in base currency"),
  type: placedActionParameter,
  match_type: priceKindParameter,
  execute_price: given.optional(given.decimal("Execution price; required for limit execution")),
  trigger_price: given.decimal("Trigger price"),
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

const orderId = text("Id of the order");
const clientId = text("The client's own id; the order's where none was given");
const clientIdOrNull = orNull(text("The client's own id"), "The client's own id; null where none was sent");
const attachedPrice = (what: string) =>
  orNull(decimal("Trigger price"), `Trigger price of the ${what} that goes with it; null without`);

const commonFields = {
  symbol: text("Symbol, such as cmt_btcusdt"),
  size: decimal("Quantity ordered, base coin"),
  client_oid: clientId,
  createTime: timeText("When it was placed, Unix ms"),
  filled_qty: decimal("Quantity filled, base coin; 0 before the first fill"),
  fee: decimal("Fees of its fills; below 0: a rebate"),
  order_id: orderId,
  price: decimal("Limit price; 0.0 of a market order"),
  price_avg: decimal("Average price of its fills; 0 before the first"),
  totalProfits: decimal("Profit that its fills realized, after their fees; 0 of an order that opens"),
};
const attachedFields = {
  presetTakeProfitPrice: attachedPrice("take-profit"),
  presetStopLossPrice: attachedPrice("stop-loss"),
};

/** An order in order/history, order/current and order/detail. */
export const Order = Type.Object({
  ...commonFields,
  status: word(words.orderStatuses, "What has become of it; open also when it is partly filled"),
  type: oneOf(words.orderTypes, "What it does; offset, agreement and burst are liquidations by the venue"),
  order_type: word(words.timesInForce, "How it executes; a market order is ioc"),
  contracts: integer("Number of contracts ordered"),
  filledQtyContracts: integer("Number of contracts filled"),
  ...attachedFields,
});
export type Order = Static<typeof Order>;

/**
 * A plan order in order/currentPlan and order/historyPlan: in codes, or under another wire profile in words.
 */
export const PlanOrder = Type.Object({
  ...commonFields,
  status: oneOf(
    [...words.planStatusCodes, ...Object.values(words.pushedStatuses)],
    "-1 canceled, 0 waiting, 1 partly filled, 2 filled; in words where the wire profile says so",
  ),
  type: oneOf(
    [...words.planTypeCodes, ...words.orderTypes.map(upper)],
    "1 open long, 2 open short, 3 close long, 4 close short, 5 to 10 liquidations by the venue; in words where the wire profile says so",
  ),
  order_type: word(words.planTimesInForce, "0 normal, 1 maker only, 2 fill or kill, 3 immediate or cancel"),
  triggerPrice: decimal("Price that triggers it"),
  triggerPriceType: word(words.triggerPriceTypes, "Price that it watches; LIMIT: the last price"),
  triggerTime: timeText("When it was triggered, Unix ms; 0 until then"),
  ...attachedFields,
  callbackRate: Type.Optional(
    decimal("Of a trailing stop alone, ours: how far its trigger follows the price, a fraction"),
  ),
  activationPrice: Type.Optional(
    decimal(
      "Of a trailing stop alone, ours: where it becomes active, and its trigger until then; 0: it was at once",
    ),
  ),
  endsWithPosition: Type.Optional(
    flag(
      "Ours, true of one alone that takes the whole position at its trigger, and ends when the position does",
    ),
  ),
});
export type PlanOrder = Static<typeof PlanOrder>;

/** GET order/historyPlan. */
export const PlanHistory = Type.Object({
  list: Type.Array(PlanOrder, { description: "Newest first" }),
  nextPage: flag("Whether there are older ones"),
});
export type PlanHistory = Static<typeof PlanHistory>;

/** POST order/placeOrder and order/plan_order. */
export const Placed = Type.Object({ client_oid: clientIdOrNull, order_id: orderId });
export type Placed = Static<typeof Placed>;

/** POST order/amend, which is ours. */
export const Amended = Type.Object({
  order_id: orderId,
  client_oid: clientIdOrNull,
  price: decimal("Limit price as amended; what became of the order since is in its pushes"),
  size: decimal("Quantity as amended, base coin"),
  triggerPrice: orNull(decimal("Trigger price"), "Price that it waits for; null for one that rests"),
  keepsPlace: flag("Whether it kept its place in the queue; true also of a waiting order, which has none"),
});
export type Amended = Static<typeof Amended>;

/** POST order/batchOrders. */
export const BatchPlaced = Type.Object({
  order_info: Type.Array(
    Type.Object({
      order_id: text("Id of the order; empty where it was refused"),
      client_oid: text("The client's own id; empty where none was sent"),
      result: flag("Whether it was placed"),
      error_code: text("Code of the error; empty where it was placed"),
      error_message: text("Why it was refused; empty where it was placed"),
    }),
    { description: "One for each order, in the order of the request" },
  ),
  result: flag("Whether the request itself was carried out"),
});
export type BatchPlaced = Static<typeof BatchPlaced>;

/** One element of POST order/placeTpSlOrder; `errorMessage` only on failure, and ours. */
export const TpSlPlaced = Type.Object({
  success: flag("Whether it was placed"),
  orderId: integer("Id of the order; 0 where it was refused"),
  errorMessage: Type.Optional(text("Why it was refused; left out where it was placed")),
});
export type TpSlPlaced = Static<typeof TpSlPlaced>;

/** POST order/cancel_order and order/cancel_plan: `err_msg` is null. */
export const Canceled = Type.Object({
  order_id: orderId,
  client_oid: clientIdOrNull,
  result: flag("Whether it was canceled"),
  err_msg: orNull(text("Why it was not canceled"), "Always null: a cancel that fails is an error"),
});
export type Canceled = Static<typeof Canceled>;

/** One order of a batch cancel: `err_msg` is "" where nothing failed. */
export const CancelResult = Type.Object({
  err_msg: text("Why it was not canceled; empty where it was"),
  order_id: text("Id of the order; empty for a client's id that names none"),
  client_oid: text("The client's own id as it was sent, or the order's; empty for an id that names none"),
  result: flag("Whether it was canceled"),
});
export type CancelResult = Static<typeof CancelResult>;

/** POST order/cancel_batch_orders. */
export const BatchCanceled = Type.Object({
  result: flag("Whether any of them was canceled"),
  symbol: text("Symbol of the orders; empty where they are of several, or none was canceled"),
  orderIds: Type.Array(text("Id"), { description: "Order ids that were sent, each once" }),
  clientOids: Type.Array(text("Id"), { description: "Client's own ids that were sent, each once" }),
  cancelOrderResultList: Type.Array(CancelResult, { description: "One for each order of the request" }),
  failInfos: Type.Array(CancelResult, { description: "Those that were not canceled" }),
});
export type BatchCanceled = Static<typeof BatchCanceled>;

/** One element of POST order/cancelAllOrders. */
export const AllCanceled = Type.Object({
  orderId: integer("Id of the order"),
  success: flag("Whether it was canceled"),
});
export type AllCanceled = Static<typeof AllCanceled>;

/** POST order/estimate, which is ours. */
export const Estimate = Type.Object({
  refusal: orNull(
    Type.Object({ code: text("Code of the error"), msg: text("Why it would be refused") }),
    "The refusal that the placement would get; null where it would be accepted",
  ),
  frozen: decimal("Margin that it would freeze"),
  filledSize: decimal("What it would trade at once, base coin"),
  averagePrice: decimal("Average price of that"),
  fee: decimal("Fee for it; below 0: a rebate"),
  slippage: decimal("How much worse than the best price the average is: 0.001 is a tenth of a percent"),
  restingSize: decimal("What would rest after that, base coin"),
  liquidatePrice: orNull(
    decimal("Price"),
    "Liquidation price of the position after that; 0 when no price liquidates, null where it cannot be foreseen",
  ),
  largestSize: decimal("Largest size that would be accepted, base coin"),
  certain: flag("Whether nothing on the way may cut the order short"),
});
export type Estimate = Static<typeof Estimate>;
