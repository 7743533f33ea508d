import { BUY, CANCEL_REDUCE_ONLY, isOpening, legOf, NONE, STATE_UNTRIGGERED } from "../codes.ts";
import type { State } from "../state.ts";
import type { Lots } from "../units/units.ts";
import { closableOf } from "./admit.ts";
import { orderEnded, orderResized } from "./orderEvents.ts";

/**
 * Frees `lots` of a position that the account's own close orders have reserved: they shrink or are canceled, worst price
 * first, newest first, until that much can be closed.
 */
export function trimReservations(s: State, position: number, lots: Lots): void {
  const { orders, positions } = s;
  const holding = positions.holding[position]!;
  const leg = positions.leg[position]!;
  const id = positions.id[position]!;
  for (;;) {
    const missing = lots - closableOf(s, holding, leg, id);
    if (missing <= 0) return;
    const worst = worstClose(s, holding, leg, id);
    if (worst === NONE) return;
    if (orders.remaining[worst]! > missing) orderResized(s, worst, orders.size[worst]! - missing);
    else orderEnded(s, worst, CANCEL_REDUCE_ONLY);
  }
}

/** The live close order of a leg that is furthest from trading; among equals the newest. Slot or NONE. */
function worstClose(s: State, holding: number, leg: number, position: number): number {
  const { orders, holdings } = s;
  let worst = NONE;
  for (let slot = holdings.orderHead[holding]!; slot !== NONE; slot = orders.holdingNext[slot]!) {
    const closes = !isOpening(orders.action[slot]!) && legOf(orders.action[slot]!) === leg;
    const bound = orders.position[slot] === 0 || orders.position[slot] === position;
    if (!closes || !bound || orders.state[slot] === STATE_UNTRIGGERED) continue;
    if (worst === NONE || isWorseOrEqual(s, slot, worst)) worst = slot;
  }
  return worst;
}

function isWorseOrEqual(s: State, a: number, b: number): boolean {
  const { orders } = s;
  return orders.side[a] === BUY ? orders.price[a]! <= orders.price[b]! : orders.price[a]! >= orders.price[b]!;
}
