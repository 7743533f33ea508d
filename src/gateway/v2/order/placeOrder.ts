import { decimal, missingParameter, optional, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { priceKindParameter, symbolParameter, timeInForceParameter } from "../parameters.ts";
import { place } from "./place.ts";
import { orderCommand, orderMarginMode, orderParameters, planCommand } from "./placement.ts";

/**
 * Places a limit or market order. The interface document writes plan_order's request against this path, so a body with
 * `trigger_price` and `match_type` places a plan order.
 */
export const placeOrder = privateOperation({
  method: "POST",
  path: "/capi/v2/order/placeOrder",
  summary: "Place an order",
  meaning:
    "Places a limit or market order that opens or closes a position. The answer comes when the order is safe on the disk; whether it traded is in its fills.",
  call: "orders.place",
  needed: ["order_type", "match_price"],
  aliases: ["trigger_price", "match_type", "execute_price"],
  source: "interface document, endpoint 8",
  weight: { ip: 2, uid: 5 },
  access: "place",
  orders: { family: "place" },
  remembered: true,
  parameters: {
    symbol: symbolParameter,
    ...orderParameters,
    order_type: optional(timeInForceParameter),
    match_price: optional(priceKindParameter),
    marginMode: orderMarginMode,
    trigger_price: optional(decimal("Makes it a plan order, with match_type")),
    match_type: optional(priceKindParameter),
    execute_price: optional(decimal("Execution price of a plan order")),
  },
  response: v2.Placed,
  handle(context, input) {
    const contract = context.contracts.of(input.symbol);
    const { account, requestHash } = context;
    const placement = { account, contract, marginMode: input.marginMode, requestHash };
    const { trigger_price, match_type, order_type, match_price } = input;
    if (trigger_price !== undefined && match_type !== undefined) {
      return place(context, planCommand(placement, { ...input, trigger_price, match_type }), contract);
    }
    if (order_type === undefined) throw missingParameter("order_type");
    if (match_price === undefined) throw missingParameter("match_price");
    return place(context, orderCommand(placement, { ...input, order_type, match_price }), contract);
  },
});
