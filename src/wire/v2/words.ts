/**
 * The interface's words for what the core knows by number. Keys are the core's codes, which never change their meaning;
 * spellings are the wire's, verbatim.
 */
type Words = Readonly<Record<number, string>>;

export const marginModes: Words = { 1: "SHARED", 2: "CROSS", 3: "ISOLATED" };
export const separatedModes: Words = { 1: "COMBINED", 2: "SEPARATED" };
/** The one position mode of the interface: two legs a symbol. */
export const POSITION_MODE = "HEDGE";
export const positionSides: Words = { 0: "LONG", 1: "SHORT" };
export const orderSides: Words = { 0: "BUY", 1: "SELL" };
/** On paper, too, V2 has the real names: symbols, and the coin. */
export const coins: Words = { 2: "USDT", 200: "USDT" };
/** Contract ids on the wire start here: contract 0 of the core is 10000001. */
export const CONTRACT_ID_BASE = 10_000_001;

/** `status` of an order in the order lists, by state. */
export const orderStatuses: Words = {
  1: "pending",
  2: "open",
  3: "canceling",
  4: "untriggered",
  5: "filled",
  6: "canceled",
};

const UNTRIGGERED = 4;
const FILLED = 5;
const CANCELED = 6;

/** `status` of a plan order as a code: -1 canceled, 0 waiting, 1 partly filled, 2 filled. */
export function planStatusCode(state: number, hasFills: boolean): string {
  if (state === CANCELED) return "-1";
  if (state === FILLED) return "2";
  return hasFills && state !== UNTRIGGERED ? "1" : "0";
}

/** `order_type` in the order lists, by time in force. */
export const timesInForce: Words = { 0: "normal", 1: "postOnly", 2: "fok", 3: "ioc" };

/** What an order does, by action. */
const actions: Words = { 1: "open_long", 2: "open_short", 3: "close_long", 4: "close_short" };

/** Orders of the venue itself, by kind: reduction, auto-deleveraging, liquidation. Each has a word and a code a leg. */
const systemKinds: Readonly<
  Record<number, { readonly words: readonly string[]; readonly codes: readonly string[] }>
> = {
  7: { words: ["offset_liquidate_long", "offset_liquidate_short"], codes: ["5", "6"] },
  8: { words: ["agreement_close_long", "agreement_close_short"], codes: ["7", "8"] },
  9: { words: ["burst_liquidate_long", "burst_liquidate_short"], codes: ["9", "10"] },
};
const CLOSE_LONG = 3;

/** `type` in the order lists: "open_long", "burst_liquidate_short"… */
export function orderType(kind: number, action: number): string {
  return systemKinds[kind]?.words[action === CLOSE_LONG ? 0 : 1] ?? actions[action]!;
}

/** `type` of a plan order as a code, "1" to "10". */
export function planTypeCode(kind: number, action: number): string {
  return systemKinds[kind]?.codes[action === CLOSE_LONG ? 0 : 1] ?? String(action);
}

/** A fill's `direction`: "OPEN_LONG", "CLOSE_SHORT"… */
export function fillDirection(action: number): string {
  return actions[action]!.toUpperCase();
}

/** A fill's `liquidateType`, by the kind of its order. */
export function liquidateType(kind: number): string {
  return kind in systemKinds ? "FORCE_LIQUIDATE" : "UNKNOWN_LIQUIDATE_TYPE";
}

/** `triggerPriceType`, by the price that is watched. LIMIT, the one value ever observed, is the last price. */
export const triggerPriceTypes: Words = { 1: "LIMIT", 3: "MARK" };

/** `status` of an order in pushes is that of the lists, in capitals. */
export function pushedStatus(state: number): string {
  return orderStatuses[state]!.toUpperCase();
}

const PLAN_KINDS: Words = { 1: "STOP", 2: "TAKE_PROFIT", 3: "STOP", 4: "TAKE_PROFIT", 5: "STOP" };

/** `type` of an order in pushes: "LIMIT", "STOP_MARKET", "TAKE_PROFIT_LIMIT"… */
export function pushedOrderType(kind: number, market: boolean): string {
  const executed = market ? "MARKET" : "LIMIT";
  const condition = PLAN_KINDS[kind];
  return condition === undefined ? executed : `${condition}_${executed}`;
}

/** `timeInForce` in pushes, by time in force. */
export const pushedTimesInForce: Words = {
  0: "GOOD_TIL_CANCEL",
  1: "POST_ONLY",
  2: "FILL_OR_KILL",
  3: "IMMEDIATE_OR_CANCEL",
};

/** `triggerPriceType` in pushes, by the price that is watched; 0: none is. */
export const pushedTriggerPriceTypes: Words = { 0: "UNKNOWN_PRICE_TYPE", 1: "LAST_PRICE", 3: "MARK_PRICE" };

/** `orderSource` in pushes: clients' orders come from the interface, liquidations from the venue. */
export function orderSource(kind: number): string {
  return kind in systemKinds ? "SYSTEM" : "API";
}

/** `cancelReason` in pushes, by the core's reason; 0: not canceled. */
export const cancelReasons: Words = {
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
};
