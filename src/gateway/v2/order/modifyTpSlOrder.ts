import { TRIGGER_ON_LAST, TRIGGER_ON_MARK } from "../../../core/index.ts";
import { choice, decimal, id, optional, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { modifyTpSl } from "../../trading/tpSl.ts";

export const modifyTpSlOrder = privateOperation({
  method: "POST",
  path: "/capi/v2/order/modifyTpSlOrder",
  summary: "Change trigger and execution price of a take-profit or stop-loss",
  meaning: "Moves trigger and price of a take-profit or stop-loss.",
  call: "plans.modifyTpSl",
  source: "published documentation, modify TP/SL order",
  weight: { ip: 2, uid: 5 },
  access: "trade",
  orders: { family: "place" },
  parameters: {
    orderId: id("Order id"),
    triggerPrice: decimal("Trigger price"),
    executePrice: optional(decimal("Execution price; none or 0: market")),
    triggerPriceType: optional(
      choice("1 last price; 3 mark price", { "1": TRIGGER_ON_LAST, "3": TRIGGER_ON_MARK }),
      TRIGGER_ON_LAST,
    ),
  },
  response: v2.Envelope,
  async handle(context, input): Promise<v2.Envelope> {
    await modifyTpSl(context, { ...input, triggerSource: input.triggerPriceType });
    return { code: "00000", msg: "success", requestTime: context.now(), data: "" };
  },
});
