import type { v2 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/account.ts";
import { privateOperation } from "../../operation.ts";
import { showBill } from "../show/bill.ts";

export const bills = privateOperation(
  declared.bills,
  async ({ history, account, contracts, profile }, input): Promise<v2.Bills> => {
    const page = await history.bills({
      account,
      coin: input.coin,
      contract: contracts.ofFilter(input.symbol)?.contract,
      type: input.businessType,
      from: input.startTime,
      to: input.endTime,
      limit: input.limit,
      before: input.beforeId,
    });
    return {
      hasNextPage: page.more,
      items: page.rows.map((row) =>
        showBill(row, row.contract < 0 ? "" : contracts.at(row.contract).symbol, profile),
      ),
    };
  },
);
