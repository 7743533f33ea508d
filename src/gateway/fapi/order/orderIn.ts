import type { OrderView, RecordView } from "../../../core/index.ts";
import { decodeEvents, STATE_OPEN } from "../../../core/index.ts";

/** An order as the events of a command tell it. */
export interface OrderOutcome {
  /** As it was accepted, before it met anything. */
  readonly placed: OrderView | undefined;
  /** As the command left it. */
  readonly left: OrderView | undefined;
}

/**
 * An order as the events of one command tell it: nothing is asked of anybody, so that it is what the
 * command's answer must say. Undefined where the command did not place the order, and did not end it.
 */
export function orderIn(events: RecordView, order: number): OrderOutcome {
  let placed: OrderView | undefined;
  let left: OrderView | undefined;
  for (const { event } of decodeEvents(events)) {
    if (event.type === "orderPlaced" && event.order === order) {
      placed = event;
      left = event;
    } else if (event.type === "orderEnded" && event.order === order) left = event;
    else if (left === undefined) continue;
    else if (event.type === "orderRested" && event.order === order) left = { ...left, state: STATE_OPEN };
    else if (event.type === "traded") {
      if (event.makerOrder === order) left = filled(left, event.makerSize, event.makerValue);
      if (event.takerOrder === order) left = filled(left, event.takerSize, event.takerValue);
    } else if (event.type === "tradeTurned" && event.order === order)
      left = filled(left, event.size, event.value);
  }
  return { placed, left };
}

function filled(order: OrderView, lots: number, value: bigint): OrderView {
  return { ...order, remaining: order.remaining - lots, filledValue: order.filledValue + value };
}
