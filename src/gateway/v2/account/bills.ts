import { COIN_USDT } from "../../../core/index.ts";
import { billWords, choice, integer, optional, text, time, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { beforeId } from "../../trading/beforeId.ts";
import { showBill } from "../show/bill.ts";

export const bills = privateOperation({
  method: "POST",
  path: "/capi/v2/account/bills",
  summary: "Account bills, newest first",
  meaning: "What changed the account's money and by how much, newest first; one page at a time.",
  call: "account.bills",
  source: "interface document, endpoint 6",
  weight: { ip: 2, uid: 5 },
  access: "read",
  parameters: {
    coin: optional(choice("Currency name", { USDT: COIN_USDT, usdt: COIN_USDT })),
    symbol: optional(text("Trading pair")),
    businessType: optional(choice("Business type", billWords.typeCodes)),
    startTime: optional(time("Start, Unix ms")),
    endTime: optional(time("End, Unix ms")),
    limit: optional(integer("Records returned", { min: 1, max: 100 }), 20),
    beforeId,
  },
  response: v2.Bills,
  async handle({ history, account, contracts, profile }, input): Promise<v2.Bills> {
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
});
