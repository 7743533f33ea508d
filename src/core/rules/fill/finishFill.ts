import { isOpening } from "../../data/codes.ts";
import type { State } from "../../data/state/state.ts";
import type { AccountId, OrderSlot, PositionSlot, TradeId } from "../../data/units/kinds.ts";
import type { Lots, Ticks } from "../../data/units/units.ts";
import { tradeTurned } from "../../events/tradeEvents.ts";
import { feeOfPart, prepare } from "./prepareFill.ts";
import { afterFill } from "./presets.ts";
import { trimReduceOnly } from "./reservations.ts";

/**
 * What follows a fill of an order of `lots` once what it closed is settled: what its presets do; and where an order of a one-way account
 * closed the `first` of the lots, the others open the other leg, and reduce-only orders give way to the smaller one.
 */
export function finishFill(
  s: State,
  slot: OrderSlot,
  closes: boolean,
  position: PositionSlot,
  lots: Lots,
  first: Lots,
  price: Ticks,
  isTaker: boolean,
  trade: TradeId,
  counterparty: AccountId,
): void {
  const { orders } = s;
  if (!closes || !isOpening(orders.action[slot])) {
    afterFill(s, slot, position, lots);
    return;
  }
  const opens = lots - first;
  if (opens > 0) {
    const opened = prepare(s, slot, opens, price, isTaker, first);
    const fee = feeOfPart(s, slot, opens, price, isTaker, first, s.scratch.fee);
    tradeTurned(s, slot, { trade, price, isTaker, counterparty, size: opens, fee });
    afterFill(s, slot, opened, opens);
  }
  trimReduceOnly(s, orders.holding[slot]);
}
