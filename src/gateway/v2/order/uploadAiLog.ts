import { anything, idText, optional, text, v2, WireError } from "../../../wire/index.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { findOrder } from "../../trading/findOrder.ts";

/** Takes the log that a trading contest asks of its programs; kept (the last ones) for the operator to read. */
export const uploadAiLog = privateOperation({
  method: "POST",
  path: "/capi/v2/order/uploadAiLog",
  summary: "Upload a contest log entry",
  meaning: "Keeps a note about a decision for the operator of a contest.",
  call: "contest.uploadLog",
  isForgotten: true,
  source: "published contest rules, log upload",
  weight: { ip: 1, uid: 1 },
  access: "trade",
  parameters: {
    orderId: optional(idText("Order that the entry explains"), ""),
    stage: text("Stage of the decision"),
    model: text("Name of the model"),
    input: anything("What the model was given"),
    output: anything("What the model answered"),
    explanation: text("Why", 10_000),
  },
  response: v2.Envelope,
  async handle(context, entry): Promise<v2.Envelope> {
    if (entry.orderId !== "" && !(await isOwn(context, entry.orderId))) throw new WireError("orderNotFound");
    context.contestLog.add({ account: context.account, time: context.now(), ...entry });
    return { code: "00000", msg: "success", requestTime: context.now(), data: "" };
  },
});

/** Whether it is the id of an order of the account, live or ended. */
async function isOwn(context: PrivateContext, orderId: string): Promise<boolean> {
  return /^\d{1,16}$/.test(orderId) && (await findOrder(context, Number(orderId))) !== undefined;
}
