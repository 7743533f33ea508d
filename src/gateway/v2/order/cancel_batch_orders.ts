import { missingParameter, type v2 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/order.ts";
import { privateOperation } from "../../operation.ts";
import { batchCancel } from "./batchCancel.ts";

export const cancel_batch_orders = privateOperation(
  declared.cancel_batch_orders,
  (context, { ids, cids }): Promise<v2.BatchCanceled> => {
    if (ids.length + cids.length === 0) throw missingParameter("ids or cids");
    return batchCancel(context, ids, cids);
  },
);
