import {
  largestOrder,
  mustBeWorth,
  mustSuitBand,
  mustTrade,
  openingMargin,
  presetsMustSuit,
  smallestOrder,
} from "./admission.ts";
import { match } from "./matching.ts";
import { resized } from "./orders.ts";
import { isCount, mustNotBeMet, ownOrder } from "./placing.ts";
import { trimReduceOnly } from "./reservations.ts";
import { isOpening, legOf, POINTS, priceCeiling } from "./rules.ts";
import type { CommandOf } from "./tape.ts";
import { collectTriggers } from "./triggers.ts";
import type { Contract, Order, Venue } from "./venue.ts";
import { Refused } from "./venue.ts";

/** Another price or size for an order that rests, another trigger besides for one that waits. */

export function amend(v: Venue, command: CommandOf<"amend">): void {
  const account = v.account(command.account);
  const order = ownOrder(v, account.id, command.order);
  if (!v.permits(account.id, order.action)) throw new Refused("accountFrozen");
  const waits = order.state === "untriggered" && !order.queued;
  if (order.state !== "open" && !waits) throw new Refused("orderNotResting");
  if (command.trigger !== undefined && !waits) throw new Refused("orderNotPlan");
  for (const value of [command.trigger, command.price, command.size])
    if (value !== undefined && !isCount(value)) throw new Refused("invalidValue");
  if (waits) {
    amendWaiting(v, order, command);
    return;
  }
  const { price = order.price, size = order.size } = command;
  const contract = v.contract(order.contract);
  const { specification } = contract;
  mustTrade(contract, order.action);
  if (size < smallestOrder(specification, order.size)) throw new Refused("sizeTooSmall");
  if (size > specification.orderLotsMax) throw new Refused("sizeTooLarge");
  const filled = order.size - order.remaining;
  if (size <= filled) throw new Refused("sizeFilled");
  if (price === order.price && size <= order.size) {
    staysWorth(contract, order, price, size);
    if (size < order.size) resized(v, order, order.size - size);
    return;
  }
  const became = becameAsNew(v, contract, order, price, size - filled);
  const delay = account.settings.orderDelayMs;
  const due = delay > 0 ? v.time + delay : 0;
  const before = { priceBefore: order.price, by: order.remaining };
  if (filled > 0) v.notes.push("amended partly filled");
  Object.assign(order, { ...became, size, state: "pending", priority: 0, due });
  const { id, remaining, leverage, frozen } = order;
  v.say({ what: "amended", order: id, ...before, price, size, remaining, leverage, frozen, due });
  if (!isOpening(order.action) && v.isOneWay(order.account)) trimReduceOnly(v, order);
  if (delay > 0 || !v.orders.includes(order)) return;
  match(v, order);
  if (order.state !== "open") v.notes.push("amended and gone");
  collectTriggers(v, contract);
}

/** An amended order is worth what its contract asks at least, or as much as it was; at market at the mark. */
function staysWorth(contract: Contract, order: Order, price: number, size: number): void {
  const pointsOf = (ticks: number): bigint => (ticks === 0 ? contract.markPoints : BigInt(ticks) * POINTS);
  const before = BigInt(order.size) * pointsOf(order.price);
  if (BigInt(size) * pointsOf(price) < before) mustBeWorth(contract, order.action, pointsOf(price), size);
}

/**
 * It fires in the direction and watches the price that it did; nothing is held for it, so nothing of margin
 * is asked.
 */
function amendWaiting(v: Venue, order: Order, command: CommandOf<"amend">): void {
  const contract = v.contract(order.contract);
  const { specification } = contract;
  const { source } = order;
  if (source === "") throw new Error(`order ${order.id} waits and watches nothing`);
  const { trigger = order.trigger, price = order.price, size = order.size } = command;
  mustTrade(contract, order.action);
  const trails = order.callbackRate !== 0;
  if (trails && (command.trigger ?? command.price) !== undefined) throw new Refused("invalidValue");
  if (command.size !== undefined && order.endsWithLeg) throw new Refused("invalidValue");
  const market = command.price === undefined && order.market;
  const most = largestOrder(specification, order.action, market);
  if (size !== 0 && size < smallestOrder(specification, order.size)) throw new Refused("sizeTooSmall");
  if (size > most) throw new Refused("sizeTooLarge");
  const ceiling = priceCeiling(specification);
  if (trigger > ceiling || price > ceiling) throw new Refused("priceTooFar");
  staysWorth(contract, order, price, size);
  const { action, takeProfit, stopLoss } = order;
  presetsMustSuit(contract, {
    action,
    price: price === 0 ? trigger : price,
    ...(takeProfit === 0 ? {} : { takeProfit }),
    ...(stopLoss === 0 ? {} : { stopLoss }),
  });
  if (!trails) mustNotBeMet(contract, trigger, source, order.atOrAbove);
  if (trigger !== order.trigger || price !== order.price) {
    if (price !== 0) order.match = undefined;
    Object.assign(order, { held: false, trigger, price, market, timeInForce: market ? "ioc" : "gtc" });
    v.notes.push(`amended while waiting: ${order.kind}`);
    v.say({ what: "modified", order: order.id, trigger, source, price });
  }
  if (size !== order.size) resized(v, order, order.size - size);
}

/**
 * What an order of these lots would be if it were placed now and the old one were not there; or the refusal.
 */
export function becameAsNew(v: Venue, contract: Contract, order: Order, price: number, lots: number) {
  mustSuitBand(contract, order.action, price);
  staysWorth(contract, order, price, order.size - order.remaining + lots);
  const { takeProfit, stopLoss } = order;
  presetsMustSuit(contract, {
    action: order.action,
    price,
    ...(takeProfit === 0 ? {} : { takeProfit }),
    ...(stopLoss === 0 ? {} : { stopLoss }),
  });
  const { account, action, position } = order;
  const leg = legOf(action);
  const now = {
    price,
    match: undefined,
    remaining: lots,
    markPoints: contract.markPoints,
    feeRate: v.rateOf(account, contract.index, true),
  };
  const others = v.orders;
  v.orders = others.filter((each) => each !== order);
  try {
    if (isOpening(action)) {
      const leverage = v.leverageOf(v.holding(account, contract.index), leg);
      const frozen = openingMargin(v, contract, { ...order, ...now, leverage, size: lots });
      return { ...now, leverage, frozen };
    }
    if (lots > v.closable(account, contract.index, leg, position)) throw new Refused("closeTooLarge");
    return now;
  } finally {
    v.orders = others;
  }
}
