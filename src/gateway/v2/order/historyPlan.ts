import { integer, optional, time, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { beforeId } from "../../trading/beforeId.ts";
import { actionParameter, symbolParameter } from "../parameters.ts";
import { showPlanOrder } from "../show/order.ts";

export const historyPlan = privateOperation({
  method: "GET",
  path: "/capi/v2/order/historyPlan",
  summary: "Ended plan orders, newest first",
  meaning: "Plan orders that have ended, newest first.",
  call: "plans.history",
  source: "published documentation, plan order history",
  weight: { ip: 5, uid: 10 },
  access: "read",
  parameters: {
    symbol: symbolParameter,
    startTime: optional(time("Start, Unix ms")),
    endTime: optional(time("End, Unix ms")),
    delegateType: optional(actionParameter),
    pageSize: optional(integer("Records per page", { min: 1, max: 100 }), 100),
    beforeId,
  },
  response: v2.PlanHistory,
  async handle({ history, account, contracts, profile }, input): Promise<v2.PlanHistory> {
    const contract = contracts.of(input.symbol);
    const page = await history.orders({
      account,
      contract: contract.contract,
      family: "plan",
      action: input.delegateType,
      from: input.startTime,
      to: input.endTime,
      limit: input.pageSize,
      before: input.beforeId,
    });
    return {
      list: page.rows.map((row) => showPlanOrder(row, contract, profile)),
      nextPage: page.more,
    };
  },
});
