import type { OrderView } from "../../../kernel/core/index.ts";
import type { Times } from "./span.ts";
import { checkOrder } from "./span.ts";

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
