import { layout, withRare } from "../encoding/define.ts";
import { Kinds } from "../encoding/kinds.ts";
import type { Decoded, RecordSource, RecordView, Union } from "../encoding/layout.ts";
import { contractTexts, contractTiers, termFields } from "../model/contracts.ts";
import { directiveFields, directiveTexts } from "../model/directiveFields.ts";
import { columnFields, isUngrouped, publishedFields } from "../model/entity.ts";
import { houseAccounts, houseFields, houseProgressFields } from "../model/houseFields.ts";
import { latencyFields, latencySamples } from "../model/latencyFields.ts";
import { orders } from "../model/orders.ts";
import { positions } from "../model/positions.ts";
import { riskRuleFields } from "../model/riskRules.ts";
import type { Fields } from "../units/kinds.ts";
import { commandLayouts } from "./command.ts";

/**
 * Everything that can happen, with its binary layout. Each kind has one function in the core that changes
 * state and writes the record; readers (history, market data, pushes) fold these.
 *
 * What a command sets whole, its event says in the command's own fields. Units as in command.ts. `time` is
 * not a field: an event happened at the `time` of the last `timeAdvanced` before it, which is the frame's
 * time unless a house acts. Its sequence number is the frame's first plus the record's index. `entry` is the
 * isolated position whose collateral entry is meant, 0 for the shared one.
 */

/** An order as a whole, so that a reader of its last event needs no memory of the earlier ones. */
export const orderFields = publishedFields(orders);

/** Fields of a placement beside those of the order. */
export const placementFields = {
  requestHash: "int",
  frozen: "money",
  markPoints: "Points",
  feeRate: "Rate",
  dueTime: "TimeMs",
} as const;

/** Fields of an order's end beside those of the order. */
export const endFields = { resting: "flag" } as const;

/**
 * A record of a whole order and further fields. Most orders have no conditions, and most end without a fill:
 * a record leaves out what its order has not.
 */
function ofWholeOrder<const F extends Fields>(kind: number, further: F) {
  const columns = Object.entries(orderFields);
  const always = columns.filter(([name]) => isUngrouped(orders, name));
  const rare = columns.filter(([name]) => !isUngrouped(orders, name));
  const fields = Object.fromEntries([...always, ...Object.entries(further), ...rare]);
  const whole = layout(kind, 1, fields as typeof orderFields & F, ["clientId"]);
  return withRare(whole, "filledValue", "triggerPrice");
}

/** What is told of a quote: nearly all events of an idle market are of quotes, so these are short. */
export const quoteFields = columnFields(orders, "order", "account", "contract", "action", "price", "size");

/** Whose order it is, and in which contract. */
const ofOrder = columnFields(orders, "order", "account", "contract");
const ofResting = columnFields(orders, "order", "account", "contract", "side", "price", "remaining");

const ofPosition = columnFields(
  positions,
  ...([
    "position",
    "account",
    "contract",
    "leg",
    "marginMode",
    "separatedMode",
    "openOrder",
    "leverage",
  ] as const),
);

/** Fields of a trade that belong to neither side. */
export const tradeFields = {
  trade: "TradeId",
  contract: "ContractIndex",
  price: "Ticks",
  size: "Lots",
  value: "money",
  takerSide: "Side",
  /**
   * Where the two orders met, as an ORIGIN_ code: 0 in the book. Else, by an agreed value and no price for
   * anybody: netting of one account's legs, a take-over by the insurance fund, auto-deleveraging, a
   * delisting's settlement, the opening of the house's crowd. On paper one side is the pool's, and nothing
   * counts towards the market or open interest.
   */
  origin: "int",
} as const;

/** Fields of one side of a trade. */
export const tradeSideFields = {
  order: "OrderId",
  account: "AccountId",
  action: "Action",
  kind: "int",
  marginMode: "int",
  separatedMode: "int",
  position: "PositionId",
  remaining: "Lots",
  fee: "money",
  liquidationFee: "money",
  realized: "money",
  bill: "BillId",
  balance: "money",
  feeBill: "BillId",
  feeBalance: "money",
} as const;

/**
 * What a side of a trade comes to: all of the trade, unless its order goes through zero; then what it closes,
 * and `tradeTurned` says what it opens. Apart, so that {@link tradeSideFields} are few enough to be written
 * without an object.
 */
export const tradePartFields = { size: "Lots", value: "money" } as const;

type OfSide<S extends string, F> = { readonly [K in keyof F & string as `${S}${Capitalize<K>}`]: F[K] };
/** `order` as `makerOrder` or `takerOrder`, and so on. */
function sideOf<S extends string, F extends Fields>(side: S, fields: F): OfSide<S, F> {
  const named = Object.entries(fields).map(([name, kind]) => [
    `${side}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    kind,
  ]);
  return Object.fromEntries(named) as OfSide<S, F>;
}

export const eventLayouts = {
  /** A command was refused; details as rejection.ts names them. `command` is the refused command's kind. */
  commandRejected: layout(1, 1, {
    command: "int",
    account: "AccountId",
    code: "int",
    d0: "int",
    d1: "int",
    d2: "int",
    d3: "int",
    d4: "int",
  }),
  /** Market time moved to the frame's time. */
  timeAdvanced: layout(2, 1, { time: "TimeMs" }),
  /** A placement whose signed request was answered before; `order` is the first answer. */
  requestRepeated: layout(3, 1, { account: "AccountId", order: "OrderId" }),
  venueOpened: layout(4, 1, commandLayouts.openVenue.fixed, commandLayouts.openVenue.texts),

  // ---- contracts
  contractListed: layout(
    10,
    1,
    { contract: "ContractIndex", ...commandLayouts.listContract.fixed },
    contractTexts,
    contractTiers,
  ),
  contractChanged: layout(11, 1, { contract: "ContractIndex", ...termFields }, [], contractTiers),
  contractStatusChanged: layout(12, 1, commandLayouts.setContractStatus.fixed),
  /** The contract is to be delisted at `due`; 0: no more, or done. */
  delistingSet: layout(5, 1, { contract: "ContractIndex", due: "TimeMs" }),
  indexChanged: layout(13, 1, { contract: "ContractIndex", points: "Points" }),
  /** The mark price changed. Basis samples are taken by `timeAdvanced`. */
  markChanged: layout(14, 1, { contract: "ContractIndex", points: "Points" }),
  /** An outside source reported; the index follows in an event of its own. */
  priceReported: layout(16, 1, { contract: "ContractIndex", source: "int", points: "Points", weight: "int" }),
  /** From now on pushes feed the contract's index, or no longer. */
  pushingChanged: layout(6, 1, { contract: "ContractIndex", pushed: "flag" }),
  /**
   * What another market says of the contract; with a rate it is that of the running funding period from now
   * on.
   */
  sourceFollowed: layout(47, 1, {
    contract: "ContractIndex",
    sourceMark: "int",
    sourceRate: "int",
    hasSourceRate: "flag",
    held: "flag",
  }),
  markRuleChanged: layout(17, 1, commandLayouts.setMarkRule.fixed),
  riskRuleChanged: layout(18, 1, { contract: "ContractIndex", ...riskRuleFields, newOnly: "flag" }),
  fundRuleChanged: layout(19, 1, commandLayouts.setFundRule.fixed),
  /**
   * A funding period ended: `settledRate` was paid (or not, if `skipped`: the venue was down), `rate` is
   * fixed for the period that ends at `due`.
   */
  fundingTurned: layout(15, 1, {
    contract: "ContractIndex",
    settledRate: "Rate",
    skipped: "flag",
    rate: "Rate",
    due: "TimeMs",
    markPoints: "Points",
  }),

  // ---- directory
  accountOpened: layout(20, 1, { account: "AccountId", kind: "int" }, ["name"]),
  accountChanged: layout(21, 1, commandLayouts.setAccount.fixed),
  symbolFeeChanged: layout(22, 1, commandLayouts.setSymbolFee.fixed),
  keyAdded: layout(23, 1, commandLayouts.addKey.fixed, commandLayouts.addKey.texts),
  keyDisabled: layout(24, 1, { account: "AccountId" }, ["key"]),
  /** `time` is when it was changed: what takes effect later leaves the key as it is until then. */
  keyChanged: layout(
    9,
    1,
    { account: "AccountId", ...commandLayouts.changeKey.fixed, time: "TimeMs" },
    commandLayouts.changeKey.texts,
  ),
  leverageChanged: layout(25, 1, {
    account: "AccountId",
    contract: "ContractIndex",
    cross: "Leverage",
    isolatedLong: "Leverage",
    isolatedShort: "Leverage",
  }),
  modeChanged: layout(26, 1, commandLayouts.setMode.fixed),
  autoAppendChanged: layout(27, 1, {
    account: "AccountId",
    contract: "ContractIndex",
    position: "PositionId",
    on: "flag",
  }),
  /** An account of the paper kind, just opened, belongs to the user `owner`. */
  paperOpened: layout(28, 1, { account: "AccountId", owner: "AccountId" }),

  /** From now on `rebateRate` of the account's trading fees is the agent's; agent 0: nobody's. */
  referralChanged: layout(29, 1, commandLayouts.setReferral.fixed),

  // ---- money
  /**
   * Money moved from one collateral entry to another: two bills, equal and opposite. `movement` is a MOVE_
   * code; types and reasons of the bills follow from it (data/ledger/movement.ts). `contract` is −1 where
   * none is concerned.
   */
  moneyMoved: layout(30, 1, {
    movement: "int",
    contract: "ContractIndex",
    amount: "money",
    fromAccount: "AccountId",
    fromEntry: "PositionId",
    fromBill: "BillId",
    fromBalance: "money",
    toAccount: "AccountId",
    toEntry: "PositionId",
    toBill: "BillId",
    toBalance: "money",
  }),
  /**
   * A user's agent is paid its part of the `fees` since `sinceSeq` (the payment before, or the referral):
   * ⌊fees · rate⌋. The money moves by the `moneyMoved` after this.
   */
  rebatePaid: layout(39, 1, {
    account: "AccountId",
    agent: "AccountId",
    fees: "money",
    rebateRate: "Rate",
    amount: "money",
    sinceSeq: "Seq",
  }),
  movementBegun: layout(31, 1, { id: "int", ...commandLayouts.beginMovement.fixed }),
  movementEnded: layout(32, 1, { id: "int", ...commandLayouts.beginMovement.fixed, complete: "flag" }),
  /**
   * Funding of one position, received positive; `position` 0: what rounding left to the insurance fund, or
   * the paper pool's.
   */
  fundingSettled: layout(33, 1, {
    contract: "ContractIndex",
    position: "PositionId",
    account: "AccountId",
    entry: "PositionId",
    rate: "Rate",
    amount: "money",
    bill: "BillId",
    balance: "money",
  }),
  /** The insurance fund receives the liquidation fee that the trade before this took. */
  liquidationFeeReceived: layout(34, 1, {
    contract: "ContractIndex",
    trade: "TradeId",
    amount: "money",
    bill: "BillId",
    balance: "money",
  }),
  /** Liquidation of an entry begins, a marker bill of 0; `position` 0: the shared entry. */
  liquidationStarted: layout(35, 1, {
    account: "AccountId",
    position: "PositionId",
    forced: "flag",
    equity: "money",
    requirement: "money",
    bill: "BillId",
    balance: "money",
  }),
  /**
   * The requirement of an entry reached the part of its equity from which on margin is called for; or
   * (`called` false) it did no longer. `position` 0: the shared entry. The figures are those at the marks of
   * this instant.
   */
  marginCalled: layout(96, 1, {
    account: "AccountId",
    position: "PositionId",
    called: "flag",
    equity: "money",
    requirement: "money",
  }),
  /**
   * An entry waits for liquidation, or was healthy again when its turn came. `position` 0: the shared entry.
   */
  liquidationQueued: layout(37, 1, { account: "AccountId", position: "PositionId", forced: "flag" }),
  liquidationDropped: layout(38, 1, { account: "AccountId", position: "PositionId" }),
  liquidationFinished: layout(36, 1, {
    account: "AccountId",
    position: "PositionId",
    bill: "BillId",
    balance: "money",
  }),

  // ---- positions
  positionOpened: layout(40, 1, ofPosition),
  /** Size reached 0; for an isolated position what its entry still held has been released. */
  positionClosed: layout(41, 1, {
    ...ofPosition,
    openSize: "Lots",
    openValue: "money",
    openFee: "money",
    closeValue: "money",
    closeFee: "money",
    funding: "money",
    liquidationFee: "money",
    openedTime: "TimeMs",
  }),

  // ---- orders
  /**
   * Accepted: pending, or untriggered. `frozen` is the order margin of an opening order, computed at
   * `markPoints` with the taker rate `feeRate`; `dueTime` is when a delayed order reaches the book, 0 if at
   * once.
   */
  orderPlaced: ofWholeOrder(50, placementFields),
  /** Rests in the book behind all others at its price. */
  orderRested: layout(51, 1, ofResting),
  /** A paper order rests at its price, behind all orders there, real and paper; no real book shows it. */
  orderRestedOnPaper: layout(58, 1, ofResting),
  /** A cancel was asked for and waits for its delay. */
  orderCanceling: layout(52, 1, {
    ...ofOrder,
    dueTime: "TimeMs",
  }),
  /**
   * Size and remaining changed without a fill: a close shrunk to what is closable, a decrement by self-trade
   * prevention, a preset child that follows its parent. `resting` tells whether the book level lost `by`
   * lots.
   */
  orderResized: layout(53, 1, {
    ...ofOrder,
    ...columnFields(orders, "side", "price", "size", "remaining"),
    by: "Lots",
    resting: "flag",
  }),
  /**
   * A resting order leaves the book and is pending with a new price, size and margin; it keeps its fills.
   * `by` lots at `priceBefore` are gone, from the real book if it was `resting` there. Its next event says
   * whether it trades, rests or waits until `dueTime`.
   */
  orderAmended: layout(49, 1, {
    ...ofOrder,
    side: "Side",
    priceBefore: "Ticks",
    by: "Lots",
    resting: "flag",
    ...columnFields(orders, "price", "size", "remaining", "leverage", "frozen", "markPoints", "feeRate"),
    dueTime: "TimeMs",
  }),
  /** The price came to where a trailing stop becomes active: it follows it from `points` on. */
  orderActivated: layout(103, 1, { ...ofOrder, points: "Points" }),
  /** A price is a new extreme for trailing stops that follow it: all whose own it passes. */
  trailMoved: layout(104, 1, { contract: "ContractIndex", triggerSource: "int", points: "Points" }),
  /** An untriggered order's condition came true: it waits in the queue of internal steps. */
  orderTriggerQueued: layout(54, 1, ofOrder),
  /**
   * An untriggered order's price is met while it may not trade: it is held until it may. Or it may again, and
   * watches its price.
   */
  orderHeld: layout(59, 1, {
    ...ofOrder,
    held: "flag",
  }),
  /** An untriggered order became pending with this price (protection price if market) and size. */
  orderTriggered: layout(55, 1, {
    ...ofOrder,
    ...columnFields(orders, "price", "size", "leverage", "frozen", "markPoints", "feeRate"),
  }),
  /** The book gave an order on its way another price, as it arrived. */
  orderPriced: layout(95, 1, { ...ofOrder, ...columnFields(orders, "price", "frozen") }),
  /** Trigger, execution price and source of an untriggered order were replaced. */
  orderModified: layout(56, 1, {
    ...ofOrder,
    ...columnFields(orders, "triggerPrice", "triggerSource", "price", "market"),
  }),
  /**
   * Filled or canceled: the last event of an order. `resting` tells whether it stood in the book until now.
   */
  orderEnded: ofWholeOrder(57, endFields),
  /**
   * Two orders met. Written once for both sides, maker first. Fees positive = paid. `…Balance` is the amount
   * of the entry the fill was booked on, after it. `…FeeBill` is the fee account's bill, 0 when no fee was
   * charged. `…Remaining` is what the order has left.
   */
  traded: layout(60, 1, {
    ...tradeFields,
    ...sideOf("maker", { ...tradeSideFields, ...tradePartFields }),
    ...sideOf("taker", { ...tradeSideFields, ...tradePartFields }),
  }),
  /**
   * What a side of the trade before this opens after it has closed: a fill through zero is one trade, and two
   * fills of its order. The fee is what is left of that of the whole, of which the closing half has its own,
   * truncated.
   */
  tradeTurned: layout(94, 1, {
    trade: "TradeId",
    contract: "ContractIndex",
    price: "Ticks",
    isTaker: "flag",
    counterparty: "AccountId",
    ...tradeSideFields,
    ...tradePartFields,
  }),
  /**
   * A paper account has by now taken `lots` from the real resting order `order`, and will not take them
   * again.
   */
  paperTaken: layout(61, 1, { account: "AccountId", order: "OrderId", lots: "Lots" }),
  /** What traded or came to rest at `price` has filled the paper orders of `side` that it reached. */
  paperFlowEnded: layout(62, 1, { contract: "ContractIndex", side: "Side", price: "Ticks" }),

  // ---- latency
  latencySet: layout(44, 1, latencyFields, [], latencySamples),
  /** A message of an account that has a latency is on its way to the book, and arrives at `dueTime`. */
  messageSent: layout(45, 1, { account: "AccountId", dueTime: "TimeMs" }),
  /** A user's cancel is on its way to an order that is itself still on its way. */
  cancelSent: layout(46, 1, {
    ...ofOrder,
    dueTime: "TimeMs",
  }),

  /**
   * A user's amendment is on its way to an order that rests, which stays as it is until then; `dueTime` 0: it
   * is there (what it changed is told by the next event), or nobody waits for it any more.
   */
  amendSent: layout(48, 1, {
    ...ofOrder,
    price: "Ticks",
    size: "Lots",
    dueTime: "TimeMs",
  }),

  /** The account's orders in the contract will be canceled at `dueTime`; 0: stopped, or they are now. */
  countdownSet: layout(102, 1, {
    account: "AccountId",
    contract: "ContractIndex",
    which: "int",
    dueTime: "TimeMs",
  }),

  // ---- directives
  /** Waits for its orders, or for what will happen to the live one that it names. */
  directiveSet: layout(68, 1, { directive: "int", ...directiveFields }, directiveTexts),
  /**
   * An order, 0 for one that was refused, has its share of a directive; `kept` where it will follow it later.
   */
  directiveTaken: layout(69, 1, { directive: "int", order: "OrderId", kept: "flag" }),
  /**
   * Followed, or taken back: from an order, or with 0 from the orders to come. `unmet` is the code of what
   * kept a forced fill from happening.
   */
  directiveDone: layout(70, 1, { directive: "int", order: "OrderId", unmet: "int" }),
  /**
   * An order rests where nothing meets it, until it is released. `resting` tells whether the book lost its
   * lots.
   */
  orderSetAside: layout(71, 1, { ...ofResting, resting: "flag" }),
  /**
   * The presets of an order (parent) are to appear at `dueTime`, for the lots of `position` that it filled by
   * then.
   */
  presetsPostponed: layout(72, 1, {
    ...columnFields(
      orders,
      ...(["order", "account", "contract", "action", "marginMode", "separatedMode", "position"] as const),
      ...(["leverage", "presetTakeProfit", "presetStopLoss", "presetsOnMark", "size"] as const),
    ),
    dueTime: "TimeMs",
  }),
  /** Late presets appear; their placements follow, unless the position is gone. */
  presetsDue: layout(73, 1, { order: "OrderId" }),

  /**
   * Lots of a trade that `mirrorBook` was to repeat could not be: `reason` is the code of the refusal, 0
   * where orders of others that stood in its way could not take them.
   */
  tradeLeftOut: layout(88, 1, {
    account: "AccountId",
    contract: "ContractIndex",
    takerSide: "Side",
    price: "Ticks",
    lots: "Lots",
    reason: "int",
  }),

  // ---- the house
  /** From now on these accounts act for the house in the contract, by this rule; none: nobody does. */
  houseSet: layout(42, 1, houseFields, [], houseAccounts),
  /** The house acted: what it remembers until its next act (data/house/contractHouse.ts). */
  houseActed: layout(43, 1, { contract: "ContractIndex", ...houseProgressFields }),
  /**
   * A maker of the house quotes: a good-till-canceled order of its own accord that rests at once, whole,
   * behind all others at its price. The rest of it follows from its account, its holding and its contract as
   * they stand.
   */
  quotePlaced: layout(66, 1, quoteFields),
  /** A maker of the house takes a quote back that nothing has filled: the last event of the order. */
  quoteWithdrawn: layout(67, 1, quoteFields),

  // ---- operators
  operatorAdded: layout(63, 1, { role: "int", time: "TimeMs" }, ["name", "tokenHash"]),
  operatorRotated: layout(64, 1, { time: "TimeMs" }, ["name", "tokenHash"]),
  operatorRemoved: layout(65, 1, {}, ["name"]),
  contestSet: layout(74, 1, {}, ["name", "definition"]),
  invitationSet: layout(75, 1, commandLayouts.setInvitation.fixed, commandLayouts.setInvitation.texts),
  /** Somebody came by an invitation; that the account is open, has money and a key was told before. */
  invitationAccepted: layout(76, 1, { account: "AccountId" }, ["invitation"]),
  /** Users were told something; notices are numbered from 1. */
  noticeSent: layout(
    77,
    1,
    { notice: "int", time: "TimeMs" },
    commandLayouts.sendNotice.texts,
    commandLayouts.sendNotice.list,
  ),
  /**
   * A command of this `kind` was carried out for an action with a reference; `id` is the first that it made.
   */
  stepTaken: layout(7, 1, { kind: "int", id: "int" }, ["reference", "terms"]),
  answerKept: layout(8, 1, {}, commandLayouts.keepAnswer.texts),
} as const;

/**
 * Events that carry a row of an entity as it is then: fields named as one of its columns are that column's,
 * those named here are another one's, and only the others are the event's own.
 */
export const rowEvents = {
  Order: {
    orderRested: {},
    orderRestedOnPaper: {},
    orderCanceling: {},
    orderResized: {},
    orderAmended: {},
    orderPriced: {},
    orderTriggerQueued: {},
    orderHeld: {},
    orderActivated: {},
    orderTriggered: {},
    orderModified: {},
    orderSetAside: {},
    quotePlaced: {},
    quoteWithdrawn: {},
  },
  Position: {
    positionOpened: {},
    positionClosed: {
      openSize: "cumOpenSize",
      openValue: "cumOpenValue",
      openFee: "cumOpenFee",
      closeValue: "cumCloseValue",
      closeFee: "cumCloseFee",
      funding: "cumFunding",
      liquidationFee: "cumLiquidateFee",
      openedTime: "createdTime",
    },
  },
} as const;

/** An event in its object form, made only for readers that ask. */
export type Event = Union<typeof eventLayouts>;
export type EventType = Event["type"];
export type EventOf<T extends EventType> = Extract<Event, { type: T }>;
/**
 * What the record of an event says: what the function of that event takes, or as much of it as its caller
 * decides.
 */
export type Recorded<T extends EventType> = Decoded<(typeof eventLayouts)[T]>;

const kinds = new Kinds(eventLayouts);

/** The type of the event at word `at`, without decoding it. */
export function eventTypeOf(kind: number): EventType {
  return kinds.typeOf("event", kind) as EventType;
}

/** The object form of the event at word `at`. */
export function decodeEvent(source: RecordSource, at: number): Event {
  return kinds.decode("event", source, at) as Event;
}

/** Every event of a frame in order, with the index of the command that caused it. */
export function* decodeEvents(
  view: RecordView,
): Generator<{ readonly index: number; readonly event: Event }> {
  for (let at = 0; at < view.length; at = view.next(at))
    yield { index: view.index(at), event: decodeEvent(view, at) };
}

/** How the house acts in a contract, and who. */
export type HouseRule = Recorded<"houseSet">;

/** How long an account's messages are on their way. */
export type LatencyRule = Recorded<"latencySet">;

/** What the venue was told to do to orders. */
export type Directive = Recorded<"directiveSet">;

/** Presets that are late, and of what. */
export type LatePresets = Recorded<"presetsPostponed">;
