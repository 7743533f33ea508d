import { missingParameter, type v2, WireError } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/order.ts";
import type { PrivateContext } from "../../operation.ts";
import { JsonText, privateOperation } from "../../operation.ts";
import { byClientId, byId, cancel } from "../../trading/cancel.ts";
import { batchCancel } from "./batchCancel.ts";

/**
 * Cancels one order. The interface document writes the batch cancel's request against this path, so a body with `ids` or
 * `cids` cancels a batch.
 */
export const cancel_order = privateOperation(
  declared.cancel_order,
  (context, { orderId, clientOid, ids, cids }) => {
    if (orderId === "" && clientOid === "" && ids.length + cids.length > 0) {
      return batchCancel(context, ids, cids);
    }
    return cancelOne(context, orderId, clientOid, false);
  },
);

/** Cancels by id, or by the client's id without one. */
export async function cancelOne(
  context: PrivateContext,
  orderId: string,
  clientOid: string,
  plansOnly: boolean,
): Promise<JsonText> {
  if (orderId === "" && clientOid === "") throw missingParameter("orderId");
  const [result] = await cancel(context, [orderId === "" ? byClientId(clientOid) : byId(orderId)], plansOnly);
  if (result instanceof WireError) throw result;
  const canceled: v2.Canceled = {
    order_id: orderId === "" ? String(result) : orderId,
    client_oid: clientOid === "" ? null : clientOid,
    result: true,
    err_msg: null,
  };
  return new JsonText(JSON.stringify(canceled));
}
