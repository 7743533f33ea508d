import { isOpening } from "../../data/codes.ts";
import type { State } from "../../data/state/state.ts";
import type { AccountId, OrderSlot, TradeId } from "../../data/units/kinds.ts";
import type { Lots, Ticks } from "../../data/units/units.ts";
import { tradeTurned } from "../../events/tradeEvents.ts";
import { feeOfPart, prepare } from "./prepareFill.ts";
import { afterFill } from "./presets.ts";
import { trimReduceOnly } from "./reservations.ts";

/**
 * Whether an order of a one-way account, which `closed` the other leg, goes on and opens with the rest of
 * its lots.
 */
export function turns({ orders }: State, slot: OrderSlot, closed: boolean): boolean {
  return closed && isOpening(orders.action[slot]);
}

/**
 * Books the second part of a fill of an order that {@link turns}, once its close is settled: the lots after
 * the `first` open the other leg, and reduce-only orders shrink to the smaller one.
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
    readonly counterparty: AccountId;
  },
): void {
  const { lots, first, price, isTaker, trade, counterparty } = fill;
  const opens = lots - first;
  if (opens > 0) {
    const opened = prepare(s, slot, opens, price, isTaker, first);
    const fee = feeOfPart(s, slot, opens, price, isTaker, first, s.scratch.fee);
    tradeTurned(s, slot, { trade, price, isTaker, counterparty, size: opens, fee });
    afterFill(s, slot, opened, opens);
  }
  trimReduceOnly(s, s.orders.holding[slot]);
}
