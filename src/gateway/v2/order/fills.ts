import type { v2 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/order.ts";
import { privateOperation } from "../../operation.ts";
import { showFill } from "../show/fill.ts";

export const fills = privateOperation(
  declared.fills,
  async ({ history, account, contracts, profile }, input): Promise<v2.Fills> => {
    const page = await history.fills({
      account,
      contract: contracts.ofFilter(input.symbol)?.contract,
      order: input.orderId,
      from: input.startTime,
      to: input.endTime,
      limit: input.limit ?? input.pageSize,
      before: input.beforeId,
    });
    return {
      list: page.rows.map((row) => showFill(row, contracts.at(row.contract), profile)),
      nextFlag: page.more,
      totals: page.total,
    };
  },
);
