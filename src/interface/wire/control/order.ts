import type { Static } from "typebox";
import { Type } from "typebox";
import { decimal, shape, text } from "../fields.ts";
import { flag, leg, marketTime, order, position, symbol } from "./fields.ts";

/** Control's answers about orders and closed positions. */

const action = Type.Enum(["open-long", "open-short", "close-long", "close-short"], {
  description: "What it does to which leg",
});
/** What only some orders that wait have. */
const following = {
  callbackRate: Type.Optional(
    decimal("Of a trailing stop: how far its trigger follows the price, a fraction"),
  ),
  activationPrice: Type.Optional(
    decimal("Of a trailing stop that is not active from the start: where it becomes that"),
  ),
  endsWithPosition: Type.Optional(flag("It takes the whole position at its trigger, and ends with it")),
  priceProtect: Type.Optional(flag("At its trigger it ends where last and mark price are too far apart")),
};
const live = {
  order,
  symbol,
  action,
  state: text("pending, open, canceling, untriggered; of ended ones filled or canceled"),
  price: text("A decimal, or `market`"),
  size: decimal("In the base coin"),
  remaining: decimal("Of it not filled"),
  clientId: text("The client's own id, empty for none"),
};

export const LiveOrder = shape({ ...live, triggerPrice: decimal("0: it waits for none"), ...following });
export type LiveOrder = Static<typeof LiveOrder>;
export const LiveOrders = Type.Array(LiveOrder, { description: "Newest first" });
export type LiveOrders = Static<typeof LiveOrders>;

export const OrderView = shape({
  ...live,
  kind: text("Order, plan order, take-profit, stop-loss, or what the venue placed"),
  timeInForce: Type.Enum(["gtc", "post-only", "fok", "ioc"], { description: "How long it waits" }),
  priceMatch: Type.Optional(text("The level of the book that gave it its price, or is to give it")),
  goodTill: Type.Optional(marketTime("When it ends by itself")),
  selfTradePrevention: Type.Optional(text("What happens when it meets own orders, if it says so itself")),
  triggerPrice: Type.Optional(decimal("What it waits for")),
  triggerOn: Type.Optional(Type.Enum(["last", "mark"], { description: "Which price that is" })),
  ...following,
  takeProfit: Type.Optional(decimal("Of what it opens")),
  stopLoss: Type.Optional(decimal("Of what it opens")),
  marginMode: Type.Enum(["shared", "isolated"], { description: "Which margin carries it" }),
  leverage: decimal("A factor"),
  position: Type.Optional(position),
  averagePrice: Type.Optional(decimal("Of its fills")),
  filledValue: decimal("Size times price of its fills, USDT"),
  fee: decimal("Paid, USDT; below 0: received"),
  realized: decimal("Profit that it realized, USDT"),
  cancelReason: Type.Optional(text("Why it was cancelled")),
  createdTime: marketTime("When it was placed"),
  updatedTime: marketTime("When it changed last"),
});
export type OrderView = Static<typeof OrderView>;

export const OrderNamed = shape({ order });
export type OrderNamed = Static<typeof OrderNamed>;

export const ClosingView = shape({
  position,
  symbol,
  leg,
  size: decimal("What was open, in the base coin"),
  order: Type.Optional(order),
  left: decimal("What is open still"),
  why: Type.Optional(text("Why there is no order")),
});
export type ClosingView = Static<typeof ClosingView>;
export const Closings = Type.Array(ClosingView);
export type Closings = Static<typeof Closings>;
