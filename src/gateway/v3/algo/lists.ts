import { Type } from "typebox";
import { integer, optional, time, v3 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { beforeId } from "../../trading/beforeId.ts";
import { livePage } from "../../trading/livePage.ts";
import { endedAndLive } from "../../trading/ordersOf.ts";
import { showAlgoOrder } from "../show/order.ts";
import { endedSpan } from "../span.ts";
import { contractOfFilter, symbolParameter } from "../symbol.ts";

const SPAN_DAYS = 90;

/** Conditional orders that wait for their trigger, newest first. */
export const openAlgoOrders = privateOperation({
  method: "GET",
  path: "/capi/v3/openAlgoOrders",
  summary: "Current conditional orders",
  meaning: "Conditional orders that wait, newest first.",
  call: "algo.openAlgoOrders",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 3, uid: 3 },
  access: "read",
  parameters: {
    symbol: optional(symbolParameter),
    startTime: optional(time("Placed at this time or later, Unix ms")),
    endTime: optional(time("Placed at this time or earlier, Unix ms")),
    page: optional(integer("Page, from 1", { min: 1 }), 1),
    limit: optional(integer("Rows of a page", { min: 1, max: 100 }), 100),
  },
  response: Type.Array(v3.AlgoOrder),
  async handle({ engine, account, contracts }, input): Promise<v3.AlgoOrder[]> {
    const contract = contractOfFilter(contracts, input.symbol)?.contract;
    const live = await engine.query({ type: "orders", account, contract, which: "plan" });
    const page = livePage(live, { ...input, page: input.page - 1 });
    return page.map((order) => showAlgoOrder(order, contracts.at(order.contract)));
  },
});

/** Conditional orders, waiting, triggered or ended, newest first. */
export const allAlgoOrders = privateOperation({
  method: "GET",
  path: "/capi/v3/allAlgoOrders",
  summary: "Conditional orders, ended ones included",
  meaning: "Conditional orders, waiting, triggered and ended, newest first.",
  call: "algo.allAlgoOrders",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 5, uid: 10 },
  access: "read",
  parameters: {
    symbol: optional(symbolParameter),
    startTime: optional(time("Start, Unix ms; default 90 days before the end")),
    endTime: optional(time("End, Unix ms; at most 90 days after the start; default now")),
    limit: optional(integer("Rows", { min: 1, max: 1_000 }), 500),
    beforeId,
  },
  response: v3.AlgoOrders,
  async handle(context, input): Promise<v3.AlgoOrders> {
    const { contracts } = context;
    const { rows, more } = await endedAndLive(context, {
      contract: contractOfFilter(contracts, input.symbol)?.contract,
      family: "plan",
      ...endedSpan(input, context.now(), SPAN_DAYS),
      limit: input.limit,
      before: input.beforeId,
    });
    return {
      orders: rows.map((order) => showAlgoOrder(order, contracts.at(order.contract))),
      hasMore: more,
    };
  },
});
