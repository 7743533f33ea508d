import { Type } from "typebox";
import {
  CLOSE_LONG,
  CLOSE_SHORT,
  FOK,
  GTC,
  IOC,
  ISOLATED,
  NET_BUY,
  NET_SELL,
  OPEN_LONG,
  OPEN_SHORT,
  POST_ONLY,
  SHARED,
} from "../codes.ts";
import { candleIntervals, clientId } from "../commonParameters.ts";
import type { Parameter } from "../parameter.ts";
import { choice, filterId, numbered, optional, text, wholeNumber } from "../parameter.ts";

/** Parameters that several operations share. */
export const symbolParameter = text("Trading pair, such as cmt_btcusdt");

export const clientIdParameter = optional(clientId(40), "");

export const marginModeParameter = numbered(
  choice("1 cross margin; 3 isolated margin", {
    "1": SHARED,
    "3": ISOLATED,
  }),
);

const actions = { "1": OPEN_LONG, "2": OPEN_SHORT, "3": CLOSE_LONG, "4": CLOSE_SHORT };

export const actionParameter = choice("1 open long; 2 open short; 3 close long; 4 close short", actions);

/** The interface has no words for a side alone. */
export const placedActionParameter = choice(
  "1 open long; 2 open short; 3 close long; 4 close short; buy, sell: in one-way mode, what closes the other leg first and opens with the rest (ours)",
  { ...actions, buy: NET_BUY, sell: NET_SELL },
);

export const timeInForceParameter = choice("0 normal; 1 maker only; 2 fill-or-kill; 3 immediate-or-cancel", {
  "0": GTC,
  "1": POST_ONLY,
  "2": FOK,
  "3": IOC,
});

export const LIMIT = 0;
export const MARKET = 1;
export const priceKindParameter = choice("0 limit; 1 market", { "0": LIMIT, "1": MARKET });

/** The interface has no such field: without it a close takes the oldest position first. */
export const closedPositionParameter = optional(
  filterId("Position to close, in separated mode; without it the oldest first (ours)"),
);

export const orderMarginMode = optional(marginModeParameter, SHARED);

/** The `symbol` parameter of the market operations. */
export const symbol = text("Symbol, such as cmt_btcusdt", 64);

export type CandlePriceType = "LAST" | "MARK" | "INDEX";

/** The `granularity` parameter, read as milliseconds; hours, days and weeks in either case. */
export const granularity = choice("Interval of a candle", {
  ...candleIntervals,
  ...Object.fromEntries(
    Object.entries(candleIntervals)
      .filter(([name]) => !name.endsWith("m"))
      .map(([name, intervalMs]) => [name.toUpperCase(), intervalMs]),
  ),
});

/** The `priceType` parameter of candles. */
export const candlePriceType = optional<CandlePriceType>(
  choice("Price that the candles follow", { LAST: "LAST", MARK: "MARK", INDEX: "INDEX" }),
  "LAST",
);

/** A time that is not refused when it is none: NaN. */
export function lenientTime(description: string): Parameter<number | undefined> {
  return {
    schema: Type.Integer({ description }),
    required: false,
    absent: undefined,
    read: (value) => {
      const time = typeof value === "string" ? wholeNumber(value) : undefined;
      return time === undefined || time < 0 ? Number.NaN : time;
    },
  };
}
