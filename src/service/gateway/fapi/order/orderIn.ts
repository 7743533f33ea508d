import type { OrderView, RecordView } from "../../../../kernel/core/index.ts";
import { decode, decodeEvents, eventLayouts, offsetsOf, STATE_OPEN } from "../../../../kernel/core/index.ts";

/*
 * Reads an order from the events of one command, and asks nobody: so the answer to a command shows exactly
 * what the command did.
 */

const placed = eventLayouts.orderPlaced;
const { order: orderPlaced } = offsetsOf(placed);

/**
 * An order as the command accepted it, before it met anything: no other event is read, as most placements ask
 * for no more. Undefined where the command did not place it.
 */
export function placedIn(events: RecordView, order: number): OrderView | undefined {
  for (let at = 0; at < events.length; at = events.next(at))
    if (events.kind(at) === placed.kind && events.words[at + orderPlaced] === order)
      return decode(placed, events, at);
  return undefined;
}

/**
 * An order as the command left it. Undefined where the command did not place the order, and did not end it.
 */
export function leftIn(events: RecordView, order: number): OrderView | undefined {
  let left: OrderView | undefined;
  for (const { event } of decodeEvents(events)) {
    if ((event.type === "orderPlaced" || event.type === "orderEnded") && event.order === order) left = event;
    else if (left === undefined) continue;
    else if (event.type === "orderRested" && event.order === order) left = { ...left, state: STATE_OPEN };
    else if (event.type === "traded") {
      if (event.makerOrder === order) left = filled(left, event.makerSize, event.makerValue);
      if (event.takerOrder === order) left = filled(left, event.takerSize, event.takerValue);
    } else if (event.type === "tradeTurned" && event.order === order)
      left = filled(left, event.size, event.value);
  }
  return left;
}

function filled(order: OrderView, lots: number, value: bigint): OrderView {
  return { ...order, remaining: order.remaining - lots, filledValue: order.filledValue + value };
}
