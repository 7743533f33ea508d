import { STATE_OPEN } from "../data/codes.ts";
import { encode } from "../data/encoding/layout.ts";
import { Latency } from "../data/latency/latency.ts";
import type { Recorded } from "../data/messages/event.ts";
import { eventLayouts } from "../data/messages/event.ts";
import { latencyFields } from "../data/model/latencyFields.ts";
import type { State } from "../data/state/state.ts";
import { fieldsOf } from "../data/units/kinds.ts";
import { assert, NONE } from "../data/units/units.ts";
import { leaveDelay } from "./orderEvents.ts";

/** The functions that change how long an account's messages take, and which messages are on their way. */

/**
 * Another latency profile. Messages on their way arrive as they would have, and no later one overtakes them.
 */
export function latencySet(s: State, event: Recorded<"latencySet">): void {
  const before = s.latencies.get(event.account);
  const after = new Latency({ ...fieldsOf(latencyFields, event), samples: event.samples });
  after.lastDue = before?.lastDue ?? 0;
  if (event.samples.length === 0) s.latencies.delete(event.account);
  else s.latencies.set(event.account, after);
  encode(eventLayouts.latencySet, event, s.events, s.index);
}

/** A message of an account is on its way and arrives at `dueTime`. */
export function messageSent(s: State, event: Recorded<"messageSent">): void {
  const latency = s.latencies.get(event.account)!;
  latency.sent += 1;
  latency.lastDue = event.dueTime;
  latency.lastSeq = s.seq;
  encode(eventLayouts.messageSent, event, s.events, s.index);
}

/** A cancel is on its way to an order that is itself on its way: it arrives at `dueTime`, after the order. */
export function cancelSent(s: State, event: Recorded<"cancelSent">): void {
  s.cancelsSent.set(event.order, event.dueTime);
  encode(eventLayouts.cancelSent, event, s.events, s.index);
}

/** An amendment is on its way to an order that rests, or, with `dueTime` 0, is not any more. */
export function amendSent(s: State, event: Recorded<"amendSent">): void {
  const slot = s.orders.byId.get(event.order);
  assert(slot !== NONE && s.orders.state[slot] === STATE_OPEN, "what is amended from afar rests");
  if (event.dueTime === 0) {
    s.amendsSent.delete(event.order);
    leaveDelay(s, slot);
  } else {
    assert(s.orders.heapKey[slot] === 0, "an order has one change on its way");
    s.amendsSent.set(event.order, { price: event.price, size: event.size });
    s.orders.heapKey[slot] = event.dueTime;
    s.delayed.push(slot);
  }
  encode(eventLayouts.amendSent, event, s.events, s.index);
}
