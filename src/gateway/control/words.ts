import {
  ACCOUNT_HOUSE,
  ACCOUNT_PAPER,
  ACCOUNT_PAPER_POOL,
  ACCOUNT_SYSTEM,
  ACCOUNT_USER,
  CONTRACT_CANCEL_ONLY,
  CONTRACT_DELISTED,
  CONTRACT_HALTED,
  CONTRACT_TRADING,
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
  PERMIT_FUTURES,
  PERMIT_READ,
  PERMIT_SPOT,
  SHORT,
  STATUS_FROZEN,
  STATUS_NORMAL,
  STATUS_RESTRICTED,
  STP_DECREMENT,
  STP_EXPIRE_BOTH,
  STP_EXPIRE_MAKER,
  STP_EXPIRE_TAKER,
  STP_NONE,
} from "../../core/index.ts";

/** The words of control for the core's codes. */

export const accountKinds = {
  user: ACCOUNT_USER,
  house: ACCOUNT_HOUSE,
  system: ACCOUNT_SYSTEM,
  paper: ACCOUNT_PAPER,
  "paper-pool": ACCOUNT_PAPER_POOL,
};

export const accountStatuses = {
  normal: STATUS_NORMAL,
  /** Reads, does not trade. */
  frozen: STATUS_FROZEN,
  /** Its API is disabled. */
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

/** docs/reference/mark.md */
export const markMethods = {
  "mean-basis": MARK_MEAN_BASIS,
  "exponential-basis": MARK_EXPONENTIAL_BASIS,
  "median-of-three": MARK_MEDIAN_OF_THREE,
};

export const permissions = { read: PERMIT_READ, spot: PERMIT_SPOT, futures: PERMIT_FUTURES };

/** The word of a code. */
export function wordOf(words: Readonly<Record<string, number>>, code: number): string {
  return Object.keys(words).find((word) => words[word] === code) ?? String(code);
}

/** The words of a set of permission bits. */
export function permissionWords(bits: number): readonly string[] {
  return Object.entries(permissions)
    .filter(([, bit]) => (bits & bit) !== 0)
    .map(([word]) => word);
}
