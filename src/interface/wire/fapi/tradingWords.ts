import { words } from "../fields.ts";

/**
 * The fapi dialect's words for orders, trades and accounts. Keys are the core's codes, which never change
 * their meaning; spellings are the wire's, verbatim.
 */

export const sides = words({ 0: "BUY", 1: "SELL" });

/** `positionSide` of a hedge account, by leg; that of a one-way account is {@link BOTH}. */
export const legs = words({ 0: "LONG", 1: "SHORT" });
export const BOTH = "BOTH";
export const positionSides = [BOTH, "LONG", "SHORT"] as const;

/** GTX is what other dialects call post-only. */
export const timesInForce = words({ 0: "GTC", 1: "GTX", 2: "FOK", 3: "IOC" });
/** All words of `timeInForce`: also that of an order with an end, a GTC or GTX that has one. */
export const allTimesInForce = ["GTC", "GTX", "FOK", "IOC", "GTD"] as const;

/** `workingType`, by the price that a trigger watches. */
export const workingTypes = words({ 1: "CONTRACT_PRICE", 3: "MARK_PRICE" });

/** `selfTradePreventionMode`; DECREMENT is ours. */
export const preventions = words({
  0: "EXPIRE_MAKER",
  1: "EXPIRE_TAKER",
  2: "EXPIRE_BOTH",
  3: "DECREMENT",
  4: "NONE",
});

/** `priceMatch`: which level of the book gives an order its price. */
export const NO_MATCH = "NONE";
export const priceMatches = words({
  0: NO_MATCH,
  1: "OPPONENT",
  2: "OPPONENT_5",
  3: "OPPONENT_10",
  4: "OPPONENT_20",
  5: "QUEUE",
  6: "QUEUE_5",
  7: "QUEUE_10",
  8: "QUEUE_20",
});

/** `status` of an order. */
export const orderStatuses = [
  "NEW",
  "PARTIALLY_FILLED",
  "FILLED",
  "CANCELED",
  "EXPIRED",
  "EXPIRED_IN_MATCH",
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** `algoStatus` of a conditional order. */
export const algoStatuses = ["NEW", "TRIGGERED", "FINISHED", "CANCELED", "REJECTED", "EXPIRED"] as const;
export type AlgoStatus = (typeof algoStatuses)[number];

/** `er`: why an order expired, by the core's reason; others have {@link NO_EXPIRY}. */
export const NO_EXPIRY = "0";
export const expiryReasons = words({
  2: "6",
  3: "2",
  4: "4",
  5: "5",
  8: "7",
  10: "11",
  11: "1",
  12: "8",
});

/** Margin modes as requests and settings say them, and as positions do. */
export const marginTypes = words({ 1: "CROSSED", 3: "ISOLATED" });
export const positionMarginTypes = words({ 1: "cross", 3: "isolated" });

/** `incomeType`, by what a bill is about; a fill's bill is two: what it realized, and its commission. */
export const REALIZED_PNL = "REALIZED_PNL";
export const COMMISSION = "COMMISSION";
export const incomeTypes = [
  "TRANSFER",
  "REALIZED_PNL",
  "FUNDING_FEE",
  "COMMISSION",
  "INSURANCE_CLEAR",
] as const;
export type IncomeType = (typeof incomeTypes)[number];
/** Types that clients ask for and that no income here has. */
export const otherIncomeTypes = [
  "WELCOME_BONUS",
  "SPECIAL_FUNDING_FEE",
  "REFERRAL_KICKBACK",
  "COMMISSION_REBATE",
  "API_REBATE",
  "CONTEST_REWARD",
  "CROSS_COLLATERAL_TRANSFER",
  "OPTIONS_PREMIUM_FEE",
  "OPTIONS_SETTLE_PROFIT",
  "INTERNAL_TRANSFER",
  "AUTO_EXCHANGE",
  "DELIVERED_SETTELMENT",
  "COIN_SWAP_DEPOSIT",
  "COIN_SWAP_WITHDRAW",
  "POSITION_LIMIT_INCREASE_FEE",
  "STRATEGY_UMFUTURES_TRANSFER",
  "FEE_RETURN",
  "BFUSD_REWARD",
] as const;
export type AskedIncomeType = IncomeType | (typeof otherIncomeTypes)[number];

/** `m` of an account update: what changed the account. */
export const updateReasons = [
  "ORDER",
  "DEPOSIT",
  "WITHDRAW",
  "FUNDING_FEE",
  "MARGIN_TRANSFER",
  "ASSET_TRANSFER",
  "MARGIN_TYPE_CHANGE",
  "ADJUSTMENT",
] as const;
export type UpdateReason = (typeof updateReasons)[number];

/** `x` of an order update: what happened to the order. */
export const executions = [
  "NEW",
  "TRADE",
  "CANCELED",
  "EXPIRED",
  "AMENDMENT",
  "CALCULATED",
  "TRADE_PREVENTION",
] as const;
export type Execution = (typeof executions)[number];

/** The client ids that bots know orders of the venue itself by; the order's id follows. */
export const LIQUIDATION_PREFIX = "autoclose-";
export const DELEVERAGING_PREFIX = "adl_autoclose-";
export const DELISTING_PREFIX = "settlement_autoclose-";
