import type { OrderView, TimeMs } from "../../../kernel/core/index.ts";

/** The page of `orders` (newest first) that were created between the times. */
export function livePage(
  orders: readonly OrderView[],
  query: {
    readonly startTime: TimeMs | undefined;
    readonly endTime: TimeMs | undefined;
    readonly limit: number;
    readonly page: number;
  },
): readonly OrderView[] {
  const { startTime = 0, endTime = Number.POSITIVE_INFINITY, limit, page } = query;
  const within = orders.filter(({ createdTime }) => createdTime >= startTime && createdTime <= endTime);
  return within.slice(page * limit, (page + 1) * limit);
}
