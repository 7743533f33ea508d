import { Type } from "typebox";
import { CANCEL_NORMAL_ORDERS, CANCEL_PLAN_ORDERS } from "../../../core/index.ts";
import { choice, optional, text, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { cancelAll } from "../../trading/cancel.ts";

export const cancelAllOrders = privateOperation({
  method: "POST",
  path: "/capi/v2/order/cancelAllOrders",
  summary: "Cancel all normal or all plan orders",
  meaning: "Cancels every order, or every plan order, of a symbol or of all.",
  call: "orders.cancelAll",
  isForgotten: true,
  source: "published documentation, cancel all orders",
  weight: { ip: 40, uid: 50 },
  access: "cancel",
  orders: { family: "cancel" },
  parameters: {
    symbol: optional(text("Trading pair; all without it")),
    cancelOrderType: optional(
      choice("Which orders", { normal: CANCEL_NORMAL_ORDERS, plan: CANCEL_PLAN_ORDERS }),
      CANCEL_NORMAL_ORDERS,
    ),
  },
  response: Type.Array(v2.AllCanceled),
  async handle(context, { symbol, cancelOrderType }): Promise<v2.AllCanceled[]> {
    const contract = context.contracts.ofFilter(symbol);
    const canceled = await cancelAll(context, contract, cancelOrderType);
    return canceled.map((orderId) => ({ orderId, success: true }));
  },
});
