import * as words from "../../../../interface/wire/fapi/tradingWords.ts";
import type { AlgoUpdate, OrderTradeUpdate, TradeLite } from "../../../../interface/wire/fapi/userStream.ts";
import { moneyText, priceText, sizeText } from "../../../../interface/wire/index.ts";
import { orderType } from "../../../../interface/wire/v3/words.ts";
import type { FillImage, OrderImage, TimeMs } from "../../../../kernel/core/index.ts";
import {
  CANCEL_USER,
  FOK,
  isOpening,
  STATE_CANCELED,
  STATE_PENDING,
  sideOf,
  TRIGGER_ON_LAST,
} from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { OrderRules } from "../../operation.ts";
import { clientIdOf } from "../../trading/ordersOf.ts";
import {
  algoStatusOf,
  averageOf,
  callbackText,
  hasNotTriggered,
  isOfVenue,
  isOneOrder,
  isWholePosition,
  positionSideOf,
  preventionOf,
  shownClientId,
  shownOrderId,
  shownPrice,
  statusOf,
  timeInForceOf,
  typeInBook,
} from "../order/showOrder.ts";
import type { WholeFill } from "../order/showTrade.ts";
import { symbolOf } from "../symbol.ts";

/*
 * Events of the user data stream about orders. What each field means: wire/fapi/userStream.ts.
 */

/** When an event is sent, and when it happened. */
export interface Moment {
  readonly sent: TimeMs;
  readonly happened: TimeMs;
}

/** An order after one of its fills: its average price, and what is filled, up to there. */
export interface Progress {
  readonly lots: number;
  readonly value: bigint;
}

type Order = OrderTradeUpdate["o"];

/** An order that came, ended, or was changed. */
export function orderEvent(
  order: OrderImage,
  execution: Order["x"],
  contract: ContractSpec,
  rules: OrderRules,
  { sent, happened }: Moment,
): OrderTradeUpdate {
  const filled = { lots: order.size - order.remaining, value: order.filledValue };
  const o = {
    ...fieldsOf(order, contract, rules, filled),
    x: execution,
    X: statusAt(order, execution),
    T: happened,
  };
  return { e: "ORDER_TRADE_UPDATE", E: sent, T: happened, o };
}

/** A fill of an order. @param progress of the order, this fill included */
export function tradeEvent(
  order: OrderImage,
  fill: FillImage,
  whole: WholeFill,
  progress: Progress,
  contract: ContractSpec,
  rules: OrderRules,
  { sent, happened }: Moment,
): OrderTradeUpdate {
  const o: Order = {
    ...fieldsOf(order, contract, rules, progress),
    x: isOfVenue(order) ? "CALCULATED" : "TRADE",
    X: progress.lots === order.size ? "FILLED" : "PARTIALLY_FILLED",
    l: sizeText(contract, whole.lots),
    L: averageOf(contract, whole.value, whole.lots),
    n: moneyText(whole.fee),
    T: happened,
    t: fill.trade,
    m: fill.maker,
    rp: moneyText(whole.profit),
    er: words.NO_EXPIRY,
  };
  return { e: "ORDER_TRADE_UPDATE", E: sent, T: happened, o };
}

/** TRADE_LITE: a trade in a few fields, before its ORDER_TRADE_UPDATE. */
export function liteEvent(
  order: OrderImage,
  fill: FillImage,
  whole: WholeFill,
  contract: ContractSpec,
  rules: OrderRules,
  { sent, happened }: Moment,
): TradeLite {
  return {
    e: "TRADE_LITE",
    E: sent,
    T: happened,
    s: symbolOf(contract),
    q: sizeText(contract, order.size),
    p: shownPrice(order, contract),
    m: fill.maker,
    c: shownClientId(order),
    S: words.sides[sideOf(order.action)]!,
    L: averageOf(contract, whole.value, whole.lots),
    l: sizeText(contract, whole.lots),
    t: fill.trade,
    i: shownOrderId(order, rules),
  };
}

/** A conditional order that came, changed, triggered or ended. */
export function algoEvent(
  order: OrderImage,
  contract: ContractSpec,
  rules: OrderRules,
  { sent, happened }: Moment,
): AlgoUpdate {
  const isTriggered = order.triggeredTime !== 0;
  const filled = order.size - order.remaining;
  const X = algoStatusOf(order);
  return {
    e: "ALGO_UPDATE",
    E: sent,
    T: happened,
    o: {
      caid: clientIdOf(order),
      aid: order.order,
      at: "CONDITIONAL",
      o: orderType(order),
      ...commonOf(order, contract, rules),
      q: sizeText(contract, order.size),
      X,
      ai: isTriggered ? String(shownOrderId(order, rules)) : "",
      ap: averageOf(contract, order.filledValue, filled),
      aq: sizeText(contract, filled),
      act: isTriggered ? typeInBook(order) : "",
      tp: priceText(contract, order.triggerPrice),
      p: shownPrice(order, contract),
      cp: isWholePosition(order),
      tt: order.triggeredTime,
      rm:
        X === "EXPIRED" || X === "REJECTED"
          ? (expiryWords[order.cancelReason] ?? "It could not be executed")
          : "",
    },
  };
}

/** Why a conditional order ended at its trigger, or waiting. */
const expiryWords: Readonly<Record<number, string>> = {
  2: "Its time has come.",
  4: "ReduceOnly Order is rejected.",
  5: "The account is liquidated.",
  6: "Margin is insufficient.",
  7: "Reach max open order limit.",
  8: "The venue has cancelled it.",
  12: "The other one of the two was executed.",
  13: "The position is closed.",
  14: "Limit price is beyond the bound of the mark price.",
  15: "No depth matches this price match.",
  16: "The countdown has run down.",
  17: "Last price and mark price are too far apart.",
};

/**
 * What has happened to an order, besides its fills.
 *
 * @returns undefined where it is nothing to tell of: it rests as it was told it would
 */
export function executionOf(order: OrderImage, rules: OrderRules): Order["x"] | undefined {
  const { state, change, cancelReason } = order;
  if (hasNotTriggered(order)) return executionOfWaiting(order, rules);
  if (state === STATE_PENDING && change === "") return "NEW";
  if (state === STATE_CANCELED) return cancelReason === CANCEL_USER ? "CANCELED" : "EXPIRED";
  return change === "amended" ? "AMENDMENT" : undefined;
}

/** A conditional order is told of as an order only where the profile shows it among them. */
function executionOfWaiting(
  { state, change, cancelReason }: OrderImage,
  rules: OrderRules,
): Order["x"] | undefined {
  if (!isOneOrder(rules)) return undefined;
  if (state === STATE_CANCELED) return cancelReason === CANCEL_USER ? "CANCELED" : "EXPIRED";
  return change === "amended" ? "AMENDMENT" : "NEW";
}

function statusAt(order: OrderImage, execution: Order["x"]): Order["X"] {
  return execution === "NEW" ? "NEW" : statusOf(order);
}

function fieldsOf(order: OrderImage, contract: ContractSpec, rules: OrderRules, { lots, value }: Progress) {
  const zero = priceText(contract, 0);
  const nothing = sizeText(contract, 0);
  const type = hasNotTriggered(order) ? orderType(order) : typeInBook(order);
  return {
    c: shownClientId(order),
    ...commonOf(order, contract, rules),
    o: isOfVenue(order) ? ("LIQUIDATION" as const) : type,
    q: sizeText(contract, order.size),
    p: shownPrice(order, contract),
    ap: averageOf(contract, value, lots),
    sp: priceText(contract, order.triggerPrice),
    i: shownOrderId(order, rules),
    l: nothing,
    z: sizeText(contract, lots),
    L: zero,
    N: contract.quoteCoin,
    n: "0",
    t: 0,
    b: "0",
    a: "0",
    m: false,
    ot: isOfVenue(order) ? ("LIQUIDATION" as const) : orderType(order),
    cp: isWholePosition(order),
    ...(order.callbackRate === 0
      ? {}
      : { AP: priceText(contract, order.activationPrice), cr: callbackText(order.callbackRate) }),
    si: 0,
    ss: 0,
    rp: "0",
    er: expiryOf(order),
  };
}

function commonOf(order: OrderImage, contract: ContractSpec, rules: OrderRules) {
  return {
    s: symbolOf(contract),
    S: words.sides[sideOf(order.action)]!,
    ps: positionSideOf(order.action, rules.positionMode),
    f: timeInForceOf(order),
    R: !isOpening(order.action),
    wt: words.workingTypes[order.triggerSource || TRIGGER_ON_LAST]!,
    pP: order.priceProtect,
    V: preventionOf(order, rules),
    pm: words.priceMatches[order.priceMatch]!,
    gtd: order.goodTill,
  };
}

/** `er`: that something could not fill has three words. */
function expiryOf({ state, cancelReason, market, timeInForce }: OrderImage): Order["er"] {
  if (state !== STATE_CANCELED) return words.NO_EXPIRY;
  const word = words.expiryReasons[cancelReason] ?? words.NO_EXPIRY;
  if (word !== IMMEDIATE_REST) return word as Order["er"];
  if (market) return "9";
  return timeInForce === FOK ? "10" : IMMEDIATE_REST;
}

const IMMEDIATE_REST = words.expiryReasons[3]! as Order["er"];
