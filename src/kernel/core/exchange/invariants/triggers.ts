import {
  STATE_CANCELING,
  STATE_OPEN,
  STATE_PENDING,
  STATE_UNTRIGGERED,
  TRIGGER_AT_OR_ABOVE,
  TRIGGER_AT_OR_BELOW,
  TRIGGER_HELD,
  TRIGGER_ON_LAST,
  TRIGGER_ON_MARK,
  TRIGGER_QUEUED,
  TRIGGER_TRAILING,
  TRIGGER_WATCHED,
} from "../../data/codes.ts";
import type { Trails } from "../../data/contract/trails.ts";
import { activatingDirection } from "../../data/contract/trails.ts";
import type { State } from "../../data/state/state.ts";
import type { SlotHeap } from "../../data/tables/slotHeap.ts";
import type { ContractIndex, HoldingSlot, OrderSlot } from "../../data/units/kinds.ts";
import { NONE } from "../../data/units/units.ts";
import { mayFire } from "../../rules/order/triggers.ts";
import type { AuditPart } from "./part.ts";
import { broken, inPool, whole } from "./part.ts";

/**
 * Orders that wait: each is in exactly the heap or queue that will wake it, and the next to wake is at its
 * top.
 */
export const triggerParts: readonly AuditPart[] = [
  inPool("waiting orders", (s) => s.orders, auditWaiting),
  { name: "heaps of triggers", rows: (s) => s.contracts.length, check: auditHeaps },
  whole("delayed orders", (s) => auditHeap(s, s.delayed)),
  inPool("orders that end by themselves", (s) => s.orders, auditDated),
  whole("dates of orders", auditDates),
  whole("messages on their way to orders", auditSent),
  inPool("countdowns", (s) => s.holdings, auditCountdown),
];

function auditCountdown(s: State, holding: HoldingSlot): void {
  const { holdings, countdowns } = s;
  const account = holdings.account[holding];
  const runs = holdings.countdownDue[holding] !== 0;
  const isHeld = countdowns.size > 0 && countdowns.holds(holding);
  if (runs !== isHeld) broken("a countdown that runs is in the heap that ends it", { account });
  if (runs && !countdowns.isBehindParent(holding))
    broken("the top of a heap is the next to wake", { account });
  if (runs !== (holdings.countdownWhich[holding] !== 0))
    broken("a countdown says which orders it cancels", { account });
}

function auditSent({ orders, amendsSent, cancelsSent, amendments }: State): void {
  for (const [order, count] of amendments)
    if (orders.byId.get(order) === NONE || !(count > 0))
      broken("amendments are counted of live orders that were amended", { order, count });
  for (const order of amendsSent.keys()) {
    const slot = orders.byId.get(order);
    if (slot === NONE || orders.state[slot] !== STATE_OPEN || orders.heapKey[slot] === 0)
      broken("an amendment is on its way to an order that rests and waits for it", { order });
  }
  for (const order of cancelsSent.keys()) {
    const slot = orders.byId.get(order);
    if (slot === NONE || (orders.state[slot] !== STATE_PENDING && !amendsSent.has(order)))
      broken("a cancel is on its way behind an order or an amendment", { order });
  }
}

function auditDated({ orders, dated }: State, slot: OrderSlot): void {
  const own = orders.condition[slot];
  const { goodTill } = orders.conditions;
  if (orders.used[slot] === 0 || goodTill[own] === 0) return;
  const order = orders.id[slot];
  if (orders.conditions.dated[own] !== order || !dated.holds(own) || !dated.isBehindParent(own))
    broken("an order that ends by itself stands in the heap of dates", { order });
}

/** Orders with a date are as many as the heap has, so that it holds nobody else. */
function auditDates({ orders, dated }: State): void {
  let count = 0;
  for (const slot of orders.slots()) if (orders.conditions.goodTill[orders.condition[slot]] !== 0) count++;
  if (count !== dated.size)
    broken("the heap of dates holds the orders that have one", { count, held: dated.size });
}

function auditWaiting(s: State, slot: OrderSlot): void {
  const { orders } = s;
  if (orders.used[slot] === 0) return;
  const order = orders.id[slot];
  const queued = orders.triggerQueued(slot);
  if (queued === TRIGGER_HELD) {
    const contract = s.contracts[orders.contract[slot]];
    if (orders.state[slot] !== STATE_UNTRIGGERED) broken("only an untriggered order is held", { order });
    if (orders.heapKey[slot] !== 0) broken("an order that is held has left its heap", { order });
    if (mayFire(s, contract, slot)) broken("an order is held only while it may not trade", { order });
    return;
  }
  if (queued === TRIGGER_QUEUED) {
    if (orders.state[slot] !== STATE_UNTRIGGERED)
      broken("only an untriggered order waits in the queue", { order });
    if (orders.heapKey[slot] !== 0) broken("a triggered order has left its heap", { order });
    if (s.triggered.indexOf(order, s.triggeredHead) === -1)
      broken("a triggered order waits in the queue", { order });
    return;
  }
  const heap = heapOf(s, slot);
  if (heap === undefined) return;
  if (!heap.holds(slot)) broken("a waiting order stands in its heap, at a place of its own", { order });
  if (!heap.isBehindParent(slot)) broken("the top of a heap is the next to wake", { order });
}

/** The heap that will wake an order; undefined where nothing needs to. */
function heapOf(s: State, slot: OrderSlot): SlotHeap | undefined {
  const { orders } = s;
  const order = orders.id[slot];
  const key = orders.heapKey[slot];
  const state = orders.state[slot];
  if (state !== STATE_UNTRIGGERED) {
    if (key === 0) return undefined;
    if (state !== STATE_PENDING && state !== STATE_CANCELING && !s.amendsSent.has(order))
      broken("only pending and canceling orders are delayed, and those that an amendment is on its way to", {
        order,
      });
    return s.delayed;
  }
  const own = orders.condition[slot];
  const { triggerPrice, triggerSource, triggerDirection, callbackRate, activationPrice } = orders.conditions;
  const trails = callbackRate[own] !== 0;
  const contract = s.contracts[orders.contract[slot]];
  const fires = triggerDirection[own];
  if (orders.triggerQueued(slot) === TRIGGER_TRAILING) {
    if (!trails || key !== callbackRate[own]) broken("a trailing stop trails by its rate", { order, key });
    return contract.trails(triggerSource[own], fires).heapOf(slot);
  }
  if (key !== (trails ? activationPrice[own] : triggerPrice[own]) || key <= 0)
    broken("an untriggered order is watched at its trigger price", { order, key });
  return contract.triggers(triggerSource[own], trails ? activatingDirection(fires) : fires);
}

function auditHeaps(s: State, index: ContractIndex): void {
  const contract = s.contracts[index];
  for (const source of [TRIGGER_ON_LAST, TRIGGER_ON_MARK]) {
    for (const direction of [TRIGGER_AT_OR_ABOVE, TRIGGER_AT_OR_BELOW]) {
      auditHeap(s, contract.triggers(source, direction));
      auditTrails(s, contract.trails(source, direction));
    }
  }
}

/** Trails stand by their extremes, those first that a price passes last, and none twice or empty. */
function auditTrails(s: State, { trails, sign, size }: Trails): void {
  let orders = 0;
  for (const [i, trail] of trails.entries()) {
    const before = trails[i - 1];
    if (trail.orders.size === 0) broken("a trail has orders", { extreme: trail.extreme });
    if (before !== undefined && (trail.extreme - before.extreme) * sign <= 0)
      broken("trails stand by their extremes", { extreme: trail.extreme });
    auditHeap(s, trail.orders);
    orders += trail.orders.size;
  }
  if (orders !== size) broken("a trailing stop is in one trail", { orders, size });
}

/** A heap holds nothing but orders that wait for it, each once. */
function auditHeap(s: State, heap: SlotHeap<OrderSlot>): void {
  const { orders } = s;
  for (let at = 0; at < heap.size; at++) {
    const slot = heap.at(at);
    const queued = orders.triggerQueued(slot);
    const belongs =
      orders.used[slot] === 1 &&
      (queued === TRIGGER_WATCHED || queued === TRIGGER_TRAILING) &&
      orders.heapIndex[slot] === at;
    if (!belongs || heapOf(s, slot) !== heap)
      broken("a heap holds the orders that wait for it", { order: orders.id[slot] });
  }
}
