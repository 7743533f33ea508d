import { wholeNumber } from "../../../interface/wire/index.ts";
import type { OrderView } from "../../../kernel/core/index.ts";
import { FIRST_ID } from "../../../kernel/core/index.ts";
import type { PrivateContext } from "../operation.ts";

/**
 * An order of the account by its id (or by the client's where that is 0), live or ended; `undefined` when it
 * never existed or is somebody else's. A client's id that no order has may be one that the venue assigned,
 * which is the order's own.
 */
export async function findOrder(
  context: Pick<PrivateContext, "engine" | "history" | "account">,
  order: number,
  clientId = "",
): Promise<OrderView | undefined> {
  if (order === 0 && clientId === "") return undefined;
  const { engine, history, account } = context;
  const live = await engine.query({ type: "order", account, order, clientId });
  // An order that is no longer live ended before this answer, so history has its end.
  const found = live ?? (await history.order({ account, order, clientId }));
  if (found !== undefined || order !== 0) return found;
  const assigned = wholeNumber(clientId) ?? 0;
  return assigned >= FIRST_ID ? findOrder(context, assigned) : undefined;
}

/** The client's own id of an order, or the one that the venue assigned: the order's. */
export function clientIdOf({ order, clientId }: Pick<OrderView, "order" | "clientId">): string {
  return clientId === "" ? String(order) : clientId;
}
