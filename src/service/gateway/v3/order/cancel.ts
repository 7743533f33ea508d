import type { v3 } from "../../../../interface/wire/index.ts";
import { WireError } from "../../../../interface/wire/index.ts";
import * as algo from "../../../../interface/wire/v3/operations/algo.ts";
import * as declared from "../../../../interface/wire/v3/operations/order.ts";
import { CANCEL_NORMAL_ORDERS, CANCEL_PLAN_ORDERS } from "../../../../kernel/core/index.ts";
import type { Operation, PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { byClientId, byId, cancel, cancelAll } from "../../trading/cancel.ts";
import { contractOfFilter } from "../symbol.ts";
import { outcomeOf } from "./translate.ts";

/** Cancels all live orders of one family, of a symbol or of all. */
function cancelling(declaration: typeof declared.cancelAllOrders, which: number): Operation {
  return privateOperation(declaration, async (context, { symbol }) => {
    const contract = contractOfFilter(context.contracts, symbol);
    const canceled = await cancelAll(context, contract, which);
    return canceled.map((orderId) => ({ orderId, ...outcomeOf(orderId) }));
  });
}

export const cancelAllOrders = cancelling(declared.cancelAllOrders, CANCEL_NORMAL_ORDERS);
export const cancelAllAlgoOrders = cancelling(algo.cancelAllAlgoOrders, CANCEL_PLAN_ORDERS);

/** Cancels an order by its id, or, where no id is given, by the client's. Throws the refusal. */
export async function cancelOne(
  context: PrivateContext,
  { orderId, origClientOrderId }: { readonly orderId: string; readonly origClientOrderId: string },
  { plansOnly }: { readonly plansOnly: boolean },
): Promise<v3.Canceled> {
  if (orderId === "" && origClientOrderId === "") throw eitherRequired("orderId", "origClientOrderId");
  const target = orderId === "" ? byClientId(origClientOrderId) : byId(orderId);
  const [result] = await cancel(context, [target], { plansOnly });
  if (result instanceof WireError) throw result;
  return {
    orderId: orderId === "" ? String(result) : orderId,
    origClientOrderId,
    ...outcomeOf(result!),
  };
}

/** The refusal of a request that has neither of two parameters, of which one must be sent. */
export function eitherRequired(first: string, second: string): WireError {
  return new WireError("requestMalformed", `Either ${first} or ${second} must be sent.`);
}
