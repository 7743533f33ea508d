import { filterId, integer, optional, text, time, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { beforeId } from "../../trading/beforeId.ts";
import { showFill } from "../show/fill.ts";

export const fills = privateOperation({
  method: "GET",
  path: "/capi/v2/order/fills",
  summary: "Fills, newest first",
  meaning: "Executions of the account's orders, newest first, with fee and realized profit.",
  call: "orders.fills",
  aliases: ["pageSize"],
  source: "interface document, endpoint 3",
  weight: { ip: 5, uid: 5 },
  access: "read",
  parameters: {
    symbol: optional(text("Trading pair")),
    orderId: optional(filterId("Order id")),
    startTime: optional(time("Start, Unix ms")),
    endTime: optional(time("End, Unix ms")),
    limit: optional(integer("Number of records", { min: 1, max: 100 })),
    pageSize: optional(integer("The same as limit", { min: 1, max: 100 }), 100),
    beforeId,
  },
  response: v2.Fills,
  async handle({ history, account, contracts, profile }, input): Promise<v2.Fills> {
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
});
