import { filterId, integer, optional, text, time } from "./parameter.ts";

/** Query parameters of the lists of live orders. */
export const livePageParameters = {
  symbol: optional(text("Trading pair")),
  orderId: optional(filterId("Order id")),
  startTime: optional(time("Start, Unix ms")),
  endTime: optional(time("End, Unix ms")),
  limit: optional(integer("Records per page", { min: 1, max: 100 }), 100),
  page: optional(integer("Page, from 0"), 0),
};
