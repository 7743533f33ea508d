import { BUY } from "../codes.ts";
import type { ContractIndex, OrderId, Side } from "../units/kinds.ts";
import type { Lots, Ticks } from "../units/units.ts";

/**
 * Something that happened in a real book at a price for which paper orders wait: a trade with a resting order of their
 * side, or an order of the other side that came to rest. It waits for its step, in which it fills them (paper/fill.ts).
 *
 * It follows from `traded` and `orderRested`, so it has no event of its own until it ends.
 */
export interface PaperFlow {
  readonly contract: ContractIndex;
  /** Of the paper orders. */
  readonly side: Side;
  readonly price: Ticks;
  /** What traded or rests. */
  readonly lots: Lots;
  /** Place in time of the resting order: paper orders at its very price that came after it are behind it. */
  readonly priority: number;
  /** The order that came to rest (id), 0 for a trade. */
  readonly order: OrderId;
}

/** Whether a paper order of a side, at `price`, stands at or before a flow at `at`. */
export function reaches(side: Side, price: Ticks, at: Ticks): boolean {
  return side === BUY ? price >= at : price <= at;
}
