import {
  DirectedError,
  invalidParameter,
  leverageText,
  moneyText,
  refusal,
  WireError,
} from "../../../interface/wire/index.ts";
import type { CommandField, Rejection, RejectionType } from "../../../kernel/core/index.ts";
import {
  BUY,
  LONG,
  MONEY_UNITS_MAX,
  NET_BUY,
  NET_SELL,
  STATUS_FROZEN,
  valueRules,
} from "../../../kernel/core/index.ts";
import { accountRestricted } from "../auth/accounts.ts";
import type { ContractSpec } from "../contracts.ts";
import type { RefusedBy } from "../requestLog/entry.ts";
import type { Asked } from "./asked.ts";
import { Request } from "./asked.ts";
import { numbersOf } from "./refusalNumbers.ts";

type Refusals = {
  readonly [T in RejectionType]: (why: Extract<Rejection, { type: T }>, asked: Request) => WireError;
};

/** Whether a value is a side without a position's, which is refused of accounts in hedge mode alone. */
function isOfOneWay(field: CommandField, value: unknown): boolean {
  return field === "action" && (value === NET_BUY || value === NET_SELL);
}

/**
 * The form of each refusal of the core on the wire. Refusals of the market are 40015 with the engine's
 * status names, and keep the fragments that clients search for: "not enough", "open orders", "limit exceed",
 * "order count".
 */
const refusals: Refusals = {
  unknownAccount: () => new WireError("apiRestricted"),
  unknownContract: (_, asked) => invalidParameter(asked.name("contract")),
  invalidContract: ({ rule }) => refusal("INVALID_ARGUMENT", `the contract breaks rule ${rule}`),
  symbolTaken: () => refusal("INVALID_ARGUMENT", "the symbol is taken"),
  nameTaken: () => refusal("INVALID_ARGUMENT", "the name is taken"),
  keyTaken: () => refusal("INVALID_ARGUMENT", "the key is taken"),
  unknownKey: () => refusal("INVALID_ARGUMENT", "the key does not exist"),
  accountFrozen: ({ status, account }) =>
    status === STATUS_FROZEN ? new WireError("accountFrozen") : accountRestricted(account),
  invalidValue: ({ field, value, rule, limit }, asked) => {
    const broken = isOfOneWay(field, value)
      ? "only of accounts in one-way mode"
      : valueRules[rule].replace("{limit}", asked.valueOf(field, limit));
    return invalidParameter(asked.name(field), `${broken}, got '${asked.valueOf(field, value)}'`);
  },

  contractNotTradable: ({ apiTradable }, { symbol }) =>
    !apiTradable
      ? new WireError("pairClosed", `Insufficient permissions: ${symbol} does not support API trading`)
      : refusal("FAILED_PRECONDITION", `trading in ${symbol} is suspended`),
  noMarkPrice: (_, { symbol }) => refusal("FAILED_PRECONDITION", `${symbol} has no mark price yet`),
  sizeTooSmall: ({ size, min }, show) =>
    refusal(
      "INVALID_ARGUMENT",
      `${show.name("size")} '${show.size(size)}' is below the minimum '${show.size(min)}'`,
    ),
  sizeTooLarge: ({ size, max }, show) =>
    refusal(
      "INVALID_ARGUMENT",
      `${show.name("size")} '${show.size(size)}' is above the maximum '${show.size(max)}'`,
      "sizeTooLarge",
    ),
  clientIdLive: ({ order }, asked) =>
    refusal(
      "INVALID_ARGUMENT",
      `duplicate client order id: the pending order ${order} has ${asked.name("clientId")} '${asked.valueOf("clientId", "")}'`,
      "clientIdTaken",
    ),
  noDepth: ({ side, levels, wanted }) =>
    refusal(
      "FAILED_PRECONDITION",
      `the book has ${levels} levels of ${side === BUY ? "bids" : "asks"}, and the order's price is to be that of level ${wanted}`,
    ),
  priceAboveBand: ({ price, max, mark }, show) =>
    refusal(
      "INVALID_ARGUMENT",
      `buy price '${show.price(price)}' is above the highest allowed '${show.price(max)}' at mark price '${show.points(mark)}'`,
    ),
  priceBelowBand: ({ price, min, mark }, show) =>
    refusal(
      "INVALID_ARGUMENT",
      `sell price '${show.price(price)}' is below the lowest allowed '${show.price(min)}' at mark price '${show.points(mark)}'`,
    ),
  priceTooFar: ({ field, price, limit, mark }, show) =>
    refusal(
      "INVALID_ARGUMENT",
      `${show.name(field)} '${show.price(price)}' is too far from mark price '${show.points(mark)}', the limit is '${show.price(limit)}'`,
    ),
  notionalTooSmall: ({ notional, min }) =>
    refusal(
      "INVALID_ARGUMENT",
      `the order is worth ${moneyText(notional)}, and one that opens is worth at least ${moneyText(min)}`,
    ),
  presetWrongSide: ({ takeProfit, trigger, price }, show) =>
    refusal(
      "INVALID_ARGUMENT",
      `${takeProfit ? "take profit" : "stop loss"} param triggerPrice '${show.price(trigger)}'${show.also(takeProfit ? "presetTakeProfit" : "presetStopLoss")} is on the wrong side of price '${show.price(price)}'`,
    ),
  marginModeMismatch: ({ asked, actual }, request) => otherMode("marginMode", asked, actual, request),
  separatedModeMismatch: ({ asked, actual }, request) => otherMode("separatedMode", asked, actual, request),
  oneWayCombined: (_, { symbol }) =>
    refusal(
      "FAILED_PRECONDITION",
      `position mode ONE_WAY needs separatedMode COMBINED in every contract, and ${symbol} would have another`,
    ),
  oneWayLeg: ({ leg, size }, asked) =>
    refusal(
      "FAILED_PRECONDITION",
      `in position mode ONE_WAY an account holds one leg of a contract, and this one is ${legName(leg)} ${asked.size(size)}: close that first, an order that closes is reduce-only`,
    ),
  openOrderLimit: ({ limit }, { symbol }) =>
    refusal("RESOURCE_EXHAUSTED", `order count limit exceed: at most ${limit} orders may rest in ${symbol}`),
  positionMissing: ({ leg }, asked) =>
    refusal(
      "INVALID_ARGUMENT",
      `Position ID missing in separated mode: which ${legName(leg)} position to close must be named${asked.also("position")}`,
    ),
  unknownPosition: ({ position }, asked) =>
    refusal("INVALID_ARGUMENT", `position ${position}${asked.also("position")} does not exist`),
  closeTooLarge: ({ leg, size, closable }, show) =>
    refusal(
      "FAILED_PRECONDITION",
      `the ${legName(leg)} position is not enough: closable size '${show.size(closable)}', current size '${show.size(size)}'${show.also("size")}`,
    ),
  tierExceeded: ({ leverage, notional, limit }) =>
    refusal(
      "FAILED_PRECONDITION",
      `the position value limit exceed: ${moneyText(notional)} at leverage ${leverageText(leverage)}, at most ${moneyText(limit)}`,
    ),
  positionLimit: ({ size, max }, show) =>
    refusal(
      "FAILED_PRECONDITION",
      `the position size limit exceed: '${show.size(size)}', at most '${show.size(max)}'`,
    ),
  marginInsufficient: ({ needed, available }) =>
    refusal(
      "FAILED_PRECONDITION",
      `available amount not enough: needed ${moneyText(needed)}, available ${moneyText(available)}`,
    ),
  siblingInBreach: ({ position, requirement }) =>
    refusal(
      "FAILED_PRECONDITION",
      `available amount not enough: the larger position would require ${moneyText(requirement)} of margin of position ${position}, which has no more than that; add margin to it first`,
    ),

  wouldTake: ({ price, best }, show) =>
    refusal(
      "FAILED_PRECONDITION",
      `a post-only order at '${show.price(price)}' would take: the best price on the other side is '${show.price(best)}'`,
    ),
  cannotFill: ({ size }, show) =>
    refusal("FAILED_PRECONDITION", `a fill-or-kill order for '${show.size(size)}' cannot fill in full now`),

  triggerAtPrice: ({ trigger, price }, show) =>
    refusal(
      "INVALID_ARGUMENT",
      `trigger price '${show.price(trigger)}'${show.also("triggerPrice")} equals the current price '${show.points(price)}'`,
    ),
  triggerAlreadyMet: ({ trigger, price }, show) =>
    refusal(
      "INVALID_ARGUMENT",
      `trigger price '${show.price(trigger)}'${show.also("triggerPrice")} would trigger at once at the current price '${show.points(price)}'`,
    ),
  legTriggerLive: ({ order }) =>
    refusal(
      "FAILED_PRECONDITION",
      `order ${order} waits already to close the whole position from this side, and ends with it: one does for each direction`,
    ),

  orderNotFound: () => new WireError("orderNotFound"),
  orderNotPlan: () => new WireError("orderNotFound", "Order does not exist: it is no untriggered order"),
  nothingToClose: () => refusal("FAILED_PRECONDITION", "there is no position to close"),
  orderNotResting: ({ order }) =>
    refusal(
      "FAILED_PRECONDITION",
      `order ${order} neither rests in the book nor waits for its trigger: it cannot be amended`,
    ),
  tooManyAmendments: ({ order, count, max }) =>
    refusal(
      "FAILED_PRECONDITION",
      `order ${order} was changed ${count} times, and ${max} is the most that one may be: cancel it and place another`,
    ),
  sizeFilled: ({ size, filled }, show) =>
    refusal(
      "FAILED_PRECONDITION",
      `${show.name("size")} '${show.size(size)}' leaves nothing: '${show.size(filled)}' of the order is filled; cancel it to end it`,
    ),

  leverageOutOfRange: ({ field, leverage, min, max }, asked) =>
    leverage > max
      ? new WireError(
          "leverageTooHigh",
          `Leverage cannot exceed the limit: ${leverageText(leverage)}${asked.also(field)}, at most ${leverageText(max)}`,
        )
      : invalidParameter(asked.name(field), `${leverageText(leverage)} is below ${leverageText(min)}`),
  openOrdersExist: ({ orders, order, isPaper }, { symbol }) =>
    refusal(
      "FAILED_PRECONDITION",
      `${symbol}${onPaper(isPaper)} has ${orders} open orders, the oldest ${order}: cancel them first`,
    ),
  positionExists: ({ position, isPaper }, { symbol }) =>
    refusal(
      "FAILED_PRECONDITION",
      `${symbol}${onPaper(isPaper)} has an open position (${position}): close it first`,
    ),
  leverageLowered: ({ field, asked, current }, request) =>
    refusal(
      "FAILED_PRECONDITION",
      `leverage of an isolated position cannot be lowered from ${leverageText(current)} to ${leverageText(asked)}${request.also(field)}`,
    ),
  tierLeverage: ({ field, asked, max }, request) =>
    new WireError(
      "leverageTooHigh",
      `Leverage cannot exceed the limit: ${leverageText(asked)}${request.also(field)}, at most ${leverageText(max)} for this position`,
    ),
  positionNotIsolated: ({ position }, asked) =>
    refusal("FAILED_PRECONDITION", `position ${position}${asked.also("position")} is not isolated`),
  marginNotRemovable: ({ asked, removable }, request) =>
    refusal(
      "FAILED_PRECONDITION",
      `Move margin available amount not enough. Move out available amount is ${moneyText(removable)}, move out amount is ${moneyText(asked)}${request.also("amount")}`,
    ),

  balanceInsufficient: ({ asked, withdrawable }) =>
    refusal(
      "FAILED_PRECONDITION",
      `available amount not enough: needed ${moneyText(asked)}, available ${moneyText(withdrawable)}`,
    ),
  unknownMovement: ({ id }) => refusal("INVALID_ARGUMENT", `movement ${id} does not exist`),
  amountNotPositive: () => refusal("INVALID_ARGUMENT", "the amount must be above 0"),
  movementNotAllowed: ({ movement }) => refusal("INVALID_ARGUMENT", `movement ${movement} is not allowed`),
  referralCircular: ({ account, agent }) =>
    refusal("INVALID_ARGUMENT", `account ${account} would be its own agent through ${agent}`),
  noRebateDue: ({ account }) => refusal("FAILED_PRECONDITION", `no rebate is due for account ${account}`),
  moneyLimit: ({ asked, room }) =>
    refusal(
      "RESOURCE_EXHAUSTED",
      `amount limit exceed: the venue holds at most ${MONEY_UNITS_MAX} of a coin, ${moneyText(asked)} asked, ${moneyText(room)} left`,
    ),
  counterLimit: ({ account, limit }) =>
    refusal(
      "RESOURCE_EXHAUSTED",
      `amount limit exceed: account ${account} moves or trades no more than ${moneyText(limit)} in its life`,
    ),

  indexOutOfRange: ({ points, max }, show) =>
    refusal(
      "INVALID_ARGUMENT",
      `index price '${show.points(points)}' lies outside one tick to '${show.points(max)}', the contract's highest price`,
    ),
  workPending: () => new WireError("unavailable", "The venue is busy: nothing was done, send it again", 1),
  operatorTaken: () => refusal("INVALID_ARGUMENT", "there is an operator of that name"),
  unknownOperator: () => refusal("INVALID_ARGUMENT", "there is no such operator"),
  referenceUsed: () => refusal("FAILED_PRECONDITION", "the reference was used already"),
  wouldBreach: ({ entries, account }) =>
    refusal(
      "FAILED_PRECONDITION",
      `${entries} positions would be liquidated, the first of account ${account}`,
    ),
  directed: ({ wireCode, text }) => new DirectedError(wireCode, text),
  directiveUnfit: ({ order }) => refusal("FAILED_PRECONDITION", `order ${order} cannot do that now`),
  unknownDirective: ({ id }) => refusal("INVALID_ARGUMENT", `there is no directive ${id}`),
  venueFull: ({ limit }) => refusal("RESOURCE_EXHAUSTED", `limit exceed: there may be at most ${limit}`),
};

function onPaper(isPaper: boolean): string {
  return isPaper ? " on paper" : "";
}

/** The index of the contract that a refusal names, if it names one. */
export function contractNamed(why: Rejection): number | undefined {
  return "contract" in why ? why.contract : undefined;
}

/**
 * The wire's form of a refusal.
 *
 * @param asked the request: without it, prices and sizes are ticks and lots, and fields have the core's
 * names
 */
export function refusalOf(why: Rejection, asked: Asked = {}): WireError {
  const request = new Request(asked);
  const error = (refusals[why.type] as (why: Rejection, asked: Request) => WireError)(why, request);
  error.rule = why.type === "directed" ? (ruleSaid(why.text) ?? why.type) : why.type;
  error.cause = new MarketRefusal(why, asked.contract);
  return error;
}

/** Phrases by which clients recognize the rule that refuses. */
const PHRASES: readonly (readonly [RegExp, RejectionType])[] = [
  [/available amount not enough/, "marginInsufficient"],
  [/above the highest allowed/, "priceAboveBand"],
  [/below the lowest allowed/, "priceBelowBand"],
  [/too many open orders|order count limit exceed/, "openOrderLimit"],
  [/trading .*is suspended/, "contractNotTradable"],
  [/position (?:value|size) limit exceed/, "positionLimit"],
  [/closable size/, "closeTooLarge"],
  [/no position to close/, "nothingToClose"],
];

/**
 * The rule whose phrase is in the text of a directive, so that a dialect uses its own code and words for
 * that rule.
 */
function ruleSaid(text: string): RejectionType | undefined {
  return PHRASES.find(([phrase]) => phrase.test(text))?.[1];
}

/**
 * The cause of a {@link WireError}: the rule of the market that refused, and its numbers when they are asked
 * for.
 */
export class MarketRefusal {
  readonly #why: Rejection;
  readonly #contract: ContractSpec | undefined;

  constructor(why: Rejection, contract: ContractSpec | undefined) {
    this.#why = why;
    this.#contract = contract;
  }

  /** The form that the request log keeps. */
  shown(): RefusedBy {
    return { rule: this.#why.type, numbers: numbersOf(this.#why, this.#contract) };
  }
}

/**
 * The refusal of a mode that differs from the symbol's. A mode that the request left out has a default,
 * which its client never sent.
 */
function otherMode(field: CommandField, asked: number, actual: number, request: Request): WireError {
  const given = `it is ${request.valueOf(field, asked)}${request.isDefault(field, asked) ? ", also where it is left out" : ""}`;
  const symbols = request.valueOf(field, actual);
  return invalidParameter(
    request.name(field),
    `${given}, and the symbol's mode is ${symbols}: send ${symbols}`,
  );
}

function legName(leg: number): string {
  return leg === LONG ? "long" : "short";
}
