import { siblingsStand } from "./breach.ts";
import { Foreseen } from "./fillRule.ts";
import { meets, selfTradeOf } from "./matching.ts";
import type { NewOrder } from "./orders.ts";
import { PLAIN } from "./orders.ts";
import {
  bandBottom,
  bandTop,
  ceilDiv,
  isOpening,
  legOf,
  orderMargin,
  POINTS,
  priceCeiling,
  sideOf,
  tierLimit,
  valueAt,
} from "./rules.ts";
import type { Action, Leg, PlaceOrder, PriceMatch, Specification } from "./tape.ts";
import type { Contract, Order, Venue } from "./venue.ts";
import { Refused } from "./venue.ts";

/** What an order has to pass before it is placed, in this order; the first check that fails wins. */

const UNIT = 100_000_000n;

/** A resting price stays within this factor of the mark. */
const FAR = 10n;

/** @param isExit an order of "close all": it never rests, and by default resting closes make room for it */
export function admit(
  v: Venue,
  command: Omit<PlaceOrder, "type">,
  capped: boolean,
  isExit = false,
  restingMax = v.contract(command.contract).specification.openOrdersMax,
  hasLeast = true,
): NewOrder {
  const { account, action } = command;
  const contract = v.contract(command.contract);
  const { specification } = contract;
  const market = command.price === undefined && command.match === undefined;
  const opening = isOpening(action);
  mustTrade(contract, action);
  const leg = legOf(action);
  const first = isExit && contract.riskRule.exits === "make room";
  const of = [account, contract.index, leg, command.position ?? 0] as const;
  const closable = opening ? 0 : first ? v.held(...of) : v.closable(...of);
  const { orderLotsMin } = specification;
  if (closable > 0 && closable < orderLotsMin) v.notes.push("less to close than an order has");
  const lotsMin = hasLeast ? smallestOrder(specification, closable) : 1;
  if (command.size < lotsMin) throw new Refused("sizeTooSmall");
  if (command.size > largestOrder(specification, action, market)) throw new Refused("sizeTooLarge");
  clientIdIsFree(v, account, command.clientId ?? "");
  const given =
    command.match === undefined ? command.price : matchedPrice(v, contract, action, command.match);
  const price = market ? protection(contract, action) : given!;
  if (!market) mustSuitBand(contract, action, price);
  const points = market ? contract.markPoints : BigInt(price) * POINTS;
  if (hasLeast) mustBeWorth(contract, action, points, command.size);
  presetsMustSuit(contract, given === undefined ? command : { ...command, price: given });
  const holding = v.holding(account, contract.index);
  if (command.marginMode !== undefined && command.marginMode !== holding.marginMode) {
    throw new Refused("marginModeMismatch");
  }
  if (command.separatedMode !== undefined && command.separatedMode !== holding.separatedMode) {
    throw new Refused("separatedModeMismatch");
  }
  if (opening && command.net !== true && v.facing(command) > 0) throw new Refused("oneWayLeg");
  if (!isExit && v.workingOf(account, contract.index).length >= restingMax) {
    throw new Refused("openOrderLimit");
  }
  const order: NewOrder = {
    ...PLAIN,
    account,
    contract: contract.index,
    action,
    timeInForce: command.timeInForce ?? "gtc",
    clientId: command.clientId ?? "",
    marginMode: holding.marginMode,
    separatedMode: holding.separatedMode,
    market,
    price,
    size: command.size,
    leverage: v.leverageOf(holding, legOf(action)),
    markPoints: contract.markPoints,
    feeRate: v.rateOf(account, contract.index, true),
    selfTrade: command.selfTrade ?? "",
    till: command.till ?? 0,
    match: command.match,
    takeProfit: command.takeProfit ?? 0,
    stopLoss: command.stopLoss ?? 0,
    takeProfitSource: command.takeProfitSource ?? "last",
    stopLossSource: command.stopLossSource ?? "last",
  };
  if (opening) return { ...order, frozen: openingMargin(v, contract, order) };
  let position = command.position ?? 0;
  if (holding.separatedMode === "separated" && position === 0 && !specification.separatedCloseFifo) {
    throw new Refused("positionMissing");
  }
  if (position !== 0) mustOwn(v, account, contract.index, leg, position);
  if (command.size > closable && (!(capped || v.isOneWay(account)) || closable === 0))
    throw new Refused("closeTooLarge");
  if (holding.separatedMode === "combined") position = 0;
  return { ...order, size: Math.min(command.size, closable), position };
}

/**
 * As few lots as an order may have: less than usual where no more can be closed, or where it has no more
 * already.
 */
export function smallestOrder({ orderLotsMin }: Pick<Specification, "orderLotsMin">, lots: number): number {
  return lots > 0 ? Math.min(orderLotsMin, lots) : orderLotsMin;
}

/** The largest order, which at market may be a smaller one. */
export function largestOrder(specification: Specification, action: Action, market: boolean): number {
  const { orderLotsMax, marketOpenLotsMax, marketLotsMax } = specification;
  const limits = [orderLotsMax];
  if (market && isOpening(action)) limits.push(marketOpenLotsMax);
  if (market && marketLotsMax > 0) limits.push(marketLotsMax);
  return Math.min(...limits);
}

/** What opens is worth as much as its contract asks at least. */
export function mustBeWorth(contract: Contract, action: Action, points: bigint, size: number): void {
  const { specification } = contract;
  const least = BigInt(specification.notionalMinUnits) * UNIT;
  if (isOpening(action) && valueAt(specification, size, points) < least)
    throw new Refused("notionalTooSmall");
}

export function mustTrade(contract: Contract, action: Action): void {
  if (!mayEnter(contract, action) || !contract.specification.apiTradable) {
    throw new Refused("contractNotTradable");
  }
  if (contract.markPoints === 0n) throw new Refused("noMarkPrice");
}

/** In cancel-only closes still enter the book. */
export function mayEnter({ status }: Contract, action: Action): boolean {
  return status === "trading" || (status === "cancel-only" && !isOpening(action));
}

export function clientIdIsFree(v: Venue, account: number, clientId: string): void {
  const live = v.orders.some((each) => each.account === account && each.clientId === clientId);
  if (clientId !== "" && live) throw new Refused("clientIdLive");
}

export function mustOwn(v: Venue, account: number, contract: number, leg: Leg, id: number): void {
  const position = v.positions.find((each) => each.id === id);
  const owned = position?.account === account && position.contract === contract && position.leg === leg;
  if (!owned) throw new Refused("unknownPosition");
}

/** Not beyond the band on the aggressive side, not absurdly far on the passive one. */
export function mustSuitBand(contract: Contract, action: Action, price: number): void {
  const { markPoints, specification } = contract;
  if (sideOf(action) === "buy") {
    const top = Math.min(priceCeiling(specification), bandTop(markPoints, specification.bandBuyRate));
    if (price > top) throw new Refused("priceAboveBand");
    if (BigInt(price) < ceilDiv(markPoints, POINTS * FAR)) throw new Refused("priceTooFar");
  } else {
    if (price < bandBottom(markPoints, specification.bandSellRate)) throw new Refused("priceBelowBand");
    const far = Math.min(priceCeiling(specification), Number((markPoints * FAR) / POINTS));
    if (price > far) throw new Refused("priceTooFar");
  }
}

/** The price of the n-th level of the side that is meant; refused where there are fewer. */
export function matchedPrice(v: Venue, contract: Contract, action: Action, [of, nth]: PriceMatch): number {
  const own = sideOf(action);
  const side = of === "queue" ? own : own === "buy" ? "sell" : "buy";
  const levels = [...new Set(v.book(contract.index, side).map(({ price }) => price))];
  if (levels.length < nth) throw new Refused("noDepth");
  v.notes.push(`priced by ${of}`);
  return levels[nth - 1]!;
}

/** The worst price of a market order: the edge of the band. */
export function protection(contract: Contract, action: Action): number {
  const { markPoints, specification } = contract;
  return sideOf(action) === "buy"
    ? Math.min(priceCeiling(specification), bandTop(markPoints, specification.bandBuyRate))
    : Math.max(1, bandBottom(markPoints, specification.bandSellRate));
}

/** stop < price < take for a long, the mirror for a short; a market order is judged at the mark. */
export function presetsMustSuit(
  contract: Contract,
  command: Pick<PlaceOrder, "price" | "action" | "takeProfit" | "stopLoss">,
): void {
  const points = command.price === undefined ? contract.markPoints : BigInt(command.price) * POINTS;
  const sign = legOf(command.action) === "long" ? 1n : -1n;
  const { takeProfit, stopLoss } = command;
  const takes = takeProfit === undefined || (BigInt(takeProfit) * POINTS - points) * sign > 0n;
  const stops = stopLoss === undefined || (points - BigInt(stopLoss) * POINTS) * sign > 0n;
  if (!takes || !stops) throw new Refused("presetWrongSide");
}

type Opening = Pick<
  NewOrder,
  | "account"
  | "action"
  | "market"
  | "price"
  | "size"
  | "leverage"
  | "marginMode"
  | "feeRate"
  | "markPoints"
  | "selfTrade"
>;

/** Tier, position cap, then margin. Returns what the order freezes. */
export function openingMargin(v: Venue, contract: Contract, order: Opening): bigint {
  const { specification, riskRule, index, markPoints } = contract;
  const leg = legOf(order.action);
  const held = (each: Leg): number =>
    v.legSize(order.account, index, each) + v.openingLots(order.account, index, each);
  const isNet = v.isOneWay(order.account);
  const ofLeg = held(leg) + order.size - v.facing({ ...order, contract: index });
  const other = leg === "long" ? "short" : "long";
  let counted = isNet ? Math.max(0, ofLeg) : ofLeg;
  if (isNet) v.notes.push(ofLeg > 0 ? "net, opens" : "net, opens nothing");
  else if (order.marginMode === "shared" && riskRule.tierNotional === "both") counted += held(other);
  // What the other leg may yet become is no hedge.
  if (!isNet && order.marginMode === "shared" && riskRule.tierNotional === "net")
    counted = Math.max(0, ofLeg - v.legSize(order.account, index, other));
  if (valueAt(specification, counted, markPoints) > tierLimit(specification, order.leverage)) {
    throw new Refused("tierExceeded");
  }
  if (ofLeg > specification.positionLotsMax) throw new Refused("positionLimit");
  const needed = marginNeeded(v, contract, order);
  if (isNet ? ofLeg > 0 && !isFreeWith(v, index, order, needed) : needed > v.available(order.account))
    throw new Refused("marginInsufficient");
  if (!siblingsStand(v, order.account, index, leg, ofLeg)) throw new Refused("siblingInBreach");
  return needed;
}

/** Whether a one-way account has all that it would be charged with an order that freezes so much. */
export function isFreeWith(v: Venue, contract: number, order: Opening, frozen: bigint): boolean {
  const others = v.orders;
  const there = {
    ...PLAIN,
    ...order,
    contract,
    frozen,
    remaining: order.size,
    priority: 0,
    state: "pending",
  };
  v.orders = [...others, { ...there, id: Number.MAX_SAFE_INTEGER } as Order];
  try {
    return v.free(order.account) >= 0n;
  } finally {
    v.orders = others;
  }
}

/** The margin of an opening order at its price; of a market order at those of what it would meet. */
export function marginNeeded(v: Venue, contract: Contract, order: Opening): bigint {
  const { specification, index } = contract;
  const leg = legOf(order.action);
  const at = (price: number, lots: number): bigint =>
    orderMargin(specification, leg, price, lots, order.markPoints, order.leverage, order.feeRate);
  if (!order.market) return at(order.price, order.size);
  // What it may count on meeting now: its own orders only where self-trading is allowed.
  const own = selfTradeOf(v, order) === "none";
  const counted = new Foreseen(v);
  const passedOver: Order[] = [];
  let left = order.size;
  let needed = 0n;
  const meet = (maker: Order): void => {
    const lots = Math.min(left, maker.remaining);
    needed += at(maker.price, lots);
    left -= lots;
  };
  for (const maker of meets(
    v,
    { contract: index, account: order.account },
    sideOf(order.action),
    order.price,
  )) {
    const isOwn = maker.account === order.account;
    if (left === 0) break;
    if (isOwn && !own) continue;
    const lots = Math.min(left, maker.remaining);
    if (isOwn || counted.add(maker, lots, maker.price, false)) meet(maker);
    else passedOver.push(maker);
  }
  if (passedOver.length > 0) v.notes.push("not counted on");
  for (const maker of passedOver.reverse()) meet(maker);
  return needed;
}
