import {
  ACCOUNT_HOUSE,
  ACCOUNT_PAPER,
  ACCOUNT_PAPER_POOL,
  ACCOUNT_SYSTEM,
  ACCOUNT_USER,
  CANCEL_ADMIN,
  CANCEL_ALL_ORDERS,
  CANCEL_COULD_NOT_FILL,
  CANCEL_COUNTDOWN,
  CANCEL_EXPIRED,
  CANCEL_INTERNAL,
  CANCEL_LIQUIDATE,
  CANCEL_MARGIN_NOT_ENOUGH,
  CANCEL_NO_DEPTH,
  CANCEL_NONE,
  CANCEL_NORMAL_ORDERS,
  CANCEL_OCO,
  CANCEL_PLAN_ORDERS,
  CANCEL_POSITION_CLOSED,
  CANCEL_POST_ONLY,
  CANCEL_PRICE_BAND,
  CANCEL_PRICE_PROTECTED,
  CANCEL_REDUCE_ONLY,
  CANCEL_SELF_TRADE,
  CANCEL_SYSTEM_LIMIT,
  CANCEL_USER,
  CLOSE_LONG,
  CLOSE_SHORT,
  CONTRACT_CANCEL_ONLY,
  CONTRACT_DELISTED,
  CONTRACT_HALTED,
  CONTRACT_TRADING,
  DIRECT_CANCEL,
  DIRECT_DELAY,
  DIRECT_FILL,
  DIRECT_FILL_DURING_CANCEL,
  DIRECT_LATE_PRESETS,
  DIRECT_LOSE_CANCEL,
  DIRECT_NEVER_FILL,
  DIRECT_REJECT,
  DIRECT_RELEASE,
  DIRECT_TRIGGER,
  FOK,
  GTC,
  HEDGE,
  IOC,
  LONG,
  MARK_EXPONENTIAL_BASIS,
  MARK_MEAN_BASIS,
  MARK_MEDIAN_OF_THREE,
  MATCH_OPPONENT,
  MATCH_OPPONENT_5,
  MATCH_OPPONENT_10,
  MATCH_OPPONENT_20,
  MATCH_QUEUE,
  MATCH_QUEUE_5,
  MATCH_QUEUE_10,
  MATCH_QUEUE_20,
  MOVE_DEPOSIT,
  MOVE_FEE_REFUND,
  MOVE_FOLLOW_BACK,
  MOVE_FOLLOW_PAY,
  MOVE_GIFT,
  MOVE_GIFT_BACK,
  MOVE_THIRD_PARTY_SHARE,
  MOVE_TRADER_INCOME,
  MOVE_TRANSFER,
  MOVE_WITHDRAW,
  NET_BUY,
  NET_SELL,
  ONE_WAY,
  OPEN_LONG,
  OPEN_SHORT,
  POST_ONLY,
  ROLE_ADMIN,
  ROLE_OPERATE,
  ROLE_READ,
  SHORT,
  STATUS_FROZEN,
  STATUS_NORMAL,
  STATUS_RESTRICTED,
  STP_DECREMENT,
  STP_EXPIRE_BOTH,
  STP_EXPIRE_MAKER,
  STP_EXPIRE_TAKER,
  STP_NONE,
  TRIGGER_ON_LAST,
  TRIGGER_ON_MARK,
} from "../codes.ts";

/** What can be exported, and as which types of file. */
export const exported = {
  orders: "orders",
  fills: "fills",
  ledger: "ledger",
  equity: "equity",
  requests: "requests",
} as const;
export const fileTypes = {
  csv: "text/csv; charset=utf-8",
  ndjson: "application/x-ndjson",
  parquet: "application/vnd.apache.parquet",
} as const;

/** The words of control for the core's codes, as parameters have them. */

export const accountKinds = {
  user: ACCOUNT_USER,
  house: ACCOUNT_HOUSE,
  system: ACCOUNT_SYSTEM,
  paper: ACCOUNT_PAPER,
  "paper-pool": ACCOUNT_PAPER_POOL,
};

/** What a page of accounts is sorted by. */
export const accountOrders = {
  account: "account",
  name: "name",
  kind: "kind",
  status: "status",
  equity: "equity",
  wallet: "wallet",
  unrealized: "unrealized",
  positions: "positions",
} as const;

export const accountStatuses = {
  normal: STATUS_NORMAL,
  /** It may read but not trade. */
  frozen: STATUS_FROZEN,
  /** It may only close and cancel; everything else over the API is refused. */
  restricted: STATUS_RESTRICTED,
};

export const contractStatuses = {
  trading: CONTRACT_TRADING,
  "cancel-only": CONTRACT_CANCEL_ONLY,
  halted: CONTRACT_HALTED,
  delisted: CONTRACT_DELISTED,
};

export const positionModes = { hedge: HEDGE, "one-way": ONE_WAY };

export const selfTradePreventions = {
  "expire-maker": STP_EXPIRE_MAKER,
  "expire-taker": STP_EXPIRE_TAKER,
  "expire-both": STP_EXPIRE_BOTH,
  decrement: STP_DECREMENT,
  none: STP_NONE,
};

export const movements = {
  deposit: MOVE_DEPOSIT,
  withdraw: MOVE_WITHDRAW,
  transfer: MOVE_TRANSFER,
  gift: MOVE_GIFT,
  "gift-back": MOVE_GIFT_BACK,
  "fee-refund": MOVE_FEE_REFUND,
  "follow-pay": MOVE_FOLLOW_PAY,
  "follow-back": MOVE_FOLLOW_BACK,
  "trader-income": MOVE_TRADER_INCOME,
  "third-party-share": MOVE_THIRD_PARTY_SHARE,
};

export const legs = { long: LONG, short: SHORT };

/** What an order does to which leg. */
export const orderActions = {
  "open-long": OPEN_LONG,
  "open-short": OPEN_SHORT,
  "close-long": CLOSE_LONG,
  "close-short": CLOSE_SHORT,
};

/** The actions of a placement: an account that holds one net position may have a side alone. */
export const placedActions = { ...orderActions, buy: NET_BUY, sell: NET_SELL };

export const timesInForce = { gtc: GTC, "post-only": POST_ONLY, fok: FOK, ioc: IOC };

/** Where the book gives an order its price. */
export const priceMatches = {
  opponent: MATCH_OPPONENT,
  "opponent-5": MATCH_OPPONENT_5,
  "opponent-10": MATCH_OPPONENT_10,
  "opponent-20": MATCH_OPPONENT_20,
  queue: MATCH_QUEUE,
  "queue-5": MATCH_QUEUE_5,
  "queue-10": MATCH_QUEUE_10,
  "queue-20": MATCH_QUEUE_20,
};

export const triggerSources = { last: TRIGGER_ON_LAST, mark: TRIGGER_ON_MARK };

/** Which orders a countdown cancels. */
export const canceledOrders = {
  resting: CANCEL_NORMAL_ORDERS,
  waiting: CANCEL_PLAN_ORDERS,
  all: CANCEL_ALL_ORDERS,
};

/** Why an order was canceled; "" while it was not. */
export const cancelReasons = {
  "": CANCEL_NONE,
  user: CANCEL_USER,
  expired: CANCEL_EXPIRED,
  "could-not-fill": CANCEL_COULD_NOT_FILL,
  "nothing-to-reduce": CANCEL_REDUCE_ONLY,
  liquidation: CANCEL_LIQUIDATE,
  "margin-not-enough": CANCEL_MARGIN_NOT_ENOUGH,
  "system-limit": CANCEL_SYSTEM_LIMIT,
  operator: CANCEL_ADMIN,
  internal: CANCEL_INTERNAL,
  "post-only": CANCEL_POST_ONLY,
  "self-trade": CANCEL_SELF_TRADE,
  "other-order-of-the-pair": CANCEL_OCO,
  "position-closed": CANCEL_POSITION_CLOSED,
  "price-band": CANCEL_PRICE_BAND,
  "no-depth": CANCEL_NO_DEPTH,
  countdown: CANCEL_COUNTDOWN,
  "price-protection": CANCEL_PRICE_PROTECTED,
};

/** What a directive has the venue do to an order (docs/directives.md). */
export const directives = {
  reject: DIRECT_REJECT,
  delay: DIRECT_DELAY,
  fill: DIRECT_FILL,
  "never-fill": DIRECT_NEVER_FILL,
  cancel: DIRECT_CANCEL,
  trigger: DIRECT_TRIGGER,
  "lose-cancel": DIRECT_LOSE_CANCEL,
  "fill-during-cancel": DIRECT_FILL_DURING_CANCEL,
  "late-presets": DIRECT_LATE_PRESETS,
  release: DIRECT_RELEASE,
};

/** docs/reference/mark.md */
export const markMethods = {
  "mean-basis": MARK_MEAN_BASIS,
  "exponential-basis": MARK_EXPONENTIAL_BASIS,
  "median-of-three": MARK_MEDIAN_OF_THREE,
};

/** What an operator may do, by the word of its role; each role includes those before it. */
export const roles = { read: ROLE_READ, operate: ROLE_OPERATE, admin: ROLE_ADMIN };

export type Role = keyof typeof roles;
