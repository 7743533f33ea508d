import {
  isFreeWith,
  largestOrder,
  marginNeeded,
  matchedPrice,
  mayEnter,
  mustSuitBand,
  openingMargin,
  protection,
} from "./admission.ts";
import { match } from "./matching.ts";
import { ended, refreeze } from "./orders.ts";
import { makesRoom } from "./reservations.ts";
import { ceilDiv, floorDiv, isOpening, legOf, max, min, POINTS, RATE_ONE } from "./rules.ts";
import type { Source } from "./tape.ts";
import type { CancelReason, Contract, Order, Venue } from "./venue.ts";
import { Refused } from "./venue.ts";

/**
 * Orders that wait: for a price, or for a delay to end. What comes due runs after the step that caused it,
 * one by one.
 */

/** The price that a trigger is compared with: last for last, the mark until there was a trade. */
export function watched(contract: Contract, source: Source): bigint {
  return source === "last" && contract.lastPrice > 0
    ? BigInt(contract.lastPrice) * POINTS
    : contract.markPoints;
}

/**
 * Queues what is true now, last-price triggers before mark triggers, by order id each; trailing stops are
 * activated and follow.
 */
export function collectTriggers(v: Venue, contract: Contract): void {
  for (const source of ["last", "mark"] as const) {
    const points = watched(contract, source);
    if (points === 0n) continue;
    for (const order of v.orders) {
      if (order.contract !== contract.index || order.state !== "untriggered") continue;
      if (order.queued || order.held || order.source !== source) continue;
      if (order.callbackRate !== 0 && order.extreme === 0n) {
        const activation = BigInt(order.activation) * POINTS;
        if (order.atOrAbove ? points > activation : points < activation) continue;
        order.extreme = points;
        v.say({ what: "activated", order: order.id, points });
        continue;
      }
      if (order.callbackRate !== 0) order.extreme = (order.atOrAbove ? min : max)(order.extreme, points);
      const trigger = BigInt(triggerOf(order)) * POINTS;
      if (order.atOrAbove ? points < trigger : points > trigger) continue;
      if (order.callbackRate !== 0)
        v.notes.push(order.activation === 0 ? "a trailing stop fired" : "fired, once activated");
      order.trigger = triggerOf(order);
      if (source === "last" && contract.lastPrice === 0) v.notes.push("met by the mark before a trade");
      order.queued = true;
      v.triggered.push(order);
      v.say({ what: "queued", order: order.id });
    }
  }
}

/**
 * Where a trigger is: of a trailing stop its rate from the extreme, rounded away from it; before, where it is
 * activated.
 */
export function triggerOf(order: Order): number {
  const { callbackRate, extreme, activation, atOrAbove, state, queued, held } = order;
  if (callbackRate === 0 || state !== "untriggered" || queued || held) return order.trigger;
  if (extreme === 0n) return activation;
  const part = POINTS * RATE_ONE;
  return Number(
    atOrAbove
      ? ceilDiv(extreme * (RATE_ONE + BigInt(callbackRate)), part)
      : floorDiv(extreme * (RATE_ONE - BigInt(callbackRate)), part),
  );
}

/** Whether an order waits its turn. */
export function orderWaits(v: Venue): boolean {
  return outlived(v) !== undefined || v.triggered.length > 0 || endedDelay(v) !== undefined;
}

/** The order whose date came first (by time, then by id). */
export function outlived(v: Venue): Order | undefined {
  const over = v.orders.filter((each) => each.till > 0 && each.till <= v.time);
  return over.sort((a, b) => a.till - b.till || a.id - b.id)[0];
}

/** The order whose delay ended first (by time, then by id). */
function endedDelay(v: Venue): Order | undefined {
  const over = v.orders.filter((each) => each.due > 0 && each.due <= v.time);
  return over.sort((a, b) => a.due - b.due || a.id - b.id)[0];
}

/** Orders whose date has come before triggered orders before ended delays. */
export function runOrder(v: Venue): void {
  const over = outlived(v);
  if (over !== undefined) return ended(v, over, "expired");
  const triggered = v.triggered.shift();
  if (triggered !== undefined) fire(v, triggered);
  else endDelay(v, endedDelay(v)!);
}

/** Nothing fires in cancel-only, nor what the account's status forbids. */
export function mayFire(v: Venue, contract: Contract, order: Order): boolean {
  return contract.status === "trading" && v.permits(order.account, order.action);
}

/** A triggered order is judged and placed now; what fails is canceled. */
function fire(v: Venue, order: Order): void {
  const contract = v.contract(order.contract);
  order.queued = false;
  if (!mayFire(v, contract, order)) {
    order.held = true;
    v.say({ what: "held", order: order.id, held: true });
    return;
  }
  const failure = failureOf(v, contract, order);
  if (failure !== undefined) {
    ended(v, order, failure);
    return;
  }
  order.state = "pending";
  v.say({
    what: "triggered",
    order: order.id,
    price: order.price,
    size: order.size,
    leverage: order.leverage,
    frozen: order.frozen,
  });
  match(v, order);
  collectTriggers(v, contract);
}

/** Why a triggered order cannot be placed. Sets what it will be placed with if it can. */
function failureOf(v: Venue, contract: Contract, order: Order): CancelReason | undefined {
  if (order.priceProtect && areApart(contract)) return "price protected";
  const { match: of } = order;
  if (of !== undefined && !passes(() => matchedPrice(v, contract, order.action, of))) return "no depth";
  const limit = of === undefined ? order.price : matchedPrice(v, contract, order.action, of);
  const price = order.market ? protection(contract, order.action) : limit;
  if (!order.market && !passes(() => mustSuitBand(contract, order.action, price))) return "price band";
  const { openOrdersMax } = contract.specification;
  const mayRest = isOpening(order.action) || !order.market;
  if (mayRest && v.workingOf(order.account, contract.index).length >= openOrdersMax) return "system limit";
  const leg = legOf(order.action);
  if (isOpening(order.action)) {
    const most = largestOrder(contract.specification, order.action, true);
    if (order.market && order.size > most) return "system limit";
    const leverage = v.leverageOf(v.holding(order.account, contract.index), leg);
    const now = { markPoints: contract.markPoints, feeRate: v.rateOf(order.account, contract.index, true) };
    try {
      order.frozen = openingMargin(v, contract, { ...order, ...now, leverage, price });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return error.message === "marginInsufficient" ? "margin not enough" : "system limit";
    }
    Object.assign(order, now, { leverage });
  } else {
    const { account, position } = order;
    const most = makesRoom(contract, order, v.isOneWay(order.account))
      ? v.held(account, contract.index, leg, position)
      : v.closable(account, contract.index, leg, position);
    const size = order.size === 0 ? most : Math.min(order.size, most);
    if (contract.riskRule.exits === "yield") v.notes.push("an exit yielded");
    if (size === 0) return "reduce only";
    order.size = size;
    order.remaining = size;
  }
  order.price = price;
  return undefined;
}

/** Whether the last price is further from the mark than the contract's part of it. */
function areApart({ lastPrice, markPoints, specification }: Contract): boolean {
  if (lastPrice === 0) return false;
  const distance = BigInt(lastPrice) * POINTS - markPoints;
  const size = distance < 0n ? -distance : distance;
  return size * RATE_ONE > markPoints * BigInt(specification.triggerProtectRate);
}

/** A canceling order is canceled; a pending one is judged again and matched. */
function endDelay(v: Venue, order: Order): void {
  const contract = v.contract(order.contract);
  if (order.state === "canceling") {
    ended(v, order, "user");
  } else if (!mayEnter(contract, order.action)) {
    ended(v, order, "admin");
  } else if (!isPriced(v, contract, order)) {
    ended(v, order, "no depth");
  } else if (!order.market && !passes(() => mustSuitBand(contract, order.action, order.price))) {
    ended(v, order, "price band");
  } else if (isOpening(order.action) && !isMargined(v, contract, order)) {
    ended(v, order, "margin not enough");
  } else {
    match(v, order);
    collectTriggers(v, contract);
  }
}

/** Has the book give an order its price as it arrives; false where it cannot. */
function isPriced(v: Venue, contract: Contract, order: Order): boolean {
  const { match } = order;
  if (match === undefined) return true;
  return passes(() => {
    const price = matchedPrice(v, contract, order.action, match);
    if (price === order.price) return;
    order.price = price;
    refreeze(v, order);
    v.say({ what: "priced", order: order.id, price, frozen: order.frozen });
  });
}

/** What it would be asked for if it were placed now, covered by what is free and what it has frozen. */
function isMargined(v: Venue, contract: Contract, order: Order): boolean {
  const feeRate = v.rateOf(order.account, contract.index, true);
  const now = { ...order, size: order.remaining, markPoints: contract.markPoints, feeRate };
  const needed = marginNeeded(v, contract, now);
  if (v.isOneWay(order.account)) return isNetMargined(v, order, now, needed);
  const covered = needed <= v.free(order.account) + order.frozen;
  if (!covered && v.free(order.account) >= 0n) v.notes.push("delayed, not margined in full");
  return covered;
}

/**
 * Whether a one-way account can carry an order; nothing is asked where its side is no more than it would
 * close.
 */
function isNetMargined(v: Venue, order: Order, now: Order, needed: bigint): boolean {
  const { account, contract, action } = order;
  if (v.openingLots(account, contract, legOf(action)) <= v.facing(order)) return true;
  const all = v.orders;
  v.orders = all.filter((each) => each !== order);
  const covered = isFreeWith(v, contract, now, needed);
  v.orders = all;
  return covered;
}

function passes(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}
