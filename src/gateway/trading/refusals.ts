import type { Detail, Rejection, RejectionType } from "../../core/index.ts";
import { detailsOf, LONG, MONEY_UNITS_MAX, STATUS_FROZEN } from "../../core/index.ts";
import {
  DirectedError,
  invalidParameter,
  leverageText,
  moneyText,
  pointsText,
  priceText,
  refusal,
  sizeText,
  WireError,
} from "../../wire/index.ts";
import type { ContractSpec } from "../contracts.ts";
import type { RefusedBy } from "../requestLog/entry.ts";
import { accountRestricted } from "../risk/riskControl.ts";

type Refusals = {
  readonly [T in RejectionType]: (why: Extract<Rejection, { type: T }>, contract: Show) => WireError;
};

/** Writes numbers in the units of the command's contract; undefined for commands that concern none. */
interface Show {
  price(ticks: number): string;
  points(points: number): string;
  size(lots: number): string;
  symbol: string;
  /** The parameter that gave a leverage. */
  leverageName: string;
}

/**
 * What each refusal of the core looks like on the wire. Refusals of the market are 40015 with the engine's status names,
 * and keep the fragments that clients search for: "not enough", "open orders", "limit exceed", "order count".
 */
const refusals: Refusals = {
  unknownAccount: () => new WireError("apiRestricted"),
  unknownContract: () => invalidParameter("symbol"),
  invalidContract: ({ rule }) => refusal("INVALID_ARGUMENT", `the contract breaks rule ${rule}`),
  symbolTaken: () => refusal("INVALID_ARGUMENT", "the symbol is taken"),
  nameTaken: () => refusal("INVALID_ARGUMENT", "the name is taken"),
  keyTaken: () => refusal("INVALID_ARGUMENT", "the key is taken"),
  unknownKey: () => refusal("INVALID_ARGUMENT", "the key does not exist"),
  accountFrozen: ({ status, account }) =>
    status === STATUS_FROZEN ? new WireError("accountFrozen") : accountRestricted(account),
  invalidValue: ({ value }) => refusal("INVALID_ARGUMENT", `a value is not allowed: ${value}`),

  contractNotTradable: ({ apiTradable }, { symbol }) =>
    !apiTradable
      ? new WireError("pairClosed", `Insufficient permissions: ${symbol} does not support API trading`)
      : refusal("FAILED_PRECONDITION", `trading in ${symbol} is suspended`),
  noMarkPrice: (_, { symbol }) => refusal("FAILED_PRECONDITION", `${symbol} has no mark price yet`),
  sizeTooSmall: ({ size, min }, show) =>
    refusal("INVALID_ARGUMENT", `size '${show.size(size)}' is below the minimum '${show.size(min)}'`),
  sizeTooLarge: ({ size, max }, show) =>
    refusal(
      "INVALID_ARGUMENT",
      `size '${show.size(size)}' is above the maximum '${show.size(max)}'`,
      "sizeTooLarge",
    ),
  clientIdLive: ({ order }) =>
    refusal(
      "INVALID_ARGUMENT",
      `duplicate client order id: the pending order ${order} has it`,
      "clientIdTaken",
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
  priceTooFar: ({ price, limit, mark }, show) =>
    refusal(
      "INVALID_ARGUMENT",
      `price '${show.price(price)}' is too far from mark price '${show.points(mark)}', the limit is '${show.price(limit)}'`,
    ),
  presetWrongSide: ({ takeProfit, trigger, price }, show) =>
    refusal(
      "INVALID_ARGUMENT",
      `${takeProfit ? "take profit" : "stop loss"} param triggerPrice '${show.price(trigger)}' is on the wrong side of price '${show.price(price)}'`,
    ),
  marginModeMismatch: ({ asked, actual }) =>
    invalidParameter("marginMode", `it is ${asked}, and the symbol's mode is ${actual}`),
  separatedModeMismatch: ({ asked, actual }) =>
    invalidParameter("separatedMode", `it is ${asked}, and the symbol's mode is ${actual}`),
  openOrderLimit: ({ limit }, { symbol }) =>
    refusal("RESOURCE_EXHAUSTED", `order count limit exceed: at most ${limit} orders may rest in ${symbol}`),
  positionMissing: ({ leg }) =>
    refusal(
      "INVALID_ARGUMENT",
      `Position ID missing in separated mode: which ${legName(leg)} position to close must be named`,
    ),
  unknownPosition: ({ position }) => refusal("INVALID_ARGUMENT", `position ${position} does not exist`),
  closeTooLarge: ({ leg, size, closable }, show) =>
    refusal(
      "FAILED_PRECONDITION",
      `the ${legName(leg)} position is not enough: closable size '${show.size(closable)}', current size '${show.size(size)}'`,
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

  triggerAtPrice: ({ trigger, price }, show) =>
    refusal(
      "INVALID_ARGUMENT",
      `trigger price '${show.price(trigger)}' equals the current price '${show.points(price)}'`,
    ),
  triggerAlreadyMet: ({ trigger, price }, show) =>
    refusal(
      "INVALID_ARGUMENT",
      `trigger price '${show.price(trigger)}' would trigger at once at the current price '${show.points(price)}'`,
    ),

  orderNotFound: () => new WireError("orderNotFound"),
  orderNotPlan: () => new WireError("orderNotFound", "Order does not exist: it is no untriggered order"),
  nothingToClose: () => refusal("FAILED_PRECONDITION", "there is no position to close"),
  orderNotResting: ({ order }) =>
    refusal(
      "FAILED_PRECONDITION",
      `order ${order} neither rests in the book nor waits for its trigger: it cannot be amended`,
    ),
  sizeFilled: ({ size, filled }, show) =>
    refusal(
      "FAILED_PRECONDITION",
      `size '${show.size(size)}' leaves nothing: '${show.size(filled)}' of the order is filled; cancel it to end it`,
    ),

  leverageOutOfRange: ({ leverage, min, max }, { leverageName }) =>
    leverage > max
      ? new WireError(
          "leverageTooHigh",
          `Leverage cannot exceed the limit: ${leverageText(leverage)}, at most ${leverageText(max)}`,
        )
      : invalidParameter(leverageName, `${leverageText(leverage)} is below ${leverageText(min)}`),
  openOrdersExist: ({ orders }, { symbol }) =>
    refusal("FAILED_PRECONDITION", `${symbol} has ${orders} open orders: cancel them first`),
  positionExists: ({ position }, { symbol }) =>
    refusal("FAILED_PRECONDITION", `${symbol} has an open position (${position}): close it first`),
  leverageLowered: ({ asked, current }) =>
    refusal(
      "FAILED_PRECONDITION",
      `leverage of an isolated position cannot be lowered from ${leverageText(current)} to ${leverageText(asked)}`,
    ),
  tierLeverage: ({ asked, max }) =>
    new WireError(
      "leverageTooHigh",
      `Leverage cannot exceed the limit: ${leverageText(asked)}, at most ${leverageText(max)} for this position`,
    ),
  positionNotIsolated: ({ position }) =>
    refusal("FAILED_PRECONDITION", `position ${position} is not isolated`),
  marginNotRemovable: ({ asked, removable }) =>
    refusal(
      "FAILED_PRECONDITION",
      `Move margin available amount not enough. Move out available amount is ${moneyText(removable)}, move out amount is ${moneyText(asked)}`,
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

/**
 * The wire's form of a refusal.
 *
 * @param contract what the command was about, if anything
 * @param leverageName the parameter that gave a leverage, if one did
 */
export function refusalOf(why: Rejection, contract?: ContractSpec, leverageName = "leverage"): WireError {
  const show: Show = {
    symbol: contract?.symbol ?? "the symbol",
    leverageName,
    price: (ticks) => (contract === undefined ? String(ticks) : priceText(contract, ticks)),
    points: (points) => (contract === undefined ? String(points) : pointsText(contract, points)),
    size: (lots) => (contract === undefined ? String(lots) : sizeText(contract, lots)),
  };
  const error = (refusals[why.type] as (why: Rejection, show: Show) => WireError)(why, show);
  error.cause = new MarketRefusal(why, show);
  return error;
}

/** Why the market refused, behind a {@link WireError}: its rule, and its numbers when they are asked for. */
export class MarketRefusal {
  readonly #why: Rejection;
  readonly #show: Show;

  constructor(why: Rejection, show: Show) {
    this.#why = why;
    this.#show = show;
  }

  /** As the request log keeps it. */
  shown(): RefusedBy {
    const texts = detailsOf(this.#why).map((detail) => [detail.name, this.#text(detail)]);
    return { rule: this.#why.type, numbers: Object.fromEntries(texts) };
  }

  #text({ kind, value }: Detail): string {
    if (typeof value === "bigint") return moneyText(value);
    if (typeof value !== "number") return String(value);
    if (kind === "Points") return this.#show.points(value);
    if (kind === "Lots") return this.#show.size(value);
    if (kind === "Ticks") return this.#show.price(value);
    if (kind === "Leverage") return leverageText(value);
    return String(value);
  }
}

function legName(leg: number): string {
  return leg === LONG ? "long" : "short";
}
