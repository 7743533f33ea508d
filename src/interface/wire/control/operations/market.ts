import { Type } from "typebox";
import { clientId } from "../../commonParameters.ts";
import { anything, choice, decimal, flag, integer, objects, optional, text, time } from "../../parameter.ts";
import * as control from "../index.ts";
import { controlOperation } from "../operation.ts";
import { accountText, contractText } from "../parameters.ts";
import { placedActions, priceMatches, selfTradePreventions, timesInForce, triggerSources } from "../words.ts";

export const reportedPrice = {
  symbol: contractText,
  price: text("A decimal.", 40),
  source: integer("A number of the reporter's choice that names the source."),
  weight: optional(integer("What the source counts, a whole number.", { min: 1 }), 1),
};

export const amendOrder = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/orders/amend",
  summary: "Change an order that rests or waits, as if its owner had",
  answer: control.OrderView,
  parameters: {
    account: accountText,
    order: text("Its id, or the client's id.", 64),
    price: optional(
      decimal(
        "New limit price; of a waiting order the price at which it executes. Without it the order keeps its own.",
      ),
    ),
    size: optional(decimal("New size of the whole order, what is filled included.")),
    triggerPrice: optional(decimal("New trigger price of an order that waits.")),
  },
});

export const cancelOrder = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/orders/cancel",
  summary: "Cancel any live order",
  answer: control.OrderNamed,
  parameters: { order: integer("Its id.", { min: 1 }) },
});

export const closePositions = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/positions/close",
  summary: "Close positions of an account at market",
  answer: control.Closings,
  parameters: {
    account: accountText,
    symbol: optional(text("Only positions in this contract, by symbol or base coin; all without it.", 64)),
    position: optional(integer("Only the position of this id.", { min: 1 }), 0),
  },
});

export const followPrices = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/prices/follow",
  summary: "Let a contract's index follow the market's own feed again",
  answer: control.PriceFollowed,
  parameters: { symbol: contractText },
});

export const listOrders = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/orders",
  summary: "List the live orders of an account",
  answer: control.LiveOrders,
  parameters: { account: accountText },
});

const ORDER_NAMES = {
  market: "price",
  presetTakeProfit: "takeProfit",
  presetStopLoss: "stopLoss",
  selfTradeMode: "selfTradePrevention",
};

export const placeOrder = controlOperation({
  method: "POST",
  role: "operate",
  isRepeatable: true,
  path: "/control/orders/place",
  summary: "Place an order of an account, as if its owner had",
  answer: control.OrderView,
  commands: {
    placeOrder: ORDER_NAMES,
    placePlan: { ...ORDER_NAMES, triggerSource: "triggerOn" },
  },
  parameters: {
    account: accountText,
    symbol: contractText,
    action: choice(
      "What it does to which leg; `buy` and `sell` are of an account in one-way mode.",
      placedActions,
    ),
    size: decimal("In the base coin, whole lots."),
    price: optional(decimal("Limit price; without it a market order.")),
    timeInForce: optional(choice("How long a limit order holds; `gtc` without it.", timesInForce)),
    priceMatch: optional(
      choice(
        "In place of a price: the level of the other side of the book, or of its own, that gives it.",
        priceMatches,
      ),
    ),
    goodTill: optional(time("When a limit order ends by itself, market time in Unix ms; without it never.")),
    selfTradePrevention: optional(
      choice("What happens when it meets own orders; as the account has it without.", selfTradePreventions),
    ),
    orRefused: optional(
      flag(
        "Refuse a post-only order that would take and a fill-or-kill that cannot fill, rather than cancel it.",
      ),
      false,
    ),
    triggerPrice: optional(decimal("Makes it a plan order, which waits until the price reaches this one.")),
    triggerOn: optional(choice("The price that a plan order watches; `last` without it.", triggerSources)),
    takeProfit: optional(decimal("Trigger price of a take-profit for what it opens.")),
    stopLoss: optional(decimal("Trigger price of a stop-loss for what it opens.")),
    position: optional(
      integer("Position that it closes, in separated mode; without it the oldest first.", { min: 1 }),
      0,
    ),
    clientId: optional(clientId(40), ""),
  },
});

export const showPrices = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/prices",
  at: "leader",
  summary: "Show index and mark prices and their sources",
  answer: control.Prices,
  parameters: {},
});

export const pushPrices = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/prices/push",
  summary: "Set index prices, to a value or by a percentage",
  answer: control.PricesPushed,
  parameters: {
    prices: {
      ...anything(
        "New prices by symbol or base coin, as decimals, or as moves from the present price: -10%.",
      ),
      schema: Type.Record(Type.String(), Type.String(), {
        description:
          "New prices by symbol or base coin, as decimals, or as moves from the present price: -10%.",
      }),
    },
  },
});

export const reportPrices = controlOperation({
  method: "POST",
  role: "operate",
  path: "/control/prices/report",
  summary: "Report prices of several sources, of which the venue makes the index",
  answer: control.PricesReported,
  parameters: {
    prices: objects("`{symbol, price, source, weight}`; weight 1 where it is left out.", reportedPrice, 256),
  },
});

export const showOrder = controlOperation({
  method: "GET",
  role: "read",
  path: "/control/orders/show",
  summary: "Show an order of an account, live or ended, with what it traded",
  answer: control.OrderView,
  parameters: { account: accountText, order: text("Its id, or the client's id.", 64) },
});
