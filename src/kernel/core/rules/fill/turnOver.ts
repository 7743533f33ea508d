import { isOpening } from "../../data/codes.ts";
import type { State } from "../../data/state/state.ts";
import type { AccountId, OrderSlot, TradeId } from "../../data/units/kinds.ts";
import type { Lots, Ticks } from "../../data/units/units.ts";
import { tradeTurned } from "../../events/tradeEvents.ts";
import { feeOfPart, prepare } from "./prepareFill.ts";
import { afterFill } from "./presets.ts";
import { trimReduceOnly } from "./reservations.ts";

/**
 * Whether the fill that `closed` lots was of an order that opens: one of a one-way account, which first
 * closes the other leg and opens its own with what that leg did not have.
 */
export function openingOrderClosed({ orders }: State, slot: OrderSlot, closed: boolean): boolean {
  return closed && isOpening(orders.action[slot]);
}

/**
 * Goes on with such a fill ({@link openingOrderClosed}) once what it closed is settled: of its `lots`, those
 * after the `first`, which closed, open the order's own leg, and reduce-only orders of the smaller leg
 * shrink.
 */
export function turnOver(
  s: State,
  slot: OrderSlot,
  fill: {
    readonly lots: Lots;
    readonly first: Lots;
    readonly price: Ticks;
    readonly isTaker: boolean;
    readonly trade: TradeId;
    /** Account of the trade's other order. */
    readonly otherAccount: AccountId;
  },
): void {
  const { lots, first, price, isTaker, trade, otherAccount } = fill;
  const opens = lots - first;
  if (opens > 0) {
    const opened = prepare(s, slot, opens, price, isTaker, first);
    const fee = feeOfPart(s, slot, opens, price, isTaker, first, s.scratch.fee);
    tradeTurned(s, slot, { trade, price, isTaker, counterparty: otherAccount, size: opens, fee });
    afterFill(s, slot, opened, opens);
  }
  trimReduceOnly(s, s.orders.holding[slot]);
}
