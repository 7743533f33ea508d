import { CANCEL_NONE, NONE, STATE_UNTRIGGERED } from "../codes.ts";
import type { OrderView, Query } from "../query.ts";
import type { State } from "../state.ts";

type Asked<T extends Query["type"]> = Extract<Query, { type: T }>;

/** An account's live orders, newest first. */
export function orders(s: State, query: Asked<"orders">): readonly OrderView[] {
  const { accounts, holdings, orders } = s;
  const { account, contract, which } = query;
  if (!accounts.has(account)) return [];
  const slots: number[] = [];
  for (let h = accounts.holdingHead[account]!; h !== NONE; h = holdings.next[h]!) {
    if (contract !== undefined && holdings.contract[h] !== contract) continue;
    for (let slot = holdings.orderTail[h]!; slot !== NONE; slot = orders.holdingPrev[slot]!) {
      if (which === "all" || (which === "plan") === (orders.state[slot] === STATE_UNTRIGGERED))
        slots.push(slot);
    }
  }
  slots.sort((a, b) => orders.id[b]! - orders.id[a]!);
  return slots.map((slot) => orderView(s, slot));
}

/** A live order of the account: what belongs to others does not exist. */
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
  const slots = orders.slots().sort((a, b) => orders.id[a]! - orders.id[b]!);
  return slots.map((slot) => orderView(s, slot));
}

function orderView(s: State, slot: number): OrderView {
  const { orders } = s;
  return {
    order: orders.id[slot]!,
    account: orders.account[slot]!,
    contract: orders.contract[slot]!,
    kind: orders.kind[slot]!,
    action: orders.action[slot]!,
    timeInForce: orders.timeInForce[slot]!,
    market: orders.market[slot] === 1,
    price: orders.price[slot]!,
    size: orders.size[slot]!,
    remaining: orders.remaining[slot]!,
    state: orders.state[slot]!,
    cancelReason: CANCEL_NONE,
    marginMode: orders.marginMode[slot]!,
    separatedMode: orders.separatedMode[slot]!,
    position: orders.position[slot]!,
    leverage: orders.leverage[slot]!,
    triggerPrice: orders.triggerPrice[slot]!,
    triggerSource: orders.triggerSource[slot]!,
    triggerDirection: orders.triggerDirection[slot]!,
    triggeredTime: orders.triggeredTime[slot]!,
    presetTakeProfit: orders.presetTakeProfit[slot]!,
    presetStopLoss: orders.presetStopLoss[slot]!,
    presetsOnMark: orders.presetsOnMark[slot]!,
    parent: orders.parent[slot]!,
    filledValue: orders.filledValue.quanta(slot),
    fee: orders.fee.quanta(slot),
    liquidationFee: orders.liquidationFee.quanta(slot),
    realized: orders.realized.quanta(slot),
    createdTime: orders.createdTime[slot]!,
    updatedTime: orders.updatedTime[slot]!,
    clientId: orders.clientIds[orders.rowOf(slot)]!,
  };
}
