import {
  ACCOUNT_HOUSE,
  ACCOUNT_PAPER,
  ACCOUNT_PAPER_POOL,
  ACCOUNT_SYSTEM,
  ACCOUNT_USER,
  CANCEL_ADMIN,
  CANCEL_COULD_NOT_FILL,
  CANCEL_EXPIRED,
  CANCEL_INTERNAL,
  CANCEL_LIQUIDATE,
  CANCEL_MARGIN_NOT_ENOUGH,
  CANCEL_NONE,
  CANCEL_OCO,
  CANCEL_POSITION_CLOSED,
  CANCEL_POST_ONLY,
  CANCEL_PRICE_BAND,
  CANCEL_REDUCE_ONLY,
  CANCEL_SELF_TRADE,
  CANCEL_SYSTEM_LIMIT,
  CANCEL_USER,
  CLOSE_LONG,
  CLOSE_SHORT,
  COMBINED,
  CONTRACT_CANCEL_ONLY,
  CONTRACT_DELISTED,
  CONTRACT_HALTED,
  CONTRACT_TRADING,
  FOK,
  GTC,
  IOC,
  ISOLATED,
  KIND_AGREEMENT,
  KIND_BURST,
  KIND_CLOSE_POSITION,
  KIND_NORMAL,
  KIND_OFFSET,
  KIND_PLAN,
  KIND_PRESET_STOP_LOSS,
  KIND_PRESET_TAKE_PROFIT,
  KIND_STOP_LOSS,
  KIND_TAKE_PROFIT,
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
  PERMIT_FUTURES,
  PERMIT_READ,
  PERMIT_SPOT,
  POST_ONLY,
  SEPARATED,
  SHARED,
  SHORT,
  STATE_CANCELED,
  STATE_CANCELING,
  STATE_FILLED,
  STATE_OPEN,
  STATE_PENDING,
  STATE_UNTRIGGERED,
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
export const marginModes = { shared: SHARED, isolated: ISOLATED };
export const separatedModes = { combined: COMBINED, separated: SEPARATED };

/** What an order does to which leg. */
export const orderActions = {
  "open-long": OPEN_LONG,
  "open-short": OPEN_SHORT,
  "close-long": CLOSE_LONG,
  "close-short": CLOSE_SHORT,
};

export const orderKinds = {
  order: KIND_NORMAL,
  plan: KIND_PLAN,
  "take-profit": KIND_TAKE_PROFIT,
  "stop-loss": KIND_STOP_LOSS,
  "preset-take-profit": KIND_PRESET_TAKE_PROFIT,
  "preset-stop-loss": KIND_PRESET_STOP_LOSS,
  "close-position": KIND_CLOSE_POSITION,
  /** Orders of the venue itself: reducing, auto-deleveraging, the end of a liquidation. */
  reduction: KIND_OFFSET,
  deleveraging: KIND_AGREEMENT,
  liquidation: KIND_BURST,
};

export const orderStates = {
  pending: STATE_PENDING,
  open: STATE_OPEN,
  canceling: STATE_CANCELING,
  untriggered: STATE_UNTRIGGERED,
  filled: STATE_FILLED,
  canceled: STATE_CANCELED,
};

export const timesInForce = { gtc: GTC, "post-only": POST_ONLY, fok: FOK, ioc: IOC };
export const triggerSources = { last: TRIGGER_ON_LAST, mark: TRIGGER_ON_MARK };

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
};

/** docs/reference/mark.md */
export const markMethods = {
  "mean-basis": MARK_MEAN_BASIS,
  "exponential-basis": MARK_EXPONENTIAL_BASIS,
  "median-of-three": MARK_MEDIAN_OF_THREE,
};

export const permissions = { read: PERMIT_READ, spot: PERMIT_SPOT, futures: PERMIT_FUTURES };

/** The word of a code; one that has none, which no code of these has, is shown as its number. */
export function wordOf<W extends Readonly<Record<string, number>>>(words: W, code: number): keyof W & string {
  const word = Object.keys(words).find((each) => words[each] === code);
  return (word ?? String(code)) as keyof W & string;
}

/** The words of a set of permission bits. */
export function permissionWords(bits: number): readonly Permission[] {
  const all: readonly Permission[] = ["read", "spot", "futures"];
  return all.filter((word) => (bits & permissions[word]) !== 0);
}

type Permission = keyof typeof permissions;
