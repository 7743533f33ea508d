/** The interface's codes by name. */

/** `type` of an order: what it does to the position. */
export const OPEN_LONG = "1";
export const OPEN_SHORT = "2";
export const CLOSE_LONG = "3";
export const CLOSE_SHORT = "4";
/**
 * `type` of an order in one-way mode: it closes the other leg first, and opens with the rest. Of this venue's
 * own.
 */
export const BUY = "buy";
export const SELL = "sell";
export type OrderAction =
  | typeof OPEN_LONG
  | typeof OPEN_SHORT
  | typeof CLOSE_LONG
  | typeof CLOSE_SHORT
  | typeof BUY
  | typeof SELL;

/** `order_type`: how long an order stands. */
export const NORMAL = "0";
export const MAKER_ONLY = "1";
export const FILL_OR_KILL = "2";
export const IMMEDIATE_OR_CANCEL = "3";
export type TimeInForce =
  | typeof NORMAL
  | typeof MAKER_ONLY
  | typeof FILL_OR_KILL
  | typeof IMMEDIATE_OR_CANCEL;

/** `match_price`, `match_type`: at a price or at any. */
export const LIMIT = "0";
export const MARKET = "1";
export type PriceKind = typeof LIMIT | typeof MARKET;

/** `marginMode`: collateral shared by all positions, or held by each. */
export const CROSS = 1;
export const ISOLATED = 3;
export type MarginMode = typeof CROSS | typeof ISOLATED;

/** `separatedMode`: openings add to one position a side, or each is a position of its own. */
export const COMBINED = 1;
export const SEPARATED = 2;
export type SeparatedMode = typeof COMBINED | typeof SEPARATED;

/** `triggerPriceType` of a request. */
export const TRIGGER_ON_LAST = 1;
export const TRIGGER_ON_MARK = 3;
export type TriggerPriceType = typeof TRIGGER_ON_LAST | typeof TRIGGER_ON_MARK;
