import {
  BUY,
  CLOSE_LONG,
  CLOSE_SHORT,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  SHORT,
  STATE_OPEN,
} from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { findHolding } from "../../data/state/ofAccount.ts";
import type { State } from "../../data/state/state.ts";
import type { AccountId, OrderId, OrderSlot, Side } from "../../data/units/kinds.ts";
import type { Lots, Ticks } from "../../data/units/units.ts";
import { NONE } from "../../data/units/units.ts";
import { isQuote, quotePlaced } from "../../events/houseEvents.ts";
import { orderPlaced } from "../../events/orderEvents.ts";
import { closableLots } from "../fill/reservations.ts";
import { admit, CLOSE_AS_ASKED } from "../order/admit.ts";
import { matchOrder } from "../order/match.ts";

/**
 * The most resting orders of a maker in a contract; the contract's own limit is for orders that are placed by
 * command.
 */
const HOUSE_ORDERS_MAX = 2_048;

/** An order that a house account wants to place. */
export interface HouseOrder {
  readonly account: AccountId;
  readonly side: Side;
  readonly price: Ticks;
  readonly lots: Lots;
  readonly timeInForce: number;
  /** Whether it may close what the account holds on the other leg, if that covers the whole order. */
  readonly mayClose: boolean;
}

/** Returned in place of a slot: the order was refused. */
export const REFUSED = -2;

/**
 * Places the order by the same rules as anybody's, margin included.
 *
 * @returns the slot in which it rests, NONE if it does not, REFUSED if it was not admitted
 */
export function placeHouseOrder(s: State, contract: Contract, order: HouseOrder): OrderSlot | typeof REFUSED {
  const { account, side, price, timeInForce } = order;
  const lots = Math.min(order.lots, contract.terms.orderLotsMax);
  const closes = order.mayClose && closableOf(s, contract, account, side) >= lots;
  const draft = s.draft.reset();
  draft.account = account;
  draft.contract = contract.index;
  if (side === BUY) draft.action = closes ? CLOSE_SHORT : OPEN_LONG;
  else draft.action = closes ? CLOSE_LONG : OPEN_SHORT;
  draft.timeInForce = timeInForce;
  draft.price = price;
  draft.size = lots;
  draft.marginMode = 0;
  draft.separatedMode = 0;
  if (!admit(s, contract, draft, CLOSE_AS_ASKED, HOUSE_ORDERS_MAX)) return REFUSED;
  // A plain limit order that meets no other is recorded in the short form of a quote, and rests at once.
  if (isQuote(draft) && !meets(contract, side, price)) return quotePlaced(s, draft);
  const slot = orderPlaced(s, draft);
  const id = s.orders.id[slot];
  matchOrder(s, slot);
  return isResting(s, slot, id) ? slot : NONE;
}

/** Whether an order would meet another. */
function meets({ book }: Contract, side: Side, price: Ticks): boolean {
  const best = book.bestPrice(1 - side);
  return best !== NONE && (side === BUY ? best <= price : best >= price);
}

/** The lots that an order of a side could close. */
export function closableOf(s: State, contract: Contract, account: AccountId, side: Side): Lots {
  return closableLots(s, findHolding(s, account, contract.index), side === BUY ? SHORT : LONG, 0);
}

/** Whether the order that was placed with this id in this slot rests still. */
export function isResting({ orders }: State, slot: OrderSlot, id: OrderId): boolean {
  return orders.used[slot] === 1 && orders.id[slot] === id && orders.state[slot] === STATE_OPEN;
}
