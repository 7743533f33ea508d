import { missingParameter, optional, texts, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { batchCancel } from "./batchCancel.ts";

export const cancel_batch_orders = privateOperation({
  method: "POST",
  path: "/capi/v2/order/cancel_batch_orders",
  summary: "Cancel up to 50 orders",
  meaning: "Cancels up to 50 orders. Those that could not be canceled are listed with the reason.",
  call: "orders.cancelBatch",
  source: "interface document, endpoint 7",
  weight: { ip: 5, uid: 10 },
  access: "cancel",
  orders: { family: "cancel", count: ["ids", "cids"] },
  parameters: {
    ids: optional(texts("Order ids; either ids or cids must be given"), []),
    cids: optional(texts("Client's own ids; either ids or cids must be given"), []),
  },
  response: v2.BatchCanceled,
  handle(context, { ids, cids }): Promise<v2.BatchCanceled> {
    if (ids.length + cids.length === 0) throw missingParameter("ids or cids");
    return batchCancel(context, ids, cids);
  },
});
