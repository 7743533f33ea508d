import { decimal, filterId, integer, optional, text, time } from "./parameter.ts";

/** Query parameters of the lists of live orders. */
export const livePageParameters = {
  symbol: optional(text("Trading pair")),
  orderId: optional(filterId("Order id")),
  startTime: optional(time("Start, Unix ms")),
  endTime: optional(time("End, Unix ms")),
  limit: optional(integer("Records per page", { min: 1, max: 100 }), 100),
  page: optional(integer("Page, from 0"), 0),
};

/**
 * A parameter of ours on lists of history, newest first: with the id of a page's last row, the next page
 * continues right after it, however many rows share its millisecond and whatever was added meanwhile.
 */
export const beforeId = optional(
  filterId("Only rows with a smaller id; the id of the last row for the next page (a parameter of ours)"),
);

/** When a take-profit or stop-loss on a position executes, and at which price. */
export const triggerParameters = {
  triggerPrice: decimal("Trigger price"),
  executePrice: optional(decimal("Limit price; none or 0: market")),
};
