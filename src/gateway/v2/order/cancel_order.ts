import { Type } from "typebox";
import { idText, missingParameter, optional, text, texts, v2, WireError } from "../../../wire/index.ts";
import type { PrivateContext } from "../../operation.ts";
import { JsonText, privateOperation } from "../../operation.ts";
import { byClientId, byId, cancel } from "../../trading/cancel.ts";
import { batchCancel } from "./batchCancel.ts";

/**
 * Cancels one order. The interface document writes the batch cancel's request against this path, so a body with `ids` or
 * `cids` cancels a batch.
 */
export const cancel_order = privateOperation({
  method: "POST",
  path: "/capi/v2/order/cancel_order",
  summary: "Cancel an order",
  meaning: "Cancels one order by its id or the client's. Given lists it cancels them all.",
  call: "orders.cancel",
  oneOf: ["orderId", "clientOid"],
  aliases: ["ids", "cids"],
  source: "published documentation, cancel order; interface document, endpoint 7",
  weight: { ip: 2, uid: 3 },
  access: "cancel",
  orders: { family: "cancel", count: ["ids", "cids"] },
  parameters: {
    orderId: optional(idText("Order id"), ""),
    clientOid: optional(text("Client's own id, if there is no order id", 64), ""),
    ids: optional(texts("Order ids: cancels a batch"), []),
    cids: optional(texts("Client's own ids: cancels a batch"), []),
  },
  response: Type.Union([v2.Canceled, v2.BatchCanceled]),
  answer: v2.Canceled,
  handle(context, { orderId, clientOid, ids, cids }) {
    if (orderId === "" && clientOid === "" && ids.length + cids.length > 0) {
      return batchCancel(context, ids, cids);
    }
    return cancelOne(context, orderId, clientOid, false);
  },
});

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
