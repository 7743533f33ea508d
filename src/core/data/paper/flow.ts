import { BUY } from "../codes.ts";
import type { Side } from "../units/kinds.ts";
import type { Ticks } from "../units/units.ts";

/** Whether a paper order of a side, at `price`, stands at or before a flow at `at`. */
export function reaches(side: Side, price: Ticks, at: Ticks): boolean {
  return side === BUY ? price >= at : price <= at;
}
