import { idText, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { cancelOne } from "./cancel_order.ts";

export const cancel_plan = privateOperation({
  method: "POST",
  path: "/capi/v2/order/cancel_plan",
  summary: "Cancel a plan order",
  meaning: "Cancels an order that has not been triggered.",
  call: "plans.cancel",
  source: "published documentation, cancel plan order",
  weight: { ip: 2, uid: 3 },
  access: "cancel",
  orders: { family: "cancel" },
  parameters: { orderId: idText("Order id") },
  response: v2.Canceled,
  handle: (context, { orderId }) => cancelOne(context, orderId, "", true),
});
