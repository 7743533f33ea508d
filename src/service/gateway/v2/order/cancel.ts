import type { v2 } from "../../../../interface/wire/index.ts";
import { invalidParameter, missingParameter, WireError } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v2/operations/order.ts";
import type { PrivateContext } from "../../operation.ts";
import { JsonText, privateOperation } from "../../operation.ts";
import { byClientId, byId, cancel, cancelAll } from "../../trading/cancel.ts";
import { clientIdOf } from "../../trading/ordersOf.ts";

/**
 * Cancels one order. The interface document writes the batch cancel's request against this path, so a body
 * with `ids` or `cids` cancels a batch.
 */
export const cancel_order = privateOperation(
  declared.cancel_order,
  (context, { orderId, clientOid, ids, cids }) => {
    const isOne = orderId !== "" || clientOid !== "";
    if (ids.length + cids.length > 0) {
      if (!isOne) return batchCancel(context, ids, cids);
      const [lists, one] = [ids.length > 0 ? "ids" : "cids", orderId === "" ? "clientOid" : "orderId"];
      throw invalidParameter(
        lists,
        `it cancels a batch, and ${one} one order: send one of them`,
        "combinationInvalid",
      );
    }
    return cancelOne(context, orderId, clientOid, { plansOnly: false });
  },
);

/** Cancels by id, or, where no id is given, by the client id. */
async function cancelOne(
  context: PrivateContext,
  orderId: string,
  clientOid: string,
  which: { readonly plansOnly: boolean },
): Promise<JsonText> {
  if (orderId === "" && clientOid === "") throw missingParameter("orderId or clientOid");
  const [result] = await cancel(context, [orderId === "" ? byClientId(clientOid) : byId(orderId)], which);
  if (result instanceof WireError) throw result;
  const canceled: v2.Canceled = {
    order_id: orderId === "" ? String(result) : orderId,
    client_oid: clientOid === "" ? null : clientOid,
    result: true,
    err_msg: null,
  };
  return new JsonText(JSON.stringify(canceled));
}

export const cancel_plan = privateOperation(declared.cancel_plan, (context, { orderId }) =>
  cancelOne(context, orderId, "", { plansOnly: true }),
);

export const cancelAllOrders = privateOperation(
  declared.cancelAllOrders,
  async (context, { symbol, cancelOrderType }): Promise<v2.AllCanceled[]> => {
    const contract = context.contracts.ofFilter(symbol);
    const canceled = await cancelAll(context, contract, cancelOrderType);
    return canceled.map((orderId) => ({ orderId, success: true }));
  },
);

export const cancel_batch_orders = privateOperation(
  declared.cancel_batch_orders,
  (context, { ids, cids }): Promise<v2.BatchCanceled> => {
    if (ids.length + cids.length === 0) throw missingParameter("ids or cids");
    return batchCancel(context, ids, cids);
  },
);

/**
 * Cancels by ids, then by client ids, each order once; a client id whose order is also named by its id gets
 * that row. `result` is false only when every cancel failed; `symbol` is that of the canceled orders, empty
 * where they are of several.
 *
 * @param ids order ids; @param cids clients' own ids
 */
async function batchCancel(
  context: PrivateContext,
  ids: readonly string[],
  cids: readonly string[],
): Promise<v2.BatchCanceled> {
  const { account, contracts } = context;
  const orderIds = [...new Set(ids)];
  const clientOids = [...new Set(cids)];
  const live = await context.engine.query({ type: "orders", account, contract: undefined, which: "all" });
  const known = new Map(live.map((order) => [String(order.order), order]));
  const named = new Set(orderIds.flatMap((id) => known.get(id) ?? []).map(clientIdOf));
  const others = clientOids.filter((clientOid) => !named.has(clientOid));
  const results = await cancel(context, [...orderIds.map(byId), ...others.map(byClientId)], {
    plansOnly: false,
  });
  const list = results.map((result, index): v2.CancelResult => {
    const order_id = orderIds[index] ?? (result instanceof WireError ? "" : String(result));
    const order = known.get(order_id);
    const client_oid = others[index - orderIds.length] ?? (order === undefined ? "" : clientIdOf(order));
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
