import { type v2, WireError } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v2/operations/order.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { findOrder } from "../../trading/ordersOf.ts";

/**
 * Takes the log that a trading contest asks of its programs; kept (the last ones) for the operator to read.
 */
export const uploadAiLog = privateOperation(
  declared.uploadAiLog,
  async (context, entry): Promise<v2.Envelope> => {
    if (entry.orderId !== "" && !(await isOwn(context, entry.orderId))) throw new WireError("orderNotFound");
    context.uploadLog.add({ account: context.account, time: context.now(), ...entry });
    return { code: "00000", msg: "success", requestTime: context.now(), data: "" };
  },
);

/** Whether it is the id of an order of the account, live or ended. */
async function isOwn(context: PrivateContext, orderId: string): Promise<boolean> {
  return /^\d{1,16}$/.test(orderId) && (await findOrder(context, Number(orderId))) !== undefined;
}
