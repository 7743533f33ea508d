import { id, idText, optional, text, v3, WireError } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { carryOut } from "../../trading/carryOut.ts";
import { findOrder } from "../../trading/findOrder.ts";
import { showOrder } from "../show/order.ts";
import { cancelOne, oneOf } from "./cancelOne.ts";
import { placedText } from "./placed.ts";
import { orderDraft, orderParameters } from "./placement.ts";

const PATH = "/capi/v3/order";
const target = {
  orderId: optional(idText("Order id"), ""),
  origClientOrderId: optional(text("Client's own id, if there is no order id", 64), ""),
};

/** Orders have no weight: they are counted. */
export const placeOrder = privateOperation({
  method: "POST",
  path: PATH,
  summary: "Place an order",
  meaning:
    "Places a limit or market order; side and positionSide say whether it opens or closes. The answer comes when the order is safe on the disk.",
  call: "orders.placeOrder",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 0, uid: 0 },
  access: "place",
  orders: { family: "place" },
  remembered: true,
  parameters: orderParameters,
  response: v3.Placed,
  async handle(context, input) {
    const { command, contract } = orderDraft(context, input, context.requestHash);
    const { id } = await carryOut(context, command, contract);
    return placedText(id, command.clientId);
  },
});

export const cancelOrder = privateOperation({
  method: "DELETE",
  path: PATH,
  summary: "Cancel an order",
  meaning: "Cancels one order by its id or the client's.",
  call: "orders.cancelOrder",
  oneOf: ["orderId", "origClientOrderId"],
  source: "docs/reference/rest-v3.md",
  weight: { ip: 1, uid: 3 },
  access: "cancel",
  orders: { family: "cancel" },
  parameters: target,
  response: v3.Canceled,
  handle: (context, given) => cancelOne(context, given, false),
});

export const getOrder = privateOperation({
  method: "GET",
  path: PATH,
  summary: "One order, live or ended",
  meaning: "One order, live or ended.",
  call: "orders.getOrder",
  oneOf: ["orderId", "origClientOrderId"],
  source: "docs/reference/rest-v3.md",
  weight: { ip: 2, uid: 3 },
  access: "read",
  parameters: { ...target, orderId: optional(id("Order id")) },
  response: v3.Order,
  async handle(context, { orderId, origClientOrderId }): Promise<v3.Order> {
    if (orderId === undefined && origClientOrderId === "") throw oneOf("orderId", "origClientOrderId");
    const order = await findOrder(context, orderId ?? 0, orderId === undefined ? origClientOrderId : "");
    if (order === undefined) throw new WireError("orderNotFound");
    return showOrder(order, context.contracts.at(order.contract));
  },
});
