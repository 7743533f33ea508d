import type { OrderView, TimeMs } from "../../core/index.ts";
import { filterId, integer, optional, text, time } from "../../wire/index.ts";

/** Query parameters of the lists of live orders. */
export const livePageParameters = {
  symbol: optional(text("Trading pair")),
  orderId: optional(filterId("Order id")),
  startTime: optional(time("Start, Unix ms")),
  endTime: optional(time("End, Unix ms")),
  limit: optional(integer("Records per page", { min: 1, max: 100 }), 100),
  page: optional(integer("Page, from 0"), 0),
};

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
