import { Type } from "typebox";
import type { TimeMs } from "../../../core/index.ts";
import { choice, integer, invalidParameter, optional, text, time, v2 } from "../../../wire/index.ts";
import { privateOperation } from "../../operation.ts";
import { beforeId } from "../../trading/beforeId.ts";
import { endedAndLive } from "../../trading/ordersOf.ts";
import { showOrder } from "../show/order.ts";

const DAY_MS = 86_400_000;
export const SPAN_DAYS_MAX = 90;
const PAGE_MAX = 100;

/**
 * Orders by creation, newest first; by default those of the last 90 days that have ended. With `states` all, live ones
 * too: pending, open, canceling and untriggered are states that only they can be in.
 */
export const history = privateOperation({
  method: "GET",
  path: "/capi/v2/order/history",
  summary: "Order history",
  meaning:
    "Orders by creation, newest first: those that have ended, or, with states=all, in every state: pending, open, filled, canceling, canceled, untriggered. Without times the last 90 days.",
  call: "orders.history",
  aliases: ["limit"],
  source: "interface document, endpoint 5",
  weight: { ip: 10, uid: 10 },
  access: "read",
  parameters: {
    symbol: optional(text("Trading pair")),
    pageSize: optional(integer("Records per page; more than 100 are cut to 100", { min: 1 })),
    limit: optional(integer("The same as pageSize", { min: 1 })),
    createDate: optional(
      time(
        "Start time, Unix ms, at most 90 days before the end; up to 90: days before now; left out: 90 days",
      ),
    ),
    endCreateDate: optional(time("End time, Unix ms; left out: now")),
    beforeId,
    states: optional(
      choice("ended: orders that have ended, the default; all: orders in every state, live ones too", {
        ended: "terminal",
        all: "all",
      }),
    ),
  },
  response: Type.Array(v2.Order),
  async handle(context, input): Promise<v2.Order[]> {
    const { history: past, account, contracts, profile } = context;
    const { from, to } = orderSpan(input, context.now());
    const contract = contracts.ofFilter(input.symbol)?.contract;
    const limit = Math.min(input.pageSize ?? input.limit ?? PAGE_MAX, PAGE_MAX);
    const question = { contract, family: "all", from, to, limit, before: input.beforeId } as const;
    const { rows } =
      (input.states ?? profile.history) === "all"
        ? await endedAndLive(context, question)
        : await past.orders({ ...question, account });
    return rows.map((order) => showOrder(order, contracts.at(order.contract)));
  },
});

/**
 * The days that a request asks for. `createDate` up to 90 is a number of days, as the first version of the interface
 * had it; the span is between 0 and 90 days.
 */
export function orderSpan(
  input: { readonly createDate: TimeMs | undefined; readonly endCreateDate: TimeMs | undefined },
  now: TimeMs,
): { readonly from: TimeMs; readonly to: TimeMs | undefined } {
  const { createDate, endCreateDate } = input;
  const end = endCreateDate ?? now;
  const start =
    createDate === undefined
      ? end - SPAN_DAYS_MAX * DAY_MS
      : createDate <= SPAN_DAYS_MAX
        ? now - createDate * DAY_MS
        : createDate;
  if (end < start) {
    throw invalidParameter(
      endCreateDate === undefined ? "createDate" : "endCreateDate",
      "the day span is negative",
    );
  }
  if (end - start > SPAN_DAYS_MAX * DAY_MS) {
    throw invalidParameter("createDate", `the day span is above ${SPAN_DAYS_MAX}`);
  }
  return { from: Math.max(start, 0), to: endCreateDate };
}
