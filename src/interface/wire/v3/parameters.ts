import {
  BUY,
  FOK,
  GTC,
  IOC,
  ISOLATED,
  LONG,
  POST_ONLY,
  SELL,
  SHARED,
  SHORT,
  TRIGGER_ON_LAST,
  TRIGGER_ON_MARK,
} from "../codes.ts";
import { clientId } from "../commonParameters.ts";
import { choice, flag, optional, refusedAs, text, time } from "../parameter.ts";

/** Parameters that several operations share. */
export const sideParameter = refusedAs("sideInvalid", choice("Side", { BUY, SELL }));
export const positionSideParameter = choice("Side of the position", { LONG, SHORT });

export const timeInForceParameter = refusedAs(
  "timeInForceInvalid",
  choice("GTC, POST_ONLY, FOK or IOC", { GTC, POST_ONLY, FOK, IOC }),
);

export const clientIdParameter = clientId(36);

export const workingTypeParameter = optional(
  choice("Price that is watched: that of the last trade, or mark", {
    CONTRACT_PRICE: TRIGGER_ON_LAST,
    MARK_PRICE: TRIGGER_ON_MARK,
  }),
  TRIGGER_ON_LAST,
);

/** Sent by clients that do not think in sides of positions: an order that opens is refused then. */
export const reduceOnlyParameter = optional(flag("Whether it may only close"), false);

export const marginTypeParameter = choice("Margin mode", { CROSSED: SHARED, ISOLATED });

/** The `symbol` parameter. */
export const symbolParameter = text("Symbol, such as BTCUSDT, in either case", 64);

/** The span of a list of the past. */
export const ninetyDays = {
  startTime: optional(time("Start, Unix ms; default 90 days before the end")),
  endTime: optional(time("End, Unix ms; at most 90 days after the start; default now")),
};

export const LIMIT = 0;
export const MARKET = 1;
