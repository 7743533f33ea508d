import { Type } from "typebox";
import { CANCEL_NORMAL_ORDERS, CANCEL_PLAN_ORDERS } from "../../../core/index.ts";
import { optional, v3 } from "../../../wire/index.ts";
import type { Operation } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { cancelAll } from "../../trading/cancel.ts";
import { contractOfFilter, symbolParameter } from "../symbol.ts";
import { outcomeOf } from "./placed.ts";

interface Cancelling {
  readonly name: string;
  readonly which: number;
  readonly summary: string;
  readonly meaning: string;
  readonly call: string;
}

/** Cancels all live orders of one family, of a symbol or of all. */
function cancelling({ name, which, ...said }: Cancelling): Operation {
  return privateOperation({
    method: "DELETE",
    path: `/capi/v3/${name}`,
    ...said,
    isForgotten: true,
    source: "docs/reference/rest-v3.md",
    weight: { ip: 5, uid: 10 },
    access: "cancel",
    orders: { family: "cancel" },
    parameters: { symbol: optional(symbolParameter) },
    response: Type.Array(v3.OrderOutcome),
    async handle(context, { symbol }): Promise<v3.OrderOutcome[]> {
      const contract = contractOfFilter(context.contracts, symbol);
      const canceled = await cancelAll(context, contract, which);
      return canceled.map((orderId) => ({ orderId, ...outcomeOf(orderId) }));
    },
  });
}

export const allOpenOrders = cancelling({
  name: "allOpenOrders",
  which: CANCEL_NORMAL_ORDERS,
  summary: "Cancel all orders",
  meaning: "Cancels every order that rests, of a symbol or of all.",
  call: "orders.cancelAllOrders",
});
export const algoOpenOrders = cancelling({
  name: "algoOpenOrders",
  which: CANCEL_PLAN_ORDERS,
  summary: "Cancel all conditional orders",
  meaning: "Cancels every conditional order that waits, of a symbol or of all.",
  call: "algo.cancelAllAlgoOrders",
});
