import { BUY } from "../codes.ts";
import type { Side } from "../units/kinds.ts";
import type { Ticks } from "../units/units.ts";

/**
 * Whether a paper order of a side at `price` is reached by a flow at the price `at`: its price is that one or a
 * better one.
 */
export function reaches(side: Side, price: Ticks, at: Ticks): boolean {
  return side === BUY ? price >= at : price <= at;
}
