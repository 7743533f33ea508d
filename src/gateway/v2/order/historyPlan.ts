import type { v2 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/order.ts";
import { privateOperation } from "../../operation.ts";
import { showPlanOrder } from "../show/order.ts";

export const historyPlan = privateOperation(
  declared.historyPlan,
  async ({ history, account, contracts, profile }, input): Promise<v2.PlanHistory> => {
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
);
