import { missingParameter } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/order.ts";
import { privateOperation } from "../../operation.ts";
import { place } from "./place.ts";
import { orderCommand, planCommand } from "./placement.ts";

/**
 * Places a limit or market order. The interface document writes plan_order's request against this path, so a body with
 * `trigger_price` and `match_type` places a plan order.
 */
export const placeOrder = privateOperation(declared.placeOrder, (context, input) => {
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
});
