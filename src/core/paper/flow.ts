import { BUY, NONE } from "../codes.ts";
import type { Contract } from "../contract/contract.ts";
import type { State } from "../state.ts";
import type { Lots, Ticks } from "../units/units.ts";

/**
 * Something that happened in a real book at a price for which paper orders wait: a trade with a resting order of their
 * side, or an order of the other side that came to rest. It waits for its step, in which it fills them (paper/fill.ts).
 *
 * It follows from `traded` and `orderRested`, so it has no event of its own until it ends.
 */
export interface PaperFlow {
  readonly contract: number;
  /** Of the paper orders. */
  readonly side: number;
  readonly price: Ticks;
  /** What traded or rests. */
  readonly lots: Lots;
  /** Place in time of the resting order: paper orders at its very price that came after it are behind it. */
  readonly priority: number;
  /** The order that came to rest (id), 0 for a trade. */
  readonly order: number;
}

/** Whether a paper order of a side, at `price`, stands at or before a flow at `at`. */
export function reaches(side: number, price: Ticks, at: Ticks): boolean {
  return side === BUY ? price >= at : price <= at;
}

/** Notes a flow if it concerns anybody. Called for contracts with a paper book only. */
export function noteFlow(s: State, contract: Contract, flow: PaperFlow): void {
  const { orders } = s;
  const first = contract.paperBook!.first(flow.side);
  if (first === NONE) return;
  const price = orders.price[first]!;
  if (!reaches(flow.side, price, flow.price)) return;
  // The first of the best level is the oldest there: is even it behind the order that traded, all are.
  if (price === flow.price && orders.priority[first]! > flow.priority) return;
  s.paperFlows.push(flow);
}
