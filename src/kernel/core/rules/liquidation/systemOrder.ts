import { IOC, isOpening, LONG, legOf, SHARED, STATE_PENDING } from "../../data/codes.ts";
import { findHolding } from "../../data/state/ofAccount.ts";
import type { State } from "../../data/state/state.ts";
import { divFloor } from "../../data/units/divide.ts";
import type {
  AccountId,
  Action,
  ContractIndex,
  OrderSlot,
  Points,
  PositionSlot,
} from "../../data/units/kinds.ts";
import type { Lots, Ticks } from "../../data/units/units.ts";
import { assert, NONE, POINTS_PER_TICK } from "../../data/units/units.ts";
import { leverageFor } from "../../events/accountEvents.ts";
import { orderPlaced } from "../../events/orderEvents.ts";

/**
 * Places an order of the venue itself: without admission or margin, immediate-or-cancel. It never rests, and
 * its account never sees it pending.
 *
 * @param position the position (slot) that a close is bound to, NONE for an opening
 * @param price its limit; for an order that is filled by value, the mark's tick
 */
export function systemOrder(
  s: State,
  order: {
    readonly kind: number;
    readonly account: AccountId;
    readonly contract: ContractIndex;
    readonly action: Action;
    readonly lots: Lots;
    readonly price: Ticks;
    readonly position: PositionSlot;
  },
): OrderSlot {
  const { draft, positions } = s;
  const contract = s.contracts[order.contract];
  const holding = findHolding(s, order.account, order.contract);
  assert(order.lots > 0, "an order has lots");
  assert(
    order.position === NONE || positions.account[order.position] === order.account,
    "a position is closed for its account",
  );
  draft.reset();
  draft.kind = order.kind;
  draft.account = order.account;
  draft.contract = order.contract;
  draft.action = order.action;
  draft.timeInForce = IOC;
  draft.market = false;
  draft.price = Math.max(1, order.price);
  draft.size = order.lots;
  draft.state = STATE_PENDING;
  draft.markPoints = contract.markPoints;
  draft.feeRate = 0;
  draft.leverage = contract.terms.leverageDefault;
  draft.marginMode = SHARED;
  draft.separatedMode = 1;
  if (order.position !== NONE) {
    draft.marginMode = positions.marginMode[order.position];
    draft.separatedMode = positions.separatedMode[order.position];
    draft.position = positions.id[order.position];
    draft.leverage = positions.leverage[order.position];
  } else if (holding !== NONE && isOpening(order.action)) {
    draft.leverage = leverageFor(s, holding, legOf(order.action) === LONG ? 0 : 1, SHARED);
  }
  return orderPlaced(s, draft);
}

/** The mark in whole ticks: the price shown for an order that is filled by value. */
export function markTick(markPoints: Points): Ticks {
  return Math.max(1, divFloor(markPoints, POINTS_PER_TICK));
}
