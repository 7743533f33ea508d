import type * as order from "../../../../interface/wire/fapi/order.ts";
import * as words from "../../../../interface/wire/fapi/tradingWords.ts";
import {
  averagePriceText,
  moneyText,
  priceText,
  rateText,
  sizeText,
} from "../../../../interface/wire/index.ts";
import { orderType } from "../../../../interface/wire/v3/words.ts";
import type { OrderView } from "../../../../kernel/core/index.ts";
import {
  CANCEL_MARGIN_NOT_ENOUGH,
  CANCEL_NO_DEPTH,
  CANCEL_PRICE_BAND,
  CANCEL_REDUCE_ONLY,
  CANCEL_SELF_TRADE,
  CANCEL_SYSTEM_LIMIT,
  CANCEL_USER,
  GTC,
  HEDGE,
  isOpening,
  KIND_AGREEMENT,
  KIND_LIQUIDATION,
  KIND_OFFSET,
  legOf,
  ownSelfTradeMode,
  STATE_CANCELED,
  STATE_FILLED,
  STATE_UNTRIGGERED,
  sideOf,
  TRIGGER_ON_LAST,
} from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { OrderRules } from "../../operation.ts";
import { clientIdOf } from "../../trading/ordersOf.ts";
import { symbolOf } from "../symbol.ts";

/*
 * Orders in the words of the fapi dialect, in answers and in pushes. What each field means:
 * wire/fapi/order.ts.
 */

/** The fields of an order that are shown. */
export type ShownOrder = Pick<
  OrderView,
  | "order"
  | "clientId"
  | "kind"
  | "action"
  | "state"
  | "cancelReason"
  | "market"
  | "price"
  | "timeInForce"
  | "size"
  | "remaining"
  | "filledValue"
  | "triggerPrice"
  | "triggerSource"
  | "triggerDirection"
  | "triggeredTime"
  | "callbackRate"
  | "activationPrice"
  | "priceProtect"
  | "endsWithLeg"
  | "selfTradeMode"
  | "goodTill"
  | "priceMatch"
  | "createdTime"
  | "updatedTime"
>;

/** The status of an order that does not wait for a trigger. */
export function statusOf({
  state,
  size,
  remaining,
  cancelReason,
}: Pick<OrderView, "state" | "size" | "remaining" | "cancelReason">): words.OrderStatus {
  if (state === STATE_FILLED) return "FILLED";
  if (state !== STATE_CANCELED) return remaining < size ? "PARTIALLY_FILLED" : "NEW";
  if (cancelReason === CANCEL_USER) return "CANCELED";
  return cancelReason === CANCEL_SELF_TRADE ? "EXPIRED_IN_MATCH" : "EXPIRED";
}

/** The status of a conditional order; once it has triggered, it goes on as another order. */
export function algoStatusOf({
  state,
  triggeredTime,
  cancelReason,
}: Pick<OrderView, "state" | "triggeredTime" | "cancelReason">): words.AlgoStatus {
  const hasEnded = state === STATE_FILLED || state === STATE_CANCELED;
  if (triggeredTime !== 0) return hasEnded ? "FINISHED" : "TRIGGERED";
  if (!hasEnded) return "NEW";
  if (cancelReason === CANCEL_USER) return "CANCELED";
  return REFUSED_AT_TRIGGER.has(cancelReason) ? "REJECTED" : "EXPIRED";
}

/** Why the market refuses an order whose trigger is met; for other reasons the venue ends it. */
const REFUSED_AT_TRIGGER: ReadonlySet<number> = new Set([
  CANCEL_REDUCE_ONLY,
  CANCEL_MARGIN_NOT_ENOUGH,
  CANCEL_SYSTEM_LIMIT,
  CANCEL_PRICE_BAND,
  CANCEL_NO_DEPTH,
]);

/** `positionSide` of an order or fill, by its action. */
export function positionSideOf(action: number, positionMode: number): "BOTH" | "LONG" | "SHORT" {
  return positionMode === HEDGE ? words.legs[legOf(action)]! : words.BOTH;
}

/**
 * The client's own id of an order, or the one that the venue gave it. Ids of orders that the venue placed
 * itself tell bots why.
 */
export function shownClientId(view: Pick<OrderView, "order" | "clientId" | "kind">): string {
  if (view.kind === KIND_LIQUIDATION || view.kind === KIND_OFFSET)
    return words.LIQUIDATION_PREFIX + view.order;
  return view.kind === KIND_AGREEMENT ? words.DELEVERAGING_PREFIX + view.order : clientIdOf(view);
}

/** Whether the venue placed the order, to liquidate or to deleverage. */
export function isOfVenue({ kind }: Pick<OrderView, "kind">): boolean {
  return kind === KIND_LIQUIDATION || kind === KIND_OFFSET || kind === KIND_AGREEMENT;
}

/**
 * Whether the order still waits for its trigger, or ended waiting: then it never was an order of the book.
 */
export function hasNotTriggered({ triggerPrice, triggeredTime }: ShownOrder): boolean {
  return triggerPrice !== 0 && triggeredTime === 0;
}

/** The order's type once it is in the book. */
export function typeInBook({ market }: Pick<OrderView, "market">): "MARKET" | "LIMIT" {
  return market ? "MARKET" : "LIMIT";
}

export function shownPrice(view: Pick<OrderView, "market" | "price">, contract: ContractSpec): string {
  return priceText(contract, view.market ? 0 : view.price);
}

/** Average price of `lots` that have `value` together; 0 without lots. */
export function averageOf(contract: ContractSpec, value: bigint, lots: number): string {
  return lots === 0 ? priceText(contract, 0) : averagePriceText(contract, value, lots);
}

/**
 * The difference between the id of a conditional order and that of the order that it becomes; ids of the
 * core stay far below it.
 */
const TRIGGERED_IDS = 4_000_000_000_000_000;

/**
 * The id of an order. An order that a conditional one became has another id than that, unless the profile
 * shows both as one order.
 */
export function shownOrderId(
  { order, triggeredTime }: Pick<OrderView, "order" | "triggeredTime">,
  rules: Pick<OrderRules, "conditionalOrders">,
): number {
  return triggeredTime === 0 || isOneOrder(rules) ? order : order + TRIGGERED_IDS;
}

/** Whether the profile shows conditional orders among the others, from their placement on. */
export function isOneOrder({ conditionalOrders }: Pick<OrderRules, "conditionalOrders">): boolean {
  return conditionalOrders === "both";
}

/** Whether an order is shown among orders: one that has never triggered is a conditional order only. */
export function isInOrders(view: ShownOrder, rules: OrderRules): boolean {
  return isOneOrder(rules) || !hasNotTriggered(view);
}

/** The core's id of a shown order. */
export function orderOfId(id: number): number {
  return id > TRIGGERED_IDS ? id - TRIGGERED_IDS : id;
}

/** An order, live or ended. */
export function showOrder(view: ShownOrder, contract: ContractSpec, rules: OrderRules): order.Order {
  return { ...showFields(view, contract, rules), time: view.createdTime };
}

/** An order as the request has left it. */
export function showChanged(view: ShownOrder, contract: ContractSpec, rules: OrderRules): order.ChangedOrder {
  const fields = showFields(view, contract, rules);
  return { ...fields, cumQty: fields.executedQty };
}

function showFields(view: ShownOrder, contract: ContractSpec, rules: OrderRules) {
  const filled = view.size - view.remaining;
  const shown = {
    ...showCommon(view, contract, rules),
    orderId: shownOrderId(view, rules),
    clientOrderId: shownClientId(view),
    status: statusOf(view),
    type: hasNotTriggered(view) ? orderType(view) : typeInBook(view),
    origType: orderType(view),
    avgPrice: averageOf(contract, view.filledValue, filled),
    origQty: sizeText(contract, view.size),
    executedQty: sizeText(contract, filled),
    cumQuote: moneyText(view.filledValue),
    stopPrice: priceText(contract, view.triggerPrice),
  };
  if (view.callbackRate === 0) return shown;
  return { ...shown, ...showActivation(view, contract), priceRate: callbackText(view.callbackRate) };
}

/** A conditional order, live or ended. */
export function showAlgo(view: ShownOrder, contract: ContractSpec, rules: OrderRules): order.AlgoOrder {
  const filled = view.size - view.remaining;
  const isTriggered = view.triggeredTime !== 0;
  return {
    ...showPlacedAlgo(view, contract, rules),
    actualOrderId: isTriggered ? String(shownOrderId(view, rules)) : "",
    actualPrice: averageOf(contract, view.filledValue, filled),
    actualQty: sizeText(contract, filled),
    actualType: isTriggered ? typeInBook(view) : "",
  };
}

export function showPlacedAlgo(
  view: ShownOrder,
  contract: ContractSpec,
  rules: OrderRules,
): order.PlacedAlgo {
  const shown = {
    ...showCommon(view, contract, rules),
    algoId: view.order,
    clientAlgoId: clientIdOf(view),
    algoType: "CONDITIONAL" as const,
    orderType: orderType(view),
    quantity: sizeText(contract, view.size),
    algoStatus: algoStatusOf(view),
    triggerPrice: priceText(contract, view.triggerPrice),
    icebergQuantity: null,
    createTime: view.createdTime,
    triggerTime: view.triggeredTime,
  };
  if (view.callbackRate === 0) return shown;
  return { ...shown, ...showActivation(view, contract), callbackRate: callbackText(view.callbackRate) };
}

/** What orders and conditional orders show alike. It stands first where it is spread: that copies fastest. */
function showCommon(view: ShownOrder, contract: ContractSpec, rules: OrderRules) {
  return {
    symbol: symbolOf(contract),
    side: words.sides[sideOf(view.action)]!,
    positionSide: positionSideOf(view.action, rules.positionMode),
    price: shownPrice(view, contract),
    workingType: words.workingTypes[view.triggerSource || TRIGGER_ON_LAST]!,
    timeInForce: timeInForceOf(view),
    priceMatch: words.priceMatches[view.priceMatch]!,
    selfTradePreventionMode: preventionOf(view, rules),
    priceProtect: view.priceProtect,
    goodTillDate: view.goodTill,
    reduceOnly: !isOpening(view.action),
    closePosition: isWholePosition(view),
    updateTime: view.updatedTime,
  };
}

export function timeInForceOf({
  market,
  timeInForce,
  goodTill,
}: Pick<OrderView, "market" | "timeInForce" | "goodTill">): (typeof words.allTimesInForce)[number] {
  if (goodTill !== 0) return "GTD";
  return words.timesInForce[market ? GTC : timeInForce]!;
}

/** An order's own self-trade prevention, or its account's. */
export function preventionOf({ selfTradeMode }: Pick<OrderView, "selfTradeMode">, rules: OrderRules) {
  return words.preventions[
    selfTradeMode === 0 ? rules.selfTradePrevention : selfTradeMode - ownSelfTradeMode(0)
  ]!;
}

/** Whether the order closes all of a position, however large that is when it triggers. */
export function isWholePosition({
  state,
  size,
  endsWithLeg,
}: Pick<OrderView, "state" | "size" | "endsWithLeg">): boolean {
  return endsWithLeg || (state === STATE_UNTRIGGERED && size === 0);
}

/** What trailing orders alone show; their rate has one name in orders, another in conditional orders. */
function showActivation({ activationPrice }: ShownOrder, contract: ContractSpec) {
  return { activatePrice: priceText(contract, activationPrice) };
}

/** A callback rate in per cent. */
export function callbackText(rate: number): string {
  return rateText(rate * PERCENT);
}

const PERCENT = 100;
