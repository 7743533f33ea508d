import {
  CANCEL_COULD_NOT_FILL,
  DIRECT_CANCEL,
  DIRECT_FILL,
  DIRECT_NEVER_FILL,
  GTC,
  POST_ONLY,
} from "../../data/codes.ts";
import type { State } from "../../data/state/state.ts";
import type { OrderSlot } from "../../data/units/kinds.ts";
import { directiveDone, orderSetAside } from "../../events/directiveEvents.ts";
import { leaveDelay, orderEnded } from "../../events/orderEvents.ts";
import { makeRoomFor, makesRoom } from "../fill/reservations.ts";
import { forceFill } from "./forcedFill.ts";
import { matchOrder } from "./match.ts";

/** Sends a pending order into the book, unless a directive prevents that. */
export function arrive(s: State, slot: OrderSlot): void {
  if (s.directives.ofOrder.size === 0 || !followsDirectives(s, slot)) matchOrder(s, slot);
}

/**
 * Carries out the directives of an arriving order, if it has any: it meets nobody; the house fills as much
 * as the directive says, and then it ends or is set aside.
 */
function followsDirectives(s: State, slot: OrderSlot): boolean {
  const { directives, orders } = s;
  const order = orders.id[slot];
  const fill = directives.has(order, DIRECT_FILL);
  const cancel = directives.has(order, DIRECT_CANCEL);
  if (fill === undefined && cancel === undefined && directives.has(order, DIRECT_NEVER_FILL) === undefined)
    return false;
  const { timeInForce, market } = orders;
  leaveDelay(s, slot);
  const isPostOnly = timeInForce[slot] === POST_ONLY;
  if (isPostOnly) orderSetAside(s, slot); // it fills as maker only
  let reason = 0;
  if (fill !== undefined) {
    const { directive } = fill;
    const done = forceFill(s, slot, fill);
    if (orders.byId.get(order) === slot) directiveDone(s, { directive, order, unmet: done.unmet });
    reason = done.reason;
  }
  if (orders.byId.get(order) !== slot) return true; // filled whole as maker
  if (orders.remaining[slot] === 0) orderEnded(s, slot, 0);
  else if (reason !== 0) orderEnded(s, slot, reason);
  else if (cancel !== undefined) orderEnded(s, slot, cancel.reason);
  else if (isPostOnly) return true;
  else if (timeInForce[slot] === GTC && market[slot] === 0) {
    if (makesRoom(s, slot)) makeRoomFor(s, slot, orders.remaining[slot]);
    orderSetAside(s, slot);
  } else orderEnded(s, slot, CANCEL_COULD_NOT_FILL);
  return true;
}
