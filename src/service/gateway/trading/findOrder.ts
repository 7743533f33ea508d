import { wholeNumber } from "../../../interface/wire/index.ts";
import type { OrderView } from "../../../kernel/core/index.ts";
import { FIRST_ID } from "../../../kernel/core/index.ts";
import type { PrivateContext } from "../operation.ts";

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
