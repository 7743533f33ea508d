import { STATE_UNTRIGGERED } from "../../data/codes.ts";
import type { OrderView, Query } from "../../data/messages/query.ts";
import type { State } from "../../data/state/state.ts";
import type { OrderSlot } from "../../data/units/kinds.ts";
import { NONE } from "../../data/units/units.ts";
import { orderView } from "./images.ts";

type Asked<T extends Query["type"]> = Extract<Query, { type: T }>;

/** An account's live orders, newest first. */
export function orders(s: State, query: Asked<"orders">): readonly OrderView[] {
  const { accounts, holdings, orders } = s;
  const { account, contract, which } = query;
  if (!accounts.has(account)) return [];
  const slots: OrderSlot[] = [];
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h]) {
    if (contract !== undefined && holdings.contract[h] !== contract) continue;
    for (let slot = holdings.orderTail[h]; slot !== NONE; slot = orders.holdingPrev[slot]) {
      if (which === "all" || (which === "plan") === (orders.state[slot] === STATE_UNTRIGGERED))
        slots.push(slot);
    }
  }
  slots.sort((a, b) => orders.id[b] - orders.id[a]);
  return slots.map((slot) => orderView(s, slot));
}

/** A live order of the account; undefined for another account's order. */
export function order(s: State, query: Asked<"order">): OrderView | undefined {
  const { account } = query;
  const slot =
    query.order !== 0
      ? s.orders.byId.get(query.order)
      : (s.accounts.clientIds[account]?.get(query.clientId) ?? NONE);
  return slot === NONE || s.orders.account[slot] !== account ? undefined : orderView(s, slot);
}

/** Every live order of every account, ascending by id. */
export function allOrders(s: State): readonly OrderView[] {
  const { orders } = s;
  const slots = orders.slots().sort((a, b) => orders.id[a] - orders.id[b]);
  return slots.map((slot) => orderView(s, slot));
}
