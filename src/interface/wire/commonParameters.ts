import { invalidParameter } from "./errors.ts";
import type { Parameter } from "./parameter.ts";
import { decimal, filterId, integer, optional, text, time } from "./parameter.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The intervals of candles by name, in milliseconds. */
export const candleIntervals = {
  "1m": MINUTE_MS,
  "5m": 5 * MINUTE_MS,
  "15m": 15 * MINUTE_MS,
  "30m": 30 * MINUTE_MS,
  "1h": HOUR_MS,
  "4h": 4 * HOUR_MS,
  "12h": 12 * HOUR_MS,
  "1d": DAY_MS,
  "1w": 7 * DAY_MS,
} as const;

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

const CLIENT_ID = /^[A-Za-z0-9_.:/-]+$/;

/**
 * A client's own id of an order, made of letters, digits and `_ - . : /`. If a client gives none, the order's
 * id takes its place.
 */
export function clientId(lengthMax: number): Parameter<string> {
  const rule = `at most ${lengthMax} letters, digits or _ - . : /`;
  return {
    ...text(`Own id: ${rule}`, lengthMax),
    read(value, name) {
      if (typeof value === "string" && value.length <= lengthMax && CLIENT_ID.test(value)) return value;
      throw invalidParameter(name, rule, "clientIdInvalid");
    },
  };
}
