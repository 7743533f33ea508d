import { mustSuitBand, mustTrade, openingMargin, presetsMustSuit } from "./admission.ts";
import { match } from "./matching.ts";
import { resized } from "./orders.ts";
import { ownOrder } from "./placing.ts";
import { isOpening, legOf } from "./rules.ts";
import type { CommandOf } from "./tape.ts";
import { collectTriggers } from "./triggers.ts";
import type { Contract, Order, Venue } from "./venue.ts";
import { Refused } from "./venue.ts";

/** Another price or size for an order that rests. */

export function amend(v: Venue, command: CommandOf<"amend">): void {
  const account = v.account(command.account);
  const order = ownOrder(v, account.id, command.order);
  if (!v.permits(account.id, order.action)) throw new Refused("accountFrozen");
  if (order.state !== "open") throw new Refused("orderNotResting");
  const { price = order.price, size = order.size } = command;
  if (price <= 0 || size <= 0) throw new Refused("invalidValue");
  const contract = v.contract(order.contract);
  const { orderLotsMin, orderLotsMax } = contract.specification;
  mustTrade(contract, order.action);
  if (size < orderLotsMin) throw new Refused("sizeTooSmall");
  if (size > orderLotsMax) throw new Refused("sizeTooLarge");
  const filled = order.size - order.remaining;
  if (size <= filled) throw new Refused("sizeFilled");
  if (price === order.price && size <= order.size) {
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
  if (delay > 0) return;
  match(v, order);
  if (order.state !== "open") v.notes.push("amended and gone");
  collectTriggers(v, contract);
}

/** What an order of these lots would be if it were placed now and the old one were not there; or the refusal. */
export function becameAsNew(v: Venue, contract: Contract, order: Order, price: number, lots: number) {
  mustSuitBand(contract, order.action, price);
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
