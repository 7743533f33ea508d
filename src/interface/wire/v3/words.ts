import { CLOSE_SHORT, OPEN_LONG } from "../codes.ts";
import { words } from "../fields.ts";

export { listedSymbol, symbolOf } from "../symbol.ts";

/**
 * V3's words for what the core knows by number. Keys are the core's codes, which never change their meaning;
 * spellings are the wire's, verbatim.
 */

export const marginTypes = words({ 1: "CROSSED", 3: "ISOLATED" });
export const separatedTypes = words({ 1: "COMBINED", 2: "SEPARATED" });
export const positionSides = words({ 0: "LONG", 1: "SHORT" });
export const sides = words({ 0: "BUY", 1: "SELL" });
export const assets = words({ 2: "USDT", 200: "SUSDT" });
export const timesInForce = words({ 0: "GTC", 1: "POST_ONLY", 2: "FOK", 3: "IOC" });

/** `status` of an order and `algoStatus` of a conditional one, by state. */
export const statuses = words({
  1: "PENDING",
  2: "NEW",
  3: "CANCELING",
  4: "UNTRIGGERED",
  5: "FILLED",
  6: "CANCELED",
});

/** `workingType`, by the price that a trigger watches; 0: there is none. */
export const workingTypes = words({ 0: "UNKNOWN_PRICE_TYPE", 1: "CONTRACT_PRICE", 3: "MARK_PRICE" });

const AT_OR_ABOVE = 1;

/**
 * How an order executes, and which way the price must go that it waits for; trigger price 0: it waits for
 * none.
 */
interface Execution {
  readonly market: boolean;
  readonly action: number;
  readonly triggerPrice: number;
  readonly triggerDirection: number;
  readonly callbackRate: number;
}

export const orderTypes = [
  "LIMIT",
  "MARKET",
  "STOP",
  "TAKE_PROFIT",
  "STOP_MARKET",
  "TAKE_PROFIT_MARKET",
  "TRAILING_STOP_MARKET",
] as const;

/**
 * `type` of an order: LIMIT or MARKET, or a conditional one: a STOP fires when the price goes the order's own
 * way (up for a buy, down for a sell), a TAKE_PROFIT when it comes towards it, a trailing stop follows it
 * first.
 */
export function orderType({ market, action, triggerPrice, triggerDirection, callbackRate }: Execution) {
  if (callbackRate !== 0) return "TRAILING_STOP_MARKET";
  if (triggerPrice === 0 || triggerDirection === 0) return market ? "MARKET" : "LIMIT";
  const isBuy = action === OPEN_LONG || action === CLOSE_SHORT;
  const condition = (triggerDirection === AT_OR_ABOVE) === isBuy ? "STOP" : "TAKE_PROFIT";
  return market ? (`${condition}_MARKET` as const) : condition;
}
