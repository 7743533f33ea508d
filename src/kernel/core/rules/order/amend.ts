import {
  AMENDMENTS_MAX,
  isOpening,
  legOf,
  STATE_OPEN,
  STATE_UNTRIGGERED,
  TRIGGER_QUEUED,
} from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import type { CommandOf } from "../../data/messages/command.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { isOneWay } from "../../data/net/resolve.ts";
import { statusOf } from "../../data/state/ofAccount.ts";
import { admitWhole, refuse, refuseField } from "../../data/state/refuse.ts";
import type { State } from "../../data/state/state.ts";
import type { OrderSlot } from "../../data/units/kinds.ts";
import type { Lots, Ticks } from "../../data/units/units.ts";
import { NONE, POINTS_PER_TICK } from "../../data/units/units.ts";
import { amendSent } from "../../events/latencyEvents.ts";
import { orderAmended, orderModified, orderResized } from "../../events/orderEvents.ts";
import { closableLots, trimReduceOnly } from "../fill/reservations.ts";
import { hasLatency, sendChange } from "../latency/latency.ts";
import {
  admitNotional,
  admitOpening,
  admitPresets,
  admitPrice,
  admitSize,
  admitTrading,
  refuseClose,
  smallestOrder,
} from "./admit.ts";
import { arrive } from "./arrive.ts";
import { byClientId } from "./cancel.ts";
import { permits } from "./permission.ts";
import { ownOrder } from "./place.ts";
import { cancelBehind, collectTriggers } from "./triggers.ts";
import { admitHighest, admitTrigger } from "./waiting.ts";

/**
 * `amendOrder`: gives a resting order another price or size, and a waiting order another trigger too
 * ({@link amendWaiting}). The order keeps its id, its fills and its attached orders.
 *
 * A smaller size is no loss to anybody, so the order keeps its place in the queue and its margin terms. With
 * another price or a larger size it is admitted as a new order in place of the old one: what the old one
 * froze or reserved counts as free, and it is sent into the book anew. A resting order may be amended
 * {@link AMENDMENTS_MAX} times. A refused amendment changes nothing.
 */
export function amendOrder(s: State, command: CommandOf<"amendOrder">): boolean {
  const { orders } = s;
  const { account } = command;
  if (!s.accounts.has(account)) return refuse(s, R.unknownAccount, { account });
  const slot =
    command.order !== 0 ? ownOrder(s, account, command.order) : byClientId(s, account, command.clientId);
  if (slot === NONE) return refuse(s, R.orderNotFound, { order: command.order });
  const id = orders.id[slot];
  const action = orders.action[slot];
  if (!permits(s, account, action))
    return refuse(s, R.accountFrozen, { status: statusOf(s, account), account });
  const state = orders.state[slot];
  const isAwaited = s.amendsSent.size > 0 && s.amendsSent.has(id);
  const waits = state === STATE_UNTRIGGERED && orders.triggerQueued(slot) !== TRIGGER_QUEUED;
  if ((state !== STATE_OPEN && !waits) || isAwaited)
    return refuse(s, R.orderNotResting, { order: id, state });
  const count = s.amendments.get(id) ?? 0;
  if (!waits && count >= AMENDMENTS_MAX)
    return refuse(s, R.tooManyAmendments, { order: id, count, max: AMENDMENTS_MAX });
  if (command.triggerPrice !== 0 && !waits) return refuse(s, R.orderNotPlan, { order: id });
  for (const field of ["triggerPrice", "price", "size"] as const) {
    if (!admitWhole(s, command, field)) return false;
  }
  if (waits) return amendWaiting(s, slot, command);
  const price = command.price || orders.price[slot];
  const size = command.size || orders.size[slot];
  if (!admitResting(s, slot, price, size)) return false;
  s.outcomeId = id;
  if (price === orders.price[slot] && size === orders.size[slot]) return true;
  if (hasLatency(s, account)) {
    const dueTime = sendChange(s, account, 0);
    amendSent(s, { order: id, account, contract: orders.contract[slot], price, size, dueTime });
  } else amendResting(s, slot, price, size);
  return true;
}

/** Whether an order whose delay is over rests, and an amendment of it arrives. */
export function isAmendDue(s: State, slot: OrderSlot): boolean {
  return s.amendsSent.size > 0 && s.orders.state[slot] === STATE_OPEN && s.amendsSent.has(s.orders.id[slot]);
}

/**
 * An amendment arrives at an order that still rests, and is checked once more, since order, account and
 * market may have changed meanwhile. An amendment that would be refused now changes nothing. A cancel that
 * was sent after it follows.
 */
export function amendArrives(s: State, slot: OrderSlot): void {
  const { orders } = s;
  const order = orders.id[slot];
  const { price, size } = s.amendsSent.get(order)!;
  const [account, contract] = [orders.account[slot], orders.contract[slot]];
  amendSent(s, { order, account, contract, price, size, dueTime: 0 });
  if (permits(s, account, orders.action[slot]) && admitResting(s, slot, price, size))
    amendResting(s, slot, price, size);
  cancelBehind(s, order);
}

/** Whether a resting order may have this size and price. Changes nothing but the draft. */
function admitResting(s: State, slot: OrderSlot, price: Ticks, size: Lots): boolean {
  const { orders } = s;
  const contract = s.contracts[orders.contract[slot]];
  const action = orders.action[slot];
  const filled = orders.size[slot] - orders.remaining[slot];
  if (!admitTrading(s, contract, action)) return false;
  const lotsMin = smallestOrder(contract.terms, orders.size[slot]);
  if (!admitSize(s, contract, action, false, size, lotsMin)) return false;
  if (size <= filled) return refuse(s, R.sizeFilled, { size, filled });
  if (keepsPlace(s, slot, price, size)) return admitWorth(s, contract, slot, price, size);
  return admitAmended(s, contract, slot, price, size - filled);
}

/** Whether an amended order is worth at least the contract's minimum, or as much as before. */
function admitWorth(s: State, contract: Contract, slot: OrderSlot, price: Ticks, size: Lots): boolean {
  const { orders } = s;
  const isWorthLess = size * price < orders.size[slot] * orders.price[slot];
  return !isWorthLess || admitNotional(s, contract, orders.action[slot], price * POINTS_PER_TICK, size);
}

/** A smaller size at the same price keeps the order's place in the queue. */
function keepsPlace({ orders }: State, slot: OrderSlot, price: Ticks, size: Lots): boolean {
  return price === orders.price[slot] && size <= orders.size[slot];
}

/**
 * Changes a resting order as {@link admitResting} allowed, with the draft that it left; after the venue's
 * own delay, if there is one.
 */
function amendResting(s: State, slot: OrderSlot, price: Ticks, size: Lots): void {
  const { orders, draft } = s;
  if (keepsPlace(s, slot, price, size)) {
    if (size < orders.size[slot]) orderResized(s, slot, { size });
    return;
  }
  const delayMs = s.accounts.orderDelayMs[orders.account[slot]];
  const dueTime = delayMs > 0 ? s.time + delayMs : 0;
  orderAmended(s, slot, { ...draft, size, dueTime });
  if (!isOpening(orders.action[slot]) && isOneWay(s, orders.account[slot])) {
    const order = orders.id[slot];
    trimReduceOnly(s, orders.holding[slot]);
    if (orders.byId.get(order) !== slot) return;
  }
  if (dueTime > 0) return;
  const contract = s.contracts[orders.contract[slot]];
  arrive(s, slot);
  collectTriggers(s, contract);
}

/**
 * Whether the order may change to `lots` at `price`; the draft is then the amended order. Changes nothing
 * else.
 */
export function admitAmended(
  s: State,
  contract: Contract,
  slot: OrderSlot,
  price: Ticks,
  lots: Lots,
): boolean {
  const { orders } = s;
  const draft = s.draft.reset();
  draft.account = orders.account[slot];
  draft.contract = contract.index;
  draft.holding = orders.holding[slot];
  draft.action = orders.action[slot];
  draft.price = price;
  draft.size = lots;
  draft.marginMode = orders.marginMode[slot];
  draft.presetTakeProfit = orders.conditions.presetTakeProfit[orders.condition[slot]];
  draft.presetStopLoss = orders.conditions.presetStopLoss[orders.condition[slot]];
  draft.replaces = slot;
  if (!admitPrice(s, contract, draft.action, price)) return false;
  const filled = orders.size[slot] - orders.remaining[slot];
  if (!admitWorth(s, contract, slot, price, filled + lots)) return false;
  if (!admitPresets(s, draft, price * POINTS_PER_TICK)) return false;
  if (isOpening(draft.action)) return admitOpening(s, contract, draft.holding, draft);
  const position = orders.position[slot];
  const ofOwn = isOneWay(s, draft.account) ? 0 : orders.remaining[slot];
  const closable = closableLots(s, draft.holding, legOf(draft.action), position) + ofOwn;
  if (lots > closable) return refuseClose(s, draft.holding, { ...draft, position }, closable);
  draft.leverage = orders.leverage[slot];
  draft.markPoints = contract.markPoints;
  draft.feeRate = s.holdings.takerRate[draft.holding];
  return true;
}

/**
 * `amendOrder` of an order that waits: another trigger, execution price or size. It keeps its direction and
 * the price that it watches. It froze nothing, so no margin is asked for: that is checked when it fires.
 *
 * @param to the new values; 0 leaves one as it is: a market order stays one unless it gets a price, an order
 * for the whole position stays one unless it gets a size
 */
function amendWaiting(
  s: State,
  slot: OrderSlot,
  to: Pick<CommandOf<"amendOrder">, "triggerPrice" | "price" | "size">,
): boolean {
  const { orders, draft } = s;
  const contract = s.contracts[orders.contract[slot]];
  const action = orders.action[slot];
  const { conditions } = orders;
  const own = orders.condition[slot];
  const triggerPrice = to.triggerPrice || conditions.triggerPrice[own];
  const price = to.price || orders.price[slot];
  const size = to.size || orders.size[slot];
  const source = conditions.triggerSource[own];
  if (!admitTrading(s, contract, action)) return false;
  const trails = conditions.callbackRate[own] !== 0;
  if (trails && to.triggerPrice !== 0) return refuseField(s, to, "triggerPrice", "trails");
  if (trails && to.price !== 0) return refuseField(s, to, "price", "trails");
  if (to.size !== 0 && conditions.endsWithLeg[own] === 1) return refuseField(s, to, "size", "notWhole");
  const lotsMin = smallestOrder(contract.terms, orders.size[slot]);
  const market = to.price === 0 && orders.market[slot] === 1;
  if (size !== 0 && !admitSize(s, contract, action, market, size, lotsMin)) return false;
  if (!admitHighest(s, contract, triggerPrice, price)) return false;
  const pointsOf = (ticks: Ticks) => (ticks === 0 ? contract.markPoints : ticks * POINTS_PER_TICK);
  const isWorthLess = size * pointsOf(price) < orders.size[slot] * pointsOf(orders.price[slot]);
  if (isWorthLess && !admitNotional(s, contract, action, pointsOf(price), size)) return false;
  draft.reset();
  draft.action = action;
  draft.presetTakeProfit = conditions.presetTakeProfit[own];
  draft.presetStopLoss = conditions.presetStopLoss[own];
  if (!admitPresets(s, draft, (price || triggerPrice) * POINTS_PER_TICK)) return false;
  if (!trails && !admitTrigger(s, contract, triggerPrice, source, conditions.triggerDirection[own]))
    return false;
  s.outcomeId = orders.id[slot];
  if (triggerPrice !== conditions.triggerPrice[own] || price !== orders.price[slot])
    orderModified(s, slot, { triggerPrice, triggerSource: source, price });
  if (size !== orders.size[slot]) orderResized(s, slot, { size });
  return true;
}
