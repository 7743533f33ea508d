import type { TotalsView } from "../../data/messages/query.ts";
import type { State } from "../../data/state/state.ts";

/** Sums over the whole state. */
export function totals(s: State): TotalsView {
  const { accounts, orders, positions, entries } = s;
  let money = 0n;
  for (const entry of entries.slots()) money += entries.amount.quanta(entry);
  let orderBytes = orders.bytes() + orders.byId.bytes();
  for (const contract of s.contracts) orderBytes += contract.book.bytes();
  return {
    accounts: accounts.count,
    orders: orders.count,
    positions: positions.count,
    money,
    nextId: s.nextId,
    orderBytes,
  };
}
