import { CLOSE_LONG, CLOSE_SHORT, isOpening, legOf, ONE_WAY, OPEN_LONG } from "../codes.ts";
import { legLotsOf } from "../state/ofAccount.ts";
import type { State } from "../state/state.ts";
import type { AccountId, Action, HoldingSlot, OrderSlot } from "../units/kinds.ts";
import type { Lots } from "../units/units.ts";

/*
 * What an order of a one-way account does, which is decided at each fill: an order that opens has a side
 * only, and first closes what the account holds on the other leg. A close of such an account is reduce-only.
 * All that fills asks here, and nothing else knows.
 */

/** Whether an account holds one net position a contract. */
export function isOneWay({ accounts }: State, account: AccountId): boolean {
  return accounts.positionMode[account] === ONE_WAY;
}

/**
 * Lots of the leg that an opening action would have to close first, where its account is a one-way account.
 */
export function facingLots(s: State, holding: HoldingSlot, action: Action): Lots {
  return legLotsOf(s, holding, 1 - legOf(action));
}

/** What the next fill of an order does to which leg. */
export function fillAction(s: State, slot: OrderSlot): Action {
  const { orders } = s;
  const action = orders.action[slot];
  if (!isOpening(action) || !isOneWay(s, orders.account[slot])) return action;
  if (facingLots(s, orders.holding[slot], action) === 0) return action;
  return action === OPEN_LONG ? CLOSE_SHORT : CLOSE_LONG;
}

/** Of the next `lots` that an order fills, those that it closes; what is more opens. */
export function closingLots(s: State, slot: OrderSlot, lots: Lots): Lots {
  const { orders } = s;
  const action = orders.action[slot];
  if (!isOpening(action)) return lots;
  return isOneWay(s, orders.account[slot]) ? Math.min(lots, facingLots(s, orders.holding[slot], action)) : 0;
}

/**
 * Of a fill of `lots` those that are booked first: all of them, unless it goes through zero; then those that
 * close.
 */
export function lotsBookedFirst(s: State, slot: OrderSlot, lots: Lots): Lots {
  const closes = closingLots(s, slot, lots);
  return closes === 0 ? lots : closes;
}
