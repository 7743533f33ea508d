import * as core from "../../src/kernel/core/data/codes.ts";
import type { UncheckedCommand as Command } from "../../src/kernel/core/data/messages/command.ts";
import { PLAIN_ORDER } from "../../src/kernel/core/data/messages/command.ts";
import { NONE } from "../../src/kernel/core/data/units/units.ts";
import { picked } from "./picked.ts";
import type {
  InTheBook,
  MarkMethod,
  PlaceOrder,
  PlacePlan,
  PlaceTpSl,
  PlaceTrailing,
  Presets,
  PriceMatch,
  RiskRule,
  TapeCommand,
} from "./tape.ts";

/** Words of a tape and codes of the core. Tables both ways: what a name means is written once. */

type Listed<S extends string> = S extends `${infer First}, ${infer Rest}` ? First | Listed<Rest> : S;

/** The code of each word, which the core calls like it: of "take profit" `KIND_TAKE_PROFIT`. */
function codes<const S extends string>(prefix: string, words: S): Readonly<Record<Listed<S>, number>> {
  const all: Readonly<Record<string, unknown>> = core;
  const code = (word: string) => {
    const found = all[prefix + word.toUpperCase().replaceAll(/[ -]/g, "_")];
    if (typeof found !== "number") throw new Error(`the core has no code for ${word}`);
    return [word, found] as const;
  };
  return Object.fromEntries(words.split(", ").map(code)) as never;
}

export const ACTIONS = codes("", "open long, open short, close long, close short");
const MIRRORED = {
  ...{ bids: core.BUY, asks: core.SELL },
  ...codes("MIRROR_", "bought, sold, reported bought, reported sold"),
};
export const TIMES_IN_FORCE = codes("", "gtc, post-only, fok, ioc");
export const LEGS = codes("", "long, short");
export const MARGIN_MODES = codes("", "shared, isolated");
const POSITION_MODES = codes("", "hedge, one-way");
export const SEPARATED_MODES = codes("", "combined, separated");
export const SOURCES = codes("TRIGGER_ON_", "last, mark");
export const STATUSES = codes("CONTRACT_", "trading, cancel-only, halted, delisted");
const ACCOUNT_STATUSES = codes("STATUS_", "normal, frozen, restricted");
export const SELF_TRADE = codes("STP_", "expire maker, expire taker, expire both, decrement, none");
export const MOVEMENTS = {
  ...codes("MOVE_", "deposit, withdraw, transfer, gift, gift back, fee refund"),
  ...codes("MOVE_", "follow pay, follow back, trader income, third-party share"),
};
export const STATES = codes("STATE_", "pending, open, canceling, untriggered, filled, canceled");
export const KINDS = {
  ...codes("KIND_", "normal, plan, take profit, stop loss, preset take profit, preset stop loss"),
  ...codes("KIND_", "close position, offset, agreement"),
  burst: core.KIND_LIQUIDATION,
};
export const ORIGINS = codes("ORIGIN_", "book, netting, take-over, deleveraging, settlement, reported");
export const REASONS = {
  "": core.CANCEL_NONE,
  ...codes("CANCEL_", "user, expired, could not fill, reduce only, margin not enough, system limit, admin"),
  ...codes("CANCEL_", "post only, self trade, oco, position closed, price band, liquidate, no depth"),
  ...codes("CANCEL_", "countdown, price protected"),
};
/** Which orders a mass cancel takes. */
const CANCELED = {
  ...{ normal: core.CANCEL_NORMAL_ORDERS, plan: core.CANCEL_PLAN_ORDERS, all: core.CANCEL_ALL_ORDERS },
};
export const BILLS = {
  ...codes("BILL_", "deposit, withdraw, transfer_in, transfer_out, margin_move_in, margin_move_out"),
  ...{ position_open_long: core.BILL_OPEN_LONG, position_open_short: core.BILL_OPEN_SHORT },
  ...{ position_close_long: core.BILL_CLOSE_LONG, position_close_short: core.BILL_CLOSE_SHORT },
  order_fill_fee_income: core.BILL_FILL_FEE_INCOME,
  order_fix_margin_amount: core.BILL_FIX_MARGIN,
  tracking_follow_pay: core.BILL_FOLLOW_PAY,
  tracking_system_pre_receive: core.BILL_SYSTEM_PRE_RECEIVE,
  tracking_follow_back: core.BILL_FOLLOW_BACK,
  tracking_trader_income: core.BILL_TRADER_INCOME,
  tracking_third_party_share: core.BILL_THIRD_PARTY_SHARE,
};
export const BILL_REASONS = {
  "": core.REASON_UNKNOWN,
  ...codes("REASON_", "USER_TRANSFER, GIFT, GIFT_BACK, FEE_REFUND"),
};

/** Of each table that was asked for a word, its words by their codes. */
const turned = new WeakMap<object, ReadonlyMap<number, string>>();

/** The word of a table that stands for `code`. */
export function wordOf<T extends Record<string, number>>(table: T, code: number): keyof T & string {
  let words = turned.get(table);
  if (words === undefined) {
    const rows = Object.entries(table).reverse(); // of two words for one code the first counts
    words = new Map(rows.map(([word, value]) => [value, word]));
    turned.set(table, words);
  }
  const word = words.get(code);
  if (word === undefined) throw new Error(`code ${code} is none of ${Object.keys(table).join(", ")}`);
  return word;
}

const MARK_METHODS: Readonly<Record<MarkMethod, number>> = { mean: 0, exponential: 1, median: 2 };

const HEDGES: Readonly<Record<RiskRule["hedge"], number>> = { net: 0, larger: 1, sum: 2 };

const REDUCTIONS: Readonly<Record<RiskRule["reduction"], number>> = {
  ...{ "two tiers": core.REDUCE_BY_TWO_TIERS, minimum: core.REDUCE_TO_MINIMUM, fifth: core.REDUCE_BY_FIFTHS },
};

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
    reduction: REDUCTIONS[rule.reduction],
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
      return { anyway: true, newOnly: false, ...command, type: "setRiskRule", ...riskRule(command.rule) };
    case "fund rule":
      return { ...command, type: "setFundRule" };
    case "settings": {
      const { status, selfTrade, positionMode, ...settings } = command.settings;
      return {
        type: "setAccount",
        account: command.account,
        status: ACCOUNT_STATUSES[status],
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
        ...{ ...PLAIN_ORDER, ...ordered(command), ...presetsOf(command), ...inTheBook(command) },
        action: actionOf(command),
        timeInForce: TIMES_IN_FORCE[command.timeInForce ?? "gtc"],
        separatedMode: command.separatedMode === undefined ? 0 : SEPARATED_MODES[command.separatedMode],
        position: names.position(command.position ?? 0),
        ...{ closeCapped: command.capped ?? false, orRefused: command.orRefused ?? false },
        requestHash: command.request ?? 0,
      };
    case "plan": {
      const { rising, trigger: triggerPrice, priceProtect = false } = command;
      const plan = { ...ordered(command), ...presetsOf(command), action: actionOf(command), triggerPrice };
      const triggerSource = SOURCES[command.source];
      if (rising === undefined)
        return { ...plan, triggerSource, type: "placePlan", position: names.position(command.position ?? 0) };
      const triggerDirection = rising ? core.TRIGGER_AT_OR_ABOVE : core.TRIGGER_AT_OR_BELOW;
      const way = { type: "placeConditional", triggerSource, triggerDirection, priceProtect } as const;
      return { ...plan, ...inTheBook(command), ...way };
    }
    case "tpsl":
      return {
        ...ordered(command),
        ...{ type: "placeTpSl", leg: LEGS[command.leg], takeProfit: command.takeProfit },
        ...{ triggerPrice: command.trigger, triggerSource: SOURCES[command.source] },
        endsWithLeg: command.endsWithLeg ?? false,
        priceProtect: command.priceProtect ?? false,
        position: names.position(command.position ?? 0),
      };
    case "trailing":
      return {
        ...ordered(command),
        ...{ type: "placeTrailing", action: actionOf(command), triggerSource: SOURCES[command.source] },
        ...{ activationPrice: command.activation, ...picked(command, "callbackRate priceProtect") },
      };
    case "modify": {
      const { account, price = 0, trigger: triggerPrice } = command;
      const watches = { triggerPrice, triggerSource: SOURCES[command.source] };
      return { type: "modifyTpSl", account, order: names.order(command.order), ...watches, price };
    }
    case "amend": {
      const { account, price = 0, size = 0, trigger: triggerPrice = 0 } = command;
      const order = names.order(command.order);
      return { type: "amendOrder", account, order, triggerPrice, price, size, clientId: "" };
    }
    case "cancel": {
      const { account, plansOnly = false } = command;
      return { type: "cancelOrder", account, order: names.order(command.order), plansOnly, clientId: "" };
    }
    case "cancel client":
      return { ...command, type: "cancelOrder", order: 0, plansOnly: false };
    case "countdown":
      return { ...command, type: "setCountdown", which: CANCELED[command.which] };
    case "cancel all":
      return { contract: NONE, ...command, type: "cancelAll", which: CANCELED[command.which] };
    case "close all": {
      const { account, contract = NONE, position = 0, cancelAttached = false } = command;
      return {
        type: "closePositions",
        account,
        contract,
        position: names.position(position),
        cancelAttached,
      };
    }
    case "admin cancel":
      return { type: "adminCancel", order: names.order(command.order) };
    case "mirror": {
      const rows = command.rows.map((each) => ({ ...each, what: MIRRORED[each.what] }));
      return { ...command, type: "mirrorBook", rows };
    }
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

/** What all orders say. */
function ordered(command: PlaceOrder | PlacePlan | PlaceTpSl | PlaceTrailing) {
  const { price = undefined, match = undefined } = command as Partial<PlaceOrder>;
  return {
    ...picked(command, "account contract size"),
    ...{ market: price === undefined && match === undefined, price: price ?? 0, requestHash: 0 },
    marginMode: command.marginMode === undefined ? 0 : MARGIN_MODES[command.marginMode],
    clientId: command.clientId ?? "",
  };
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
