import { CLOSE_LONG, STATE_CANCELED, STATE_FILLED, STATE_UNTRIGGERED } from "../codes.ts";
import { words } from "../fields.ts";

/**
 * The interface's words for what the core knows by number. Keys are the core's codes, which never change
 * their meaning; spellings are the wire's, verbatim.
 */

export const marginModes = words({ 1: "SHARED", 2: "CROSS", 3: "ISOLATED" });
export const separatedModes = words({ 1: "COMBINED", 2: "SEPARATED" });
/** Two legs a symbol, or one net position. */
export const positionModes = words({ 0: "HEDGE", 1: "ONE_WAY" });
export const positionSides = words({ 0: "LONG", 1: "SHORT" });
export const orderSides = words({ 0: "BUY", 1: "SELL" });
/** On paper, too, V2 has the real names: symbols, and the coin. */
export const coins = words({ 2: "USDT", 200: "USDT" });
/** Contract ids on the wire start here: contract 0 of the core is 10000001. */
export const CONTRACT_ID_BASE = 10_000_001;

/** `status` of an order in the order lists, by state. */
export const orderStatuses = words({
  1: "pending",
  2: "open",
  3: "canceling",
  4: "untriggered",
  5: "filled",
  6: "canceled",
});

/** In pushes: the same in capitals. */
export const pushedStatuses = words({
  1: "PENDING",
  2: "OPEN",
  3: "CANCELING",
  4: "UNTRIGGERED",
  5: "FILLED",
  6: "CANCELED",
});

/** `status` of a plan order as a code: -1 canceled, 0 waiting, 1 partly filled, 2 filled. */
export const planStatusCodes = ["-1", "0", "1", "2"] as const;

export function planStatusCode({ state, size, remaining }: PlanProgress): (typeof planStatusCodes)[number] {
  if (state === STATE_CANCELED) return "-1";
  if (state === STATE_FILLED) return "2";
  return remaining < size && state !== STATE_UNTRIGGERED ? "1" : "0";
}

interface PlanProgress {
  readonly state: number;
  readonly size: number;
  readonly remaining: number;
}

/** `order_type` in the order lists, by time in force. */
export const timesInForce = words({ 0: "normal", 1: "postOnly", 2: "fok", 3: "ioc" });
export const planTimesInForce = words({ 0: "0", 1: "1", 2: "2", 3: "3" });

/**
 * `type` in the order lists: what an order does, in the order of its codes from "1". The last six are the
 * venue's own.
 */
export const orderTypes = [
  "open_long",
  "open_short",
  "close_long",
  "close_short",
  "offset_liquidate_long",
  "offset_liquidate_short",
  "agreement_close_long",
  "agreement_close_short",
  "burst_liquidate_long",
  "burst_liquidate_short",
] as const;
export const planTypeCodes = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] as const;

const OFFSET = 7;
const LIQUIDATION = 9;

/** Whether the venue itself placed it: to reduce, to deleverage, to liquidate. */
function isSystem(kind: number): boolean {
  return kind >= OFFSET && kind <= LIQUIDATION;
}

interface Purpose {
  readonly kind: number;
  readonly action: number;
}

function placeOf({ kind, action }: Purpose): number {
  return isSystem(kind) ? 4 + 2 * (kind - OFFSET) + (action === CLOSE_LONG ? 0 : 1) : action - 1;
}

/** "open_long", "burst_liquidate_short"… */
export function orderType(of: Purpose): (typeof orderTypes)[number] {
  return orderTypes[placeOf(of)]!;
}

/** `type` of a plan order as a code, "1" to "10". */
export function planTypeCode(of: Purpose): (typeof planTypeCodes)[number] {
  return planTypeCodes[placeOf(of)]!;
}

/** A fill's `direction`, by action; or whether it rested or took, where a profile says so. */
export const fillDirections = words({ 1: "OPEN_LONG", 2: "OPEN_SHORT", 3: "CLOSE_LONG", 4: "CLOSE_SHORT" });
export const liquidities = ["MAKER", "TAKER"] as const;

/** A fill's `liquidateType`, by the kind of its order. */
export function liquidateType(kind: number): (typeof liquidateTypes)[number] {
  return isSystem(kind) ? "FORCE_LIQUIDATE" : "UNKNOWN_LIQUIDATE_TYPE";
}
export const liquidateTypes = ["FORCE_LIQUIDATE", "UNKNOWN_LIQUIDATE_TYPE"] as const;

/**
 * `triggerPriceType`, by the price that is watched. LIMIT, the one value ever observed, is the last price.
 */
export const triggerPriceTypes = words({ 1: "LIMIT", 3: "MARK" });

const PLAN_KINDS = words({ 1: "STOP", 2: "TAKE_PROFIT", 3: "STOP", 4: "TAKE_PROFIT", 5: "STOP" });

/** `type` of an order in pushes. */
export const pushedOrderTypes = [
  "LIMIT",
  "MARKET",
  "STOP_LIMIT",
  "STOP_MARKET",
  "TAKE_PROFIT_LIMIT",
  "TAKE_PROFIT_MARKET",
] as const;

export function pushedOrderType({ kind, market }: { readonly kind: number; readonly market: boolean }) {
  const executed = market ? "MARKET" : "LIMIT";
  const condition = PLAN_KINDS[kind];
  return condition === undefined ? executed : (`${condition}_${executed}` as const);
}

/** `timeInForce` in pushes, by time in force. */
export const pushedTimesInForce = words({
  0: "GOOD_TIL_CANCEL",
  1: "POST_ONLY",
  2: "FILL_OR_KILL",
  3: "IMMEDIATE_OR_CANCEL",
});

/** `triggerPriceType` in pushes, by the price that is watched; 0: none is. */
export const pushedTriggerPriceTypes = words({ 0: "UNKNOWN_PRICE_TYPE", 1: "LAST_PRICE", 3: "MARK_PRICE" });

/** `orderSource` in pushes, by kind: liquidations come from the venue, all others from the interface. */
export function orderSource(kind: number): (typeof orderSources)[number] {
  return isSystem(kind) ? "SYSTEM" : "API";
}
export const orderSources = ["API", "SYSTEM"] as const;

/** `cancelReason` in pushes, by the core's reason; 0: not canceled. */
export const cancelReasons = words({
  0: "UNKNOWN_ORDER_CANCEL_REASON",
  1: "USER_CANCELED",
  2: "EXPIRE_CANCELED",
  3: "COULD_NOT_FILL",
  4: "REDUCE_ONLY_CANCELED",
  5: "LIQUIDATE_CANCELED",
  6: "MARGIN_NOT_ENOUGH",
  7: "SYSTEM_LIMIT_EVICTED",
  8: "ADMIN_CANCELED",
  9: "INTERNAL_FAILED",
  10: "COULD_NOT_FILL",
  11: "COULD_NOT_FILL",
  12: "SYSTEM_LIMIT_EVICTED",
  13: "REDUCE_ONLY_CANCELED",
  14: "COULD_NOT_FILL",
  15: "COULD_NOT_FILL",
  16: "USER_CANCELED",
  17: "COULD_NOT_FILL",
});
