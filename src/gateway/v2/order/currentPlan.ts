import { Type } from "typebox";
import type { OrderView } from "../../../core/index.ts";
import { looseFilterId, optional, v2 } from "../../../wire/index.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { findOrder } from "../../trading/findOrder.ts";
import { livePage, livePageParameters } from "../../trading/livePage.ts";
import { isPlan } from "../../trading/planOrders.ts";
import { showPlanOrder } from "../show/order.ts";

/**
 * Plan orders that wait for their trigger, or were triggered and are not done, newest first. Asked for by id, one that
 * has ended is shown as well.
 */
export const currentPlan = privateOperation({
  method: "GET",
  path: "/capi/v2/order/currentPlan",
  summary: "Current plan orders",
  meaning: "Plan orders that wait, and those that were triggered and are not done.",
  call: "plans.current",
  source: "interface document, endpoint 4",
  weight: { ip: 3, uid: 3 },
  access: "read",
  parameters: {
    ...livePageParameters,
    orderId: optional(looseFilterId("Order id; an invalid character makes the filter ineffective")),
  },
  response: Type.Array(v2.PlanOrder),
  async handle(context, input): Promise<v2.PlanOrder[]> {
    const { contracts, profile } = context;
    const contract = contracts.ofFilter(input.symbol)?.contract;
    const wanted = input.orderId;
    const orders =
      wanted === undefined ? await livePlans(context, contract) : await planById(context, wanted, contract);
    return livePage(orders, input).map((order) =>
      showPlanOrder(order, contracts.at(order.contract), profile),
    );
  },
});

async function livePlans(
  { engine, account }: PrivateContext,
  contract: number | undefined,
): Promise<OrderView[]> {
  const live = await engine.query({ type: "orders", account, contract, which: "all" });
  return live.filter(isPlan);
}

async function planById(
  context: PrivateContext,
  wanted: number,
  contract: number | undefined,
): Promise<OrderView[]> {
  const order = await findOrder(context, wanted);
  const isAsked =
    order !== undefined && isPlan(order) && (contract === undefined || order.contract === contract);
  return isAsked ? [order] : [];
}
