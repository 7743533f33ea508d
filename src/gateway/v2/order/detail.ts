import { type v2, WireError } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/order.ts";
import { privateOperation } from "../../operation.ts";
import { findOrder } from "../../trading/findOrder.ts";
import { showOrder } from "../show/order.ts";

export const detail = privateOperation(declared.detail, async (context, { orderId }): Promise<v2.Order> => {
  const order = await findOrder(context, orderId);
  if (order === undefined) throw new WireError("orderNotFound");
  return showOrder(order, context.contracts.at(order.contract));
});
