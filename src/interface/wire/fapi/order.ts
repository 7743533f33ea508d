import type { Static } from "typebox";
import { Type } from "typebox";
import { decimal, flag, integer as id, oneOf, shape, text, timeNumber, word } from "../fields.ts";
import { orderTypes } from "../v3/words.ts";
import * as words from "./tradingWords.ts";

/**
 * What the order operations of the fapi dialect answer, field for field. No answer about an order has a
 * member `code`.
 */

const symbol = text("Symbol, such as BTCUSDT");
const side = word(words.sides, "Whether it buys or sells");
const positionSide = oneOf(words.positionSides, "BOTH in one-way mode, else the leg that it opens or closes");

/** What orders and conditional orders have in common. */
const common = {
  symbol,
  side,
  positionSide,
  timeInForce: oneOf(words.allTimesInForce, "How long it waits; GTX: only to rest"),
  price: decimal("Limit price; 0 of market orders"),
  workingType: word(words.workingTypes, "Price that its trigger watches; CONTRACT_PRICE also without one"),
  priceMatch: word(words.priceMatches, "Level of the book that gave it its price; NONE: it was given one"),
  selfTradePreventionMode: word(words.preventions, "Which of two orders of the account ends when they meet"),
  reduceOnly: flag("It can only close"),
  closePosition: flag("It closes the whole position"),
  priceProtect: flag("Whether it ends if last price and mark are far apart at its trigger"),
  activatePrice: Type.Optional(
    decimal("Of a trailing order alone: where it begins to follow; 0: it did at once"),
  ),
  goodTillDate: timeNumber("When it ends by itself, Unix ms; 0: never"),
  updateTime: timeNumber("Of its last change, Unix ms"),
};

const followingRate = Type.Optional(decimal("Of a trailing order alone: by how much it follows, per cent"));

const orderFields = {
  orderId: id("Id of the order"),
  clientOrderId: text("The client's id, or the one that the venue gave it"),
  status: oneOf(words.orderStatuses, "What has become of it"),
  ...common,
  type: oneOf(orderTypes, "How it executes; a conditional type while it waits for its trigger"),
  origType: oneOf(orderTypes, "The same; of an order that waited for a trigger, its conditional type"),
  avgPrice: decimal("Average price of its fills; 0 without"),
  origQty: decimal("Quantity, base coin"),
  executedQty: decimal("Filled quantity"),
  cumQuote: decimal("Value of its fills, quote coin"),
  stopPrice: decimal("Trigger price; 0 without"),
  priceRate: followingRate,
};

/** An order, live or ended. */
export const Order = shape({ ...orderFields, time: timeNumber("Of placing, Unix ms") });
export type Order = Static<typeof Order>;

/** An order that was placed, changed or cancelled by the request. */
export const ChangedOrder = shape({ ...orderFields, cumQty: decimal("The same as executedQty") });
export type ChangedOrder = Static<typeof ChangedOrder>;

const change = (of: string) =>
  shape({ before: decimal(`${of} before`), after: decimal(`${of} from then on`) }, of);

/** One element of GET orderAmendment. */
export const Amendment = shape({
  amendmentId: id("Number of the command that changed it; it rises"),
  symbol,
  pair: symbol,
  orderId: orderFields.orderId,
  clientOrderId: orderFields.clientOrderId,
  time: timeNumber("Unix ms"),
  amendment: shape(
    {
      price: change("Limit price"),
      origQty: change("Quantity of the whole order"),
      count: id("How many changes of the order there were with it"),
    },
    "What changed",
  ),
});
export type Amendment = Static<typeof Amendment>;

/** An element of a batch that was refused. */
export const Refused = shape({
  code: id("Code of the error"),
  msg: text("What was wrong"),
});
export type Refused = Static<typeof Refused>;

/** An element of a batch. */
export const BatchItem = Type.Union([ChangedOrder, Refused]);
export type BatchItem = Static<typeof BatchItem>;

/** The answer of what has nothing else to say. */
export const Done = shape({
  code: Type.Literal(200, { description: "200" }),
  msg: text("That it was done"),
});
export type Done = Static<typeof Done>;

/** POST countdownCancelAll. */
export const Countdown = shape({
  symbol,
  countdownTime: text("Time after which all is cancelled, ms; 0: never"),
});
export type Countdown = Static<typeof Countdown>;

/** One element of GET userTrades. */
export const Trade = shape({
  id: id("Id of the trade"),
  orderId: id("Id of the order"),
  symbol,
  side,
  positionSide,
  price: decimal("Price"),
  qty: decimal("Quantity, base coin"),
  quoteQty: decimal("Value, quote coin"),
  realizedPnl: decimal("Profit of what it closed, before its fee"),
  commission: decimal("Fee, positive where it was paid"),
  commissionAsset: text("Coin of the fee"),
  time: timeNumber("Unix ms"),
  buyer: flag("The order bought"),
  maker: flag("The order rested"),
});
export type Trade = Static<typeof Trade>;

const algoFields = {
  algoId: id("Id of the conditional order"),
  clientAlgoId: text("The client's id, or the one that the venue gave it"),
  algoType: oneOf(["CONDITIONAL"], "Kind of order"),
  orderType: oneOf(orderTypes, "How it executes, and which way the price must go"),
  ...common,
  quantity: decimal("Quantity, base coin; 0: the whole position"),
  algoStatus: oneOf(words.algoStatuses, "What has become of it"),
  triggerPrice: decimal("Trigger price"),
  callbackRate: followingRate,
  icebergQuantity: Type.Null({ description: "Nothing is hidden here" }),
  createTime: timeNumber("Of placing, Unix ms"),
  triggerTime: timeNumber("When it triggered, Unix ms; 0 until then"),
};

/** A conditional order that was placed. */
export const PlacedAlgo = shape(algoFields);
export type PlacedAlgo = Static<typeof PlacedAlgo>;

/** A conditional order, live or ended. */
export const AlgoOrder = shape({
  ...algoFields,
  actualOrderId: text("The order that it became when it triggered; empty until then"),
  actualPrice: decimal("Average price of that order's fills; 0 without"),
  actualQty: decimal("Filled quantity of that order"),
  actualType: text("Type of that order; empty until then"),
});
export type AlgoOrder = Static<typeof AlgoOrder>;

/** DELETE algoOrder. */
export const CanceledAlgo = shape({
  algoId: id("Id of the conditional order"),
  clientAlgoId: text("The client's id, or the one that the venue gave it"),
  code: Type.Literal("200", { description: "200, as text" }),
  msg: text("That it was done"),
});
export type CanceledAlgo = Static<typeof CanceledAlgo>;
