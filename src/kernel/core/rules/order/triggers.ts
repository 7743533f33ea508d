import {
  CANCEL_ADMIN,
  CANCEL_MARGIN_NOT_ENOUGH,
  CANCEL_NO_DEPTH,
  CANCEL_PRICE_BAND,
  CANCEL_PRICE_PROTECTED,
  CANCEL_REDUCE_ONLY,
  CANCEL_SYSTEM_LIMIT,
  CANCEL_USER,
  CONTRACT_TRADING,
  isOpening,
  KIND_CLOSE_WITH_ATTACHED,
  LONG,
  legOf,
  OPEN_LONG,
  STATE_CANCELING,
  TRIGGER_AT_OR_ABOVE,
  TRIGGER_AT_OR_BELOW,
  TRIGGER_ON_LAST,
  TRIGGER_ON_MARK,
  TRIGGER_QUEUED,
  TRIGGER_TRAILING,
} from "../../data/codes.ts";
import type { Contract } from "../../data/contract/contract.ts";
import { bandMax, bandMin } from "../../data/contract/priceBand.ts";
import { freeEquity } from "../../data/margin/available.ts";
import { addedByNet } from "../../data/margin/netMargin.ts";
import { rejections as R } from "../../data/messages/rejection.ts";
import { facingLots, isOneWay } from "../../data/net/resolve.ts";
import type { State } from "../../data/state/state.ts";
import type { SlotHeap } from "../../data/tables/slotHeap.ts";
import type { HoldingSlot, Leg, OrderId, OrderSlot, PositionId } from "../../data/units/kinds.ts";
import type { Money } from "../../data/units/money.ts";
import type { Points } from "../../data/units/units.ts";
import { NONE, POINTS_PER_TICK } from "../../data/units/units.ts";
import {
  orderActivated,
  orderCanceling,
  orderEnded,
  orderHeld,
  orderTriggered,
  orderTriggerQueued,
  trailMoved,
} from "../../events/orderEvents.ts";
import { exitLots } from "../fill/reservations.ts";
import { cancelTriggersOf } from "../position/settleClose.ts";
import { admitOpening, admitPrice, largestOrder, openingMargin, protectionPrice } from "./admit.ts";
import { arrive } from "./arrive.ts";
import { isOpenFor, permits } from "./permission.ts";
import { matchedPrice, priceAsItArrives } from "./priceMatch.ts";

/**
 * Queues the untriggered orders of a contract whose condition is true now, in order of their ids. They run
 * after the step that moved the price, so that there is no recursion.
 */
export function collectTriggers(s: State, contract: Contract): void {
  collect(s, contract, TRIGGER_ON_LAST);
  collect(s, contract, TRIGGER_ON_MARK);
}

function collect(s: State, contract: Contract, source: number): void {
  const rising = contract.triggers(source, TRIGGER_AT_OR_ABOVE);
  const falling = contract.triggers(source, TRIGGER_AT_OR_BELOW);
  const up = contract.trails(source, TRIGGER_AT_OR_ABOVE);
  const down = contract.trails(source, TRIGGER_AT_OR_BELOW);
  if (rising.size + falling.size + up.size + down.size === 0) return; // as after nearly every act of the house
  const points = contract.watchedPoints(source);
  if (points <= 0) return;
  if (up.isPassedBy(points) || down.isPassedBy(points))
    trailMoved(s, { contract: contract.index, triggerSource: source, points });
  const met: OrderSlot[] = [];
  up.collectMet(points, met);
  down.collectMet(points, met);
  takeMet(s, rising, 1, points, met);
  takeMet(s, falling, -1, points, met);
  if (met.length > 0) queueMet(s, met, points);
}

/** Takes the orders whose trigger price is reached out of their heap. */
function takeMet(
  { orders }: State,
  heap: SlotHeap<OrderSlot>,
  sign: number,
  points: Points,
  into: OrderSlot[],
): void {
  while (heap.size > 0 && (points - orders.heapKey[heap.peek()] * POINTS_PER_TICK) * sign >= 0) {
    const slot = heap.peek();
    heap.remove(slot);
    orders.heapKey[slot] = 0; // it has left its heap
    into.push(slot);
  }
}

/** Queues orders whose triggers are met, or activates trailing stops, in order of their ids. */
function queueMet(s: State, met: OrderSlot[], points: Points): void {
  const { orders } = s;
  met.sort((a, b) => orders.id[a] - orders.id[b]);
  for (const slot of met) {
    const trails = orders.conditions.callbackRate[orders.condition[slot]] !== 0;
    if (trails && orders.triggerQueued(slot) !== TRIGGER_TRAILING) orderActivated(s, slot, { points });
    else orderTriggerQueued(s, slot);
  }
}

/**
 * The slot of the first triggered order in the queue, past those that ended meanwhile; NONE if there is none.
 */
export function peekTriggered(s: State): OrderSlot {
  const { triggered, orders } = s;
  while (s.triggeredHead < triggered.length) {
    const slot = orders.byId.get(triggered[s.triggeredHead]!);
    if (slot !== NONE && orders.triggerQueued(slot) === TRIGGER_QUEUED) return slot;
    s.triggeredHead++;
  }
  if (triggered.length > 0) {
    triggered.length = 0;
    s.triggeredHead = 0;
  }
  return NONE;
}

/** Whether the delay of the first delayed order is over. */
export function delayIsOver(s: State): boolean {
  return s.delayed.size > 0 && s.orders.heapKey[s.delayed.peek()] <= s.time;
}

/**
 * Whether a triggered order may be placed: in cancel-only status none may, not even a close; and its
 * account's status must permit it.
 */
export function mayFire(s: State, { status }: Contract, slot: OrderSlot): boolean {
  return status === CONTRACT_TRADING && permits(s, s.orders.account[slot], s.orders.action[slot]);
}

/**
 * Places a triggered order: band, tier, cap, margin and size are checked now, and a close shrinks to what an
 * exit may close. An order that fails a check is canceled with the reason. The limit on resting orders does
 * not concern a close at market, which never rests. An order that may not trade now is held until it may
 * (rules/order/statusChange.ts).
 */
export function fire(s: State, slot: OrderSlot): void {
  const { orders, draft } = s;
  const contract = s.contracts[orders.contract[slot]];
  const action = orders.action[slot];
  const market = orders.market[slot] === 1;
  if (!mayFire(s, contract, slot)) {
    orderHeld(s, slot, { held: true });
    return;
  }
  if (orders.conditions.priceProtect[orders.condition[slot]] === 1 && areApart(contract)) {
    orderEnded(s, slot, CANCEL_PRICE_PROTECTED);
    return;
  }
  const priceMatch = orders.conditions.priceMatch[orders.condition[slot]];
  const given = priceMatch === 0 ? orders.price[slot] : matchedPrice(s, contract, action, priceMatch);
  if (given === NONE) {
    orderEnded(s, slot, CANCEL_NO_DEPTH);
    return;
  }
  const price = market ? protectionPrice(contract, action) : given;
  if (!market && !admitPrice(s, contract, action, price)) {
    orderEnded(s, slot, CANCEL_PRICE_BAND);
    return;
  }
  const holding = orders.holding[slot];
  const mayRest = !market || isOpening(action);
  if (mayRest && s.holdings.restingCount[holding] >= contract.terms.openOrdersMax) {
    orderEnded(s, slot, CANCEL_SYSTEM_LIMIT);
    return;
  }
  draft.reset();
  draft.account = orders.account[slot];
  draft.contract = contract.index;
  draft.action = action;
  draft.market = market;
  draft.price = price;
  draft.size = orders.size[slot];
  draft.marginMode = orders.marginMode[slot];
  draft.selfTradeMode = orders.conditions.selfTradeMode[orders.condition[slot]];
  draft.leverage = orders.leverage[slot];
  draft.markPoints = contract.markPoints;
  draft.feeRate = s.holdings.takerRate[holding];
  if (isOpening(action)) {
    if (market && draft.size > largestOrder(contract.terms, action, market)) {
      orderEnded(s, slot, CANCEL_SYSTEM_LIMIT);
      return;
    }
    if (!admitOpening(s, contract, holding, draft)) {
      const forMargin = s.refusal.code === R.marginInsufficient.code;
      orderEnded(s, slot, forMargin ? CANCEL_MARGIN_NOT_ENOUGH : CANCEL_SYSTEM_LIMIT);
      return;
    }
  } else {
    const lots = exitLots(s, contract, holding, legOf(action), orders.position[slot]);
    draft.size = draft.size === 0 ? lots : Math.min(draft.size, lots);
    if (draft.size === 0) {
      orderEnded(s, slot, CANCEL_REDUCE_ONLY);
      return;
    }
  }
  orderTriggered(s, slot, draft);
  arrive(s, slot);
  collectTriggers(s, contract);
}

/**
 * Whether the last price is further from the mark than |mark| × triggerProtectRate, exactly. False without a
 * trade.
 */
function areApart({ lastPrice, markPoints, terms: { triggerProtectRate: rate } }: Contract): boolean {
  if (lastPrice === 0) return false;
  return lastPrice > bandMax(markPoints, rate) || lastPrice < bandMin(markPoints, rate);
}

/** A delay is over: an order being canceled is canceled; a pending one is checked again and matched. */
export function endDelay(s: State, slot: OrderSlot): void {
  const { orders } = s;
  const contract = s.contracts[orders.contract[slot]];
  const overtaken = s.cancelsSent.size > 0 && (s.cancelsSent.get(orders.id[slot]) ?? s.time + 1) <= s.time;
  if (orders.state[slot] === STATE_CANCELING || overtaken) {
    orderEnded(s, slot, CANCEL_USER);
    return;
  }
  if (!isOpenFor(contract, orders.action[slot])) {
    orderEnded(s, slot, CANCEL_ADMIN);
    return;
  }
  if (!priceAsItArrives(s, contract, slot)) return;
  if (orders.market[slot] === 0 && !admitPrice(s, contract, orders.action[slot], orders.price[slot])) {
    orderEnded(s, slot, CANCEL_PRICE_BAND);
    return;
  }
  if (isOpening(orders.action[slot]) && !isMargined(s, contract, slot)) {
    orderEnded(s, slot, CANCEL_MARGIN_NOT_ENOUGH);
    return;
  }
  const order = orders.id[slot];
  const closes = orders.kind[slot] === KIND_CLOSE_WITH_ATTACHED ? closedBy(s, slot) : undefined;
  arrive(s, slot);
  if (closes !== undefined && s.positions.byId.get(closes.id) === NONE)
    cancelTriggersOf(s, closes.holding, closes.leg, closes.id);
  cancelBehind(s, order);
  collectTriggers(s, contract);
}

/** The position that an order closes: the one that it names, or its leg's. */
function closedBy({ orders, positions, holdings }: State, slot: OrderSlot): ClosedPosition | undefined {
  const holding = orders.holding[slot];
  const leg = legOf(orders.action[slot]);
  const head = leg === LONG ? holdings.longHead[holding] : holdings.shortHead[holding];
  const id = orders.position[slot] !== 0 || head === NONE ? orders.position[slot] : positions.id[head];
  return id === 0 ? undefined : { holding, leg, id };
}

interface ClosedPosition {
  readonly holding: HoldingSlot;
  readonly leg: Leg;
  readonly id: PositionId;
}

/** A user's cancel arrives at the book: it cancels the order if that is still there. */
export function cancelBehind(s: State, order: OrderId): void {
  const dueTime = s.cancelsSent.size > 0 ? s.cancelsSent.get(order) : undefined;
  if (dueTime === undefined) return;
  const slot = s.orders.byId.get(order);
  if (slot !== NONE) orderCanceling(s, slot, { dueTime });
}

/**
 * Whether a one-way account can carry an order, which may raise the margin of its larger side; an order that
 * opens nothing needs none.
 */
function isNetMargined(s: State, slot: OrderSlot, free: Money): boolean {
  const { draft, orders, holdings, scratch } = s;
  const holding = orders.holding[slot];
  const sameSide = orders.action[slot] === OPEN_LONG ? holdings.longOpening : holdings.shortOpening;
  if (sameSide[holding] <= facingLots(s, holding, draft.action)) return true;
  draft.frozen.copy(scratch.needed);
  draft.replaces = slot;
  return !free.lessThan(addedByNet(s, holding, draft, scratch.needed));
}

/**
 * Whether the account has the margin that the order would need if it were placed now, since mark, book and
 * account may have changed after it was accepted. What it froze then counts as available, and stays frozen.
 */
function isMargined(s: State, contract: Contract, slot: OrderSlot): boolean {
  const { orders, draft, scratch } = s;
  draft.reset();
  draft.account = orders.account[slot];
  draft.contract = contract.index;
  draft.action = orders.action[slot];
  draft.market = orders.market[slot] === 1;
  draft.price = orders.price[slot];
  draft.size = orders.remaining[slot];
  draft.selfTradeMode = orders.conditions.selfTradeMode[orders.condition[slot]];
  draft.leverage = orders.leverage[slot];
  draft.markPoints = contract.markPoints;
  draft.feeRate = s.holdings.takerRate[orders.holding[slot]];
  const needed = openingMargin(s, contract, draft, scratch.needed.clear());
  const free = freeEquity(s, draft.account, scratch.available);
  if (isOneWay(s, draft.account)) return isNetMargined(s, slot, free);
  return !free.add(orders.frozen.read(slot, scratch.share)).lessThan(needed);
}
