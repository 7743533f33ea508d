import type { v2 } from "../../../interface/wire/index.ts";
import type { LiveOrder } from "./liveOrder.ts";
import { sideOf } from "./liveOrder.ts";

/** The waiting orders that close a leg at a price, whenever they were placed. */
export function exitsOf(position: v2.Position, orders: readonly LiveOrder[]): readonly LiveOrder[] {
  return orders.filter((order) => isExit(order) && isOfLeg(order, position));
}

/**
 * Whether an order was placed for a position that has ended: it still waits, as on the real exchange, and
 * will close whatever is held on its side when its price comes. The interface names no position, but an
 * order older than the leg was not meant for it, unless it ends with whichever position there is.
 */
export function isLeftOver(order: LiveOrder, positions: readonly v2.Position[]): boolean {
  if (!isExit(order) || order.trigger?.endsWithPosition === true) return false;
  const leg = positions.find((position) => isOfLeg(order, position));
  return leg === undefined || order.createdMs < Number(leg.created_time);
}

function isOfLeg({ symbol, side }: LiveOrder, position: v2.Position): boolean {
  return symbol === position.symbol && side === sideOf(position);
}

function isExit({ opens, trigger }: LiveOrder): boolean {
  return !opens && trigger !== undefined;
}
