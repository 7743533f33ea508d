import * as core from "../../src/kernel/core/data/codes.ts";
import type { UncheckedCommand as Command } from "../../src/kernel/core/data/messages/command.ts";
import { PLAIN_ORDER } from "../../src/kernel/core/data/messages/command.ts";
import { NONE } from "../../src/kernel/core/data/units/units.ts";
import type { InTheBook, MarkMethod, PlacePlan, Presets, PriceMatch, RiskRule, TapeCommand } from "./tape.ts";

/** Words of a tape and codes of the core. Tables both ways: what a name means is written once. */

export const ACTIONS = {
  "open long": core.OPEN_LONG,
  "open short": core.OPEN_SHORT,
  "close long": core.CLOSE_LONG,
  "close short": core.CLOSE_SHORT,
} as const;
const MIRRORED = {
  bids: core.BUY,
  asks: core.SELL,
  bought: core.MIRROR_BOUGHT,
  sold: core.MIRROR_SOLD,
  "reported bought": core.MIRROR_REPORTED_BOUGHT,
  "reported sold": core.MIRROR_REPORTED_SOLD,
} as const;
export const TIMES_IN_FORCE = {
  gtc: core.GTC,
  "post-only": core.POST_ONLY,
  fok: core.FOK,
  ioc: core.IOC,
} as const;
export const LEGS = { long: core.LONG, short: core.SHORT } as const;
export const MARGIN_MODES = { shared: core.SHARED, isolated: core.ISOLATED } as const;
const POSITION_MODES = { hedge: core.HEDGE, "one-way": core.ONE_WAY } as const;
export const SEPARATED_MODES = { combined: core.COMBINED, separated: core.SEPARATED } as const;
export const SOURCES = { last: core.TRIGGER_ON_LAST, mark: core.TRIGGER_ON_MARK } as const;
export const STATUSES = {
  trading: core.CONTRACT_TRADING,
  "cancel-only": core.CONTRACT_CANCEL_ONLY,
  halted: core.CONTRACT_HALTED,
  delisted: core.CONTRACT_DELISTED,
} as const;
export const SELF_TRADE = {
  "expire maker": core.STP_EXPIRE_MAKER,
  "expire taker": core.STP_EXPIRE_TAKER,
  "expire both": core.STP_EXPIRE_BOTH,
  decrement: core.STP_DECREMENT,
  none: core.STP_NONE,
} as const;
export const MOVEMENTS = {
  deposit: core.MOVE_DEPOSIT,
  withdraw: core.MOVE_WITHDRAW,
  transfer: core.MOVE_TRANSFER,
  gift: core.MOVE_GIFT,
  "gift back": core.MOVE_GIFT_BACK,
  "fee refund": core.MOVE_FEE_REFUND,
  "follow pay": core.MOVE_FOLLOW_PAY,
  "follow back": core.MOVE_FOLLOW_BACK,
  "trader income": core.MOVE_TRADER_INCOME,
  "third-party share": core.MOVE_THIRD_PARTY_SHARE,
} as const;
export const STATES = {
  pending: core.STATE_PENDING,
  open: core.STATE_OPEN,
  canceling: core.STATE_CANCELING,
  untriggered: core.STATE_UNTRIGGERED,
  filled: core.STATE_FILLED,
  canceled: core.STATE_CANCELED,
} as const;
export const KINDS = {
  normal: core.KIND_NORMAL,
  plan: core.KIND_PLAN,
  "take profit": core.KIND_TAKE_PROFIT,
  "stop loss": core.KIND_STOP_LOSS,
  "preset take profit": core.KIND_PRESET_TAKE_PROFIT,
  "preset stop loss": core.KIND_PRESET_STOP_LOSS,
  "close position": core.KIND_CLOSE_POSITION,
  offset: core.KIND_OFFSET,
  burst: core.KIND_LIQUIDATION,
  agreement: core.KIND_AGREEMENT,
} as const;
export const ORIGINS = {
  book: core.ORIGIN_BOOK,
  netting: core.ORIGIN_NETTING,
  "take-over": core.ORIGIN_TAKE_OVER,
  deleveraging: core.ORIGIN_DELEVERAGING,
  settlement: core.ORIGIN_SETTLEMENT,
  reported: core.ORIGIN_REPORTED,
} as const;
export const REASONS = {
  "": core.CANCEL_NONE,
  user: core.CANCEL_USER,
  expired: core.CANCEL_EXPIRED,
  "could not fill": core.CANCEL_COULD_NOT_FILL,
  "reduce only": core.CANCEL_REDUCE_ONLY,
  "margin not enough": core.CANCEL_MARGIN_NOT_ENOUGH,
  "system limit": core.CANCEL_SYSTEM_LIMIT,
  admin: core.CANCEL_ADMIN,
  "post only": core.CANCEL_POST_ONLY,
  "self trade": core.CANCEL_SELF_TRADE,
  oco: core.CANCEL_OCO,
  "position closed": core.CANCEL_POSITION_CLOSED,
  "price band": core.CANCEL_PRICE_BAND,
  liquidate: core.CANCEL_LIQUIDATE,
  "no depth": core.CANCEL_NO_DEPTH,
  countdown: core.CANCEL_COUNTDOWN,
  "price protected": core.CANCEL_PRICE_PROTECTED,
} as const;
/** Which orders a mass cancel takes. */
const CANCELED = {
  normal: core.CANCEL_NORMAL_ORDERS,
  plan: core.CANCEL_PLAN_ORDERS,
  all: core.CANCEL_ALL_ORDERS,
} as const;
export const BILLS = {
  deposit: core.BILL_DEPOSIT,
  withdraw: core.BILL_WITHDRAW,
  transfer_in: core.BILL_TRANSFER_IN,
  transfer_out: core.BILL_TRANSFER_OUT,
  margin_move_in: core.BILL_MARGIN_MOVE_IN,
  margin_move_out: core.BILL_MARGIN_MOVE_OUT,
  position_open_long: core.BILL_OPEN_LONG,
  position_open_short: core.BILL_OPEN_SHORT,
  position_close_long: core.BILL_CLOSE_LONG,
  position_close_short: core.BILL_CLOSE_SHORT,
  order_fill_fee_income: core.BILL_FILL_FEE_INCOME,
  order_fix_margin_amount: core.BILL_FIX_MARGIN,
  tracking_follow_pay: core.BILL_FOLLOW_PAY,
  tracking_system_pre_receive: core.BILL_SYSTEM_PRE_RECEIVE,
  tracking_follow_back: core.BILL_FOLLOW_BACK,
  tracking_trader_income: core.BILL_TRADER_INCOME,
  tracking_third_party_share: core.BILL_THIRD_PARTY_SHARE,
} as const;
export const BILL_REASONS = {
  "": core.REASON_UNKNOWN,
  USER_TRANSFER: core.REASON_USER_TRANSFER,
  GIFT: core.REASON_GIFT,
  GIFT_BACK: core.REASON_GIFT_BACK,
  FEE_REFUND: core.REASON_FEE_REFUND,
} as const;

/** The word of a table that stands for `code`. */
export function wordOf<T extends Record<string, number>>(table: T, code: number): keyof T & string {
  for (const [word, value] of Object.entries(table)) if (value === code) return word;
  throw new Error(`code ${code} is none of ${Object.keys(table).join(", ")}`);
}

const MARK_METHODS: Readonly<Record<MarkMethod, number>> = { mean: 0, exponential: 1, median: 2 };

const HEDGES: Readonly<Record<RiskRule["hedge"], number>> = { net: 0, larger: 1, sum: 2 };

/** What a rule of a tape is to the core. */
function riskRule(rule: RiskRule) {
  return {
    fundingInFull: rule.fundingInFull,
    residualToFund: rule.residualToFund,
    flatTiers: rule.tiers === "flat",
    tierByNet: rule.tierNotional === "net",
    hedge: HEDGES[rule.hedge],
    marginAtEntry: rule.positionMargin === "entry",
    fundingMean: rule.fundingAverage === "mean",
    presetsWhenFilled: rule.presets === "filled",
    feesUp: rule.feeRounding === "up",
    adlRandom: rule.adl === "random",
    exitsYield: rule.exits === "yield",
    reduction: {
      "two tiers": core.REDUCE_BY_TWO_TIERS,
      minimum: core.REDUCE_TO_MINIMUM,
      fifth: core.REDUCE_BY_FIFTHS,
    }[rule.reduction],
  };
}

/** What the core calls the things that a tape numbers from 1. */
export interface Names {
  order(ordinal: number): number;
  position(ordinal: number): number;
  movement(ordinal: number): number;
}

/** The core's command for a tape's. */
export function translate(command: TapeCommand, names: Names): Command {
  switch (command.type) {
    case "list":
      return { type: "listContract", ...command.specification };
    case "change":
      return {
        type: "changeContract",
        contract: command.contract,
        anyway: command.anyway ?? true,
        ...command.terms,
      };
    case "delist":
      return { ...command, type: "delistContract" };
    case "status":
      return { type: "setContractStatus", contract: command.contract, status: STATUSES[command.status] };
    case "account":
      return { type: "openAccount", kind: core.ACCOUNT_USER, name: command.name };
    case "report":
      return { type: "reportPrices", prices: command.prices };
    case "follow": {
      const { contract, mark = 0, rate, held } = command;
      const row = { contract, sourceMark: mark, sourceRate: rate ?? 0 };
      const flags = { hasSourceRate: rate === undefined ? 0 : 1, held: held ? 1 : 0 };
      return { type: "followSource", contracts: [{ ...row, ...flags }] };
    }
    case "mark rule":
      return { ...command, type: "setMarkRule", method: MARK_METHODS[command.method] };
    case "risk rule":
      return {
        type: "setRiskRule",
        contract: command.contract,
        anyway: command.anyway ?? true,
        newOnly: command.newOnly ?? false,
        ...riskRule(command.rule),
      };
    case "fund rule":
      return { ...command, type: "setFundRule" };
    case "settings": {
      const { status, selfTrade, positionMode, ...settings } = command.settings;
      return {
        type: "setAccount",
        account: command.account,
        status: {
          normal: core.STATUS_NORMAL,
          frozen: core.STATUS_FROZEN,
          restricted: core.STATUS_RESTRICTED,
        }[status],
        ...settings,
        orderRateLimitPerMinute: 0,
        selfTradePrevention: SELF_TRADE[selfTrade],
        positionMode: POSITION_MODES[positionMode],
      };
    }
    case "position mode":
      return { ...command, type: "setPositionMode", positionMode: POSITION_MODES[command.positionMode] };
    case "margin call":
      return { type: "setMarginCall", account: command.account, marginCallPercent: command.percent };
    case "symbol fee":
      return { type: "setSymbolFee", account: command.account, contract: command.contract, ...command.fee };
    case "move":
      return { ...command, type: "moveMoney", movement: MOVEMENTS[command.movement] };
    case "begin":
      return { ...command, type: "beginMovement", movement: MOVEMENTS[command.movement] };
    case "settle":
      return { type: "settleMovement", id: names.movement(command.movement), complete: command.complete };
    case "leverage":
      return { ...command, type: "setLeverage", marginMode: MARGIN_MODES[command.marginMode] };
    case "mode":
      return {
        ...command,
        type: "setMode",
        marginMode: MARGIN_MODES[command.marginMode],
        separatedMode: SEPARATED_MODES[command.separatedMode],
      };
    case "margin":
      return { ...command, type: "adjustMargin", position: names.position(command.position) };
    case "place":
      return {
        ...PLAIN_ORDER,
        account: command.account,
        contract: command.contract,
        action: actionOf(command),
        timeInForce: TIMES_IN_FORCE[command.timeInForce ?? "gtc"],
        market: command.price === undefined && command.match === undefined,
        price: command.price ?? 0,
        size: command.size,
        marginMode: command.marginMode === undefined ? 0 : MARGIN_MODES[command.marginMode],
        separatedMode: command.separatedMode === undefined ? 0 : SEPARATED_MODES[command.separatedMode],
        ...presetsOf(command),
        position: names.position(command.position ?? 0),
        closeCapped: command.capped ?? false,
        orRefused: command.orRefused ?? false,
        ...inTheBook(command),
        requestHash: command.request ?? 0,
        clientId: command.clientId ?? "",
      };
    case "plan": {
      const plan = {
        account: command.account,
        contract: command.contract,
        action: actionOf(command),
        market: command.price === undefined && command.match === undefined,
        price: command.price ?? 0,
        size: command.size,
        triggerPrice: command.trigger,
        triggerSource: SOURCES[command.source],
        ...presetsOf(command),
        marginMode: command.marginMode === undefined ? 0 : MARGIN_MODES[command.marginMode],
        requestHash: 0,
        clientId: command.clientId ?? "",
      };
      const { rising } = command;
      if (rising === undefined)
        return { ...plan, type: "placePlan", position: names.position(command.position ?? 0) };
      const triggerDirection = rising ? core.TRIGGER_AT_OR_ABOVE : core.TRIGGER_AT_OR_BELOW;
      const { priceProtect = false } = command;
      return { ...plan, ...inTheBook(command), type: "placeConditional", triggerDirection, priceProtect };
    }
    case "tpsl":
      return {
        type: "placeTpSl",
        account: command.account,
        contract: command.contract,
        leg: LEGS[command.leg],
        takeProfit: command.takeProfit,
        triggerPrice: command.trigger,
        triggerSource: SOURCES[command.source],
        price: command.price ?? 0,
        size: command.size,
        endsWithLeg: command.endsWithLeg ?? false,
        priceProtect: command.priceProtect ?? false,
        marginMode: command.marginMode === undefined ? 0 : MARGIN_MODES[command.marginMode],
        position: names.position(command.position ?? 0),
        requestHash: 0,
        clientId: command.clientId ?? "",
      };
    case "trailing":
      return {
        type: "placeTrailing",
        account: command.account,
        contract: command.contract,
        action: actionOf(command),
        size: command.size,
        callbackRate: command.callbackRate,
        activationPrice: command.activation,
        triggerSource: SOURCES[command.source],
        priceProtect: command.priceProtect,
        marginMode: command.marginMode === undefined ? 0 : MARGIN_MODES[command.marginMode],
        requestHash: 0,
        clientId: command.clientId ?? "",
      };
    case "modify":
      return {
        type: "modifyTpSl",
        account: command.account,
        order: names.order(command.order),
        triggerPrice: command.trigger,
        triggerSource: SOURCES[command.source],
        price: command.price ?? 0,
      };
    case "amend":
      return {
        type: "amendOrder",
        account: command.account,
        order: names.order(command.order),
        triggerPrice: command.trigger ?? 0,
        price: command.price ?? 0,
        size: command.size ?? 0,
        clientId: "",
      };
    case "cancel":
      return {
        type: "cancelOrder",
        account: command.account,
        order: names.order(command.order),
        plansOnly: command.plansOnly ?? false,
        clientId: "",
      };
    case "cancel client":
      return {
        type: "cancelOrder",
        account: command.account,
        order: 0,
        plansOnly: false,
        clientId: command.clientId,
      };
    case "countdown":
      return { ...command, type: "setCountdown", which: CANCELED[command.which] };
    case "cancel all":
      return {
        type: "cancelAll",
        account: command.account,
        contract: command.contract ?? NONE,
        which: CANCELED[command.which],
      };
    case "close all":
      return {
        type: "closePositions",
        account: command.account,
        contract: command.contract ?? NONE,
        position: command.position === undefined ? 0 : names.position(command.position),
        cancelAttached: command.cancelAttached === true,
      };
    case "admin cancel":
      return { type: "adminCancel", order: names.order(command.order) };
    case "mirror":
      return {
        ...command,
        type: "mirrorBook",
        rows: command.rows.map((each) => ({ ...each, what: MIRRORED[each.what] })),
      };
    case "index":
      return { type: "setIndex", prices: command.prices };
    case "auto append":
      return { ...command, type: "setAutoAppend", position: names.position(command.position) };
    case "funding":
      return { ...command, type: "forceFunding" };
    case "liquidate":
      return { ...command, position: names.position(command.position) };
    case "deleverage":
      return { ...command, leg: LEGS[command.leg] };
    case "time":
      return { type: "advanceTime" };
    case "proceed":
      return { type: "proceed" };
  }
}

function inTheBook({ selfTrade, till = 0, match }: InTheBook) {
  return {
    selfTradeMode: selfTrade === undefined ? 0 : core.ownSelfTradeMode(SELF_TRADE[selfTrade]),
    goodTill: till,
    priceMatch: match === undefined ? 0 : matchCode(match),
  };
}

function matchCode([of, nth]: PriceMatch): number {
  return (of === "opponent" ? core.MATCH_OPPONENT : core.MATCH_QUEUE) + [1, 5, 10, 20].indexOf(nth);
}

/** A side is meant where the account may hold the other leg. */
function actionOf({ action, net }: Pick<PlacePlan, "action" | "net">): number {
  if (net !== true || action.startsWith("close")) return ACTIONS[action];
  return action === "open long" ? core.NET_BUY : core.NET_SELL;
}

function presetsOf({ takeProfit = 0, stopLoss = 0, takeProfitSource, stopLossSource }: Presets) {
  return {
    presetTakeProfit: takeProfit,
    presetStopLoss: stopLoss,
    presetsOnMark:
      (takeProfit !== 0 && takeProfitSource === "mark" ? core.TAKE_PROFIT_ON_MARK : 0) +
      (stopLoss !== 0 && stopLossSource === "mark" ? core.STOP_LOSS_ON_MARK : 0),
  };
}
