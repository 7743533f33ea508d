import type { Words } from "./picked.ts";
import { picked } from "./picked.ts";
import { isOpening, legOf, orderMargin } from "./rules.ts";
import { INSURANCE } from "./tape.ts";
import type { CancelReason, Order, OrderKind, Position, Venue } from "./venue.ts";

/** An order comes to be, changes and ends. */

/** An order without what it comes to later. */
export type NewOrder = Readonly<Omit<Order, keyof typeof UNTOUCHED | "id" | "remaining" | "state">> & {
  readonly state: "pending" | "untriggered";
};

export const PLAIN: Omit<
  NewOrder,
  Words<"account contract action timeInForce marginMode separatedMode market size leverage">
> = {
  ...{ kind: "normal", clientId: "", position: 0, price: 0, state: "pending" },
  ...{ markPoints: 0n, feeRate: 0n, frozen: 0n, selfTrade: "", till: 0, match: undefined },
  ...{ trigger: 0, source: "", atOrAbove: false, endsWithLeg: false, priceProtect: false },
  ...{ takeProfit: 0, stopLoss: 0, takeProfitSource: "last", stopLossSource: "last", parent: 0, due: 0 },
  ...{ callbackRate: 0, activation: 0, extreme: 0n },
};

/** An order as it is to be, of nobody's list. */
export function orderOf(from: NewOrder, id: number): Order {
  return { ...from, id, remaining: from.size, ...UNTOUCHED };
}

/** What an order has come to when nothing has happened to it. */
const UNTOUCHED = {
  ...{ priority: 0, queued: false, held: false },
  ...{ sibling: undefined, takeProfitChild: undefined, stopLossChild: undefined },
  ...{ filledValue: 0n, fee: 0n, liquidationFee: 0n, realized: 0n },
};

export function placed(v: Venue, from: NewOrder): Order {
  v.touch(from.account, from.contract);
  const order = orderOf(from, ++v.ordersEver);
  v.orders.push(order);
  v.say({
    what: "placed",
    order: order.id,
    ...picked(order, "account contract kind action timeInForce market price size state frozen leverage"),
    ...picked(order, "position trigger parent due"),
  });
  return order;
}

/**
 * An order of the venue itself: no admission, nothing frozen, immediate-or-cancel. It closes a position, or
 * opens for the fund.
 */
export function systemOrder(
  v: Venue,
  order: { readonly kind: OrderKind; readonly lots: number; readonly price: number } & (
    | { readonly position: Position }
    | { readonly opens: Position }
  ),
): Order {
  const closes = "position" in order;
  const of = closes ? order.position : order.opens;
  const account = closes ? of.account : INSURANCE;
  return placed(v, {
    ...PLAIN,
    account,
    contract: of.contract,
    kind: order.kind,
    action: `${closes ? "close" : "open"} ${of.leg}`,
    timeInForce: "ioc",
    market: false,
    price: order.price,
    size: order.lots,
    marginMode: closes ? of.marginMode : "shared",
    separatedMode: closes ? of.separatedMode : "combined",
    position: closes ? of.id : 0,
    leverage: closes ? of.leverage : v.leverageOf(v.holding(account, of.contract), of.leg),
  });
}

export function rested(v: Venue, order: Order): void {
  order.state = "open";
  order.due = 0;
  order.priority = ++v.restedEver;
  v.say({ what: "rested", order: order.id, price: order.price, remaining: order.remaining });
}

/** The order loses `by` lots (gains them if negative) without a fill. */
export function resized(v: Venue, order: Order, by: number): void {
  order.size -= by;
  order.remaining -= by;
  refreeze(v, order);
  v.say({ what: "resized", order: order.id, size: order.size, remaining: order.remaining });
}

/**
 * The order margin of what remains of a limit order, at the mark and rate of its acceptance; a market order
 * keeps its own.
 */
export function refreeze(v: Venue, order: Order): void {
  if (!isOpening(order.action) || order.market || order.state === "untriggered") return;
  const { specification } = v.contract(order.contract);
  const { price, remaining, markPoints, leverage, feeRate } = order;
  const leg = legOf(order.action);
  order.frozen = orderMargin(specification, leg, price, remaining, markPoints, leverage, feeRate);
}

export function ended(v: Venue, order: Order, reason: CancelReason | "filled"): void {
  order.state = reason === "filled" ? "filled" : "canceled";
  order.priority = 0;
  order.frozen = 0n;
  v.orders = v.orders.filter((each) => each !== order);
  v.triggered = v.triggered.filter((each) => each !== order);
  v.say({
    what: "ended",
    order: order.id,
    ...{ state: order.state, reason: reason === "filled" ? "" : reason },
    ...picked(order, "price size remaining filledValue fee liquidationFee realized"),
  });
  if (order.parent !== 0) leaveFamily(v, order, reason);
}

/** A child that ends is nobody's sibling; one that its client canceled is not made again by further fills. */
function leaveFamily(v: Venue, child: Order, reason: CancelReason | "filled"): void {
  if (child.sibling !== undefined) child.sibling.sibling = undefined;
  const parent = v.orders.find((each) => each.id === child.parent);
  if (parent === undefined) return;
  if (child.kind === "preset take profit") {
    if (parent.takeProfitChild === child) parent.takeProfitChild = undefined;
    if (reason === "user") parent.takeProfit = 0;
  } else {
    if (parent.stopLossChild === child) parent.stopLossChild = undefined;
    if (reason === "user") parent.stopLoss = 0;
  }
}

/** At once, or after the account's delay; a pending order stays canceling until its own delay ends. */
export function cancel(v: Venue, order: Order): void {
  if (order.state === "canceling") return;
  const delay = v.account(order.account).settings.cancelDelayMs;
  if (order.state === "untriggered" || (order.state === "open" && delay === 0)) {
    ended(v, order, "user");
    return;
  }
  if (order.due === 0) order.due = v.time + delay;
  order.state = "canceling";
  v.say({ what: "canceling", order: order.id, due: order.due });
}

/**
 * What ends the take-profits and stop-losses of a position of size 0: those that end with their leg, and the
 * others where the contract asks for it.
 */
export function endTriggersOf(v: Venue, position: Position, all = true): void {
  const legIsEmpty = v.legSize(position.account, position.contract, position.leg) === 0;
  for (const order of v.ordersOf(position.account, position.contract)) {
    const ofLeg = !isOpening(order.action) && legOf(order.action) === position.leg;
    const bound = order.position === position.id || (order.position === 0 && legIsEmpty);
    if (order.state === "untriggered" && order.kind !== "plan" && ofLeg && bound) {
      if (!all && !order.endsWithLeg) continue;
      if (!all) v.notes.push("ended with its leg");
      ended(v, order, "position closed");
    }
  }
}
