import type { BatchItem, ChangedOrder } from "../../../../interface/wire/fapi/order.ts";
import { fapi, WireError } from "../../../../interface/wire/index.ts";
import type { OrderView, RecordView } from "../../../../kernel/core/index.ts";
import { decode, decodeEvents, eventLayouts, offsetsOf, STATE_OPEN } from "../../../../kernel/core/index.ts";
import type { PrivateContext } from "../../operation.ts";

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

/** An element of a batch's answer: the order, or its refusal, of which the request log is told. */
export async function itemOf(
  context: Pick<PrivateContext, "explain">,
  result: WireError | ChangedOrder | Promise<ChangedOrder>,
): Promise<BatchItem> {
  try {
    const settled = await result;
    if (!(settled instanceof WireError)) return settled;
    return refused(context, settled);
  } catch (cause) {
    if (cause instanceof WireError) return refused(context, cause);
    throw cause;
  }
}

function refused(context: Pick<PrivateContext, "explain">, error: WireError): BatchItem {
  context.explain(error);
  return { code: fapi.codeOf(error), msg: fapi.errorText(error) };
}
