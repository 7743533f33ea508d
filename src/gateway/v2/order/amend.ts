import type { OrderView } from "../../../core/index.ts";
import { eventLayouts } from "../../../core/index.ts";
import type { Outcome } from "../../../engine/index.ts";
import {
  decimal,
  idText,
  invalidParameter,
  missingParameter,
  optional,
  priceText,
  sizeText,
  text,
  v2,
  WireError,
  wholeNumber,
} from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { carryOut } from "../../trading/carryOut.ts";
import { lotsOf, ticksOf } from "../../trading/grid.ts";

/**
 * Ours: no other venue of this interface has it. Another price or size for an order that rests, another trigger besides for one that waits,
 * under its own id.
 */
export const amend = privateOperation({
  method: "POST",
  path: "/capi/v2/order/amend",
  summary: "Change an order that rests or waits, under its id (an operation of this venue's own)",
  meaning:
    "Changes price or size of a resting order, which keeps its id. A smaller size keeps its place in the queue; another price or a larger size is judged as a new order and loses it. Of an order that waits (plan order, take-profit, stop-loss) it changes trigger, price of execution or size. What is refused stays as it was. An operation of this venue.",
  call: "orders.amend",
  oneOf: ["orderId", "clientOid"],
  source: "docs/reference/orders.md",
  weight: { ip: 2, uid: 5 },
  access: "place",
  orders: { family: "place" },
  parameters: {
    orderId: optional(idText("Order id"), ""),
    clientOid: optional(text("Client's own id, if there is no order id", 64), ""),
    price: optional(
      decimal("New price, of a waiting order that at which it executes; without it the order keeps its own"),
    ),
    size: optional(
      decimal("New size of the whole order, what is filled included; without it the order keeps its own"),
    ),
    triggerPrice: optional(
      decimal("New trigger price of an order that waits; without it the order keeps its own"),
    ),
  },
  response: v2.Amended,
  async handle(context, { orderId, clientOid, price, size, triggerPrice }): Promise<v2.Amended> {
    if (orderId === "" && clientOid === "") throw missingParameter("orderId");
    if (price === undefined && size === undefined && triggerPrice === undefined) {
      throw invalidParameter("price", "price, size or triggerPrice must be given", "combinationInvalid");
    }
    const { engine, account, contracts } = context;
    const order = orderId === "" ? 0 : (wholeNumber(orderId) ?? 0);
    if (orderId !== "" && order === 0) throw new WireError("orderNotFound");
    const live = await engine.query({ type: "order", account, order, clientId: clientOid });
    if (live === undefined) throw new WireError("orderNotFound");
    const contract = contracts.at(live.contract);
    const ticks = price === undefined ? 0 : ticksOf(contract, "price", price);
    const lots = size === undefined ? 0 : lotsOf(contract, "size", size);
    const trigger = triggerPrice === undefined ? 0 : ticksOf(contract, "triggerPrice", triggerPrice);
    const outcome = await carryOut(
      context,
      {
        type: "amendOrder",
        account,
        order: live.order,
        triggerPrice: trigger,
        price: ticks,
        size: lots,
        clientId: "",
      },
      contract,
    );
    const waits = live.triggerPrice !== 0;
    return {
      order_id: String(live.order),
      client_oid: live.clientId === "" ? null : live.clientId,
      price: priceText(contract, ticks || live.price),
      size: sizeText(contract, lots || live.size),
      triggerPrice: waits ? priceText(contract, trigger || live.triggerPrice) : null,
      keepsPlace: keepsPlace(outcome, live),
    };
  },
});

const { kind: AMENDED } = eventLayouts.orderAmended;

/** Whether the order still stands where it stood in the queue: it has not been sent into the book anew. */
function keepsPlace({ events }: Outcome, { order }: OrderView): boolean {
  for (let at = 0; at < events.length; at = events.next(at)) {
    if (events.kind(at) === AMENDED && events.words[at + 1] === order) return false;
  }
  return true;
}
