import { id, v2, WireError } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { findOrder } from "../../trading/findOrder.ts";
import { showOrder } from "../show/order.ts";

export const detail = privateOperation({
  method: "GET",
  path: "/capi/v2/order/detail",
  summary: "One order, live or ended",
  meaning: "One order, live or ended.",
  call: "orders.detail",
  source: "published documentation, order detail",
  weight: { ip: 2, uid: 2 },
  access: "read",
  parameters: { orderId: id("Order id") },
  response: v2.Order,
  async handle(context, { orderId }): Promise<v2.Order> {
    const order = await findOrder(context, orderId);
    if (order === undefined) throw new WireError("orderNotFound");
    return showOrder(order, context.contracts.at(order.contract));
  },
});
