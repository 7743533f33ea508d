import { readParameters, type v3, WireError } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/order.ts";
import { orderParameters } from "../../../../interface/wire/v3/order.ts";
import { privateOperation } from "../../operation.ts";
import { byClientId, byId, cancel } from "../../trading/cancel.ts";
import { placeEach } from "../../trading/placeEach.ts";
import { eitherRequired } from "./cancel.ts";
import { outcomeOf } from "./placed.ts";
import { orderCommand } from "./translate.ts";

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
