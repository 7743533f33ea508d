import type { OrderView } from "../../../core/index.ts";
import type { v2 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/order.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { findOrder } from "../../trading/findOrder.ts";
import { livePage } from "../../trading/livePage.ts";
import { isPlan } from "../../trading/ordersOf.ts";
import { showPlanOrder } from "../show/order.ts";

/**
 * Plan orders that wait for their trigger, or were triggered and are not done, newest first. Asked for by id, one that
 * has ended is shown as well.
 */
export const currentPlan = privateOperation(
  declared.currentPlan,
  async (context, input): Promise<v2.PlanOrder[]> => {
    const { contracts, profile } = context;
    const contract = contracts.ofFilter(input.symbol)?.contract;
    const wanted = input.orderId;
    const orders =
      wanted === undefined ? await livePlans(context, contract) : await planById(context, wanted, contract);
    return livePage(orders, input).map((order) =>
      showPlanOrder(order, contracts.at(order.contract), profile),
    );
  },
);

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
