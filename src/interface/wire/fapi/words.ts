import { words } from "../fields.ts";

export { listedSymbol, symbolOf } from "../symbol.ts";

/** The dialect's words; tables are keyed by the core's codes. */

/** `status` of a contract. */
export const statuses = words({
  0: "TRADING",
  1: "PRE_SETTLE",
  2: "SETTLING",
  3: "CLOSE",
  4: "PENDING_TRADING",
});
/** The one of a contract that keys may not trade; no code of the core. */
export const CLOSED_TO_KEYS = 4;

/** A perpetual contract has a delivery in the year 2100, by which clients tell it. */
export const NEVER = 4_133_404_800_000;

export const orderTypes = [
  "LIMIT",
  "MARKET",
  "STOP",
  "STOP_MARKET",
  "TAKE_PROFIT",
  "TAKE_PROFIT_MARKET",
  "TRAILING_STOP_MARKET",
] as const;

export const timesInForce = ["GTC", "IOC", "FOK", "GTX", "GTD"] as const;
