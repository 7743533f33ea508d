import { TRIGGER_ON_LAST, TRIGGER_ON_MARK } from "../../../core/index.ts";
import { choice, decimal, id, optional, v2, WireError } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { carryOut } from "../../trading/carryOut.ts";
import { ticksOf, ticksOrNone } from "../../trading/grid.ts";

export const modifyTpSlOrder = privateOperation({
  method: "POST",
  path: "/capi/v2/order/modifyTpSlOrder",
  summary: "Change trigger and execution price of a take-profit or stop-loss",
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
    const { engine, account, contracts } = context;
    const order = await engine.query({ type: "order", account, order: input.orderId, clientId: "" });
    if (order === undefined || input.orderId === 0) throw new WireError("orderNotFound");
    const contract = contracts.at(order.contract);
    await carryOut(
      context,
      {
        type: "modifyTpSl",
        account,
        order: input.orderId,
        triggerPrice: ticksOf(contract, "triggerPrice", input.triggerPrice),
        triggerSource: input.triggerPriceType,
        price: ticksOrNone(contract, "executePrice", input.executePrice),
      },
      contract,
    );
    return { code: "00000", msg: "success", requestTime: context.now(), data: "" };
  },
});
