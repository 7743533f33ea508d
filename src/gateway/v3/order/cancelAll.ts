import { CANCEL_NORMAL_ORDERS, CANCEL_PLAN_ORDERS } from "../../../core/index.ts";
import * as algo from "../../../wire/v3/operations/algo.ts";
import * as declared from "../../../wire/v3/operations/order.ts";
import type { Operation } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { cancelAll } from "../../trading/cancel.ts";
import { contractOfFilter } from "../symbol.ts";
import { outcomeOf } from "./placed.ts";

/** Cancels all live orders of one family, of a symbol or of all. */
function cancelling(declaration: typeof declared.cancelAllOrders, which: number): Operation {
  return privateOperation(declaration, async (context, { symbol }) => {
    const contract = contractOfFilter(context.contracts, symbol);
    const canceled = await cancelAll(context, contract, which);
    return canceled.map((orderId) => ({ orderId, ...outcomeOf(orderId) }));
  });
}

export const allOpenOrders = cancelling(declared.cancelAllOrders, CANCEL_NORMAL_ORDERS);
export const algoOpenOrders = cancelling(algo.cancelAllAlgoOrders, CANCEL_PLAN_ORDERS);
