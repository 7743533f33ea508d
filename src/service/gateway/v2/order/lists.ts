import { invalidParameter, type v2, WireError } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v2/operations/order.ts";
import type { OrderView, TimeMs } from "../../../../kernel/core/index.ts";
import { isPlan } from "../../../../kernel/core/index.ts";
import { DAY_MS } from "../../../../kernel/host/clock.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { endedAndLive, findOrder, livePage } from "../../trading/ordersOf.ts";
import { checkOrder, untilNow } from "../../trading/span.ts";
import { showFill, showOrder, showPlanOrder } from "./translate.ts";

export const detail = privateOperation(declared.detail, async (context, { orderId }): Promise<v2.Order> => {
  const order = await findOrder(context, orderId);
  if (order === undefined) throw new WireError("orderNotFound");
  return showOrder(order, context.contracts.at(order.contract));
});

/** Orders that rest in the book or are on their way there, newest first. */
export const current = privateOperation(
  declared.current,
  async ({ engine, account, contracts }, input): Promise<v2.Order[]> => {
    const contract = contracts.ofFilter(input.symbol)?.contract;
    const wanted = input.orderId;
    const live = await engine.query({ type: "orders", account, contract, which: "resting" });
    const orders = wanted === undefined ? live : live.filter(({ order }) => order === wanted);
    return livePage(orders, input).map((order) => showOrder(order, contracts.at(order.contract)));
  },
);

const SPAN_DAYS_MAX = 90;
const PAGE_MAX = 100;

/**
 * Orders by creation, newest first; by default those of the last 90 days that have ended. With `states`, all
 * of these states, live ones too: only live orders are pending, open, canceling or untriggered.
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
 * The days that a request asks for. `createDate` up to 90 is a number of days, as the first version of the
 * interface had it; the span is between 0 and 90 days.
 */
function orderSpan(
  input: { readonly createDate: TimeMs | undefined; readonly endCreateDate: TimeMs | undefined },
  now: TimeMs,
): { readonly from: TimeMs; readonly to: TimeMs | undefined } {
  const { createDate, endCreateDate } = input;
  const start =
    createDate === undefined
      ? (endCreateDate ?? now) - SPAN_DAYS_MAX * DAY_MS
      : createDate <= SPAN_DAYS_MAX
        ? now - createDate * DAY_MS
        : createDate;
  const end = endCreateDate ?? untilNow(start, now, SPAN_DAYS_MAX * DAY_MS);
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

/**
 * Plan orders that wait for their trigger, or were triggered and have not ended, newest first. An order that
 * is asked for by its id is shown also when it has ended.
 */
export const currentPlan = privateOperation(
  declared.currentPlan,
  async (context, input): Promise<v2.PlanOrder[]> => {
    const { contracts, profile } = context;
    const contract = contracts.ofFilter(input.symbol)?.contract;
    const wanted = input.orderId;
    const orders =
      wanted === undefined ? await livePlans(context, contract) : await planById(context, wanted, contract);
    return livePage(orders, input).map((order) =>
      showPlanOrder(order, contracts.at(order.contract), profile),
    );
  },
);

async function livePlans(
  { engine, account }: PrivateContext,
  contract: number | undefined,
): Promise<OrderView[]> {
  const live = await engine.query({ type: "orders", account, contract, which: "all" });
  return live.filter(({ kind }) => isPlan(kind));
}

async function planById(
  context: PrivateContext,
  wanted: number,
  contract: number | undefined,
): Promise<OrderView[]> {
  const order = await findOrder(context, wanted);
  const isAsked =
    order !== undefined && isPlan(order.kind) && (contract === undefined || order.contract === contract);
  return isAsked ? [order] : [];
}

export const historyPlan = privateOperation(
  declared.historyPlan,
  async ({ history, account, contracts, profile }, input): Promise<v2.PlanHistory> => {
    checkOrder(input);
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

export const fills = privateOperation(
  declared.fills,
  async ({ history, account, contracts, profile }, input): Promise<v2.Fills> => {
    checkOrder(input);
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
