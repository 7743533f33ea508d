import { wholeNumber } from "../../../interface/wire/index.ts";
import type { OrderView, TimeMs } from "../../../kernel/core/index.ts";
import { FIRST_ID, isPlan } from "../../../kernel/core/index.ts";
import type { OrderFamily } from "../../readmodel/index.ts";
import type { PrivateContext } from "../operation.ts";
import type { Times } from "./span.ts";
import { checkOrder } from "./span.ts";

export interface OrdersQuestion {
  /** Undefined: all. */
  readonly contract: number | undefined;
  readonly family: OrderFamily;
  /** Time of creation, both inclusive. */
  readonly from: TimeMs;
  readonly to: TimeMs | undefined;
  readonly limit: number;
  /** Only orders with a smaller id. */
  readonly before?: number | undefined;
}

/** The account's orders, ended and live ones, the last created first; `more`: there are further ones. */
export async function endedAndLive(
  context: PrivateContext,
  question: OrdersQuestion,
): Promise<{ readonly rows: readonly OrderView[]; readonly more: boolean }> {
  const { engine, history, account } = context;
  const {
    contract,
    family,
    from,
    to = Number.POSITIVE_INFINITY,
    limit,
    before = Number.POSITIVE_INFINITY,
  } = question;
  const endedBy = engine.headSeq; // both parts end here: each order is in exactly one of them
  const all = await engine.query({ type: "orders", account, contract, which: "all" });
  const live = all.filter(
    (order) =>
      isOfFamily(order, family) &&
      order.order < before &&
      order.createdTime >= from &&
      order.createdTime <= to,
  );
  const past = await history.orders({ ...question, account, endedBy });
  const merged = [...past.rows, ...live].toSorted((a, b) => b.order - a.order);
  return { rows: merged.slice(0, limit), more: past.more || merged.length > limit };
}

function isOfFamily({ kind, callbackRate }: OrderView, family: OrderFamily): boolean {
  if (family === "trailing") return callbackRate !== 0;
  return family === "all" || isPlan(kind) === (family === "plan");
}

/**
 * An order of the account by its id (or, where that is 0, by the client id), live or ended; `undefined` when
 * it never existed or is somebody else's. A client id that no order has may be the one that the venue
 * assigned, which is the order's own id.
 */
export async function findOrder(
  context: Pick<PrivateContext, "engine" | "history" | "account">,
  order: number,
  clientId = "",
): Promise<OrderView | undefined> {
  if (order === 0 && clientId === "") return undefined;
  const { engine, history, account } = context;
  const live = await engine.query({ type: "order", account, order, clientId });
  // An order that is no longer live ended before this answer, so history has it.
  const found = live ?? (await history.order({ account, order, clientId }));
  if (found !== undefined || order !== 0) return found;
  const assigned = wholeNumber(clientId) ?? 0;
  return assigned >= FIRST_ID ? findOrder(context, assigned) : undefined;
}

/** As {@link findOrder}, of live orders alone. */
export async function findLive(
  context: Pick<PrivateContext, "engine" | "account">,
  order: number,
  clientId = "",
): Promise<OrderView | undefined> {
  if (order === 0 && clientId === "") return undefined;
  const live = await context.engine.query({ type: "order", account: context.account, order, clientId });
  if (live !== undefined || order !== 0) return live;
  const assigned = wholeNumber(clientId) ?? 0;
  return assigned >= FIRST_ID ? findLive(context, assigned) : undefined;
}

/** The client id of an order, or the one that the venue assigned: the order's own id. */
export function clientIdOf({ order, clientId }: Pick<OrderView, "order" | "clientId">): string {
  return clientId === "" ? String(order) : clientId;
}

/**
 * The page of `orders` (newest first) that were created between the times. Refuses a start after the end.
 */
export function livePage(
  orders: readonly OrderView[],
  query: Times & { readonly limit: number; readonly page: number },
): readonly OrderView[] {
  checkOrder(query);
  const { startTime = 0, endTime = Number.POSITIVE_INFINITY, limit, page } = query;
  const within = orders.filter(({ createdTime }) => createdTime >= startTime && createdTime <= endTime);
  return within.slice(page * limit, (page + 1) * limit);
}
