import { anything, optional, text, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";

/** Takes the log that a trading contest asks of its programs; kept (the last ones) for the operator to read. */
export const uploadAiLog = privateOperation({
  method: "POST",
  path: "/capi/v2/order/uploadAiLog",
  summary: "Upload a contest log entry",
  source: "published contest rules, log upload",
  weight: { ip: 1, uid: 1 },
  access: "trade",
  parameters: {
    orderId: optional(text("Order that the entry explains", 64), ""),
    stage: text("Stage of the decision"),
    model: text("Name of the model"),
    input: anything("What the model was given"),
    output: anything("What the model answered"),
    explanation: text("Why", 10_000),
  },
  response: v2.Envelope,
  handle(context, entry): v2.Envelope {
    context.contestLog.add({ account: context.account, time: context.now(), ...entry });
    return { code: "00000", msg: "success", requestTime: context.now(), data: "" };
  },
});
