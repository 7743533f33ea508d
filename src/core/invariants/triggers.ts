import {
  STATE_CANCELING,
  STATE_PENDING,
  STATE_UNTRIGGERED,
  TRIGGER_AT_OR_ABOVE,
  TRIGGER_AT_OR_BELOW,
  TRIGGER_ON_LAST,
  TRIGGER_ON_MARK,
} from "../codes.ts";
import type { SlotHeap } from "../order/slotHeap.ts";
import type { State } from "../state.ts";
import { broken } from "./broken.ts";

/** Orders that wait: each is in exactly the heap or queue that will wake it, and the next to wake is at its top. */
export function auditTriggers(s: State): void {
  const { orders } = s;
  const members = new Map<SlotHeap, number[]>();
  const queued = new Set<number>();
  for (const contract of s.contracts) {
    for (const source of [TRIGGER_ON_LAST, TRIGGER_ON_MARK]) {
      members.set(contract.triggers(source, TRIGGER_AT_OR_ABOVE), []);
      members.set(contract.triggers(source, TRIGGER_AT_OR_BELOW), []);
    }
  }
  members.set(s.delayed, []);

  for (let slot = 0; slot < orders.top; slot++) {
    if (orders.used[slot] === 0) continue;
    const order = orders.id[slot]!;
    const key = orders.key[slot]!;
    const state = orders.state[slot]!;
    if (state !== STATE_UNTRIGGERED) {
      if (orders.triggerQueued[slot] === 1) broken("only an untriggered order waits in the queue", { order });
      if (key === 0) continue;
      if (state !== STATE_PENDING && state !== STATE_CANCELING)
        broken("only pending and canceling orders are delayed", { order });
      members.get(s.delayed)!.push(slot);
    } else if (orders.triggerQueued[slot] === 1) {
      if (key !== 0) broken("a triggered order has left its heap", { order });
      queued.add(order);
    } else {
      if (key !== orders.triggerPrice[slot] || key <= 0)
        broken("an untriggered order is watched at its trigger price", { order, key });
      const contract = s.contracts[orders.contract[slot]!]!;
      members.get(contract.triggers(orders.triggerSource[slot]!, orders.triggerDirection[slot]!))!.push(slot);
    }
  }
  for (const contract of s.contracts) {
    for (const source of [TRIGGER_ON_LAST, TRIGGER_ON_MARK]) {
      auditHeap(s, contract.triggers(source, TRIGGER_AT_OR_ABOVE), members, 1);
      auditHeap(s, contract.triggers(source, TRIGGER_AT_OR_BELOW), members, -1);
    }
  }
  auditHeap(s, s.delayed, members, 1);
  for (let at = s.triggeredHead; at < s.triggered.length; at++) queued.delete(s.triggered[at]!);
  for (const order of queued) broken("a triggered order waits in the queue", { order });
}

/** The heap has as many slots as orders belong to it, each at a place of its own, and the first of them on top. */
function auditHeap(
  s: State,
  heap: SlotHeap,
  members: ReadonlyMap<SlotHeap, readonly number[]>,
  sign: 1 | -1,
): void {
  const { orders } = s;
  const slots = members.get(heap)!;
  if (heap.size !== slots.length)
    broken("a heap holds the orders that wait for it", { heap: heap.size, orders: slots.length });
  if (slots.length === 0) return;
  const taken = new Uint8Array(slots.length);
  let first = slots[0]!;
  for (const slot of slots) {
    const place = orders.place[slot]!;
    if (place < 0 || place >= slots.length || taken[place] === 1)
      broken("a waiting order has a place of its own", { order: orders.id[slot]! });
    taken[place] = 1;
    const difference = (orders.key[slot]! - orders.key[first]!) * sign;
    if (difference < 0 || (difference === 0 && orders.id[slot]! < orders.id[first]!)) first = slot;
  }
  if (heap.peek() !== first) broken("the top of a heap is the next to wake", { order: orders.id[first]! });
}
