import {
  CANCEL_ADMIN,
  CANCEL_ALL_ORDERS,
  CANCEL_NORMAL_ORDERS,
  CANCEL_PLAN_ORDERS,
  CANCEL_USER,
  isClosePosition,
  KIND_NORMAL,
  STATE_CANCELING,
  STATE_PENDING,
  STATE_UNTRIGGERED,
} from "../../data/codes.ts";
import type { RecordView } from "../../data/encoding/layout.ts";
import { fixedWords, offsetsOf, readOnlyText } from "../../data/encoding/layout.ts";
import type { Body } from "../../data/messages/command.ts";
import { commandLayouts } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import type { AccountId, HoldingSlot, OrderSlot } from "../../data/units/kinds.ts";
import type { TimeMs } from "../../data/units/units.ts";
import { NONE } from "../../data/units/units.ts";
import { doubleAt } from "../../data/units/words.ts";
import { cancelSent } from "../../events/latencyEvents.ts";
import { orderCanceling, orderEnded } from "../../events/orderEvents.ts";
import { hasLatency, sendChange } from "../latency/latency.ts";
import { ownOrder } from "./place.ts";

const CANCEL = offsetsOf(commandLayouts.cancelOrder);
const CANCEL_FIXED = fixedWords(commandLayouts.cancelOrder);

/**
 * `cancelOrder`, read straight from its record: by id, or by live client id. Canceling an order that is
 * canceling already succeeds.
 */
export function cancelOrder(s: State, view: RecordView, at: number): boolean {
  const account = doubleAt(view.words, at + CANCEL.account);
  const order = doubleAt(view.words, at + CANCEL.order);
  if (!s.accounts.has(account)) return refuse(s, R.unknownAccount, { account });
  const slot =
    order !== 0 ? ownOrder(s, account, order) : byClientId(s, account, readOnlyText(view, at, CANCEL_FIXED));
  if (slot === NONE) return refuse(s, R.orderNotFound, { order });
  const kind = s.orders.kind[slot];
  if (view.words[at + CANCEL.plansOnly] === 1 && (kind === KIND_NORMAL || isClosePosition(kind))) {
    return refuse(s, R.orderNotPlan, { order: s.orders.id[slot] });
  }
  s.outcomeId = s.orders.id[slot];
  cancel(s, slot);
  return true;
}

/** A live order of the account by its client id, or NONE. */
export function byClientId(s: State, account: AccountId, clientId: string): OrderSlot {
  return s.accounts.clientIds[account]?.get(clientId) ?? NONE;
}

/** `cancelAll`: in order of placement, contract by contract in the order the account first touched them. */
export function cancelAll(s: State, command: Body<"cancelAll">): boolean {
  const { account, contract, which } = command;
  if (!s.accounts.has(account)) return refuse(s, R.unknownAccount, { account });
  if (contract !== NONE && s.contracts[contract] === undefined)
    return refuse(s, R.unknownContract, { contract });
  if (which < CANCEL_NORMAL_ORDERS || which > CANCEL_ALL_ORDERS)
    return refuseField(s, command, "which", "known");
  const { holdings, accounts } = s;
  for (let h = accounts.holdingHead[account]; h !== NONE; h = holdings.next[h]) {
    if (contract === NONE || holdings.contract[h] === contract) cancelHolding(s, h, which, CANCEL_USER);
  }
  return true;
}

/** `adminCancel`: the venue cancels an order of any account. */
export function adminCancel(s: State, { order }: Body<"adminCancel">): boolean {
  const slot = s.orders.byId.get(order);
  if (slot === NONE) return refuse(s, R.orderNotFound, { order });
  s.outcomeId = order;
  orderEnded(s, slot, CANCEL_ADMIN);
  return true;
}

/** Cancels the live orders of a holding: as their user would, or at once for a reason of the venue's. */
export function cancelHolding(s: State, holding: HoldingSlot, which: number, reason: number): void {
  const { orders, holdings } = s;
  for (let slot = holdings.orderHead[holding]; slot !== NONE; ) {
    const next = orders.holdingNext[slot]; // canceling an order ends no other
    const waits = orders.state[slot] === STATE_UNTRIGGERED;
    if (which === CANCEL_ALL_ORDERS || (which === CANCEL_PLAN_ORDERS) === waits) {
      if (reason === CANCEL_USER) cancel(s, slot);
      else orderEnded(s, slot, reason);
    }
    slot = next;
  }
}

/**
 * Cancels at once, or after the account's delay; a pending order stays canceling until its own delay ends.
 */
function cancel(s: State, slot: OrderSlot): void {
  const { orders, accounts } = s;
  const state = orders.state[slot];
  if (state === STATE_CANCELING) return;
  const account = orders.account[slot];
  if (state === STATE_UNTRIGGERED) {
    orderEnded(s, slot, CANCEL_USER);
    return;
  }
  const delay = accounts.cancelDelayMs[account];
  const isAwaited = state === STATE_PENDING || (s.amendsSent.size > 0 && s.amendsSent.has(orders.id[slot]));
  if (isAwaited && hasLatency(s, account)) {
    sendCancel(s, slot, sendChange(s, account, delay));
    return;
  }
  const dueTime = sendChange(s, account, delay);
  if (state === STATE_PENDING || dueTime > 0) orderCanceling(s, slot, { dueTime: dueTime || s.time });
  else orderEnded(s, slot, CANCEL_USER);
}

/**
 * Sends a cancel, which follows its order to the book; where a cancel is under way already, that one counts.
 */
function sendCancel(s: State, slot: OrderSlot, dueTime: TimeMs): void {
  const { orders } = s;
  const order = orders.id[slot];
  if (s.cancelsSent.has(order)) return;
  cancelSent(s, { order, account: orders.account[slot], contract: orders.contract[slot], dueTime });
}
