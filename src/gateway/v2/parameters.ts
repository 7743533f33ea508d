import {
  CLOSE_LONG,
  CLOSE_SHORT,
  FOK,
  GTC,
  IOC,
  ISOLATED,
  OPEN_LONG,
  OPEN_SHORT,
  POST_ONLY,
  SHARED,
} from "../../core/index.ts";
import { choice, numbered, optional, text } from "../../wire/index.ts";
import { clientId } from "../trading/clientId.ts";

/** Parameters that several operations share. */
export const symbolParameter = text("Trading pair, such as cmt_btcusdt");

export const clientIdParameter = optional(clientId(40), "");

export const marginModeParameter = numbered(
  choice("1 cross margin; 3 isolated margin", {
    "1": SHARED,
    "3": ISOLATED,
  }),
);

export const actionParameter = choice("1 open long; 2 open short; 3 close long; 4 close short", {
  "1": OPEN_LONG,
  "2": OPEN_SHORT,
  "3": CLOSE_LONG,
  "4": CLOSE_SHORT,
});

export const timeInForceParameter = choice("0 normal; 1 maker only; 2 fill-or-kill; 3 immediate-or-cancel", {
  "0": GTC,
  "1": POST_ONLY,
  "2": FOK,
  "3": IOC,
});

export const LIMIT = 0;
export const MARKET = 1;
export const priceKindParameter = choice("0 limit; 1 market", { "0": LIMIT, "1": MARKET });
