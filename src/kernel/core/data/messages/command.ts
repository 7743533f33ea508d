import { EXTERNAL_ACCOUNT, MOVE_DEPOSIT, MOVE_WITHDRAW, SHARED } from "../codes.ts";
import { layout, withRare } from "../encoding/define.ts";
import { Kinds } from "../encoding/kinds.ts";
import type { Layout, RecordView, Union } from "../encoding/layout.ts";
import { blankOf, encode, RecordBuffer } from "../encoding/layout.ts";
import {
  contractGrid,
  contractTexts,
  contractTiers,
  markRuleFields,
  termFields,
} from "../model/contracts.ts";
import { directiveFields, directiveTexts } from "../model/directiveFields.ts";
import { houseAccounts, houseFields } from "../model/houseFields.ts";
import { latencyFields, latencySamples } from "../model/latencyFields.ts";
import { riskRuleFields } from "../model/riskRules.ts";
import type { Unchecked } from "../units/kinds.ts";
import type { Quanta } from "../units/units.ts";

/** A fee setting. Rates are used when `feeSet`; discounts are multipliers in 1e-8. */
export const feeFields = {
  feeSet: "flag",
  takerRate: "Rate",
  makerRate: "Rate",
  discountSet: "flag",
  discount: "Rate",
  sideDiscountSet: "flag",
  takerDiscount: "Rate",
  makerDiscount: "Rate",
} as const;

/**
 * Every command that the core executes, with its binary layout. Commands are what the journal holds; a
 * refused command is logged too. A change of a layout changes the format tag (exchange/format/storedForm.ts).
 *
 * Units: prices in ticks, `…Points` in hundredths of a tick, sizes in lots, rates in 1e-8, leverage in
 * hundredths, times in Unix ms. 0 stands for "absent" in prices, sizes and ids; "" in texts; −1 for "no
 * contract" or "all contracts".
 */
export const commandLayouts = {
  // ---- contracts ----------------------------------------------------------------------------------------
  /** Lists a contract; its index is the next free one. Tiers ascend by bound. */
  listContract: layout(
    1,
    1,
    {
      ...contractGrid,
      ...termFields,
    },
    contractTexts,
    contractTiers,
  ),
  /** Changes what may change of a contract; the whole set is given. */
  changeContract: layout(
    2,
    1,
    {
      contract: "ContractIndex",
      ...termFields,
      /** Carried out even if it puts somebody in breach; without this flag such a change is refused. */
      anyway: "flag",
    },
    [],
    contractTiers,
  ),
  /**
   * Delists the contract at `at` market time: what rests is canceled, what is open settled. Until then there
   * are closes only.
   */
  delistContract: layout(5, 1, { contract: "ContractIndex", at: "TimeMs" }),
  /**
   * Trading, cancel-only, halted (codes.ts). Halting cancels what rests, reason ADMIN. Each takes back a
   * notice of delisting.
   */
  setContractStatus: layout(3, 1, { contract: "ContractIndex", status: "int" }),

  /**
   * Ends the contract's funding period now: pays its rate, or skips it. The next one ends when it would have.
   */
  forceFunding: layout(4, 1, { contract: "ContractIndex", skip: "flag" }),

  // ---- directory ----------------------------------------------------------------------------------------
  /** Opens an account with a unique name; its id is the next free one. */
  openAccount: layout(10, 1, { kind: "int" }, ["name"]),
  /** The account's settings, whole. Rates are used when `feeSet`; discounts are multipliers in 1e-8. */
  setAccount: layout(11, 1, {
    account: "AccountId",
    status: "int",
    ...feeFields,
    orderRateLimitPerMinute: "int",
    orderDelayMs: "int",
    /** Ours, for tests: how long a cancel stays `canceling` before it takes effect. */
    cancelDelayMs: "int",
    selfTradePrevention: "int",
    /** Margin is called for once an entry's requirement is so many per cent of its equity; 0: never. */
    marginCallPercent: "int",
    /** Orders of accounts of one group never meet in the book; 0: of none. */
    group: "int",
    /**
     * HEDGE or ONE_WAY; changed only while the account, and its paper account, has neither orders nor
     * positions.
     */
    positionMode: "int",
  }),
  /** Fee settings of an account for one symbol, whole. */
  setSymbolFee: layout(12, 1, {
    account: "AccountId",
    contract: "ContractIndex",
    ...feeFields,
  }),
  /** Adds an API key. The secret is ciphertext; the passphrase is a keyed hash; both base64. */
  addKey: layout(
    13,
    1,
    { account: "AccountId", permissions: "int", activeFrom: "TimeMs", expires: "TimeMs" },
    [
      "key",
      "sealedSecret",
      "passphraseHash",
      "label",
      /** Addresses or CIDR blocks, separated by commas; "" allows all. */
      "addresses",
      /** The key's wire profile; "" follows the venue's. */
      "wireProfile",
    ],
  ),
  disableKey: layout(14, 1, {}, ["key"]),
  /**
   * Changes what may be done with a key, from where and how long. Until `activeFrom` the old settings hold.
   */
  changeKey: layout(19, 1, { permissions: "int", activeFrom: "TimeMs", expires: "TimeMs" }, [
    "key",
    "label",
    "addresses",
  ]),
  /** Opens the paper account of a user with `amount` of simulated funds; one that exists is left as it is. */
  openPaper: layout(15, 1, { account: "AccountId", amount: "money" }),
  /** A user's paper account starts anew: no orders, no positions, `amount` of simulated funds. */
  resetPaper: layout(16, 1, { account: "AccountId", amount: "money" }),

  /**
   * Who brought a user, and what part of the user's trading fees is that agent's; agent 0 (with rate 0) ends
   * it. What is due under the terms so far is paid first.
   */
  setReferral: layout(17, 1, { account: "AccountId", agent: "AccountId", rebateRate: "Rate" }),
  /** Pays a user's agent what is due of the fees since the last payment. */
  payRebates: layout(18, 1, { account: "AccountId" }),

  /**
   * How long an account's messages are on their way, by samples of market time drawn with the seed
   * (data/latency/latency.ts): to the book, and from the book to its pushes. Without samples, no time at all.
   */
  setLatency: layout(59, 1, latencyFields, [], latencySamples),

  // ---- money --------------------------------------------------------------------------------------------
  /** Moves money between accounts; deposits and withdrawals name the external account as the other side. */
  moveMoney: layout(20, 1, { movement: "int", from: "AccountId", to: "AccountId", amount: "money" }),
  /** Announces a deposit, withdrawal or transfer: shown as pending until settled or dropped. */
  beginMovement: layout(21, 1, { movement: "int", from: "AccountId", to: "AccountId", amount: "money" }),
  /** Completes (or drops) a pending movement by its id. */
  settleMovement: layout(22, 1, { id: "int", complete: "flag" }),

  // ---- settings of an account in a contract -------------------------------------------------------------
  /**
   * Leverages in a contract, of either mode; 0 leaves one as it is. `marginMode` must be the symbol's (0:
   * whichever it is) or, where it `switches`, becomes it. Resting orders are in its way or, where
   * `ordersFollow`, take the new leverage.
   */
  setLeverage: layout(30, 1, {
    account: "AccountId",
    contract: "ContractIndex",
    marginMode: "int",
    switches: "flag",
    ordersFollow: "flag",
    cross: "Leverage",
    isolatedLong: "Leverage",
    isolatedShort: "Leverage",
  }),
  setMode: layout(31, 1, {
    account: "AccountId",
    contract: "ContractIndex",
    marginMode: "int",
    separatedMode: "int",
  }),
  /** Of the account's settings this one alone, in every contract: its holder's own wish. */
  setPositionMode: layout(34, 1, { account: "AccountId", positionMode: "int" }),
  /** The same of its calls for margin. */
  setMarginCall: layout(35, 1, { account: "AccountId", marginCallPercent: "int" }),
  /** Adds (positive) or takes (negative) margin of an isolated position. */
  adjustMargin: layout(32, 1, { account: "AccountId", position: "PositionId", amount: "money" }),
  setAutoAppend: layout(33, 1, { account: "AccountId", position: "PositionId", on: "flag" }),

  // ---- orders -------------------------------------------------------------------------------------------
  /**
   * Places an order. `market`: price 0, the band is the protection. `position` binds a close to one position
   * (separated mode). `closeCapped`: a close larger than closable shrinks to it instead of being refused.
   * `orRefused`: a post-only order that would take, and a fill-or-kill that cannot fill, are refused instead
   * of placed and ended. `selfTradeMode`: its own self-trade prevention, as an STP_ code plus 1; 0: the
   * account's. `goodTill`: when it ends by itself, in market time; 0: never. `priceMatch`: the book gives its
   * price, which is 0 here, as a MATCH_ code says. `marginMode` 0 or `separatedMode` 0: whatever the symbol's
   * mode is. `requestHash` identifies the signed request (0: none).
   */
  placeOrder: withRare(
    layout(
      40,
      1,
      {
        account: "AccountId",
        contract: "ContractIndex",
        action: "Action",
        timeInForce: "int",
        market: "flag",
        price: "Ticks",
        size: "Lots",
        marginMode: "int",
        separatedMode: "int",
        requestHash: "int",
        presetTakeProfit: "Ticks",
        presetStopLoss: "Ticks",
        presetsOnMark: "int",
        position: "PositionId",
        closeCapped: "flag",
        orRefused: "flag",
        selfTradeMode: "int",
        goodTill: "TimeMs",
        priceMatch: "int",
      },
      ["clientId"],
    ),
    "presetTakeProfit",
  ),
  /**
   * Places a plan order: an order that waits for its trigger price, and fires when the price reaches it from
   * where it stands now. It may carry a take-profit and a stop-loss as an order may.
   */
  placePlan: layout(
    41,
    1,
    {
      account: "AccountId",
      contract: "ContractIndex",
      action: "Action",
      market: "flag",
      price: "Ticks",
      size: "Lots",
      triggerPrice: "Ticks",
      triggerSource: "int",
      presetTakeProfit: "Ticks",
      presetStopLoss: "Ticks",
      presetsOnMark: "int",
      marginMode: "int",
      position: "PositionId",
      requestHash: "int",
    },
    ["clientId"],
  ),
  /**
   * Places a plan order that says which way its price must go. Refused if its trigger is met already. What it
   * says of the order beside its trigger holds once that is met; `priceProtect`: it ends then where last and
   * mark price are too far apart (the contract's `triggerProtectRate`).
   */
  placeConditional: layout(
    55,
    1,
    {
      account: "AccountId",
      contract: "ContractIndex",
      action: "Action",
      market: "flag",
      price: "Ticks",
      size: "Lots",
      triggerPrice: "Ticks",
      triggerSource: "int",
      triggerDirection: "int",
      priceProtect: "flag",
      presetTakeProfit: "Ticks",
      presetStopLoss: "Ticks",
      presetsOnMark: "int",
      marginMode: "int",
      selfTradeMode: "int",
      goodTill: "TimeMs",
      priceMatch: "int",
      requestHash: "int",
    },
    ["clientId"],
  ),
  /**
   * Places a trailing stop: a plan order at market that is active from the start, or once the price comes to
   * `activationPrice` (from above for one that buys), and fires when the price has gone back by
   * `callbackRate` from the best one since.
   */
  placeTrailing: layout(
    83,
    1,
    {
      account: "AccountId",
      contract: "ContractIndex",
      action: "Action",
      size: "Lots",
      callbackRate: "Rate",
      activationPrice: "Ticks",
      triggerSource: "int",
      priceProtect: "flag",
      marginMode: "int",
      requestHash: "int",
    },
    ["clientId"],
  ),
  /**
   * Places a take-profit (`takeProfit`) or stop-loss on a leg. `price` 0: market; `size` 0: the whole
   * position, and with `endsWithLeg` it ends when that does.
   */
  placeTpSl: layout(
    42,
    1,
    {
      account: "AccountId",
      contract: "ContractIndex",
      leg: "Leg",
      takeProfit: "flag",
      triggerPrice: "Ticks",
      triggerSource: "int",
      priceProtect: "flag",
      price: "Ticks",
      size: "Lots",
      endsWithLeg: "flag",
      marginMode: "int",
      position: "PositionId",
      requestHash: "int",
    },
    ["clientId"],
  ),
  /** Replaces trigger, price and source of an untriggered take-profit or stop-loss. */
  modifyTpSl: layout(43, 1, {
    account: "AccountId",
    order: "OrderId",
    triggerPrice: "Ticks",
    triggerSource: "int",
    price: "Ticks",
  }),
  /**
   * Replaces price and size of an order that rests or waits, found by id, or by client id when `order` is 0,
   * and the trigger price of one that waits. What is 0 stays as it is; the size is the whole order's, what it
   * has filled included.
   */
  amendOrder: layout(
    56,
    1,
    { account: "AccountId", order: "OrderId", triggerPrice: "Ticks", price: "Ticks", size: "Lots" },
    ["clientId"],
  ),
  /** Cancels by id, or by client id when `order` is 0. `plansOnly`: only an untriggered order is meant. */
  cancelOrder: layout(44, 1, { account: "AccountId", order: "OrderId", plansOnly: "flag" }, ["clientId"]),
  /** Cancels an account's live orders, of one contract or of all (−1); `which` as in codes.ts. */
  cancelAll: layout(45, 1, { account: "AccountId", contract: "ContractIndex", which: "int" }),
  /**
   * Has the account's live orders in the contract canceled in `afterMs`, unless it is said again by then; 0
   * stops it. `which` as in `cancelAll`.
   */
  setCountdown: layout(84, 1, {
    account: "AccountId",
    contract: "ContractIndex",
    which: "int",
    afterMs: "int",
  }),
  /**
   * Closes at market, one order each, every position of the account in a contract or in all (−1), or the one
   * named (0: every). `cancelAttached`: the take-profits and stop-losses of those that end go with them,
   * whatever the contract's terms.
   */
  closePositions: layout(46, 1, {
    account: "AccountId",
    contract: "ContractIndex",
    position: "PositionId",
    cancelAttached: "flag",
  }),
  /** The operator cancels an order of anybody, reason ADMIN. */
  adminCancel: layout(47, 1, { order: "OrderId" }),
  /**
   * Another venue's book as orders of one account (rules/order/mirror.ts), row after row. `what`: a level of
   * bids (0) or asks (1), where the account shall have `size`, its new lots behind everybody's; or a trade
   * there whose taker bought (2) or sold (3), or one that is only told (4, 5). Lots that are too many at a
   * level leave newest first, or a part of each order if `proportional`.
   */
  mirrorBook: layout(57, 1, { account: "AccountId", contract: "ContractIndex", proportional: "flag" }, [], {
    name: "rows",
    columns: ["what", "price", "size"],
  }),

  /**
   * Lets house accounts quote and trade in a contract inside the exchange (rules/house/act.ts); without
   * accounts nobody does.
   */
  setHouse: layout(58, 1, houseFields, [], houseAccounts),

  /**
   * Takes an entry through liquidation whatever its margin: the shared one (`position` 0) or an isolated
   * position's.
   */
  liquidate: layout(49, 1, { account: "AccountId", position: "PositionId" }),
  /** Has the venue do something to an order or the next ones (data/model/directiveFields.ts). */
  direct: layout(75, 1, directiveFields, directiveTexts),
  /** Takes a directive back from orders that have not followed it yet. What it did already stays done. */
  dropDirective: layout(76, 1, { directive: "int" }),
  /**
   * Closes `size` of an account's leg against the best-ranked counterparties, at mark, without a bankruptcy.
   */
  deleverage: layout(50, 1, { account: "AccountId", contract: "ContractIndex", leg: "Leg", size: "Lots" }),

  // ---- market and time ----------------------------------------------------------------------------------
  /** The index prices of one beat. */
  setIndex: layout(60, 1, {}, [], { name: "prices", columns: ["contract", "points"] }),
  /**
   * Index prices that somebody pushes: from now on pushes feed these contracts, until `setIndex` names them
   * again.
   */
  pushIndex: layout(68, 1, {}, [], { name: "prices", columns: ["contract", "points"] }),
  /** What outside sources say; `source` is a number of the reporter's choice, `weight` a whole number ≥ 1. */
  reportPrices: layout(64, 1, {}, [], {
    name: "prices",
    columns: ["contract", "source", "points", "weight"],
  }),
  /**
   * What another market, which this one shows, says of contracts (rules/contract/source.ts): its mark (0:
   * none), the rate of the running funding period where `hasSourceRate`, and whether nothing is heard of it
   * any more, so that the contract is `held`.
   */
  followSource: layout(69, 1, {}, [], {
    name: "contracts",
    columns: ["contract", "sourceMark", "sourceRate", "hasSourceRate", "held"],
  }),
  /** How a contract's mark is made (data/contract/markPrice.ts). */
  setMarkRule: layout(65, 1, {
    contract: "ContractIndex",
    ...markRuleFields,
  }),
  /**
   * Which risk options of a contract differ from the default (data/model/riskRules.ts); `anyway`: although it
   * puts somebody in breach; `newOnly`: what is open goes on requiring what it did.
   */
  setRiskRule: layout(66, 1, {
    contract: "ContractIndex",
    ...riskRuleFields,
    anyway: "flag",
    newOnly: "flag",
  }),
  /** What the insurance fund may take over (data/model/riskRules.ts). */
  setFundRule: layout(67, 1, { floor: "money", notionalMax: "money" }),
  /** Lets market time reach the frame's time: delayed orders, samples and settlements fall due. */
  advanceTime: layout(61, 1, {}),
  /** Goes on with internal steps that the previous command left. */
  proceed: layout(62, 1, {}),
  /**
   * Opens the journal of a venue: what it is, so that a replay knows. A secret seed is encrypted, "" for a
   * known one.
   */
  openVenue: layout(63, 1, { seed: "int" }, ["name", "sealedSeed"]),

  // ---- operators
  /**
   * What an operator asked for, and who it is. `action` and `given` (JSON) are the request as control got it;
   * `command` is the record (hex) of the command that carries it out, "" where the core has no part in it.
   * With a `reference` each step is carried out once (rules/operator/operators.ts). `refusal` says why
   * control refused it, "" where it did not.
   */
  act: layout(70, 1, {}, ["operator", "action", "given", "reference", "command", "refusal"]),
  /**
   * Keeps what was answered to an action with a reference, before anybody is told. `terms` as `termsOf` says.
   */
  keepAnswer: layout(71, 1, {}, ["reference", "terms", "answer"]),
  /** Lets somebody operate the venue, as a ROLE_; the token is a hash, in hex. */
  addOperator: layout(72, 1, { role: "int" }, ["name", "tokenHash"]),
  /** Gives an operator another token; the one before is void. */
  rotateOperator: layout(73, 1, {}, ["name", "tokenHash"]),
  removeOperator: layout(74, 1, {}, ["name"]),
  /** Keeps what a contest is, a text that the core does not read; "" takes it back. */
  setContest: layout(77, 1, {}, ["name", "definition"]),
  /**
   * An invitation: `uses` accounts may be opened with the code whose hash it has, each with a deposit of
   * `amount` if that is not 0. `keys` keys at a time, `permissions` (PERMIT_) and `until` (Unix ms of the
   * host) are for the gateway to keep to. Set again, those who came stay.
   */
  setInvitation: layout(
    80,
    1,
    { uses: "int", keys: "int", permissions: "int", until: "int", amount: "money" },
    ["name", "codeHash"],
  ),
  /**
   * Opens a user's account by an invitation, with its first key, and uses the invitation up by one: all of
   * it, or nothing. `account` is the next account's id, which the secret is encrypted for.
   */
  acceptInvitation: layout(81, 1, { account: "AccountId" }, [
    "invitation",
    "name",
    "key",
    "sealedSecret",
    "passphraseHash",
  ]),

  // ---- many accounts at once: all of them, or none (rules/many/many.ts)
  /** Opens users' accounts, names separated by commas, each with a deposit of `amount` if it is not 0. */
  openAccounts: layout(78, 1, { amount: "money" }, ["names"]),
  /**
   * Changes users' accounts as a CHANGE_ says: MONEY deposits `amount`, STATUS gives them `status`, KEYS
   * disables their keys. RESET cancels their orders, closes their positions at market, and where none is left
   * brings the balance to what the row says: whole units, and quanta below one.
   */
  changeAccounts: layout(79, 1, { change: "int", status: "int", amount: "money" }, [], {
    name: "accounts",
    columns: ["account", "units", "quanta"],
  }),
  /** Tells users something. */
  sendNotice: layout(82, 1, {}, ["text"], { name: "accounts", columns: ["account"] }),
} as const;

/** A command in its object form; in the journal it is the binary record of its layout. */
export type Command = Union<typeof commandLayouts>;
export type CommandType = Command["type"];
export type CommandOf<T extends CommandType> = Extract<Command, { type: T }>;
/** What a command says, without its tag. */
export type Body<T extends CommandType> = Omit<CommandOf<T>, "type">;
/** A command as it is given to the core. */
export type UncheckedCommand = Unchecked<Command>;

/**
 * What most placements leave as it is, all of it 0: nothing attached, bound or named, in the symbol's modes,
 * a limit until canceled.
 */
export const PLAIN_ORDER: Omit<
  CommandOf<"placeOrder">,
  "account" | "contract" | "action" | "price" | "size"
> = { ...blankOf(commandLayouts.placeOrder), type: "placeOrder" };

/** What most orders leave as it is that say which way the price must go. */
export const PLAIN_CONDITIONAL: Omit<
  CommandOf<"placeConditional">,
  "account" | "contract" | "action" | "size" | "triggerPrice" | "triggerSource" | "triggerDirection"
> = { ...blankOf(commandLayouts.placeConditional), type: "placeConditional" };

/** Nothing attached to an order. */
export const NO_PRESETS = { presetTakeProfit: 0, presetStopLoss: 0, presetsOnMark: 0 } as const;

/** Money that comes in from outside. @param amount above 0 */
export function depositOf(to: number, amount: Quanta): Unchecked<CommandOf<"moveMoney">> {
  return { type: "moveMoney", movement: MOVE_DEPOSIT, from: EXTERNAL_ACCOUNT, to, amount };
}

/** Money that goes out. @param amount above 0 */
export function withdrawalOf(from: number, amount: Quanta): Unchecked<CommandOf<"moveMoney">> {
  return { type: "moveMoney", movement: MOVE_WITHDRAW, from, to: EXTERNAL_ACCOUNT, amount };
}

/** One leverage for both sides of a contract, whose margin is shared; refused while orders rest there. */
export function sharedLeverageOf(
  account: number,
  contract: number,
  cross: number,
): Unchecked<CommandOf<"setLeverage">> {
  const others = { switches: false, ordersFollow: false, isolatedLong: 0, isolatedShort: 0 };
  return { type: "setLeverage", account, contract, marginMode: SHARED, cross, ...others };
}

const kinds = new Kinds(commandLayouts);

/** Appends `command` to `buffer` as a binary record. */
export function encodeCommand(command: UncheckedCommand, buffer: RecordBuffer): void {
  encode(commandLayouts[command.type] as Layout, command as never, buffer);
}

/** The binary record of one command. */
export function commandBytes(command: UncheckedCommand): Uint8Array {
  const buffer = new RecordBuffer(64);
  encodeCommand(command, buffer);
  return buffer.slice();
}

/** The object form of the command at word `at`. Throws on an unknown kind or version. */
export function decodeCommand(view: RecordView, at: number): Command {
  return kinds.decode("command", view, at) as Command;
}

/** Every command of a frame's payload in order. */
export function* decodeCommands(view: RecordView): Generator<Command> {
  for (let at = 0; at < view.length; at = view.next(at)) yield decodeCommand(view, at);
}
