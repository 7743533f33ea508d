import type { Static } from "typebox";
import { Type } from "typebox";
import { decimal, flag, integer as id, oneOf, orNull, shape, text, timeNumber, word } from "../fields.ts";
import * as given from "../parameter.ts";
import {
  clientIdParameter,
  LIMIT,
  MARKET,
  positionSideParameter,
  reduceOnlyParameter,
  sideParameter,
  symbolParameter,
  timeInForceParameter,
  workingTypeParameter,
} from "./parameters.ts";
import * as words from "./words.ts";

/** What POST order, and each order of POST batchOrders, says of an order. */
export const orderParameters = {
  symbol: symbolParameter,
  side: sideParameter,
  positionSide: positionSideParameter,
  type: given.refusedAs("orderTypeInvalid", given.choice("LIMIT or MARKET", { LIMIT, MARKET })),
  quantity: given.decimal("Quantity, base coin"),
  price: given.optional(given.decimal("Limit price; required for LIMIT")),
  timeInForce: given.optional(timeInForceParameter),
  newClientOrderId: clientIdParameter,
  tpTriggerPrice: given.optional(given.decimal("Attached take-profit, executed at market")),
  slTriggerPrice: given.optional(given.decimal("Attached stop-loss, executed at market")),
  TpWorkingType: workingTypeParameter,
  SlWorkingType: workingTypeParameter,
  reduceOnly: reduceOnlyParameter,
  postOnly: given.optional(given.flag("The same as timeInForce POST_ONLY"), false),
};

/** What the fields of the command that these parameters make are called here. */
export const orderNames = {
  action: "side",
  leg: "positionSide",
  market: "type",
  size: "quantity",
  presetTakeProfit: "tpTriggerPrice",
  presetStopLoss: "slTriggerPrice",
  presetsOnMark: "TpWorkingType",
  clientId: "newClientOrderId",
};

/** What the order operations of V3 answer, field for field. */

const idText = (description: string) => Type.String({ description, pattern: "^\\d*$" });
const priceOrNull = (description: string) => orNull(decimal("Price"), `${description}; null: none`);
const symbol = text("Symbol, such as BTCUSDT");

/** What became of one order: both texts are empty on success. */
const outcome = {
  success: flag("Whether it was done"),
  errorCode: text("Code of the error, empty on success"),
  errorMessage: text("Why not, empty on success"),
};

/** POST order and algoOrder; one element of POST batchOrders. */
export const Placed = shape({
  orderId: idText("Id of the order, empty on failure"),
  clientOrderId: text("The client's id"),
  ...outcome,
});
export type Placed = Static<typeof Placed>;

/** DELETE order and algoOrder; one element of DELETE batchOrders. */
export const Canceled = shape({
  orderId: text("Id of the order"),
  origClientOrderId: text("The client's id, empty when not used"),
  ...outcome,
});
export type Canceled = Static<typeof Canceled>;

/** One element of DELETE allOpenOrders and algoOpenOrders, and of POST placeTpSlOrder. */
export const OrderOutcome = shape({ orderId: id("Id of the order, 0 on failure"), ...outcome });
export type OrderOutcome = Static<typeof OrderOutcome>;

/** POST modifyTpSlOrder. */
export const Modified = shape({ success: flag("Always true: a change that fails is an error") });
export type Modified = Static<typeof Modified>;

/** One element of POST closePositions. */
export const ClosedPosition = shape({
  positionId: id("Id of the position"),
  success: flag("Whether the order that closes it was placed"),
  successOrderId: id("Id of the order that closes it, 0 on failure"),
  errorMessage: text("Why not, empty on success"),
});
export type ClosedPosition = Static<typeof ClosedPosition>;

const orderFields = {
  symbol,
  side: word(words.sides, "Whether it buys or sells"),
  positionSide: word(words.positionSides, "Direction of the position"),
  timeInForce: word(words.timesInForce, "How long it waits; IOC of market orders"),
  workingType: word(words.workingTypes, "Price that the trigger watches"),
  reduceOnly: flag("It closes"),
};

export const Order = shape({
  orderId: id("Id of the order"),
  clientOrderId: text("The client's id, or the order's where none was given"),
  ...orderFields,
  status: word(words.statuses, "What has become of it; NEW also when partly filled"),
  type: oneOf(words.orderTypes, "LIMIT or MARKET; the others of conditional orders"),
  price: decimal("Limit price; 0 of market orders"),
  avgPrice: decimal("Average price of the fills; 0 without"),
  stopPrice: decimal("Trigger price; 0 without"),
  origQty: decimal("Quantity, base coin"),
  executedQty: decimal("Filled quantity"),
  cumQuote: decimal("Value of the fills"),
  time: timeNumber("Of placing, Unix ms"),
  updateTime: timeNumber("Of the last change, Unix ms"),
});
export type Order = Static<typeof Order>;

/** What only some conditional orders have; ours. */
const followingFields = {
  callbackRate: Type.Optional(
    decimal("Of a trailing stop alone: how far its trigger follows the price, a fraction"),
  ),
  activationPrice: Type.Optional(
    decimal(
      "Of a trailing stop alone: where it becomes active, and its trigger until then; 0: it was at once",
    ),
  ),
  endsWithPosition: Type.Optional(
    flag("True of one alone that takes the whole position at its trigger, and ends when the position does"),
  ),
};

/** A conditional order. */
export const AlgoOrder = shape({
  algoId: id("Id of the order; it stays the same when it triggers"),
  clientAlgoId: text("The client's id, or the order's where none was given"),
  algoType: oneOf(["CONDITIONAL"], "Kind of order"),
  orderType: oneOf(words.orderTypes, "How it executes, and which way the price must go"),
  ...orderFields,
  quantity: decimal("Quantity, base coin; 0: the whole position"),
  algoStatus: word(words.statuses, "What has become of it; NEW once it has triggered and rests"),
  actualOrderId: orNull(
    id("Id"),
    "Of an attached order, its parent; else the order itself once it has triggered; null until then",
  ),
  actualPrice: decimal("Average price of the fills; 0 without"),
  triggerPrice: decimal("Trigger price"),
  price: decimal("Limit price; 0 of market orders"),
  tpTriggerPrice: priceOrNull("Attached take-profit"),
  tpPrice: priceOrNull("Its limit price: it executes at market"),
  slTriggerPrice: priceOrNull("Attached stop-loss"),
  slPrice: priceOrNull("Its limit price: it executes at market"),
  tpOrderType: orNull(
    word(words.workingTypes, "Price"),
    "Price that the attached take-profit watches; null without one",
  ),
  closePosition: flag("It closes the whole position"),
  createTime: timeNumber("Of placing, Unix ms"),
  updateTime: timeNumber("Of the last change, Unix ms"),
  triggerTime: timeNumber("When it triggered, Unix ms; 0 until then"),
  ...followingFields,
});
export type AlgoOrder = Static<typeof AlgoOrder>;

/** GET allAlgoOrders. */
export const AlgoOrders = shape({
  orders: Type.Array(AlgoOrder, { description: "Newest first" }),
  hasMore: flag("Whether there are older ones"),
});
export type AlgoOrders = Static<typeof AlgoOrders>;

/** One element of GET userTrades. */
export const Fill = shape({
  id: id("Id of the fill: its trade's, unless turnedTradeId says the trade"),
  turnedTradeId: Type.Optional(
    id("Id of the trade, of which the fill before this closed a part; left out of every other fill"),
  ),
  orderId: id("Id of the order"),
  symbol,
  buyer: flag("The order bought"),
  maker: flag("The order rested"),
  side: word(words.sides, "Whether it buys or sells"),
  positionSide: word(words.positionSides, "Direction of the position"),
  price: decimal("Price"),
  qty: decimal("Quantity, base coin"),
  quoteQty: decimal("Value, quote coin"),
  realizedPnl: decimal("Profit that it realized"),
  commission: decimal("Fee, positive where it was paid"),
  commissionAsset: text("Coin of the fee"),
  time: timeNumber("Unix ms"),
});
export type Fill = Static<typeof Fill>;
