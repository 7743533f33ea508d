import { type v2, WireError } from "../../../wire/index.ts";
import type { PrivateContext } from "../../operation.ts";
import { byClientId, byId, cancel } from "../../trading/cancel.ts";

/** Orders that one request may cancel. */
export const BATCH_MAX = 50;

/**
 * Cancels by ids, then by client ids, each once. `result` is false only when every one failed.
 *
 * @param ids order ids; @param cids clients' own ids
 */
export async function batchCancel(
  context: PrivateContext,
  ids: readonly string[],
  cids: readonly string[],
): Promise<v2.BatchCanceled> {
  const orderIds = [...new Set(ids)];
  const clientOids = [...new Set(cids)];
  if (orderIds.length + clientOids.length > BATCH_MAX) throw new WireError("batchTooLarge");
  const results = await cancel(context, [...orderIds.map(byId), ...clientOids.map(byClientId)], false);
  const list = results.map((result, index): v2.CancelResult => {
    const client_oid = clientOids[index - orderIds.length] ?? "";
    const given = orderIds[index];
    if (result instanceof WireError) {
      return { err_msg: result.message, order_id: given ?? "", client_oid, result: false };
    }
    return { err_msg: "", order_id: given ?? (result === 0 ? "" : String(result)), client_oid, result: true };
  });
  const failInfos = list.filter(({ result }) => !result);
  return {
    result: failInfos.length < list.length,
    symbol: "",
    orderIds,
    clientOids,
    cancelOrderResultList: list,
    failInfos,
  };
}
