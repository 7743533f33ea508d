import { type v3, WireError } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/order.ts";
import { privateOperation } from "../../operation.ts";
import { findOrder } from "../../trading/findOrder.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";
import { cancelOne, eitherRequired } from "./cancel.ts";
import { placedText } from "./placed.ts";
import { orderCommand, showOrder } from "./translate.ts";

/** In the rate limits a placement has no weight: orders are counted by limits of their own. */
export const placeOrder = privateOperation(declared.placeOrder, async (context, input) => {
  const { command, contract } = orderCommand(context, input, context.requestHash);
  const { id } = await submitOrThrow(context, command, contract);
  return placedText(id, command.clientId);
});

export const cancelOrder = privateOperation(declared.cancelOrder, (context, given) =>
  cancelOne(context, given, { plansOnly: false }),
);

export const getOrder = privateOperation(
  declared.getOrder,
  async (context, { orderId, origClientOrderId }): Promise<v3.Order> => {
    if (orderId === undefined && origClientOrderId === "")
      throw eitherRequired("orderId", "origClientOrderId");
    // 0 and "" stand for an id that is not given; the order's own counts where both are.
    const order = await findOrder(context, orderId ?? 0, orderId === undefined ? origClientOrderId : "");
    if (order === undefined) throw new WireError("orderNotFound");
    return showOrder(order, context.contracts.at(order.contract));
  },
);
