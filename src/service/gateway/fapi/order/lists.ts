import * as declared from "../../../../interface/wire/fapi/operations/order.ts";
import type { Order, Trade } from "../../../../interface/wire/fapi/order.ts";
import { invalidParameter } from "../../../../interface/wire/index.ts";
import type { OrderView, TimeMs } from "../../../../kernel/core/index.ts";
import { DAY_MS } from "../../../../kernel/host/clock.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { endedAndLive } from "../../trading/ordersOf.ts";
import { checkSpan } from "../../trading/span.ts";
import { contractOf, contractOfFilter } from "../symbol.ts";
import { isInOrders, isOneOrder, orderOfId, shownOrderId, showOrder } from "./showOrder.ts";
import { joined, showTrade } from "./showTrade.ts";

const SPAN_DAYS = 7;
const SPAN_MS = SPAN_DAYS * DAY_MS;

/** Orders that rest in the book or are on their way there, oldest first. */
export const openOrders = privateOperation(
  declared.openOrders,
  async ({ engine, account, contracts, rules }, { symbol }): Promise<Order[]> => {
    const contract = contractOfFilter(contracts, symbol)?.contract;
    const which = isOneOrder(rules) ? "all" : "resting";
    const live = await engine.query({ type: "orders", account, contract, which });
    return live.toReversed().map((order) => showOrder(order, contracts.at(order.contract), rules));
  },
);

/** Orders of a symbol, live and ended, oldest first; conditional orders only once they have triggered. */
export const allOrders = privateOperation(declared.allOrders, async (context, input): Promise<Order[]> => {
  const contract = contractOf(context.contracts, input.symbol);
  const orderId = input.orderId && orderOfId(input.orderId);
  const orders = await ordersOf(context, contract.contract, { ...input, orderId }, (order) =>
    isInOrders(order, context.rules),
  );
  return orders.map((order) => showOrder(order, contract, context.rules));
});

/** A request for orders of a symbol. */
interface OrdersAsked extends Times {
  readonly orderId: number | undefined;
  readonly limit: number;
}

/** Rows of history that are read at a time. */
const PAGE = 1_000;

/**
 * The last `limit` orders of the span that `isFit`; with an id or a start, the first ones after it. Oldest
 * first. Without any of these, the span is the last seven days.
 */
export async function ordersOf(
  context: PrivateContext,
  contract: number,
  { orderId, limit, ...times }: OrdersAsked,
  isFit: (order: OrderView) => boolean,
): Promise<readonly OrderView[]> {
  const { from, to } =
    orderId !== undefined && times.startTime === undefined && times.endTime === undefined
      ? { from: 0, to: undefined }
      : spanOf(times, context.now());
  const isFromStart = orderId !== undefined || times.startTime !== undefined;
  const found: OrderView[] = [];
  let before: number | undefined;
  for (let more = true; more && (isFromStart || found.length < limit); ) {
    const page = await endedAndLive(context, { contract, family: "all", from, to, limit: PAGE, before });
    const within = page.rows.filter(({ order }) => order >= (orderId ?? 0));
    found.push(...within.filter(isFit));
    before = page.rows.at(-1)?.order;
    more = page.more && within.length === page.rows.length;
  }
  const oldestFirst = found.reverse();
  return isFromStart ? oldestFirst.slice(0, limit) : oldestFirst.slice(-limit);
}

/** The account's part in trades of a symbol, oldest first. */
export const userTrades = privateOperation(declared.userTrades, async (context, input): Promise<Trade[]> => {
  const { history, account, contracts, now, rules } = context;
  const contract = contractOf(contracts, input.symbol);
  const { orderId, fromId, limit, startTime, endTime } = input;
  const order = orderId && orderOfId(orderId);
  const hasTimes = startTime !== undefined || endTime !== undefined;
  if (fromId !== undefined && hasTimes)
    throw invalidParameter("fromId", "not with startTime or endTime", "combinationInvalid");
  const span = fromId !== undefined || (order !== undefined && !hasTimes) ? {} : spanOf(input, now());
  // A trade through zero has two rows: twice as many are read, and the trade that may be cut in two is left
  // out.
  const { rows, more } = await history.fills({
    account,
    contract: contract.contract,
    order,
    ...span,
    since: fromId,
    limit: 2 * limit,
    oldest: fromId !== undefined || startTime !== undefined,
  });
  const isOldest = fromId !== undefined || startTime !== undefined;
  const wholes = joined(rows.toReversed());
  const sure = !more ? wholes : isOldest ? wholes.slice(0, -1) : wholes.slice(1);
  const shown = isOldest ? sure.slice(0, limit) : sure.slice(-limit);
  const triggered = await triggeredAmong(
    context,
    contract.contract,
    shown.map(([fill]) => fill.order),
  );
  return shown
    .map(([fill, whole]) => {
      const named = { order: fill.order, triggeredTime: triggered.get(fill.order) ?? 0 };
      return showTrade(fill, whole, contract, rules, shownOrderId(named, rules));
    })
    .filter((trade) => orderId === undefined || trade.orderId === orderId);
});

/**
 * When those of some orders triggered that waited for it: as orders of the book they are shown with other ids
 * than their own.
 */
async function triggeredAmong(
  context: PrivateContext,
  contract: number,
  orders: readonly number[],
): Promise<ReadonlyMap<number, TimeMs>> {
  const found = new Map<number, TimeMs>();
  if (orders.length === 0 || isOneOrder(context.rules)) return found;
  const first = orders.reduce((least, order) => Math.min(least, order));
  let before = orders.reduce((most, order) => Math.max(most, order)) + 1;
  const asked = { contract, family: "plan" as const, from: 0, to: undefined, limit: PAGE };
  for (let more = true; more && before > first; ) {
    const page = await endedAndLive(context, { ...asked, before });
    for (const { order, triggeredTime } of page.rows) found.set(order, triggeredTime);
    before = page.rows.at(-1)?.order ?? 0;
    more = page.more;
  }
  return found;
}

export interface Times {
  readonly startTime: TimeMs | undefined;
  readonly endTime: TimeMs | undefined;
}

/**
 * The span of a request: seven days from its start, or up to its end, or up to now. Refuses a longer one
 * with -1127.
 */
export function spanOf(
  { startTime, endTime }: Times,
  now: TimeMs,
  spanMs = SPAN_MS,
): { readonly from: TimeMs; readonly to: TimeMs | undefined } {
  if (startTime === undefined) return { from: Math.max(0, (endTime ?? now) - spanMs), to: endTime };
  const to = endTime ?? startTime + spanMs;
  checkSpan(startTime, to, spanMs);
  return { from: startTime, to };
}
