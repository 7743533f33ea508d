import type { Action, Leg, Side } from "./units/kinds.ts";
/**
 * The small integers that stand in records for the words of the field. Constants, not enums: they are part of
 * the binary encoding and never change their meaning.
 */

/** Sides of the book. */
export const BUY = 0;
export const SELL = 1;

/**
 * Rows of `mirrorBook` that are no level of a side ({@link BUY}, {@link SELL}): a trade whose taker bought,
 * or sold; and one that is only reported, and meets nobody's orders here.
 */
export const MIRROR_BOUGHT = 2;
export const MIRROR_SOLD = 3;
export const MIRROR_REPORTED_BOUGHT = 4;
export const MIRROR_REPORTED_SOLD = 5;

/** Legs. */
export const LONG = 0;
export const SHORT = 1;

/** What an order does to which leg; the wire's `type`. */
export const OPEN_LONG = 1;
export const OPEN_SHORT = 2;
export const CLOSE_LONG = 3;
export const CLOSE_SHORT = 4;

/**
 * In a placement of a one-way account: a side, whatever is held. The order is then one that opens that side's
 * leg.
 */
export const NET_BUY = 5;
export const NET_SELL = 6;

/** The action of an order that a placement's action makes. */
export function orderAction(action: Action): Action {
  if (action === NET_BUY) return OPEN_LONG;
  return action === NET_SELL ? OPEN_SHORT : action;
}

/**
 * How an account holds positions: a leg each way, or one net position a contract (docs/reference/orders.md,
 * one-way mode).
 */
export const HEDGE = 0;
export const ONE_WAY = 1;

/** Time in force; the wire's `order_type`. */
export const GTC = 0;
export const POST_ONLY = 1;
export const FOK = 2;
export const IOC = 3;

/** How far the ladder of liquidation reduces a large position at a time (ladder/reduceLarge.ts). */
export const REDUCE_BY_TWO_TIERS = 0;
export const REDUCE_TO_MINIMUM = 1;
export const REDUCE_BY_FIFTHS = 2;

/** Which size of a hedged shared symbol carries its requirement (data/margin/maintenance.ts). */
export const HEDGE_NET = 0;
export const HEDGE_LARGER = 1;
export const HEDGE_SUM = 2;

/** Margin modes. 2 (cross margin tied to one symbol) is reserved. */
export const SHARED = 1;
export const ISOLATED = 3;

/** Position segregation. */
export const COMBINED = 1;
export const SEPARATED = 2;

/** Price a trigger watches. */
export const TRIGGER_ON_LAST = 1;
export const TRIGGER_ON_MARK = 3;

/** Which presets of an order watch the mark price: a sum of these bits. The others watch the last price. */
export const TAKE_PROFIT_ON_MARK = 1;
export const STOP_LOSS_ON_MARK = 2;
export const PRESETS_ON_MARK = TAKE_PROFIT_ON_MARK + STOP_LOSS_ON_MARK;

/** The price that one of an order's presets watches. */
export function presetSource(presetsOnMark: number, takeProfit: boolean): number {
  const isOnMark = (presetsOnMark & (takeProfit ? TAKE_PROFIT_ON_MARK : STOP_LOSS_ON_MARK)) !== 0;
  return isOnMark ? TRIGGER_ON_MARK : TRIGGER_ON_LAST;
}

/** Which way the watched price must go to fire. */
export const TRIGGER_AT_OR_ABOVE = 1;
export const TRIGGER_AT_OR_BELOW = 2;

/**
 * Where an untriggered order waits: watching its price; in the queue of internal steps, its price met; or
 * held, its price met, until it may trade again.
 */
export const TRIGGER_WATCHED = 0;
export const TRIGGER_QUEUED = 1;
export const TRIGGER_HELD = 2;
/** A trailing stop that is active: it follows its price, and its trigger with it. */
export const TRIGGER_TRAILING = 3;

/** How far a trailing stop may lie from the extreme that it follows: 0.1 % to 10 %. */
export const CALLBACK_RATE_MIN = 100_000;
export const CALLBACK_RATE_MAX = 10_000_000;

/** What an order is, apart from how it trades. */
export const KIND_NORMAL = 0;
export const KIND_PLAN = 1;
export const KIND_TAKE_PROFIT = 2;
export const KIND_STOP_LOSS = 3;
export const KIND_PRESET_TAKE_PROFIT = 4;
export const KIND_PRESET_STOP_LOSS = 5;
/** Market order made by closePositions. */
export const KIND_CLOSE_POSITION = 6;
/** Orders of the venue itself: reduction and netting, auto-deleveraging, final liquidation. */
export const KIND_OFFSET = 7;
/**
 * A side of a trade that the venue makes between two accounts, outside the book: auto-deleveraging above all,
 * which users see it as; also a forced fill, a fill of paper, and the positions that the crowd begins with.
 */
export const KIND_AGREEMENT = 8;
export const KIND_LIQUIDATION = 9;
/**
 * KIND_CLOSE_POSITION on its way to the book: the take-profits and stop-losses of the position that it ends
 * go with it.
 */
export const KIND_CLOSE_WITH_ATTACHED = 10;

/** Whether an order was made by closePositions. */
export function isClosePosition(kind: number): boolean {
  return kind === KIND_CLOSE_POSITION || kind === KIND_CLOSE_WITH_ATTACHED;
}

/** Whether an order waited, or waits, for a trigger: plan orders, take-profit, stop-loss, presets. */
export function isPlan(kind: number): boolean {
  return kind >= KIND_PLAN && kind <= KIND_PRESET_STOP_LOSS;
}

/** States of an order (docs/reference/orders.md has the transition table). */
export const STATE_PENDING = 1;
export const STATE_OPEN = 2;
export const STATE_CANCELING = 3;
export const STATE_UNTRIGGERED = 4;
export const STATE_FILLED = 5;
export const STATE_CANCELED = 6;

/** Why an order was canceled; 0 while it was not. */
export const CANCEL_NONE = 0;
export const CANCEL_USER = 1;
/** Its time has come, if it has one; or a directive ends it so. */
export const CANCEL_EXPIRED = 2;
export const CANCEL_COULD_NOT_FILL = 3;
export const CANCEL_REDUCE_ONLY = 4;
export const CANCEL_LIQUIDATE = 5;
export const CANCEL_MARGIN_NOT_ENOUGH = 6;
export const CANCEL_SYSTEM_LIMIT = 7;
export const CANCEL_ADMIN = 8;
/**
 * The interface has the word. Where this venue fails inside it halts: no order is canceled for it, unless by
 * a directive.
 */
export const CANCEL_INTERNAL = 9;
export const CANCEL_POST_ONLY = 10;
export const CANCEL_SELF_TRADE = 11;
export const CANCEL_OCO = 12;
export const CANCEL_POSITION_CLOSED = 13;
export const CANCEL_PRICE_BAND = 14;
/** The book was to give its price and had too few levels. */
export const CANCEL_NO_DEPTH = 15;
/** The countdown of its account in its contract ran down. */
export const CANCEL_COUNTDOWN = 16;
/** Last and mark price were too far apart at the trigger of an order with price protection. */
export const CANCEL_PRICE_PROTECTED = 17;

/** Self-trade prevention; the taker decides. */
export const STP_EXPIRE_MAKER = 0;
export const STP_EXPIRE_TAKER = 1;
export const STP_EXPIRE_BOTH = 2;
export const STP_DECREMENT = 3;
export const STP_NONE = 4;

/**
 * Where the book gives a limit order its price: the best level of the other side, or the 5th, 10th, 20th, or
 * the like of its own side (rules/order/priceMatch.ts).
 */
export const MATCH_OPPONENT = 1;
export const MATCH_OPPONENT_5 = 2;
export const MATCH_OPPONENT_10 = 3;
export const MATCH_OPPONENT_20 = 4;
export const MATCH_QUEUE = 5;
export const MATCH_QUEUE_5 = 6;
export const MATCH_QUEUE_10 = 7;
export const MATCH_QUEUE_20 = 8;

/** An order's own self-trade prevention, as it and its placement say it; 0 in its place: the account's. */
export function ownSelfTradeMode(prevention: number): number {
  return prevention + 1;
}
export const SELF_TRADE_MODE_MAX = ownSelfTradeMode(STP_NONE);

/**
 * Life of a contract. Halted: no orders, cancels only by the venue; cancel-only: cancels and closes, no
 * triggers.
 */
export const CONTRACT_TRADING = 0;
export const CONTRACT_CANCEL_ONLY = 1;
export const CONTRACT_HALTED = 2;
export const CONTRACT_DELISTED = 3;

/** What an account is. System accounts exist from the start under fixed ids. */
export const ACCOUNT_USER = 0;
export const ACCOUNT_HOUSE = 1;
export const ACCOUNT_SYSTEM = 2;
/**
 * A user's account for paper trading, and the pool on the other side of them all (docs/reference/paper.md).
 */
export const ACCOUNT_PAPER = 3;
export const ACCOUNT_PAPER_POOL = 4;

/** The outside world: the other side of every deposit and withdrawal, so that all ledgers sum to zero. */
export const EXTERNAL_ACCOUNT = 1;
export const FEE_ACCOUNT = 2;
export const INSURANCE_ACCOUNT = 3;
export const FIRST_USER_ACCOUNT = 4;
/** The accounts that every venue has, with their names. */
export const SYSTEM_ACCOUNTS = [
  [EXTERNAL_ACCOUNT, "external"],
  [FEE_ACCOUNT, "fees"],
  [INSURANCE_ACCOUNT, "insurance fund"],
] as const;

/** Account status. A frozen account may read, not trade. */
export const STATUS_NORMAL = 0;
export const STATUS_FROZEN = 1;
/** Set by risk control: the account may only close and cancel. */
export const STATUS_RESTRICTED = 2;

/** Permissions of an API key, a bit each. */
export const PERMIT_READ = 1;
export const PERMIT_SPOT = 2;
export const PERMIT_FUTURES = 4;
/** Directives may be carried in the client ids of its orders (docs/directives.md). */
export const PERMIT_DIRECT = 8;

/** What an operator may do; each role includes those before it. */
export const ROLE_READ = 0;
export const ROLE_OPERATE = 1;
export const ROLE_ADMIN = 2;
/** How many operators there may be beside the first. */
export const OPERATORS_MAX = 100;

/** How many contests there may be, and how long the name and the definition of one, together. */
export const CONTESTS_MAX = 100;
export const CONTEST_CHARACTERS_MAX = 60_000;

/** How many notices to users are kept, the latest; and how long one may be, in UTF-16 units. */
export const NOTICES_MAX = 200;
export const NOTICE_CHARACTERS_MAX = 500;
/** How many invitations there may be, and how many accounts may come by one. */
export const INVITATIONS_MAX = 1_000;
export const INVITATION_USES_MAX = 1_000;

/** Where the two orders of a trade met. */
export const ORIGIN_BOOK = 0;
export const ORIGIN_NETTING = 1;
export const ORIGIN_TAKE_OVER = 2;
export const ORIGIN_DELEVERAGING = 3;
/** Settled at the index when a contract is delisted. */
export const ORIGIN_SETTLEMENT = 4;
/**
 * On paper, against the pool: at the maker's price with fees, or by an agreed value. No real market moves.
 */
export const ORIGIN_PAPER = 5;
export const ORIGIN_PAPER_VALUE = 6;
/** At the mark, when the crowd of the house begins (rules/house/setHouse.ts). */
export const ORIGIN_OPENING = 7;
/** By a directive, against the house: with fees, and no price for anybody (rules/order/forcedFill.ts). */
export const ORIGIN_DIRECTED = 8;
/**
 * Between two orders of an account that reports a trade of another market: a price for everybody that no
 * book knows.
 */
export const ORIGIN_REPORTED = 9;

/** Whether a trade is one of the market: it has a price, and everybody sees it. */
export function isMarketTrade(origin: number): boolean {
  return origin === ORIGIN_BOOK || origin === ORIGIN_REPORTED;
}

/**
 * Where an order rests; nowhere while it is pending or waits for its trigger. Aside, a directive keeps it,
 * where nothing meets it.
 */
export const RESTS_NOWHERE = 0;
export const RESTS_IN_BOOK = 1;
export const RESTS_ON_PAPER = 2;
export const RESTS_ASIDE = 3;

/** What a directive has the venue do to an order (data/model/directiveFields.ts). */
export const DIRECT_REJECT = 1;
export const DIRECT_DELAY = 2;
export const DIRECT_FILL = 3;
export const DIRECT_NEVER_FILL = 4;
export const DIRECT_CANCEL = 5;
export const DIRECT_TRIGGER = 6;
export const DIRECT_LOSE_CANCEL = 7;
export const DIRECT_FILL_DURING_CANCEL = 8;
export const DIRECT_LATE_PRESETS = 9;
/** Ends what was directed of a live order: it goes into the book. */
export const DIRECT_RELEASE = 10;

/** The margin coin, USDT: the wire's coin id. */
export const COIN_USDT = 2;
/** Simulated USDT, the coin of paper accounts. */
export const COIN_SUSDT = 200;

/** Which orders a mass cancel takes. */
export const CANCEL_NORMAL_ORDERS = 1;
export const CANCEL_PLAN_ORDERS = 2;
export const CANCEL_ALL_ORDERS = 3;

/** The longest countdown that cancels an account's orders in a contract. */
export const COUNTDOWN_MS_MAX = 86_400_000;
/** How often an order that rests may be amended. */
export const AMENDMENTS_MAX = 10_000;

/** Movements of money that are not fills; data/ledger/movement.ts says what each books. */
export const MOVE_DEPOSIT = 1;
export const MOVE_WITHDRAW = 2;
export const MOVE_TRANSFER = 3;
export const MOVE_GIFT = 4;
export const MOVE_GIFT_BACK = 5;
export const MOVE_FEE_REFUND = 6;
export const MOVE_FOLLOW_PAY = 7;
export const MOVE_FOLLOW_BACK = 8;
export const MOVE_TRADER_INCOME = 9;
export const MOVE_THIRD_PARTY_SHARE = 10;
export const MOVE_MARGIN = 11;
export const MOVE_FIX_MARGIN = 12;
export const MOVE_FUNDING = 13;
/** From the fee account to the agent of the account that paid the fees. */
export const MOVE_REBATE = 14;

/** Types of bills, in the seed's order. */
export const BILL_DEPOSIT = 1;
export const BILL_WITHDRAW = 2;
export const BILL_TRANSFER_IN = 3;
export const BILL_TRANSFER_OUT = 4;
export const BILL_MARGIN_MOVE_IN = 5;
export const BILL_MARGIN_MOVE_OUT = 6;
export const BILL_OPEN_LONG = 7;
export const BILL_OPEN_SHORT = 8;
export const BILL_CLOSE_LONG = 9;
export const BILL_CLOSE_SHORT = 10;
export const BILL_FUNDING = 11;
export const BILL_FILL_FEE_INCOME = 12;
export const BILL_LIQUIDATE_FEE_INCOME = 13;
export const BILL_START_LIQUIDATE = 14;
export const BILL_FINISH_LIQUIDATE = 15;
export const BILL_FIX_MARGIN = 16;
export const BILL_FOLLOW_PAY = 17;
export const BILL_SYSTEM_PRE_RECEIVE = 18;
export const BILL_FOLLOW_BACK = 19;
export const BILL_TRADER_INCOME = 20;
export const BILL_THIRD_PARTY_SHARE = 21;

/** What is changed of many accounts at once. */
export const CHANGE_RESET = 1;
export const CHANGE_MONEY = 2;
export const CHANGE_STATUS = 3;
export const CHANGE_KEYS = 4;

/** Transfer reasons of a bill. */
export const REASON_UNKNOWN = 0;
export const REASON_USER_TRANSFER = 1;
export const REASON_GIFT = 2;
export const REASON_GIFT_BACK = 3;
export const REASON_FEE_REFUND = 4;

/** The leg that an action touches. */
export function legOf(action: Action): Leg {
  return action === OPEN_LONG || action === CLOSE_LONG ? LONG : SHORT;
}

/** The side of the book that an action takes. */
export function sideOf(action: Action): Side {
  return action === OPEN_LONG || action === CLOSE_SHORT ? BUY : SELL;
}

/** Whether an action enlarges its leg. */
export function isOpening(action: Action): boolean {
  return action <= OPEN_SHORT;
}
