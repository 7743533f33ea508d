import { CANCEL_EXPIRED, FOK, IOC } from "../../data/codes.ts";
import { admitWhole, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import type { OrderDraft } from "../../data/tables/orders.ts";
import type { TimeMs } from "../../data/units/units.ts";
import { orderEnded } from "../../events/orderEvents.ts";

/*
 * Orders that are good till a date: when it comes they end, whether they wait for their trigger, are on
 * their way, or rest. This is the first of the internal steps on orders, so that none of them fills, fires
 * or arrives at its date or later.
 */

/**
 * Whether the date of an order (0: it has none) is still to come, and the order is of a kind that can live
 * until then: it may rest, or waits.
 */
export function admitDate(s: State, draft: OrderDraft): boolean {
  const { goodTill, market, timeInForce, triggerPrice } = draft;
  if (goodTill === 0) return true;
  if (!admitWhole(s, draft, "goodTill")) return false;
  if (goodTill <= s.time) return refuseField(s, draft, "goodTill", "later", s.time);
  const endsAtOnce = market || timeInForce === IOC || timeInForce === FOK;
  return triggerPrice !== 0 || !endsAtOnce || refuseField(s, draft, "goodTill", "lasting");
}

/** When the first order ends by its date; Infinity if none does. */
export function nextDate({ dated, orders }: State): TimeMs {
  return dated.size > 0 ? orders.conditions.goodTill[dated.peek()] : Number.POSITIVE_INFINITY;
}

/** Whether the date of an order has come. */
export function dateHasCome(s: State): boolean {
  return nextDate(s) <= s.time;
}

/** Ends the order whose date came first; of several at once, the one that was placed first. */
export function endDated(s: State): void {
  const { conditions, byId } = s.orders;
  orderEnded(s, byId.get(conditions.dated[s.dated.peek()]), CANCEL_EXPIRED);
}
