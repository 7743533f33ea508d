import { Type } from "typebox";
import { filterId, integer, optional, time, v3 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { beforeId } from "../../trading/beforeId.ts";
import { livePage, livePageParameters } from "../../trading/livePage.ts";
import { showFill } from "../show/fill.ts";
import { showOrder } from "../show/order.ts";
import { checkAge, DAY_MS, endedSpan } from "../span.ts";
import { contractOfFilter, symbolParameter } from "../symbol.ts";

const FILLS_SPAN_DAYS = 7;
const FILLS_AGE_MAX_MS = 365 * DAY_MS;
const HISTORY_SPAN_DAYS = 90;

/** Orders that rest in the book or are on their way there, newest first. */
export const openOrders = privateOperation({
  method: "GET",
  path: "/capi/v3/openOrders",
  summary: "Current orders",
  meaning: "Orders that rest in the book, newest first.",
  call: "orders.openOrders",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 2, uid: 5 },
  access: "read",
  parameters: {
    ...livePageParameters,
    symbol: optional(symbolParameter),
    orderId: optional(filterId("Only orders with a greater id"), 0),
  },
  response: Type.Array(v3.Order),
  async handle({ engine, account, contracts }, input): Promise<v3.Order[]> {
    const contract = contractOfFilter(contracts, input.symbol)?.contract;
    const live = await engine.query({ type: "orders", account, contract, which: "resting" });
    const orders = live.filter(({ order }) => order > input.orderId);
    return livePage(orders, input).map((order) => showOrder(order, contracts.at(order.contract)));
  },
});

/** Orders that have ended, conditional ones included, by creation, newest first. */
export const orderHistory = privateOperation({
  method: "GET",
  path: "/capi/v3/order/history",
  summary: "Order history",
  meaning: "Orders that have ended, conditional ones included, newest first; without times the last 90 days.",
  call: "orders.orderHistory",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 10, uid: 10 },
  access: "read",
  parameters: {
    symbol: optional(symbolParameter),
    startTime: optional(time("Start, Unix ms; default 90 days before the end")),
    endTime: optional(time("End, Unix ms; at most 90 days after the start; default now")),
    limit: optional(integer("Rows of a page", { min: 1, max: 1_000 }), 500),
    page: optional(integer("Page, from 0", { max: 1_000_000 }), 0),
    beforeId,
  },
  response: Type.Array(v3.Order),
  async handle({ history, account, contracts, now }, input): Promise<v3.Order[]> {
    const { limit, page } = input;
    const { rows } = await history.orders({
      account,
      contract: contractOfFilter(contracts, input.symbol)?.contract,
      family: "all",
      ...endedSpan(input, now(), HISTORY_SPAN_DAYS),
      limit,
      offset: page * limit,
      before: input.beforeId,
    });
    return rows.map((row) => showOrder(row, contracts.at(row.contract)));
  },
});

/** Fills, newest first; by default those of the last 7 days. */
export const userTrades = privateOperation({
  method: "GET",
  path: "/capi/v3/userTrades",
  summary: "Fills",
  meaning: "Executions of the account's orders, newest first; without times the last 7 days.",
  call: "orders.userTrades",
  source: "docs/reference/rest-v3.md",
  weight: { ip: 5, uid: 5 },
  access: "read",
  parameters: {
    symbol: optional(symbolParameter),
    orderId: optional(filterId("Only fills of this order")),
    startTime: optional(time("Start, Unix ms, within 365 days; default 7 days before the end")),
    endTime: optional(time("End, Unix ms; at most 7 days after the start; default now")),
    limit: optional(integer("Rows", { min: 1, max: 100 }), 100),
    beforeId,
  },
  response: Type.Array(v3.Fill),
  async handle({ history, account, contracts, now }, input): Promise<v3.Fill[]> {
    const time = now();
    const span = endedSpan(input, time, FILLS_SPAN_DAYS);
    checkAge(span.from, time, FILLS_AGE_MAX_MS);
    const { rows } = await history.fills({
      account,
      contract: contractOfFilter(contracts, input.symbol)?.contract,
      order: input.orderId,
      ...span,
      limit: input.limit,
      before: input.beforeId,
    });
    return rows.map((row) => showFill(row, contracts.at(row.contract)));
  },
});
