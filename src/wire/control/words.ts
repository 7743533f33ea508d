import {
  ACCOUNT_HOUSE,
  ACCOUNT_PAPER,
  ACCOUNT_PAPER_POOL,
  ACCOUNT_SYSTEM,
  ACCOUNT_USER,
  CLOSE_LONG,
  CLOSE_SHORT,
  CONTRACT_CANCEL_ONLY,
  CONTRACT_DELISTED,
  CONTRACT_HALTED,
  CONTRACT_TRADING,
  FOK,
  GTC,
  IOC,
  LONG,
  MARK_EXPONENTIAL_BASIS,
  MARK_MEAN_BASIS,
  MARK_MEDIAN_OF_THREE,
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

/** The words of control for the core's codes, as parameters have them. */

export const accountKinds = {
  user: ACCOUNT_USER,
  house: ACCOUNT_HOUSE,
  system: ACCOUNT_SYSTEM,
  paper: ACCOUNT_PAPER,
  "paper-pool": ACCOUNT_PAPER_POOL,
};

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

export const timesInForce = { gtc: GTC, "post-only": POST_ONLY, fok: FOK, ioc: IOC };

export const triggerSources = { last: TRIGGER_ON_LAST, mark: TRIGGER_ON_MARK };

/** docs/reference/mark.md */
export const markMethods = {
  "mean-basis": MARK_MEAN_BASIS,
  "exponential-basis": MARK_EXPONENTIAL_BASIS,
  "median-of-three": MARK_MEDIAN_OF_THREE,
};

/** What an operator may do, by the word of its role; each role includes those before it. */
export const roles = { read: ROLE_READ, operate: ROLE_OPERATE, admin: ROLE_ADMIN };

export type Role = keyof typeof roles;
