import { type v2, WireError } from "../../../wire/index.ts";
import type { PrivateContext } from "../../operation.ts";
import { byClientId, byId, cancel } from "../../trading/cancel.ts";
import { clientOidOf } from "../show/order.ts";

/** Orders that one request may cancel. */
export const BATCH_MAX = 50;

/**
 * Cancels by ids, then by client ids, each once. `result` is false only when every one failed; `symbol` is that of the
 * canceled orders, empty where they are of several.
 *
 * @param ids order ids; @param cids clients' own ids
 */
export async function batchCancel(
  context: PrivateContext,
  ids: readonly string[],
  cids: readonly string[],
): Promise<v2.BatchCanceled> {
  const { account, contracts } = context;
  const orderIds = [...new Set(ids)];
  const clientOids = [...new Set(cids)];
  if (orderIds.length + clientOids.length > BATCH_MAX) throw new WireError("batchTooLarge");
  const live = await context.engine.query({ type: "orders", account, contract: undefined, which: "all" });
  const known = new Map(live.map((order) => [String(order.order), order]));
  const results = await cancel(context, [...orderIds.map(byId), ...clientOids.map(byClientId)], false);
  const list = results.map((result, index): v2.CancelResult => {
    const order_id = orderIds[index] ?? (result instanceof WireError || result === 0 ? "" : String(result));
    const order = known.get(order_id);
    const client_oid = clientOids[index - orderIds.length] ?? (order === undefined ? "" : clientOidOf(order));
    const err_msg = result instanceof WireError ? result.message : "";
    return { err_msg, order_id, client_oid, result: err_msg === "" };
  });
  const symbols = new Set(
    list.flatMap(({ order_id, result }) => {
      const order = known.get(order_id);
      return result && order !== undefined ? [contracts.at(order.contract).symbol] : [];
    }),
  );
  const failInfos = list.filter(({ result }) => !result);
  return {
    result: failInfos.length < list.length,
    symbol: symbols.size === 1 ? [...symbols][0]! : "",
    orderIds,
    clientOids,
    cancelOrderResultList: list,
    failInfos,
  };
}
