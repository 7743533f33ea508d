import { FOK, GTC, IOC, LONG, POST_ONLY, SHORT, TRIGGER_ON_LAST, TRIGGER_ON_MARK } from "../codes.ts";
import { clientId } from "../commonParameters.ts";
import type { Words } from "../fields.ts";
import type { Json, Parameters } from "../parameter.ts";
import {
  choice,
  decimal,
  filterId,
  integer,
  objects,
  optional,
  refusedAs,
  text,
  time,
} from "../parameter.ts";
import { sideParameter } from "../v3/parameters.ts";
import { FapiError } from "./errors.ts";
import { bool, refusedUnder, symbolParameter } from "./parameters.ts";
import { preventions, priceMatches } from "./tradingWords.ts";

/** Parameters of orders that several operations share. */

/** In one-way mode there is none, or BOTH. */
export const NO_LEG = -1;
export const positionSideParameter = optional(
  refusedUnder(
    -4060,
    "Invalid position side.",
    choice("BOTH in one-way mode, else the leg", { BOTH: NO_LEG, LONG, SHORT }),
  ),
);

/** GTD ends at `goodTillDate`. */
export const GTD = 4;
const timeInForceParameter = refusedAs(
  "timeInForceInvalid",
  choice("GTX: only to rest; GTD: until goodTillDate", { GTC, IOC, FOK, GTX: POST_ONLY, GTD }),
);

const workingTypeParameter = optional(
  refusedUnder(
    -4031,
    "Invalid working type.",
    choice("Price that is watched: that of the last trade, or mark", {
      CONTRACT_PRICE: TRIGGER_ON_LAST,
      MARK_PRICE: TRIGGER_ON_MARK,
    }),
  ),
);

const clientIdParameter = optional(clientId(36));

export const LIMIT = 0;
export const MARKET = 1;
/** Conditional types: bits of the others, and this. */
export const CONDITIONAL = 4;
export const TAKE_PROFIT = 2;
export const TRAILING = 8;

/** Types of a conditional order. */
const conditionalTypes = {
  STOP: CONDITIONAL,
  STOP_MARKET: CONDITIONAL | MARKET,
  TAKE_PROFIT: CONDITIONAL | TAKE_PROFIT,
  TAKE_PROFIT_MARKET: CONDITIONAL | TAKE_PROFIT | MARKET,
  TRAILING_STOP_MARKET: CONDITIONAL | TRAILING | MARKET,
};

export const ACK = 0;
export const RESULT = 1;

/** What few orders ask for. */
const rareParameters = {
  priceMatch: optional(
    refusedUnder(
      -5038,
      "Invalid price match.",
      choice("Level of the book whose price it takes, in place of a price", codesOf(priceMatches)),
    ),
    0,
  ),
  selfTradePreventionMode: optional(
    choice(
      "Which of two orders of the account ends when they meet; the account's where it is left out",
      codesOf(preventions),
    ),
  ),
  goodTillDate: optional(
    time("When it ends by itself, Unix ms; with timeInForce GTD, at least 10 minutes from now"),
    0,
  ),
  priceProtect: optional(bool("Whether it ends if last price and mark are far apart at its trigger"), false),
};

/** A table of words in the other direction, as a choice takes it. */
function codesOf(table: Words): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(table).map(([code, word]) => [word, Number(code)]));
}

/** Which way an order goes, conditional or not. */
const directionParameters = {
  symbol: symbolParameter,
  side: sideParameter,
  positionSide: positionSideParameter,
};

/** What else every order may say, conditional or not. */
const termsParameters = {
  timeInForce: optional(timeInForceParameter),
  quantity: optional(decimal("Quantity, base coin; none with closePosition")),
  price: optional(decimal("Limit price; required for LIMIT, STOP and TAKE_PROFIT")),
  reduceOnly: optional(bool("Whether it may only close; one-way mode alone")),
  closePosition: optional(bool("Whether it closes the whole position; conditional types at market only")),
  callbackRate: optional(decimal("By how much a trailing order follows, per cent")),
  workingType: workingTypeParameter,
  ...rareParameters,
};

const activationParameter = optional(decimal("Price at which a trailing order begins to follow"));

/** What POST order says of an order, and each item of POST batchOrders. */
export const orderParameters = {
  ...directionParameters,
  type: refusedAs("orderTypeInvalid", choice("How it executes", { LIMIT, MARKET, ...conditionalTypes })),
  newClientOrderId: clientIdParameter,
  newOrderRespType: optional(
    choice("ACK: as it was accepted; RESULT: as the request left it", { ACK, RESULT }),
    ACK,
  ),
  ...termsParameters,
  stopPrice: optional(decimal("Trigger price of a conditional type")),
  activationPrice: activationParameter,
};

/** What the fields of the command that these parameters make are called here. */
export const orderNames = {
  action: "side",
  leg: "positionSide",
  market: "type",
  size: "quantity",
  selfTradeMode: "selfTradePreventionMode",
  goodTill: "goodTillDate",
  clientId: "newClientOrderId",
};

/** Names one order; the id counts where both are sent. */
export const oneOrder = {
  symbol: symbolParameter,
  orderId: optional(filterId("Order id")),
  origClientOrderId: optional(text("Client's own id, if there is no order id", 64)),
};

/** What PUT order says of a change, and each item of PUT batchOrders. */
export const amendParameters = {
  ...oneOrder,
  side: sideParameter,
  quantity: decimal("Quantity of the whole order, base coin"),
  price: optional(decimal("Limit price; required without priceMatch")),
  priceMatch: rareParameters.priceMatch,
  reduceOnly: optional(bool("true is allowed of an order that only closes")),
};

/** Orders of a batch, read one by one, so that one that is wrong fails alone. */
export function batchOf(description: string, item: Parameters, itemsMax: number) {
  const list = objects(description, item, itemsMax);
  return {
    ...list,
    read(value: Json, name: string) {
      if (Array.isArray(value) && (value.length === 0 || value.length > itemsMax))
        throw new FapiError(
          -4082,
          `Invalid number of batch orders: 1 to ${itemsMax}. ${name} has ${value.length}`,
        );
      return list.read(value, name);
    },
  };
}

export const limitParameter = (most: number, usual: number) =>
  optional(integer("Rows", { min: 1, max: most }), usual);

/** What POST algoOrder says of a conditional order. */
export const algoParameters = {
  algoType: optional(choice("Kind of order", { CONDITIONAL: "CONDITIONAL" })),
  ...directionParameters,
  type: refusedAs(
    "orderTypeInvalid",
    choice(
      "A STOP fires when the price goes the order's own way, a TAKE_PROFIT when it comes towards it",
      conditionalTypes,
    ),
  ),
  triggerPrice: optional(decimal("Trigger price")),
  activatePrice: activationParameter,
  clientAlgoId: clientIdParameter,
  newOrderRespType: optional(choice("The answer is the same with either", { ACK: 0, RESULT: 1 }), 0),
  ...termsParameters,
};
