import type { v3 } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/order.ts";
import { DAY_MS } from "../../../../kernel/host/clock.ts";
import { privateOperation } from "../../operation.ts";
import { livePage } from "../../trading/ordersOf.ts";
import { checkAge, endedSpan } from "../../trading/span.ts";
import { contractOfFilter } from "../symbol.ts";
import { showFill, showOrder } from "./translate.ts";

const FILLS_SPAN_DAYS = 7;
const FILLS_AGE_MAX_MS = 365 * DAY_MS;
const HISTORY_SPAN_DAYS = 90;

/** Orders that rest in the book or are on their way there, newest first. */
export const openOrders = privateOperation(
  declared.openOrders,
  async ({ engine, account, contracts }, input): Promise<v3.Order[]> => {
    const contract = contractOfFilter(contracts, input.symbol)?.contract;
    const live = await engine.query({ type: "orders", account, contract, which: "resting" });
    const orders = live.filter(({ order }) => order > input.orderId);
    return livePage(orders, input).map((order) => showOrder(order, contracts.at(order.contract)));
  },
);

/** Orders that have ended, conditional ones included, by creation, newest first. */
export const orderHistory = privateOperation(
  declared.orderHistory,
  async ({ history, account, contracts, now }, input): Promise<v3.Order[]> => {
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
);

/** Fills, newest first; by default those of the last 7 days, with a start alone the first ones from there. */
export const userTrades = privateOperation(
  declared.userTrades,
  async ({ history, account, contracts, now, profile }, input): Promise<v3.Fill[]> => {
    const { startTime, endTime, beforeId } = input;
    const time = now();
    const span = endedSpan(input, time, FILLS_SPAN_DAYS);
    checkAge(span.from, time, FILLS_AGE_MAX_MS, input);
    const { rows } = await history.fills({
      account,
      contract: contractOfFilter(contracts, input.symbol)?.contract,
      order: input.orderId,
      ...span,
      limit: input.limit,
      before: beforeId,
      oldest:
        profile.tradesSince === "first" &&
        startTime !== undefined &&
        endTime === undefined &&
        beforeId === undefined,
    });
    return rows.map((row) => showFill(row, contracts.at(row.contract)));
  },
);
