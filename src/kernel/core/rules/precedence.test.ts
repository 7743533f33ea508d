import { describe, expect, it } from "vitest";
import type { ListContract } from "../../../../test/core/contracts.ts";
import { btc } from "../../../../test/core/contracts.ts";
import type { OrderOf, Said } from "../../../../test/core/driver.ts";
import { Driver, money, placeOrder, setLeverage } from "../../../../test/core/driver.ts";
import { HOUSE_RULE } from "../../../../test/core/house.ts";
import { setAccount } from "../../../../test/core/settings.ts";
import { tellInOrder } from "../../../../test/inOrder.ts";
import {
  ACCOUNT_HOUSE,
  ACCOUNT_USER,
  AMENDMENTS_MAX,
  CANCEL_ALL_ORDERS,
  CHANGE_KEYS,
  CHANGE_MONEY,
  CHANGE_RESET,
  CHANGE_STATUS,
  CLOSE_LONG,
  CONTESTS_MAX,
  CONTRACT_CANCEL_ONLY,
  CONTRACT_HALTED,
  DIRECT_FILL,
  DIRECT_REJECT,
  DIRECT_RELEASE,
  EXTERNAL_ACCOUNT,
  FEE_ACCOUNT,
  FOK,
  INVITATIONS_MAX,
  ISOLATED,
  LONG,
  MATCH_QUEUE_20,
  MOVE_DEPOSIT,
  MOVE_FEE_REFUND,
  MOVE_GIFT,
  MOVE_TRANSFER,
  MOVE_WITHDRAW,
  ONE_WAY,
  OPEN_LONG,
  OPEN_SHORT,
  OPERATORS_MAX,
  POST_ONLY,
  ROLE_ADMIN,
  SEPARATED,
  SHARED,
  STATUS_FROZEN,
  STATUS_NORMAL,
  TRIGGER_AT_OR_ABOVE,
  TRIGGER_ON_MARK,
} from "../data/codes.ts";
import type { Layout } from "../data/encoding/layout.ts";
import { blankOf, RecordBuffer, RecordView } from "../data/encoding/layout.ts";
import type { UncheckedCommand } from "../data/messages/command.ts";
import { commandLayouts, encodeCommand, NO_PRESETS, PLAIN_CONDITIONAL } from "../data/messages/command.ts";
import type { ValueRule } from "../data/messages/commandFields.ts";
import type { RejectionType } from "../data/messages/rejection.ts";
import { rejections } from "../data/messages/rejection.ts";
import { DIRECTIVES_MAX } from "../data/model/directiveFields.ts";
import { HOUSE_MAKER } from "../data/model/houseFields.ts";
import { LATENCY_SAMPLES_MAX } from "../data/model/latencyFields.ts";
import { MEETS_POOL } from "../data/tables/accountRules.ts";
import { NO_FEE_SETTING } from "../data/tables/feeSetting.ts";
import { accountId } from "../data/units/kinds.ts";
import { COUNTER_UNITS_MAX } from "./ledger/bounds.ts";
import type { ActedCommand } from "./operator/operators.ts";
import { actOf } from "./operator/operators.ts";

/**
 * What a case has at hand: a venue with a contract at 60,000 and one without a price, an account of 10,000
 * and a maker.
 */
interface Scene {
  readonly venue: Driver;
  readonly account: number;
  readonly maker: number;
  /** Ids that the case made. */
  readonly ids: Record<"order" | "plan" | "position" | "shared" | "house" | "paper" | "made", number>;
}
type Step = (scene: Scene) => void;
type Fields = Readonly<Record<string, unknown>>;
type Says = Fields | ((scene: Scene) => Fields);

/** A way of breaking a rule of a command. */
interface Breaking {
  readonly rule: RejectionType;
  /** What of the case it decides: two that decide the same do not go together. */
  readonly decides?: readonly string[];
  /** Terms of the contract. */
  readonly terms?: Partial<ListContract>;
  /** What happens before the case is set up, after that, and at the very last. */
  readonly first?: Step;
  readonly before?: Step;
  readonly last?: Step;
  /** What the command says otherwise. */
  readonly says?: Says;
}

/** How a command comes to be accepted as it stands. */
interface Given {
  readonly of?: string;
  readonly terms?: Partial<ListContract>;
  readonly ready?: Step;
  /** What the command says beside its type and the account; all else of it is blank. */
  readonly says?: Says;
}

/** A command that is accepted, and all the rules that it can break. */
interface Case extends Given {
  readonly command: UncheckedCommand["type"];
  readonly breakings: readonly Breaking[];
}

const on = (command: Case["command"], given: Given, ...breakings: Breaking[]): Case => ({
  ...{ command, breakings, ...given },
});
const breaks = (rule: RejectionType, says: Says, ...decides: string[]): Breaking => ({ rule, says, decides });
const wrong = (says: Says, ...decides: string[]): Breaking => breaks("invalidValue", says, ...decides);
const first = (rule: RejectionType, step: Step, ...decides: string[]): Breaking => ({
  ...{ rule, first: step, decides },
});
const before = (rule: RejectionType, step: Step, ...decides: string[]): Breaking => ({
  ...{ rule, before: step, decides },
});
const after = (rule: RejectionType, last: Step, ...decides: string[]): Breaking => ({ rule, last, decides });

// ---- what happens before the command

const PRICE = 600_000;
const DIRECT = { type: "direct", contract: -1, what: DIRECT_FILL } as const;
const MOST = money("1000000000000");
const NOBODY = 99;
const PLAN = {
  type: "placePlan",
  ...{ ...NO_PRESETS, action: OPEN_LONG, price: 590_000, size: 100 },
  ...{ triggerPrice: 590_000, triggerSource: TRIGGER_ON_MARK },
} as const;
const CONDITIONAL = {
  ...{ ...PLAIN_CONDITIONAL, ...PLAN, triggerPrice: 605_000, triggerDirection: TRIGGER_AT_OR_ABOVE },
  type: "placeConditional",
} as const;
const STOP_LOSS = {
  type: "placeTpSl",
  ...{ leg: LONG, size: 100, triggerPrice: 590_000, triggerSource: TRIGGER_ON_MARK },
} as const;
const ENDS_WITH_LEG = { ...STOP_LOSS, size: 0, endsWithLeg: true } as const;

const steps =
  (...all: Step[]): Step =>
  (scene) => {
    for (const step of all) step(scene);
  };
/** A command that is accepted. */
const done =
  (command: (scene: Scene) => Said): Step =>
  (scene) =>
    void scene.venue.accept(command(scene));
/** As {@link done}; the id that it makes is remembered. */
const made =
  (what: keyof Scene["ids"], command: (scene: Scene) => Said): Step =>
  (scene) => {
    scene.ids[what] = scene.venue.accept(command(scene)).id;
  };
/** Commands that are accepted, one after the other. */
const often =
  (times: number, command: (scene: Scene, i: number) => Said): Step =>
  (scene) => {
    for (let i = 0; i < times; i++) scene.venue.accept(command(scene, i));
  };
const bid = (account: number, price: number, size: number, more: Partial<OrderOf> = {}) =>
  placeOrder({ account, action: OPEN_LONG, price, size, ...more });
const rests = (size: number, clientId = ""): Step =>
  done(({ account }) => bid(account, 595_000, size, { clientId }));
const holds =
  (size: number): Step =>
  ({ venue, account, maker, ids }) => {
    venue.trade(account, maker, PRICE, size);
    ids.position = venue.ask({ type: "positions", account, contract: 0 })[0]!.position;
  };
const waits = made("plan", ({ account }) => ({ ...PLAN, account }));
const freezes = done(({ account }) => setAccount(account, { status: STATUS_FROZEN }));
const turns = (contract: number, status: number): Step =>
  done(() => ({ type: "setContractStatus", contract, status }));
const halts = steps(turns(0, CONTRACT_HALTED), turns(1, CONTRACT_HALTED));
const nets = done(({ account }) => setAccount(account, { positionMode: ONE_WAY }));
const takesAll = done(({ venue, account }) => {
  const amount = venue.ask({ type: "assets", account })!.withdrawable;
  return { type: "moveMoney", movement: MOVE_WITHDRAW, from: account, to: EXTERNAL_ACCOUNT, amount };
});
const is = (marginMode: number, separatedMode = 1): Step =>
  done(({ account }) => ({ type: "setMode", account, contract: 0, marginMode, separatedMode }));
const isolatedHolds = steps(is(ISOLATED), holds(140));
/** The contract has other terms from now on. */
const changes = (terms: (scene: Scene) => Partial<ListContract>): Step =>
  done((scene) => {
    const listed = scene.venue.exchange.state.contracts[0]!.terms;
    return { ...listed, ...terms(scene), type: "changeContract", contract: 0, anyway: true };
  });
/** Everything that an account's entry counts is as far as it goes. */
const counts =
  (of: (scene: Scene) => number): Step =>
  (scene) => {
    const { accounts, entries } = scene.venue.exchange.state;
    const entry = accounts.entry[accountId(of(scene))];
    for (const counter of Object.values(entries.counters)) counter.hi[entry] = COUNTER_UNITS_MAX;
  };
const leaves = done(({ account }) => ({
  ...{ type: "beginMovement", movement: MOVE_WITHDRAW, from: account, to: EXTERNAL_ACCOUNT, amount: 1n },
}));
const asks = done(({ maker }) => placeOrder({ account: maker, action: OPEN_SHORT, price: PRICE, size: 10 }));
/** An order of 100 lots that rests, filled by as many. */
const restsPartly =
  (action: number, filled: number): Step =>
  ({ venue, account, maker, ids }) => {
    const price = action === OPEN_LONG ? 599_000 : 601_000;
    ids.order = venue.order({ account, action, price, size: 100 }).id;
    const back = action === OPEN_LONG ? OPEN_SHORT : OPEN_LONG;
    venue.order({ account: maker, action: back, price, size: filled });
  };
const opensHouse = made("house", () => ({ type: "openAccount", kind: ACCOUNT_HOUSE, name: "house" }));
const addsKey = done(({ account }) => ({ ...KEY, type: "addKey", account, key: "known" }));
const feesDue = steps(
  done(({ account, maker }) => ({ type: "setReferral", account, agent: maker, rebateRate: 20_000_000 })),
  holds(140),
);
const emptiesFees = done(({ venue, maker }) => {
  const { amount } = venue.ask({ type: "account", account: FEE_ACCOUNT })!.entries[0]!;
  return { type: "moveMoney", movement: MOVE_FEE_REFUND, from: FEE_ACCOUNT, to: maker, amount };
});

// ---- rules that many commands have

/** Tiers of a contract, each up to so many units. */
const tiers = (...rows: [boundUnits: number, maintenanceRate: number, leverageMax?: number][]) => ({
  tiers: rows.map(([boundUnits, maintenanceRate, leverageMax = 20_000]) => ({
    ...{ boundUnits, maintenanceRate, leverageMax },
  })),
});
const LAST_BOUND = 50_000_000;

const unknownAccount = breaks("unknownAccount", { account: NOBODY }, "account");
/** Of commands for users only. */
const noUser = breaks("unknownAccount", { account: FEE_ACCOUNT }, "account");
const unknownContract = breaks("unknownContract", { contract: 9 }, "contract");
const accountFrozen = after("accountFrozen", freezes);
/** Another contract, so that what an account has in the first is not met. */
const noMarkPrice = breaks("noMarkPrice", { contract: 1 }, "contract");
const halted = after("contractNotTradable", halts);
const cancelOnly = after("contractNotTradable", turns(0, CONTRACT_CANCEL_ONLY), "status");
const isClosedToTheApi = after(
  "contractNotTradable",
  changes(() => ({ apiTradable: false })),
);
const sizeTooSmall = { ...breaks("sizeTooSmall", { size: 9 }, "size"), terms: { orderLotsMin: 10 } };
const sizeTooLarge = breaks("sizeTooLarge", { size: 2_000_000_000 }, "size");
const clientIdLive = { ...before("clientIdLive", rests(10, "twice")), says: { clientId: "twice" } };
const priceTooHigh = breaks("priceTooFar", { triggerPrice: 9_000_000_000_000 }, "trigger");
const priceTooLow = breaks("priceTooFar", { price: 10 }, "price");
const priceAboveBand = breaks("priceAboveBand", { price: 700_000 }, "price");
const priceBelowBand = breaks("priceBelowBand", { price: 500_000 }, "price");
const isolatedAsked = breaks("marginModeMismatch", { marginMode: ISOLATED }, "mode");
/** No more orders may rest, and no more may wait, than do. */
const isFull = (step: Step): Breaking => ({
  ...before("openOrderLimit", step),
  last: changes(({ venue, account }) => {
    const { holdings, holdingOf } = venue.exchange.state;
    const holding = holdingOf[0]!.get(accountId(account))!;
    return { openOrdersMax: Math.max(1, holdings.restingCount[holding], holdings.planCount[holding]) };
  }),
});
const positionMissing = {
  ...first("positionMissing", is(SHARED, SEPARATED), "mode", "position"),
  terms: { separatedCloseFifo: false },
};
const unknownPosition = breaks("unknownPosition", { position: 77 }, "position");
/** 60 lots are 360 units, and 100 more are not below 500. */
const tierExceeded: Breaking = { rule: "tierExceeded", terms: tiers([500, 400_000]), decides: ["tiers"] };
const positionLimit: Breaking = {
  ...before("positionLimit", steps(rests(30), rests(30)), "orders"),
  terms: { orderLotsMax: 150, marketOpenLotsMax: 150, positionLotsMax: 150 },
};
const counterLimit = after(
  "counterLimit",
  counts(({ account }) => account),
);
const counterLimitOutside = after(
  "counterLimit",
  counts(() => EXTERNAL_ACCOUNT),
);
const marginInsufficient = after("marginInsufficient", takesAll);
/**
 * 10 lots of 60 units have 3 as margin, and of a leg of 110 lots in the second tier they would require 9.6.
 */
const siblingInBreach: Breaking = {
  ...first("siblingInBreach", steps(is(ISOLATED, SEPARATED), holds(10)), "mode", "tiers"),
  terms: tiers([400, 400_000], [LAST_BOUND, 40_000_000]),
};
const wouldTake = {
  ...before("wouldTake", asks, "timeInForce"),
  says: { timeInForce: POST_ONLY, orRefused: true },
};
const cannotFill = {
  ...before("cannotFill", asks, "timeInForce"),
  says: { timeInForce: FOK, orRefused: true },
};
const noDepth = breaks("noDepth", { priceMatch: MATCH_QUEUE_20, price: 0 }, "price");
/** 100 lots at 60 000 are 600 units. */
const notionalTooSmall = after(
  "notionalTooSmall",
  changes(() => ({ notionalMinUnits: 10_000 })),
);
const presetWrongSide = breaks("presetWrongSide", { presetTakeProfit: 5 });
const triggerAtPrice = breaks("triggerAtPrice", { triggerPrice: PRICE }, "trigger");
const triggerAlreadyMet = breaks("triggerAlreadyMet", { triggerPrice: PRICE }, "trigger");
const orderNotFound = breaks("orderNotFound", { order: 7 }, "order");
const orderNotResting = before(
  "orderNotResting",
  ({ venue, account, ids }) => {
    venue.accept(setAccount(account, { orderDelayMs: 1_000 }));
    ids.order = venue.accept(bid(account, 590_000, 20)).id;
  },
  ...["order", "orders"],
);
const tooManyAmendments = after(
  "tooManyAmendments",
  ({ venue, ids }) => void venue.exchange.state.amendments.set(ids.order, AMENDMENTS_MAX),
  "order",
);
const closeTooLarge = breaks("closeTooLarge", { size: 500 }, "size");
const sizeFilled = breaks("sizeFilled", { size: 40 }, "size");
const amountNotPositive = breaks("amountNotPositive", { amount: 0n }, "amount");
const amountNegative = breaks("amountNotPositive", { amount: -1n }, "amount");
const moneyLimit = breaks("moneyLimit", { amount: MOST }, "amount");
const paperLimit = breaks("moneyLimit", { amount: 2n * MOST }, "amount");
const feesSpent = after("balanceInsufficient", emptiesFees);
const positionExists = before("positionExists", holds(10));
const permissionsUnknown = wrong({ permissions: 77 });
const keyTaken = { ...before("keyTaken", addsKey), says: { key: "known" } };
const unknownKey = breaks("unknownKey", { key: "other" });
const unknownOperator = breaks("unknownOperator", { name: "nobody" });

// ---- orders

const order =
  (action: number) =>
  ({ account }: Scene) =>
    ({ ...placeOrder({ account, action, price: PRICE, size: 100 }) }) as Fields;
const known = [unknownAccount, unknownContract, accountFrozen, halted, noMarkPrice, clientIdLive];
const sized = [sizeTooSmall, sizeTooLarge];
const placing = [
  ...[...known, ...sized, isolatedAsked, wrong({ timeInForce: 9 })],
  breaks("separatedModeMismatch", { separatedMode: SEPARATED }, "mode"),
];
const trailing = [...known, ...sized, isolatedAsked, isFull(waits)];
const waiting = [...trailing, priceTooHigh, wrong({ triggerSource: 9 })];
const amendingResting = [
  ...[unknownAccount, orderNotFound, breaks("orderNotPlan", { triggerPrice: 5 }), ...sized, sizeFilled],
  ...[wrong({ price: -1 }, "price"), isClosedToTheApi],
];

const orders: readonly Case[] = [
  on(
    "placeOrder",
    { of: "opening", says: order(OPEN_LONG) },
    ...[...placing, noDepth, priceAboveBand, priceTooLow, notionalTooSmall, presetWrongSide],
    ...[isFull(rests(10)), tierExceeded, positionLimit, counterLimit, marginInsufficient, siblingInBreach],
    ...[wouldTake, cannotFill],
  ),
  on(
    "placeOrder",
    { of: "opening the other leg of a one-way account", says: order(OPEN_SHORT) },
    ...[unknownAccount, sizeTooLarge, isolatedAsked, isFull(rests(10))],
    first("oneWayLeg", steps(nets, holds(10)), "mode"),
  ),
  on(
    "placeOrder",
    { of: "one that a directive rejects", says: order(OPEN_LONG) },
    after(
      "directed",
      done(({ account }) => ({ ...DIRECT, account, orders: 1, what: DIRECT_REJECT, text: "no" })),
      "account",
    ),
    ...placing,
    priceAboveBand,
  ),
  on(
    "placeOrder",
    { of: "closing", ready: holds(140), says: order(CLOSE_LONG) },
    ...[...placing, priceBelowBand, isFull(rests(10)), positionMissing, unknownPosition, closeTooLarge],
  ),
  on("placePlan", { of: "opening", says: PLAN }, ...waiting, triggerAtPrice),
  on(
    "placePlan",
    { of: "closing", ready: holds(140), says: { ...PLAN, action: CLOSE_LONG } },
    ...[...waiting, positionMissing, unknownPosition, triggerAtPrice],
  ),
  on(
    "placeConditional",
    { says: ({ account }) => ({ ...CONDITIONAL, account }) },
    ...[...waiting, presetWrongSide, triggerAlreadyMet],
  ),
  on(
    "placeTrailing",
    {
      says: {
        ...{ action: OPEN_LONG, size: 100, callbackRate: 1_000_000 },
        ...{ activationPrice: 590_000, triggerSource: TRIGGER_ON_MARK },
      },
    },
    ...trailing,
    wrong({ callbackRate: 5 }),
    breaks("triggerAlreadyMet", { activationPrice: PRICE }, "trigger"),
  ),
  on(
    "placeTpSl",
    { ready: holds(140), says: STOP_LOSS },
    ...[...waiting, positionMissing, unknownPosition, triggerAlreadyMet],
  ),
  on(
    "placeTpSl",
    { of: "one that ends with its leg", ready: holds(140), says: ENDS_WITH_LEG },
    ...[...known, wrong({ size: 100 }, "size"), triggerAlreadyMet],
    before(
      "legTriggerLive",
      done(({ account }) => ({ ...ENDS_WITH_LEG, account })),
      "account",
    ),
  ),
  on(
    "modifyTpSl",
    {
      ready: steps(
        holds(140),
        made("order", ({ account }) => ({ ...STOP_LOSS, account })),
        waits,
      ),
      says: ({ ids }) => ({ order: ids.order, triggerPrice: 580_000, triggerSource: TRIGGER_ON_MARK }),
    },
    ...[orderNotFound, accountFrozen, wrong({ triggerSource: 9 }), priceTooHigh, triggerAlreadyMet],
    breaks("orderNotPlan", ({ ids }) => ({ order: ids.plan }), "order"),
  ),
  on(
    "amendOrder",
    {
      of: "an opening that rests",
      ready: restsPartly(OPEN_LONG, 40),
      says: ({ ids }) => ({ order: ids.order, price: 598_000, size: 120 }),
    },
    ...[...amendingResting, orderNotResting, tooManyAmendments, priceAboveBand, priceTooLow, counterLimit],
    { ...breaks("positionLimit", { size: 160 }, "size"), terms: { positionLotsMax: 150 } },
  ),
  on(
    "amendOrder",
    {
      of: "an opening with a preset, of another price",
      ready: made("order", ({ account }) => bid(account, 599_000, 100, { presetTakeProfit: 599_500 })),
      says: ({ ids }) => ({ order: ids.order, price: 598_000, size: 120 }),
    },
    ...[unknownAccount, sizeTooLarge, breaks("presetWrongSide", { price: 600_000 }, "price")],
    marginInsufficient,
  ),
  on(
    "amendOrder",
    {
      of: "a close that rests",
      ready: steps(holds(140), restsPartly(CLOSE_LONG, 40)),
      says: ({ ids }) => ({ order: ids.order, price: 602_000, size: 130 }),
    },
    ...[...amendingResting, priceBelowBand, closeTooLarge],
  ),
  on(
    "amendOrder",
    {
      of: "one that waits",
      ready: made("order", ({ account }) => ({ ...CONDITIONAL, account, presetTakeProfit: 620_000 })),
      says: ({ ids }) => ({ order: ids.order, triggerPrice: 606_000, size: 120 }),
    },
    ...[unknownAccount, orderNotFound, accountFrozen, wrong({ price: -1 }, "price"), cancelOnly, ...sized],
    ...[priceTooHigh, breaks("presetWrongSide", { price: 630_000 }, "price"), triggerAlreadyMet],
  ),
  on(
    "cancelOrder",
    { ready: steps(waits, rests(10)), says: ({ ids }) => ({ order: ids.plan, plansOnly: true }) },
    ...[unknownAccount, orderNotFound],
    {
      ...before(
        "orderNotPlan",
        made("order", ({ account }) => bid(account, 590_000, 20)),
        "order",
      ),
      says: ({ ids }) => ({ order: ids.order }),
    },
  ),
  on(
    "cancelAll",
    { says: { which: CANCEL_ALL_ORDERS } },
    unknownAccount,
    unknownContract,
    wrong({ which: 9 }),
  ),
  on(
    "setCountdown",
    { says: { which: CANCEL_ALL_ORDERS, afterMs: 1_000 } },
    ...[unknownAccount, unknownContract, wrong({ which: 9 })],
  ),
  on(
    "closePositions",
    { ready: holds(140) },
    ...[unknownAccount, unknownContract, accountFrozen, unknownPosition],
    breaks("nothingToClose", { contract: 1 }, "contract", "position"),
  ),
  on("adminCancel", { ready: waits, says: ({ ids }) => ({ order: ids.plan }) }, orderNotFound),
  on(
    "direct",
    { of: "orders to come", says: { ...DIRECT, orders: 1 } },
    ...[unknownAccount, unknownContract, wrong({ lots: -1 })],
    after(
      "venueFull",
      often(DIRECTIVES_MAX, ({ account }) => ({ ...DIRECT, account, orders: 1 })),
    ),
  ),
  on(
    "direct",
    {
      of: "a fill of an order that rests",
      ready: restsPartly(OPEN_LONG, 40),
      says: ({ ids }) => ({ ...DIRECT, order: ids.order }),
    },
    ...[unknownAccount, unknownContract, orderNotFound, cancelOnly, wrong({ lots: -1 })],
    breaks("directiveUnfit", { what: DIRECT_RELEASE }, "what"),
    after("priceBelowBand", ({ venue }) => void venue.index(62_000_000), "price"),
    after("priceAboveBand", ({ venue }) => void venue.index(58_000_000), "price"),
    after("moneyLimit", ({ venue, maker }) => venue.deposit(maker, 999_990_000_000)),
  ),
  on(
    "dropDirective",
    {
      ready: made("made", ({ account }) => ({ ...DIRECT, account, orders: 1 })),
      says: ({ ids }) => ({ directive: ids.made }),
    },
    breaks("unknownDirective", { directive: 7 }),
  ),
  on(
    "mirrorBook",
    { ready: opensHouse, says: ({ ids }) => ({ account: ids.house }) },
    ...[unknownAccount, unknownContract, wrong({ rows: [{ what: 9, price: 1, size: 1 }] })],
    after(
      "accountFrozen",
      done(({ ids }) => setAccount(ids.house, { status: STATUS_FROZEN })),
    ),
  ),
];

// ---- settings and money

const leverage =
  (marginMode: number, long: number) =>
  ({ account }: Scene) =>
    ({ ...setLeverage({ account, contract: 0, marginMode, long }) }) as Fields;
const row = (account: number, units = 1) => ({ account, units, quanta: 0 });
/** Some account among several is none. */
const unknownRow = (of: (account: number) => Fields): Breaking =>
  breaks("unknownAccount", ({ maker }) => ({ accounts: [of(maker), of(NOBODY)] }), "accounts");
const resetTooHigh = breaks(
  "moneyLimit",
  ({ account, maker }) => ({ accounts: [row(maker, 1e12), row(account, 1e12)] }),
  "accounts",
);
const KEY = {
  ...{ permissions: 1, activeFrom: 0, expires: 0, sealedSecret: "", passphraseHash: "", label: "" },
  ...{ addresses: "", wireProfile: "" },
};
const INVITATION = {
  type: "setInvitation",
  ...{ name: "class", codeHash: "ab", uses: 1, keys: 2, permissions: 1, until: 0, amount: 1n },
} as const;
const ACCEPTED = {
  type: "acceptInvitation",
  ...{ invitation: "class", name: "carol", key: "new", sealedSecret: "", passphraseHash: "" },
} as const;
const invites = (more: Partial<typeof INVITATION> | { amount: bigint } | { uses: number }): Step =>
  done(() => ({ ...INVITATION, ...more }));

const settings: readonly Case[] = [
  on(
    "setLeverage",
    { of: "shared", ready: holds(140), says: leverage(SHARED, 1_000) },
    ...[noUser, unknownContract, accountFrozen, wrong({ marginMode: 7 }, "mode"), isolatedAsked],
    breaks("leverageOutOfRange", { isolatedLong: 50_000 }),
    breaks("positionExists", { marginMode: ISOLATED, switches: true }, "mode"),
    before("openOrdersExist", rests(10)),
    {
      ...breaks("tierLeverage", { cross: 2_500 }, "leverage"),
      terms: tiers([500, 400_000], [LAST_BOUND, 500_000, 2_000]),
    },
    after("marginInsufficient", takesAll, "leverage"),
  ),
  on(
    "setLeverage",
    {
      of: "isolated",
      ready: isolatedHolds,
      terms: tiers([500, 400_000], [LAST_BOUND, 500_000, 2_500]),
      says: leverage(ISOLATED, 2_500),
    },
    breaks("leverageLowered", { isolatedLong: 1_900 }, "leverage"),
    breaks("tierLeverage", { isolatedLong: 3_000 }, "leverage"),
  ),
  on(
    "setMode",
    { says: { marginMode: ISOLATED, separatedMode: 1 } },
    ...[noUser, unknownContract, accountFrozen, wrong({ separatedMode: 9 }, "separated")],
    { ...first("oneWayCombined", nets, "separated"), says: { separatedMode: SEPARATED } },
    ...[positionExists, before("openOrdersExist", waits)],
  ),
  on(
    "setPositionMode",
    { says: { positionMode: ONE_WAY } },
    ...[noUser, accountFrozen, wrong({ positionMode: 9 }, "mode")],
    first("oneWayCombined", is(SHARED, SEPARATED)),
    ...[positionExists, before("openOrdersExist", waits)],
  ),
  on("setMarginCall", { says: { marginCallPercent: 80 } }, noUser, wrong({ marginCallPercent: 100 })),
  ...[1n, -1n].map((sign) =>
    on(
      "adjustMargin",
      {
        of: sign > 0 ? "adding" : "taking",
        ready: (scene) => {
          isolatedHolds(scene);
          const { venue, account, maker, ids } = scene;
          venue.accept({ type: "adjustMargin", account, position: ids.position, amount: money("5") });
          const contract = venue.accept({ ...btc, symbol: "cmt_thirdusdt" }).id;
          venue.index(60_000_000, contract);
          const at = { price: PRICE, size: 20, contract };
          venue.order({ account: maker, action: OPEN_SHORT, ...at });
          venue.order({ account, action: OPEN_LONG, ...at });
          ids.shared = venue.ask({ type: "positions", account, contract })[0]!.position;
        },
        says: ({ ids }) => ({ position: ids.position, amount: sign * money("1") }),
      },
      ...[unknownAccount, accountFrozen, unknownPosition, amountNotPositive, counterLimit],
      breaks("positionNotIsolated", ({ ids }) => ({ position: ids.shared }), "position"),
      sign > 0 ? marginInsufficient : breaks("marginNotRemovable", { amount: money("-5000") }, "amount"),
    ),
  ),
  on(
    "setAutoAppend",
    { ready: isolatedHolds, says: ({ ids }) => ({ position: ids.position, on: true }) },
    ...[unknownAccount, accountFrozen, unknownPosition],
  ),
  ...(["moveMoney", "beginMovement"] as const).flatMap((command) => [
    on(
      command,
      {
        of: "in",
        says: ({ account }) => ({ movement: MOVE_DEPOSIT, from: EXTERNAL_ACCOUNT, to: account, amount: 1n }),
      },
      ...[breaks("unknownAccount", { to: NOBODY }, "to"), amountNotPositive, moneyLimit, counterLimit],
      breaks("movementNotAllowed", { movement: command === "moveMoney" ? 77 : MOVE_GIFT }),
    ),
    on(
      command,
      {
        of: "between users",
        says: ({ account, maker }) => ({
          ...{ movement: MOVE_TRANSFER, from: account, to: maker, amount: money("1") },
        }),
      },
      ...[breaks("unknownAccount", { from: NOBODY }, "from"), amountNotPositive, counterLimit],
      breaks("movementNotAllowed", ({ account }) => ({ to: account }), "to"),
      after("balanceInsufficient", takesAll),
    ),
  ]),
  on(
    "settleMovement",
    {
      ready: made("made", ({ account, maker }) => ({
        ...{ type: "beginMovement", movement: MOVE_TRANSFER, from: account, to: maker, amount: money("600") },
      })),
      says: ({ ids }) => ({ id: ids.made, complete: true }),
    },
    breaks("unknownMovement", { id: 7 }),
    after(
      "counterLimit",
      counts(({ maker }) => maker),
    ),
    after("balanceInsufficient", (scene) => {
      const { accounts, entries } = scene.venue.exchange.state;
      entries.amount.hi[accounts.entry[accountId(scene.account)]] = 500; // as after a loss
    }),
  ),
  on(
    "openAccount",
    { says: { kind: ACCOUNT_USER, name: "carol" } },
    ...[breaks("nameTaken", { name: "account" }, "name"), wrong({ kind: 77 })],
  ),
  on(
    "setAccount",
    { says: ({ account }) => ({ ...setAccount(account) }) },
    ...[unknownAccount, wrong({ status: 77 })],
  ),
  on(
    "openAccounts",
    { says: { names: "carol,dave", amount: 1n } },
    breaks("nameTaken", { names: "carol,maker" }, "names"),
    wrong({ names: "carol,carol" }, "names"),
    ...[amountNegative, moneyLimit, counterLimitOutside],
  ),
  ...(
    [
      ["reset", { change: CHANGE_RESET }],
      ["money", { change: CHANGE_MONEY, amount: 1n }],
      ["keys", { change: CHANGE_KEYS }],
      ["status", { change: CHANGE_STATUS, status: STATUS_FROZEN }],
    ] as const
  ).map(([of, change]) => {
    const others = {
      reset: [accountFrozen, before("movementNotAllowed", leaves), resetTooHigh, counterLimit],
      money: [amountNotPositive, moneyLimit, counterLimit],
      keys: [],
      status: [],
    };
    return on(
      "changeAccounts",
      {
        ...{ of, ready: holds(10) },
        says: ({ account, maker }) => ({
          ...{ status: STATUS_NORMAL, ...change, accounts: [row(maker), row(account)] },
        }),
      },
      ...[unknownRow(row), wrong({ status: 77 }), ...others[of]],
    );
  }),
  on(
    "sendNotice",
    { says: ({ account, maker }) => ({ text: "begins", accounts: [{ account: maker }, { account }] }) },
    ...[unknownRow((account) => ({ account })), wrong({ text: "" })],
  ),
  on(
    "setContest",
    { says: { name: "cup", definition: "{}" } },
    wrong({ name: "" }),
    after(
      "venueFull",
      often(CONTESTS_MAX, (_, i) => ({ type: "setContest", name: `cup ${i}`, definition: "{}" })),
    ),
  ),
  on(
    "setInvitation",
    { says: INVITATION },
    ...[permissionsUnknown, amountNegative],
    after(
      "venueFull",
      often(INVITATIONS_MAX, (_, i) => ({ ...INVITATION, name: `class ${i}` })),
    ),
  ),
  on(
    "acceptInvitation",
    {
      ready: invites({}),
      says: ({ venue }) => ({ ...ACCEPTED, account: venue.exchange.state.accounts.top }),
    },
    ...[breaks("unknownAccount", { account: NOBODY }), breaks("nameTaken", { name: "account" }, "name")],
    ...[keyTaken, wrong({ invitation: "none" }, "invitation"), counterLimitOutside],
    before("moneyLimit", invites({ amount: MOST }), "invitation", "amount"),
    before("venueFull", invites({ uses: 0 }), "invitation", "amount"),
  ),
  on("setSymbolFee", { says: NO_FEE_SETTING }, unknownAccount, unknownContract, wrong({ takerRate: -1 })),
  on("addKey", { says: { ...KEY, key: "new" } }, unknownAccount, keyTaken, permissionsUnknown),
  on(
    "changeKey",
    { ready: addsKey, says: { permissions: 1, key: "known" } },
    ...[unknownKey, permissionsUnknown],
  ),
  on("disableKey", { ready: addsKey, says: { key: "known" } }, unknownKey),
  on(
    "openPaper",
    { says: { amount: 1n } },
    ...[unknownAccount, amountNotPositive, paperLimit],
    after(
      "counterLimit",
      steps(
        done(({ maker }) => ({ type: "openPaper", account: maker, amount: 1n })),
        counts(({ venue }) => venue.exchange.state.funds[MEETS_POOL]),
      ),
    ),
  ),
  on(
    "resetPaper",
    {
      ready: made("paper", ({ account }) => ({ type: "openPaper", account, amount: 1n })),
      says: { amount: 2n },
    },
    ...[unknownAccount, amountNotPositive, paperLimit],
    after(
      "counterLimit",
      counts(({ ids }) => ids.paper),
    ),
  ),
  on(
    "setReferral",
    { ready: feesDue, says: ({ maker }) => ({ agent: maker, rebateRate: 10_000_000 }) },
    ...[unknownAccount, wrong({ rebateRate: -1 }), feesSpent],
    breaks("referralCircular", ({ account }) => ({ agent: account })),
  ),
  on(
    "payRebates",
    { ready: feesDue },
    ...[unknownAccount, feesSpent, breaks("noRebateDue", ({ maker }) => ({ account: maker }), "account")],
  ),
];

// ---- the market, and those who operate it

const REPORT = { contract: 0, source: 1, points: 60_000_000, weight: 1 };
const reports = (more: Partial<typeof REPORT>) => ({ prices: [{ ...REPORT, ...more }] });
const FOLLOWED = { contract: 0, sourceMark: 60_000_000, sourceRate: 0, hasSourceRate: 0, held: 0 };
const follows = (more: Partial<typeof FOLLOWED>) => ({ contracts: [{ ...FOLLOWED, ...more }] });
/** Who holds so many lots cannot carry them by another rate of maintenance, nine tenths. */
const wouldBreach = (lots: number, says: Fields): Breaking => ({
  ...before("wouldBreach", steps(holds(lots), takesAll), "breach"),
  says,
});
const houses = (account: number, count = 1) => ({
  accounts: Array.from({ length: count }, () => ({ role: HOUSE_MAKER, account, units: 0 })),
});
const samples = (count: number) => ({ samples: Array.from({ length: count }, () => ({ way: 0, ms: 5 })) });
const add = { type: "addOperator", role: ROLE_ADMIN, name: "carol", tokenHash: "00" } as const;
const adds = done(() => add);
const operatorTaken = before("operatorTaken", adds, "acts");
const said = { operator: "alice", action: "operator/add", given: "{}", reference: "once" };
const referenceUsed = before(
  "referenceUsed",
  done(() => ({ type: "keepAnswer", reference: "once", terms: "", answer: "done" })),
);

const operating: readonly Case[] = [
  on(
    "listContract",
    { says: { ...btc, symbol: "cmt_newusdt" } },
    ...[breaks("symbolTaken", { symbol: btc.symbol }), breaks("invalidContract", { tiers: [] })],
  ),
  on(
    "changeContract",
    { says: { ...btc, type: "changeContract", contract: 0, anyway: false } },
    ...[unknownContract, breaks("invalidContract", { leverageMin: 0 })],
    wouldBreach(140, tiers([LAST_BOUND, 90_000_000])),
  ),
  on("setContractStatus", { says: { status: CONTRACT_HALTED } }, unknownContract, wrong({ status: 77 })),
  on("delistContract", {}, unknownContract, wrong({ at: -1 })),
  on("forceFunding", {}, unknownContract),
  ...(["setIndex", "pushIndex"] as const).map((command) =>
    on(
      command,
      { says: { prices: [{ contract: 0, points: 60_000_000 }] } },
      breaks("unknownContract", { prices: [{ contract: 9, points: 1 }] }),
      breaks("indexOutOfRange", { prices: [{ contract: 0, points: 1 }] }),
    ),
  ),
  on(
    "reportPrices",
    { says: reports({}) },
    breaks("unknownContract", reports({ contract: 9, weight: 0, points: 1 })),
    wrong(reports({ source: 77, weight: 0, points: 1 })),
    breaks("indexOutOfRange", reports({ source: 77, points: 1 })),
    {
      ...breaks("venueFull", reports({ source: 77 })),
      before: done(() => ({
        ...{
          type: "reportPrices",
          prices: Array.from({ length: 64 }, (_, source) => ({ ...REPORT, source })),
        },
      })),
    },
  ),
  on(
    "followSource",
    { says: follows({}) },
    breaks("unknownContract", follows({ contract: 9, held: 7, sourceMark: -1 })),
    wrong(follows({ held: 7, sourceMark: -1 })),
    breaks("indexOutOfRange", follows({ sourceMark: -1 })),
  ),
  on("setMarkRule", { says: { window: 60, impactUnits: 1 } }, unknownContract, wrong({ window: 0 })),
  on(
    "setRiskRule",
    { terms: tiers([590, 0], [LAST_BOUND, 90_000_000]) },
    ...[unknownContract, wrong({ hedge: 77 }), wouldBreach(100, { flatTiers: true })],
  ),
  on("setFundRule", {}, wrong({ floor: -1n })),
  on(
    "setLatency",
    { says: samples(1) },
    ...[unknownAccount, wrong({ seedA: 0.5 }), breaks("venueFull", samples(LATENCY_SAMPLES_MAX + 1))],
  ),
  on(
    "setHouse",
    { ready: opensHouse, says: ({ ids }) => ({ ...HOUSE_RULE, ...houses(ids.house) }) },
    ...[breaks("unknownAccount", houses(NOBODY), "accounts"), unknownContract, wrong({ quoteMs: -1 })],
    breaks("venueFull", ({ ids }) => houses(ids.house, 1_001), "accounts"),
  ),
  on(
    "liquidate",
    { ready: isolatedHolds, says: ({ ids }) => ({ position: ids.position }) },
    ...[unknownAccount, unknownPosition, breaks("nothingToClose", { position: 0 }, "position")],
  ),
  on(
    "liquidate",
    { of: "a shared position by its name", ready: holds(140) },
    ...[unknownAccount, breaks("positionNotIsolated", ({ ids }) => ({ position: ids.position }))],
  ),
  on(
    "deleverage",
    { ready: holds(140), says: { leg: LONG, size: 10 } },
    ...[unknownAccount, unknownContract, breaks("nothingToClose", { leg: 1 }), closeTooLarge],
  ),
  on(
    "act",
    { says: { ...actOf(said, add) } },
    ...[
      referenceUsed,
      operatorTaken,
      wrong({ ...actOf(said, actOf(said, add) as unknown as ActedCommand) }, "acts"),
    ],
  ),
  on("keepAnswer", { says: { reference: "once", answer: "done" } }, referenceUsed),
  on(
    "addOperator",
    { says: add },
    ...[operatorTaken, wrong({ role: 77 })],
    after("venueFull", (scene) => {
      const { size } = scene.venue.exchange.state.operators;
      often(OPERATORS_MAX - size, (_, i) => ({ ...add, name: `operator ${i}` }))(scene);
    }),
  ),
  on("rotateOperator", { ready: adds, says: { name: "carol", tokenHash: "01" } }, unknownOperator),
  on("removeOperator", { ready: adds, says: { name: "carol" } }, unknownOperator),
];

const cases = [...orders, ...settings, ...operating];

/** What a case's command is refused for once these of its rules are broken. */
function refusalOf(its: Case, broken: readonly Breaking[]): string | undefined {
  const { venue, command } = staged(its, broken);
  return venue.execute(command).rejection?.type;
}

/** The venue of a case in which these rules are about to be broken, and the command that does. */
function staged(its: Case, broken: readonly Breaking[]) {
  const contract = { ...btc, ...its.terms };
  for (const each of broken) Object.assign(contract, each.terms);
  const venue = new Driver([contract, { ...contract, symbol: "cmt_unpricedusdt" }]);
  venue.audits = false;
  const [account, maker] = [venue.user("account", 10_000), venue.user("maker", 1_000_000)];
  const scene: Scene = { venue, account, maker, ids: {} as Scene["ids"] };
  venue.index(60_000_000);
  for (const { first } of broken) first?.(scene);
  its.ready?.(scene);
  for (const { before } of broken) before?.(scene);
  for (const { last } of broken) last?.(scene);
  return { venue, command: commandOf(scene, its, broken) };
}

function commandOf(scene: Scene, { command, says }: Case, broken: readonly Breaking[]): UncheckedCommand {
  const layout: Layout = commandLayouts[command];
  const own = "account" in layout.fixed && { account: scene.account };
  const fields = { ...blankOf(layout), type: command, ...own };
  for (const said of [says, ...broken.map((each) => each.says)])
    Object.assign(fields, typeof said === "function" ? said(scene) : said);
  return fields as unknown as UncheckedCommand;
}

const declared = Object.keys(rejections) as readonly RejectionType[];
const placeOf = ({ rule }: Breaking): number => declared.indexOf(rule);
const goTogether = (one: Breaking, other: Breaking): boolean =>
  !one.decides?.some((each) => other.decides?.includes(each));

describe("of any two rules that a command breaks the one that is declared first is named", () => {
  it.each(cases)("$command $of", (its) => {
    expect(refusalOf(its, [])).toBeUndefined();
    const breakings = [...its.breakings].sort((a, b) => placeOf(a) - placeOf(b));
    for (const [i, first] of breakings.entries()) {
      expect(refusalOf(its, [first])).toBe(first.rule);
      for (const second of breakings.slice(i + 1)) {
        if (!goTogether(first, second)) continue;
        expect(refusalOf(its, [second, first]), `${first.rule} before ${second.rule}`).toBe(first.rule);
      }
    }
  });
});

/** Values that fields of some kind may not have. */
const WRONG = [-1, 0.5, 77, "", true] as const;
/**
 * Rules about a field beside others: where one of these is the one that was changed, the field is named all
 * the same.
 */
const BESIDE: Partial<Record<ValueRule, readonly string[]>> = {
  opening: ["action"],
  closing: ["action"],
  resting: ["market"],
  oneOf: ["order", "clientId"],
  both: ["agent"],
  together: ["takerRate"],
  notWhole: ["endsWithLeg"],
};

/** A command with one field, or one column of its rows, changed; none that its record could not hold. */
function* changed(
  command: UncheckedCommand,
): Generator<readonly [field: string, wrong: unknown, UncheckedCommand]> {
  const { fixed, texts, list } = commandLayouts[command.type] as Layout;
  for (const wrong of WRONG) {
    for (const [name, kind] of Object.entries(fixed)) {
      if (kind === "money" && wrong === -1)
        yield [name, -1n, { ...command, [name]: -1n } as UncheckedCommand];
      const suits = typeof wrong === (kind === "flag" ? "boolean" : "number");
      if (kind !== "money" && suits) yield [name, wrong, { ...command, [name]: wrong } as UncheckedCommand];
    }
    if (wrong === "")
      for (const name of texts) yield [name, wrong, { ...command, [name]: wrong } as UncheckedCommand];
    const rows = list && (command as unknown as Record<string, readonly object[]>)[list.name];
    if (list === undefined || rows === undefined || typeof wrong !== "number") continue;
    for (const name of list.columns) {
      const first = rows[0] ?? Object.fromEntries(list.columns.map((column) => [column, 1]));
      const otherwise = [{ ...first, [name]: wrong }, ...rows.slice(1)];
      yield [name, wrong, { ...command, [list.name]: otherwise } as unknown as UncheckedCommand];
    }
  }
}

tellInOrder();
describe("a field that is refused is named, with its value", () => {
  const met = new Set<string>();
  it.each(cases)("$command $of", (its) => {
    for (const [field, wrong, command] of changed(staged(its, []).command)) {
      const { venue } = staged(its, []);
      const { rejection } = venue.execute(command);
      if (rejection?.type !== "invalidValue") continue;
      met.add(`${command.type}.${field}`);
      if (BESIDE[rejection.rule]?.includes(field)) continue;
      expect(rejection, `${command.type} with ${field} ${wrong}`).toMatchObject({ field, value: wrong });
    }
  });

  it("in every command that can be refused for a value", () => {
    const refused = cases.filter(
      ({ command, breakings }) => command !== "act" && breakings.some(({ rule }) => rule === "invalidValue"),
    );
    const named = new Set([...met].map((each) => each.split(".")[0]));
    expect([...new Set(refused.map(({ command }) => command))].filter((each) => !named.has(each))).toEqual(
      [],
    );
    expect(met.size).toBeGreaterThan(90);
  });
});

describe("the list", () => {
  it("has nothing that no command is refused for, and every command that may be refused is walked", () => {
    const met = new Set(cases.flatMap(({ breakings }) => breakings.map(({ rule }) => rule)));
    expect(declared.filter((rule) => !met.has(rule))).toEqual(["workPending"]);
    const walked = new Set<string>(cases.map(({ command }) => command));
    const left = Object.keys(commandLayouts).filter((type) => !walked.has(type));
    expect(left).toEqual(["advanceTime", "proceed", "openVenue"]); // are never refused
  });

  it("begins with steps that wait: whatever else is wrong with a command, it is to be sent again", () => {
    expect(declared[0]).toBe("workPending");
    const venue = new Driver([{ ...btc, openOrdersMax: 5_000 }]);
    venue.audits = false;
    const [account, maker] = [venue.user("account", 10_000), venue.user("maker")];
    const scene: Scene = { venue, account, maker, ids: {} as Scene["ids"] };
    venue.index(60_000_000);
    const price = PRICE - 1_000;
    often(2_100, () => ({ ...PLAN, account, price, size: 1, triggerPrice: 605_000 }))(scene);
    const { exchange } = venue;
    const refusalIn = (command: UncheckedCommand): string | undefined => {
      const record = new RecordBuffer(64);
      encodeCommand(command, record);
      exchange.execute(new RecordView(record.slice()), 0);
      return exchange.outcomeRejection?.type;
    };
    exchange.beginFrame(exchange.seq + 1, venue.time);
    expect(refusalIn({ type: "setIndex", prices: [{ contract: 0, points: 60_500_000 }] })).toBeUndefined();
    for (const its of cases) {
      const [first] = [...its.breakings].sort((one, other) => placeOf(one) - placeOf(other));
      expect(refusalIn(commandOf(scene, its, [first!]))).toBe("workPending");
    }
  });
});
