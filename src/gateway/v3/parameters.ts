import {
  BUY,
  CLOSE_LONG,
  CLOSE_SHORT,
  FOK,
  GTC,
  IOC,
  ISOLATED,
  LONG,
  OPEN_LONG,
  OPEN_SHORT,
  POST_ONLY,
  SELL,
  SHARED,
  SHORT,
  TRIGGER_ON_LAST,
  TRIGGER_ON_MARK,
} from "../../core/index.ts";
import { choice, flag, optional, refusedAs } from "../../wire/index.ts";
import { clientId } from "../trading/clientId.ts";

/** Parameters that several operations share. */
export const sideParameter = refusedAs("sideInvalid", choice("Side", { BUY, SELL }));
export const positionSideParameter = choice("Side of the position", { LONG, SHORT });

/** What an order of a side does to the position of a side. */
export function actionOf(side: number, leg: number): number {
  if (leg === LONG) return side === BUY ? OPEN_LONG : CLOSE_LONG;
  return side === SELL ? OPEN_SHORT : CLOSE_SHORT;
}

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
