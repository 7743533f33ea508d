import { readParameters, type v3, WireError } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/order.ts";
import { orderParameters } from "../../../../interface/wire/v3/order.ts";
import { privateOperation } from "../../operation.ts";
import { byClientId, byId, cancel } from "../../trading/cancel.ts";
import { findOrder } from "../../trading/ordersOf.ts";
import { placeEach } from "../../trading/placeEach.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";
import { cancelOne, eitherRequired } from "./cancel.ts";
import { orderCommand, outcomeOf, placedText, showOrder } from "./translate.ts";

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

/** Places up to 10 orders; one that fails leaves the others alone. */
export const placeOrders = privateOperation(
  declared.placeOrders,
  async (context, { batchOrders }): Promise<v3.Placed[]> => {
    const results = await placeEach(context, batchOrders, (item, requestHash) =>
      orderCommand(context, readParameters(orderParameters, item), requestHash),
    );
    return results.map((result, index) => {
      const given = batchOrders[index]!.newClientOrderId;
      return {
        orderId: result instanceof WireError ? "" : String(result),
        clientOrderId: typeof given === "string" ? given : "",
        ...outcomeOf(result),
      };
    });
  },
);

/** Cancels up to 10 orders, by ids or by client ids, each once. */
export const cancelOrders = privateOperation(
  declared.cancelOrders,
  async (context, { orderIdList, origClientOrderIdList }): Promise<v3.Canceled[]> => {
    const ids = [...new Set(orderIdList)];
    const clientIds = [...new Set(origClientOrderIdList)];
    if (ids.length + clientIds.length === 0) throw eitherRequired("orderIdList", "origClientOrderIdList");
    const results = await cancel(context, [...ids.map(byId), ...clientIds.map(byClientId)], {
      plansOnly: false,
    });
    return results.map((result, index) => ({
      orderId: ids[index] ?? (result instanceof WireError ? "" : String(result)),
      origClientOrderId: clientIds[index - ids.length] ?? "",
      ...outcomeOf(result),
    }));
  },
);
