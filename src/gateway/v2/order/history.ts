import type { TimeMs } from "../../../core/index.ts";
import { DAY_MS } from "../../../host/clock.ts";
import { invalidParameter, type v2 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v2/operations/order.ts";
import { privateOperation } from "../../operation.ts";
import { endedAndLive } from "../../trading/ordersOf.ts";
import { showOrder } from "../show/order.ts";

export const SPAN_DAYS_MAX = 90;
const PAGE_MAX = 100;

/**
 * Orders by creation, newest first; by default those of the last 90 days that have ended. With `states` all, live ones
 * too: pending, open, canceling and untriggered are states that only they can be in.
 */
export const history = privateOperation(declared.history, async (context, input): Promise<v2.Order[]> => {
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
