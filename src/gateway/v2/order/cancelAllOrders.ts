import type { v2 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/order.ts";
import { privateOperation } from "../../operation.ts";
import { cancelAll } from "../../trading/cancel.ts";

export const cancelAllOrders = privateOperation(
  declared.cancelAllOrders,
  async (context, { symbol, cancelOrderType }): Promise<v2.AllCanceled[]> => {
    const contract = context.contracts.ofFilter(symbol);
    const canceled = await cancelAll(context, contract, cancelOrderType);
    return canceled.map((orderId) => ({ orderId, success: true }));
  },
);
