import type { State } from "../state/state.ts";
import type { AccountId, OrderSlot } from "../units/kinds.ts";
import type { Lots } from "../units/units.ts";

/** Lots of a real resting order that a paper account may still take. */
export function takeableFrom(s: State, account: AccountId, maker: OrderSlot): Lots {
  const taken = s.paperTakes.get(s.orders.id[maker])?.get(account) ?? 0;
  return Math.max(0, s.orders.remaining[maker] - taken);
}
