import { describe, expect, it } from "vitest";
import type { ListContract } from "../../../../test/core/contracts.ts";
import { btc } from "../../../../test/core/contracts.ts";
import { Driver, money, placeOrder, setLeverage } from "../../../../test/core/driver.ts";
import { HOUSE_RULE } from "../../../../test/core/house.ts";
import { setAccount } from "../../../../test/core/settings.ts";
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
import type { ActedCommand } from "./operator/act.ts";
import { actOf } from "./operator/act.ts";

/**
 * What a case has at hand: a venue with a contract at 60,000 and one without a price, an account of 10,000
 * and a maker.
 */
interface Scene {
  readonly venue: Driver;
  readonly account: number;
  readonly maker: number;
  /** Ids that the case made, by a name of its own. */
  readonly ids: Record<string, number>;
}
type Step = (scene: Scene) => void;
type Fields = Readonly<Record<string, unknown>>;

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
  readonly says?: Fields | ((scene: Scene) => Fields);
}

/** A command that is accepted as it stands, and all the rules that it can break. */
interface Case {
  readonly command: UncheckedCommand["type"];
  readonly of?: string;
  readonly terms?: Partial<ListContract>;
  readonly ready?: Step;
  /** What the command says beside its type and the account; all else of it is blank. */
  readonly says?: (scene: Scene) => Fields;
  readonly breakings: readonly Breaking[];
}

const PRICE = 600_000;
const DIRECT = {
  ...blankOf(commandLayouts.direct),
  type: "direct",
  contract: -1,
  what: DIRECT_FILL,
} as const;
const MOST = money("1000000000000");
const NOBODY = 99;

const breaks = (
  rule: RejectionType,
  says: NonNullable<Breaking["says"]>,
  ...decides: string[]
): Breaking => ({
  rule,
  says,
  decides,
});
const after = (rule: RejectionType, last: Step, ...decides: string[]): Breaking => ({ rule, last, decides });

const rests =
  (size: number, clientId = ""): Step =>
  ({ venue, account }) => {
    venue.order({ account, action: OPEN_LONG, price: 595_000, size, clientId });
  };
const holds =
  (size: number): Step =>
  ({ venue, account, maker, ids }) => {
    venue.order({ account: maker, action: OPEN_SHORT, price: PRICE, size });
    venue.order({ account, action: OPEN_LONG, price: PRICE, size });
    ids["position"] = venue.ask({ type: "positions", account, contract: 0 })[0]!.position;
  };
const waits: Step = ({ venue, account, ids }) => {
  const { id } = venue.accept({ ...PLAN, account } as UncheckedCommand);
  ids["plan"] = id;
};
const freezes: Step = ({ venue, account }) =>
  void venue.accept(setAccount(account, { status: STATUS_FROZEN }));
const halts: Step = ({ venue }) => {
  for (const contract of [0, 1])
    venue.accept({ type: "setContractStatus", contract, status: CONTRACT_HALTED });
};
const isCancelOnly: Step = ({ venue }) =>
  void venue.accept({ type: "setContractStatus", contract: 0, status: CONTRACT_CANCEL_ONLY });
const nets: Step = ({ venue, account }) => void venue.accept(setAccount(account, { positionMode: ONE_WAY }));
const takesAll: Step = ({ venue, account }) => {
  const amount = venue.ask({ type: "assets", account })!.withdrawable;
  venue.accept({ type: "moveMoney", movement: MOVE_WITHDRAW, from: account, to: EXTERNAL_ACCOUNT, amount });
};
const is =
  (marginMode: number, separatedMode = 1): Step =>
  ({ venue, account }) =>
    venue.mode(account, marginMode, separatedMode);
/** Everything that an account's entry counts is as far as it goes. */
const counts =
  (of: (scene: Scene) => number): Step =>
  (scene) => {
    const { accounts, entries } = scene.venue.exchange.state;
    const entry = accounts.entry[accountId(of(scene))];
    for (const counter of Object.values(entries.counters)) counter.hi[entry] = COUNTER_UNITS_MAX;
  };
const countsOwn = counts(({ account }) => account);
const leaves: Step = ({ venue, account }) =>
  void venue.accept({
    type: "beginMovement",
    movement: MOVE_WITHDRAW,
    from: account,
    to: EXTERNAL_ACCOUNT,
    amount: 1n,
  });

const PLAN = {
  ...{ ...blankOf(commandLayouts.placePlan), type: "placePlan", ...NO_PRESETS, action: OPEN_LONG },
  ...{ price: 590_000, size: 100, triggerPrice: 590_000, triggerSource: TRIGGER_ON_MARK },
};

// ---- rules that many commands have

const unknownAccount = breaks("unknownAccount", { account: NOBODY }, "account");
const unknownContract = breaks("unknownContract", { contract: 9 }, "contract");
const accountFrozen = after("accountFrozen", freezes);
/** Another contract, so that what an account has in the first is not met. */
const noMarkPrice = breaks("noMarkPrice", { contract: 1 }, "contract");
const halted = after("contractNotTradable", halts);
const sizeTooSmall: Breaking = {
  ...breaks("sizeTooSmall", { size: 9 }, "size"),
  terms: { orderLotsMin: 10 },
};
const sizeTooLarge = breaks("sizeTooLarge", { size: 2_000_000_000 }, "size");
const clientIdLive: Breaking = {
  rule: "clientIdLive",
  before: rests(10, "twice"),
  says: { clientId: "twice" },
};
const priceTooHigh = breaks("priceTooFar", { triggerPrice: 9_000_000_000_000 }, "trigger");
const isolatedAsked = breaks("marginModeMismatch", { marginMode: ISOLATED }, "mode");
/** No more orders may rest, and no more may wait, than do. */
const isFull = (step: Step): Breaking => ({
  rule: "openOrderLimit",
  before: step,
  last: ({ venue, account }) => {
    const { contracts, holdings, holdingOf } = venue.exchange.state;
    const holding = holdingOf[0]!.get(accountId(account))!;
    const openOrdersMax = Math.max(1, holdings.restingCount[holding], holdings.planCount[holding]);
    const { terms } = contracts[0]!;
    venue.accept({ ...terms, type: "changeContract", contract: 0, openOrdersMax, anyway: true });
  },
});
const positionMissing: Breaking = {
  rule: "positionMissing",
  terms: { separatedCloseFifo: false },
  first: is(SHARED, SEPARATED),
  decides: ["mode", "position"],
};
const unknownPosition = breaks("unknownPosition", { position: 77 }, "position");
/** 60 lots are 360 units, and 100 more are not below 500. */
const tierExceeded: Breaking = {
  rule: "tierExceeded",
  terms: { tiers: [{ boundUnits: 500, maintenanceRate: 400_000, leverageMax: 20_000 }] },
  decides: ["tiers"],
};
const positionLimit: Breaking = {
  rule: "positionLimit",
  terms: { orderLotsMax: 150, marketOpenLotsMax: 150, positionLotsMax: 150 },
  before: (scene) => {
    rests(30)(scene);
    rests(30)(scene);
  },
  decides: ["orders"],
};
const counterLimit = after("counterLimit", countsOwn);
const marginInsufficient = after("marginInsufficient", takesAll);
/**
 * 10 lots of 60 units have 3 as margin, and of a leg of 110 lots in the second tier they would require 9.6.
 */
const siblingInBreach: Breaking = {
  rule: "siblingInBreach",
  terms: {
    tiers: [
      { boundUnits: 400, maintenanceRate: 400_000, leverageMax: 20_000 },
      { boundUnits: 50_000_000, maintenanceRate: 40_000_000, leverageMax: 20_000 },
    ],
  },
  first: (scene) => {
    is(ISOLATED, SEPARATED)(scene);
    holds(10)(scene);
  },
  decides: ["mode", "tiers"],
};
const asks: Step = ({ venue, maker }) => {
  venue.order({ account: maker, action: OPEN_SHORT, price: PRICE, size: 10 });
};
const wouldTake: Breaking = {
  ...breaks("wouldTake", { timeInForce: POST_ONLY, orRefused: true }, "timeInForce"),
  before: asks,
};
const cannotFill: Breaking = {
  ...breaks("cannotFill", { timeInForce: FOK, orRefused: true }, "timeInForce"),
  before: asks,
};
const noDepth = breaks("noDepth", { priceMatch: MATCH_QUEUE_20, price: 0 }, "price");
/** 100 lots at 60 000 are 600 units. */
const notionalTooSmall = after("notionalTooSmall", ({ venue }) => {
  const { terms } = venue.exchange.state.contracts[0]!;
  venue.accept({ ...terms, type: "changeContract", contract: 0, notionalMinUnits: 10_000, anyway: true });
});
const opens = [tierExceeded, positionLimit, counterLimit, marginInsufficient, siblingInBreach];

// ---- orders

const order =
  (action: number) =>
  ({ account }: Scene) =>
    placeOrder({ account, action, price: PRICE, size: 100 }) as unknown as Fields;
const placing = [
  unknownAccount,
  unknownContract,
  accountFrozen,
  breaks("invalidValue", { timeInForce: 9 }),
  halted,
  noMarkPrice,
  sizeTooSmall,
  sizeTooLarge,
  clientIdLive,
  isolatedAsked,
  breaks("separatedModeMismatch", { separatedMode: SEPARATED }, "mode"),
];
const waiting = [
  unknownAccount,
  unknownContract,
  accountFrozen,
  breaks("invalidValue", { triggerSource: 9 }),
  halted,
  noMarkPrice,
  sizeTooSmall,
  sizeTooLarge,
  clientIdLive,
  priceTooHigh,
  isolatedAsked,
  isFull(waits),
];
const CONDITIONAL = {
  ...{ ...blankOf(commandLayouts.placeConditional), ...PLAIN_CONDITIONAL, ...PLAN },
  type: "placeConditional",
  triggerPrice: 605_000,
  triggerDirection: TRIGGER_AT_OR_ABOVE,
};
const STOP_LOSS = {
  ...{ ...blankOf(commandLayouts.placeTpSl), type: "placeTpSl", leg: LONG, size: 100 },
  ...{ triggerPrice: 590_000, triggerSource: TRIGGER_ON_MARK },
};
const triggerAlreadyMet = breaks("triggerAlreadyMet", { triggerPrice: PRICE }, "trigger");
/** An order of 100 lots that rests, filled by as many. */
const restsPartly =
  (action: number, filled: number): Step =>
  ({ venue, account, maker, ids }) => {
    const price = action === OPEN_LONG ? 599_000 : 601_000;
    ids["order"] = venue.order({ account, action, price, size: 100 }).id;
    const back = action === OPEN_LONG ? OPEN_SHORT : OPEN_LONG;
    if (filled > 0) venue.order({ account: maker, action: back, price, size: filled });
  };
const orderNotFound = breaks("orderNotFound", { order: 7 }, "order");
const orderNotResting: Breaking = {
  rule: "orderNotResting",
  before: ({ venue, account, ids }) => {
    venue.accept(setAccount(account, { orderDelayMs: 1_000 }));
    ids["order"] = venue.order({ account, action: OPEN_LONG, price: 590_000, size: 20 }).id;
  },
  decides: ["order", "orders"],
};
const tooManyAmendments = after(
  "tooManyAmendments",
  ({ venue, ids }) => {
    venue.exchange.state.amendments.set(ids["order"]!, AMENDMENTS_MAX);
  },
  "order",
);
const isClosedToTheApi: Breaking = after("contractNotTradable", ({ venue }) => {
  const { terms } = venue.exchange.state.contracts[0]!;
  venue.accept({ ...terms, type: "changeContract", contract: 0, apiTradable: false, anyway: true });
});

const orders: readonly Case[] = [
  {
    command: "placeOrder",
    of: "opening",
    says: order(OPEN_LONG),
    breakings: [
      ...placing,
      noDepth,
      breaks("priceAboveBand", { price: 700_000 }, "price"),
      breaks("priceTooFar", { price: 10 }, "price"),
      notionalTooSmall,
      breaks("presetWrongSide", { presetTakeProfit: 5 }),
      isFull(rests(10)),
      ...opens,
      wouldTake,
      cannotFill,
    ],
  },
  {
    command: "placeOrder",
    of: "opening the other leg of a one-way account",
    says: order(OPEN_SHORT),
    breakings: [
      unknownAccount,
      sizeTooLarge,
      isolatedAsked,
      {
        rule: "oneWayLeg",
        first: (scene) => {
          nets(scene);
          holds(10)(scene);
        },
        decides: ["mode"],
      },
      isFull(rests(10)),
    ],
  },
  {
    command: "placeOrder",
    of: "one that a directive rejects",
    says: order(OPEN_LONG),
    breakings: [
      after(
        "directed",
        ({ venue, account }) => {
          venue.accept({
            ...DIRECT,
            account,
            orders: 1,
            what: DIRECT_REJECT,
            text: "no",
          } as UncheckedCommand);
        },
        "account",
      ),
      ...placing,
      breaks("priceAboveBand", { price: 700_000 }, "price"),
    ],
  },
  {
    command: "placeOrder",
    of: "closing",
    ready: holds(140),
    says: order(CLOSE_LONG),
    breakings: [
      ...placing,
      breaks("priceBelowBand", { price: 500_000 }, "price"),
      isFull(rests(10)),
      positionMissing,
      unknownPosition,
      breaks("closeTooLarge", { size: 500 }, "size"),
    ],
  },
  {
    command: "placePlan",
    of: "opening",
    says: ({ account }) => ({ ...PLAN, account }),
    breakings: [...waiting, breaks("triggerAtPrice", { triggerPrice: PRICE }, "trigger")],
  },
  {
    command: "placePlan",
    of: "closing",
    ready: holds(140),
    says: ({ account }) => ({ ...PLAN, account, action: CLOSE_LONG }),
    breakings: [
      ...waiting,
      positionMissing,
      unknownPosition,
      breaks("triggerAtPrice", { triggerPrice: PRICE }, "trigger"),
    ],
  },
  {
    command: "placeConditional",
    says: ({ account }) => ({ ...CONDITIONAL, account }),
    breakings: [...waiting, breaks("presetWrongSide", { presetTakeProfit: 5 }), triggerAlreadyMet],
  },
  {
    command: "placeTrailing",
    says: () => ({
      ...{ action: OPEN_LONG, size: 100, callbackRate: 1_000_000 },
      ...{ activationPrice: 590_000, triggerSource: TRIGGER_ON_MARK },
    }),
    breakings: [
      unknownAccount,
      unknownContract,
      accountFrozen,
      breaks("invalidValue", { callbackRate: 5 }),
      halted,
      noMarkPrice,
      sizeTooSmall,
      sizeTooLarge,
      clientIdLive,
      isolatedAsked,
      isFull(waits),
      breaks("triggerAlreadyMet", { activationPrice: PRICE }, "trigger"),
    ],
  },
  {
    command: "placeTpSl",
    ready: holds(140),
    says: ({ account }) => ({ ...STOP_LOSS, account }),
    breakings: [...waiting, positionMissing, unknownPosition, triggerAlreadyMet],
  },
  {
    command: "placeTpSl",
    of: "one that ends with its leg",
    ready: holds(140),
    says: ({ account }) => ({ ...STOP_LOSS, account, size: 0, endsWithLeg: true }),
    breakings: [
      unknownAccount,
      unknownContract,
      accountFrozen,
      breaks("invalidValue", { size: 100 }, "size"),
      halted,
      noMarkPrice,
      clientIdLive,
      triggerAlreadyMet,
      {
        rule: "legTriggerLive",
        before: ({ venue, account }) => {
          venue.accept({ ...STOP_LOSS, account, size: 0, endsWithLeg: true } as UncheckedCommand);
        },
        decides: ["account"],
      },
    ],
  },
  {
    command: "modifyTpSl",
    ready: (scene) => {
      holds(140)(scene);
      const { venue, account, ids } = scene;
      ids["order"] = venue.accept({ ...STOP_LOSS, account } as UncheckedCommand).id;
      waits(scene);
    },
    says: ({ ids }) => ({ order: ids["order"], triggerPrice: 580_000, triggerSource: TRIGGER_ON_MARK }),
    breakings: [
      breaks("orderNotFound", { order: 7 }, "order"),
      accountFrozen,
      breaks("orderNotPlan", ({ ids }) => ({ order: ids["plan"] }), "order"),
      breaks("invalidValue", { triggerSource: 9 }),
      priceTooHigh,
      triggerAlreadyMet,
    ],
  },
  {
    command: "amendOrder",
    of: "an opening that rests",
    ready: restsPartly(OPEN_LONG, 40),
    says: ({ ids }) => ({ order: ids["order"], price: 598_000, size: 120 }),
    breakings: [
      unknownAccount,
      orderNotFound,
      orderNotResting,
      tooManyAmendments,
      breaks("orderNotPlan", { triggerPrice: 5 }),
      breaks("invalidValue", { price: -1 }, "price"),
      isClosedToTheApi,
      sizeTooSmall,
      sizeTooLarge,
      breaks("sizeFilled", { size: 40 }, "size"),
      breaks("priceAboveBand", { price: 700_000 }, "price"),
      breaks("priceTooFar", { price: 10 }, "price"),
      { rule: "positionLimit", terms: { positionLotsMax: 150 }, says: { size: 160 }, decides: ["size"] },
      counterLimit,
    ],
  },
  {
    command: "amendOrder",
    of: "an opening with a preset, of another price",
    ready: ({ venue, account, ids }) => {
      const price = 599_000;
      ids["order"] = venue.order({
        account,
        action: OPEN_LONG,
        price,
        size: 100,
        presetTakeProfit: 599_500,
      }).id;
    },
    says: ({ ids }) => ({ order: ids["order"], price: 598_000, size: 120 }),
    breakings: [
      unknownAccount,
      breaks("sizeTooLarge", { size: 2_000_000_000 }, "size"),
      breaks("presetWrongSide", { price: 600_000 }, "price"),
      after("marginInsufficient", takesAll),
    ],
  },
  {
    command: "amendOrder",
    of: "a close that rests",
    ready: (scene) => {
      holds(140)(scene);
      restsPartly(CLOSE_LONG, 40)(scene);
    },
    says: ({ ids }) => ({ order: ids["order"], price: 602_000, size: 130 }),
    breakings: [
      unknownAccount,
      orderNotFound,
      breaks("orderNotPlan", { triggerPrice: 5 }),
      breaks("invalidValue", { price: -1 }, "price"),
      isClosedToTheApi,
      sizeTooSmall,
      sizeTooLarge,
      breaks("sizeFilled", { size: 40 }, "size"),
      breaks("priceBelowBand", { price: 500_000 }, "price"),
      breaks("closeTooLarge", { size: 500 }, "size"),
    ],
  },
  {
    command: "amendOrder",
    of: "one that waits",
    ready: ({ venue, account, ids }) => {
      ids["order"] = venue.accept({
        ...CONDITIONAL,
        account,
        presetTakeProfit: 620_000,
      } as UncheckedCommand).id;
    },
    says: ({ ids }) => ({ order: ids["order"], triggerPrice: 606_000, size: 120 }),
    breakings: [
      unknownAccount,
      orderNotFound,
      accountFrozen,
      breaks("invalidValue", { price: -1 }, "price"),
      after("contractNotTradable", isCancelOnly),
      sizeTooSmall,
      sizeTooLarge,
      priceTooHigh,
      breaks("presetWrongSide", { price: 630_000 }, "price"),
      triggerAlreadyMet,
    ],
  },
  {
    command: "cancelOrder",
    ready: (scene) => {
      waits(scene);
      rests(10)(scene);
    },
    says: ({ ids }) => ({ order: ids["plan"], plansOnly: true }),
    breakings: [
      unknownAccount,
      breaks("orderNotFound", { order: 7 }, "order"),
      {
        rule: "orderNotPlan",
        before: ({ venue, account, ids }) => {
          ids["rests"] = venue.order({ account, action: OPEN_LONG, price: 590_000, size: 20 }).id;
        },
        says: ({ ids }) => ({ order: ids["rests"] }),
        decides: ["order"],
      },
    ],
  },
  {
    command: "cancelAll",
    says: () => ({ which: CANCEL_ALL_ORDERS }),
    breakings: [unknownAccount, unknownContract, breaks("invalidValue", { which: 9 })],
  },
  {
    command: "setCountdown",
    says: () => ({ which: CANCEL_ALL_ORDERS, afterMs: 1_000 }),
    breakings: [unknownAccount, unknownContract, breaks("invalidValue", { which: 9 })],
  },
  {
    command: "closePositions",
    ready: holds(140),
    breakings: [
      unknownAccount,
      unknownContract,
      accountFrozen,
      unknownPosition,
      breaks("nothingToClose", { contract: 1 }, "contract", "position"),
    ],
  },
  {
    command: "adminCancel",
    ready: waits,
    says: ({ ids }) => ({ order: ids["plan"] }),
    breakings: [breaks("orderNotFound", { order: 7 })],
  },
  {
    command: "direct",
    of: "orders to come",
    says: ({ account }) => ({ ...DIRECT, account, orders: 1 }),
    breakings: [
      unknownAccount,
      unknownContract,
      breaks("invalidValue", { lots: -1 }),
      after("venueFull", ({ venue, account }) => {
        for (let i = 0; i < DIRECTIVES_MAX; i++)
          venue.accept({ ...DIRECT, account, orders: 1 } as UncheckedCommand);
      }),
    ],
  },
  {
    command: "direct",
    of: "a fill of an order that rests",
    ready: restsPartly(OPEN_LONG, 40),
    says: ({ account, ids }) => ({ ...DIRECT, account, order: ids["order"] }),
    breakings: [
      unknownAccount,
      unknownContract,
      orderNotFound,
      breaks("directiveUnfit", { what: DIRECT_RELEASE }, "what"),
      breaks("invalidValue", { lots: -1 }),
      after("contractNotTradable", isCancelOnly, "status"),
      after("priceBelowBand", ({ venue }) => void venue.index(62_000_000), "price"),
      after("priceAboveBand", ({ venue }) => void venue.index(58_000_000), "price"),
      after("moneyLimit", ({ venue, maker }) => {
        venue.deposit(maker, 999_990_000_000);
      }),
    ],
  },
  {
    command: "dropDirective",
    ready: ({ venue, account, ids }) => {
      ids["directive"] = venue.accept({ ...DIRECT, account, orders: 1 } as UncheckedCommand).id;
    },
    says: ({ ids }) => ({ directive: ids["directive"] }),
    breakings: [breaks("unknownDirective", { directive: 7 })],
  },
  {
    command: "mirrorBook",
    ready: ({ venue, ids }) => {
      ids["house"] = venue.accept({ type: "openAccount", kind: ACCOUNT_HOUSE, name: "house" }).id;
    },
    says: ({ ids }) => ({ account: ids["house"] }),
    breakings: [
      unknownAccount,
      unknownContract,
      after(
        "accountFrozen",
        ({ venue, ids }) => void venue.accept(setAccount(ids["house"]!, { status: STATUS_FROZEN })),
      ),
      breaks("invalidValue", { rows: [{ what: 9, price: 1, size: 1 }] }),
    ],
  },
];

// ---- settings and money

const settings: readonly Case[] = [
  {
    command: "setLeverage",
    of: "shared",
    ready: holds(140),
    says: ({ account }) =>
      setLeverage({ account, contract: 0, marginMode: SHARED, long: 1_000 }) as unknown as Fields,
    breakings: [
      breaks("unknownAccount", { account: FEE_ACCOUNT }, "account"),
      unknownContract,
      accountFrozen,
      breaks("invalidValue", { marginMode: 7 }, "mode"),
      breaks("marginModeMismatch", { marginMode: ISOLATED }, "mode"),
      breaks("leverageOutOfRange", { isolatedLong: 50_000 }),
      breaks("positionExists", { marginMode: ISOLATED, switches: true }, "mode"),
      { rule: "openOrdersExist", before: rests(10) },
      {
        rule: "tierLeverage",
        terms: {
          tiers: [
            { boundUnits: 500, maintenanceRate: 400_000, leverageMax: 20_000 },
            { boundUnits: 50_000_000, maintenanceRate: 500_000, leverageMax: 2_000 },
          ],
        },
        says: { cross: 2_500 },
        decides: ["leverage"],
      },
      after("marginInsufficient", takesAll, "leverage"),
    ],
  },
  {
    command: "setLeverage",
    of: "isolated",
    ready: (scene) => {
      is(ISOLATED)(scene);
      holds(140)(scene);
    },
    terms: {
      tiers: [
        { boundUnits: 500, maintenanceRate: 400_000, leverageMax: 20_000 },
        { boundUnits: 50_000_000, maintenanceRate: 500_000, leverageMax: 2_500 },
      ],
    },
    says: ({ account }) =>
      setLeverage({ account, contract: 0, marginMode: ISOLATED, long: 2_500 }) as unknown as Fields,
    breakings: [
      { rule: "leverageLowered", says: { isolatedLong: 1_900 }, decides: ["leverage"] },
      breaks("tierLeverage", { isolatedLong: 3_000 }, "leverage"),
    ],
  },
  {
    command: "setMode",
    says: () => ({ marginMode: ISOLATED, separatedMode: 1 }),
    breakings: [
      breaks("unknownAccount", { account: FEE_ACCOUNT }, "account"),
      unknownContract,
      accountFrozen,
      breaks("invalidValue", { separatedMode: 9 }, "separated"),
      { rule: "oneWayCombined", first: nets, says: { separatedMode: SEPARATED }, decides: ["separated"] },
      { rule: "positionExists", before: holds(10) },
      { rule: "openOrdersExist", before: waits },
    ],
  },
  {
    command: "setPositionMode",
    says: () => ({ positionMode: ONE_WAY }),
    breakings: [
      breaks("unknownAccount", { account: FEE_ACCOUNT }, "account"),
      accountFrozen,
      breaks("invalidValue", { positionMode: 9 }, "mode"),
      { rule: "oneWayCombined", first: is(SHARED, SEPARATED) },
      { rule: "positionExists", before: holds(10) },
      { rule: "openOrdersExist", before: waits },
    ],
  },
  {
    command: "setMarginCall",
    says: () => ({ marginCallPercent: 80 }),
    breakings: [
      breaks("unknownAccount", { account: FEE_ACCOUNT }, "account"),
      breaks("invalidValue", { marginCallPercent: 100 }, "percent"),
    ],
  },
  ...[1n, -1n].map(
    (sign): Case => ({
      command: "adjustMargin",
      of: sign > 0 ? "adding" : "taking",
      ready: (scene) => {
        is(ISOLATED)(scene);
        holds(140)(scene);
        const { venue, account, ids } = scene;
        const amount = money("5");
        venue.accept({ type: "adjustMargin", account, position: ids["position"]!, amount });
        const eth = { ...btc, type: "listContract", symbol: "cmt_thirdusdt" } as const;
        const contract = venue.accept(eth).id;
        venue.index(60_000_000, contract);
        const [price, size] = [PRICE, 20];
        venue.order({ account: scene.maker, action: OPEN_SHORT, price, size, contract });
        venue.order({ account, action: OPEN_LONG, price, size, contract });
        ids["shared"] = venue.ask({ type: "positions", account, contract })[0]!.position;
      },
      says: ({ ids }) => ({ position: ids["position"], amount: sign * money("1") }),
      breakings: [
        unknownAccount,
        accountFrozen,
        unknownPosition,
        breaks("positionNotIsolated", ({ ids }) => ({ position: ids["shared"] }), "position"),
        breaks("amountNotPositive", { amount: 0n }, "amount"),
        counterLimit,
        sign > 0 ? marginInsufficient : breaks("marginNotRemovable", { amount: money("-5000") }, "amount"),
      ],
    }),
  ),
  {
    command: "setAutoAppend",
    ready: (scene) => {
      is(ISOLATED)(scene);
      holds(140)(scene);
    },
    says: ({ ids }) => ({ position: ids["position"], on: true }),
    breakings: [unknownAccount, accountFrozen, unknownPosition],
  },
  ...(["moveMoney", "beginMovement"] as const).flatMap((command): Case[] => [
    {
      command,
      of: "in",
      says: ({ account }) => ({ movement: MOVE_DEPOSIT, from: EXTERNAL_ACCOUNT, to: account, amount: 1n }),
      breakings: [
        breaks("unknownAccount", { to: NOBODY }, "to"),
        breaks("amountNotPositive", { amount: 0n }, "amount"),
        breaks("movementNotAllowed", { movement: command === "moveMoney" ? 77 : MOVE_GIFT }),
        breaks("moneyLimit", { amount: MOST }, "amount"),
        counterLimit,
      ],
    },
    {
      command,
      of: "between users",
      says: ({ account, maker }) => ({
        ...{ movement: MOVE_TRANSFER, from: account, to: maker, amount: money("1") },
      }),
      breakings: [
        breaks("unknownAccount", { from: NOBODY }, "from"),
        breaks("amountNotPositive", { amount: 0n }, "amount"),
        breaks("movementNotAllowed", ({ account }) => ({ to: account }), "to"),
        counterLimit,
        after("balanceInsufficient", takesAll),
      ],
    },
  ]),
  {
    command: "settleMovement",
    ready: ({ venue, account, maker, ids }) => {
      const amount = money("600");
      const asked = { movement: MOVE_TRANSFER, from: account, to: maker, amount };
      ids["movement"] = venue.accept({ type: "beginMovement", ...asked }).id;
    },
    says: ({ ids }) => ({ id: ids["movement"], complete: true }),
    breakings: [
      breaks("unknownMovement", { id: 7 }),
      after(
        "counterLimit",
        counts(({ maker }) => maker),
      ),
      after("balanceInsufficient", (scene) => {
        const { accounts, entries } = scene.venue.exchange.state;
        entries.amount.hi[accounts.entry[accountId(scene.account)]] = 500; // as after a loss
      }),
    ],
  },
  {
    command: "openAccount",
    says: () => ({ kind: ACCOUNT_USER, name: "carol" }),
    breakings: [breaks("nameTaken", { name: "account" }, "name"), breaks("invalidValue", { kind: 77 })],
  },
  {
    command: "setAccount",
    says: ({ account }) => setAccount(account) as unknown as Fields,
    breakings: [unknownAccount, breaks("invalidValue", { status: 77 })],
  },
  {
    command: "openAccounts",
    says: () => ({ names: "carol,dave", amount: 1n }),
    breakings: [
      breaks("nameTaken", { names: "carol,maker" }, "names"),
      breaks("invalidValue", { names: "carol,carol" }, "names"),
      breaks("amountNotPositive", { amount: -1n }, "amount"),
      breaks("moneyLimit", { amount: MOST }, "amount"),
      after(
        "counterLimit",
        counts(() => EXTERNAL_ACCOUNT),
      ),
    ],
  },
  ...(
    [
      ["reset", { change: CHANGE_RESET }],
      ["money", { change: CHANGE_MONEY, amount: 1n }],
      ["keys", { change: CHANGE_KEYS }],
      ["status", { change: CHANGE_STATUS, status: STATUS_FROZEN }],
    ] as const
  ).map(([of, change]): Case => {
    const row = (account: number, units = 1) => ({ account, units, quanta: 0 });
    return {
      command: "changeAccounts",
      of,
      ready: holds(10),
      says: ({ account, maker }) => ({
        ...{ status: STATUS_NORMAL, ...change },
        accounts: [row(maker), row(account)],
      }),
      breakings: [
        breaks("unknownAccount", ({ maker }) => ({ accounts: [row(maker), row(NOBODY)] }), "accounts"),
        ...(of === "reset" ? [accountFrozen] : []),
        breaks("invalidValue", { status: 77 }),
        ...(of === "money" ? [breaks("amountNotPositive", { amount: 0n }, "amount")] : []),
        ...(of === "reset" ? [{ rule: "movementNotAllowed" as const, before: leaves }] : []),
        ...(of === "money" ? [breaks("moneyLimit", { amount: MOST }, "amount")] : []),
        ...(of === "reset"
          ? [
              breaks(
                "moneyLimit",
                ({ account, maker }) => ({ accounts: [row(maker, 1e12), row(account, 1e12)] }),
                "accounts",
              ),
            ]
          : []),
        ...(of === "reset" || of === "money" ? [counterLimit] : []),
      ],
    };
  }),
  {
    command: "sendNotice",
    says: ({ account, maker }) => ({ text: "begins", accounts: [{ account: maker }, { account }] }),
    breakings: [
      breaks(
        "unknownAccount",
        ({ maker }) => ({ accounts: [{ account: maker }, { account: NOBODY }] }),
        "accounts",
      ),
      breaks("invalidValue", { text: "" }),
    ],
  },
  {
    command: "setContest",
    says: () => ({ name: "cup", definition: "{}" }),
    breakings: [
      breaks("invalidValue", { name: "" }),
      after("venueFull", ({ venue }) => {
        for (let i = 0; i < CONTESTS_MAX; i++)
          venue.accept({ type: "setContest", name: `cup ${i}`, definition: "{}" });
      }),
    ],
  },
  {
    command: "setInvitation",
    says: () => ({ ...INVITATION }),
    breakings: [
      breaks("invalidValue", { permissions: 77 }),
      breaks("amountNotPositive", { amount: -1n }),
      after("venueFull", ({ venue }) => {
        for (let i = 0; i < INVITATIONS_MAX; i++) venue.accept({ ...INVITATION, name: `class ${i}` });
      }),
    ],
  },
  {
    command: "acceptInvitation",
    ready: ({ venue }) => void venue.accept({ ...INVITATION }),
    says: ({ venue }) => ({ ...ACCEPTED, account: venue.exchange.state.accounts.top }),
    breakings: [
      breaks("unknownAccount", { account: NOBODY }),
      breaks("nameTaken", { name: "account" }, "name"),
      { rule: "keyTaken", before: addsKey, says: { key: "known" } },
      breaks("invalidValue", { invitation: "none" }, "invitation"),
      {
        rule: "moneyLimit",
        before: ({ venue }) => void venue.accept({ ...INVITATION, amount: MOST }),
        decides: ["invitation", "amount"],
      },
      after(
        "counterLimit",
        counts(() => EXTERNAL_ACCOUNT),
      ),
      {
        rule: "venueFull",
        before: ({ venue }) => void venue.accept({ ...INVITATION, uses: 0 }),
        decides: ["invitation", "amount"],
      },
    ],
  },
  {
    command: "setSymbolFee",
    says: () => NO_FEE_SETTING,
    breakings: [unknownAccount, unknownContract, breaks("invalidValue", { takerRate: -1 })],
  },
  {
    command: "addKey",
    says: () => ({ ...KEY, key: "new" }),
    breakings: [
      unknownAccount,
      { rule: "keyTaken", before: addsKey, says: { key: "known" } },
      breaks("invalidValue", { permissions: 77 }),
    ],
  },
  {
    command: "changeKey",
    ready: addsKey,
    says: () => ({ permissions: 1, key: "known" }),
    breakings: [breaks("unknownKey", { key: "other" }), breaks("invalidValue", { permissions: 77 })],
  },
  {
    command: "disableKey",
    ready: addsKey,
    says: () => ({ key: "known" }),
    breakings: [breaks("unknownKey", { key: "other" })],
  },
  {
    command: "openPaper",
    says: () => ({ amount: 1n }),
    breakings: [
      unknownAccount,
      breaks("amountNotPositive", { amount: 0n }, "amount"),
      breaks("moneyLimit", { amount: 2n * MOST }, "amount"),
      after("counterLimit", (scene) => {
        const { venue, maker } = scene;
        venue.accept({ type: "openPaper", account: maker, amount: 1n });
        counts(() => venue.exchange.state.funds[MEETS_POOL])(scene);
      }),
    ],
  },
  {
    command: "resetPaper",
    ready: ({ venue, account, ids }) => {
      ids["paper"] = venue.accept({ type: "openPaper", account, amount: 1n }).id;
    },
    says: () => ({ amount: 2n }),
    breakings: [
      unknownAccount,
      breaks("amountNotPositive", { amount: 0n }, "amount"),
      breaks("moneyLimit", { amount: 2n * MOST }, "amount"),
      after(
        "counterLimit",
        counts(({ ids }) => ids["paper"]!),
      ),
    ],
  },
  {
    command: "setReferral",
    ready: feesDue,
    says: ({ maker }) => ({ agent: maker, rebateRate: 10_000_000 }),
    breakings: [
      unknownAccount,
      breaks("invalidValue", { rebateRate: -1 }),
      breaks("referralCircular", ({ account }) => ({ agent: account })),
      after("balanceInsufficient", emptiesFees),
    ],
  },
  {
    command: "payRebates",
    ready: feesDue,
    breakings: [
      unknownAccount,
      breaks("noRebateDue", ({ maker }) => ({ account: maker }), "account"),
      after("balanceInsufficient", emptiesFees),
    ],
  },
];

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
function addsKey({ venue, account }: Scene): void {
  venue.accept({ ...KEY, type: "addKey", account, key: "known" });
}
function feesDue(scene: Scene): void {
  const { venue, account, maker } = scene;
  venue.accept({ type: "setReferral", account, agent: maker, rebateRate: 20_000_000 });
  holds(140)(scene);
}
function emptiesFees({ venue, maker }: Scene): void {
  const { amount } = venue.ask({ type: "account", account: FEE_ACCOUNT })!.entries[0]!;
  venue.accept({ type: "moveMoney", movement: MOVE_FEE_REFUND, from: FEE_ACCOUNT, to: maker, amount });
}

// ---- the market, and those who operate it

const rowOf = (name: string, row: Fields) => ({ [name]: [row] });
const REPORT = { contract: 0, source: 1, points: 60_000_000, weight: 1 };
const FOLLOWED = { contract: 0, sourceMark: 60_000_000, sourceRate: 0, hasSourceRate: 0, held: 0 };
/** The maintenance rate of the one tier is nine tenths: who holds a position cannot carry that. */
const wouldBreach = (says: Fields): Breaking => ({
  rule: "wouldBreach",
  before: (scene) => {
    holds(140)(scene);
    takesAll(scene);
  },
  says,
  decides: ["breach"],
});
const HARSH = { tiers: [{ boundUnits: 50_000_000, maintenanceRate: 90_000_000, leverageMax: 20_000 }] };
const add: ActedCommand = { type: "addOperator", role: ROLE_ADMIN, name: "carol", tokenHash: "00" };
const said = { operator: "alice", action: "operator/add", given: "{}", reference: "once" };

const operating: readonly Case[] = [
  {
    command: "listContract",
    says: () => ({ ...btc, symbol: "cmt_newusdt" }),
    breakings: [breaks("symbolTaken", { symbol: btc.symbol }), breaks("invalidContract", { tiers: [] })],
  },
  {
    command: "changeContract",
    says: () => ({ ...btc, type: "changeContract", contract: 0, anyway: false }),
    breakings: [unknownContract, breaks("invalidContract", { leverageMin: 0 }), wouldBreach(HARSH)],
  },
  {
    command: "setContractStatus",
    says: () => ({ status: CONTRACT_HALTED }),
    breakings: [unknownContract, breaks("invalidValue", { status: 77 })],
  },
  {
    command: "delistContract",
    breakings: [unknownContract, breaks("invalidValue", { at: -1 })],
  },
  {
    command: "forceFunding",
    breakings: [unknownContract],
  },
  ...(["setIndex", "pushIndex"] as const).map(
    (command): Case => ({
      command,
      says: () => ({ prices: [{ contract: 0, points: 60_000_000 }] }),
      breakings: [
        breaks("unknownContract", rowOf("prices", { contract: 9, points: 1 })),
        breaks("indexOutOfRange", rowOf("prices", { contract: 0, points: 1 })),
      ],
    }),
  ),
  {
    command: "reportPrices",
    says: () => ({ prices: [REPORT] }),
    breakings: [
      breaks("unknownContract", rowOf("prices", { ...REPORT, contract: 9, weight: 0, points: 1 })),
      breaks("invalidValue", rowOf("prices", { ...REPORT, source: 77, weight: 0, points: 1 })),
      breaks("indexOutOfRange", rowOf("prices", { ...REPORT, source: 77, points: 1 })),
      {
        ...breaks("venueFull", rowOf("prices", { ...REPORT, source: 77 })),
        before: ({ venue }) => {
          const prices = Array.from({ length: 64 }, (_, source) => ({ ...REPORT, source }));
          venue.accept({ type: "reportPrices", prices });
        },
      },
    ],
  },
  {
    command: "followSource",
    says: () => ({ contracts: [FOLLOWED] }),
    breakings: [
      breaks("unknownContract", rowOf("contracts", { ...FOLLOWED, contract: 9, held: 7, sourceMark: -1 })),
      breaks("invalidValue", rowOf("contracts", { ...FOLLOWED, held: 7, sourceMark: -1 })),
      breaks("indexOutOfRange", rowOf("contracts", { ...FOLLOWED, sourceMark: -1 })),
    ],
  },
  {
    command: "setMarkRule",
    says: () => ({ window: 60, impactUnits: 1 }),
    breakings: [unknownContract, breaks("invalidValue", { window: 0 })],
  },
  {
    command: "setRiskRule",
    terms: {
      tiers: [
        { boundUnits: 590, maintenanceRate: 0, leverageMax: 20_000 },
        { boundUnits: 50_000_000, maintenanceRate: 90_000_000, leverageMax: 20_000 },
      ],
    },
    breakings: [
      unknownContract,
      breaks("invalidValue", { hedge: 77 }),
      {
        rule: "wouldBreach",
        before: (scene) => {
          holds(100)(scene);
          takesAll(scene);
        },
        says: { flatTiers: true },
      },
    ],
  },
  {
    command: "setFundRule",
    breakings: [breaks("invalidValue", { floor: -1n })],
  },
  {
    command: "setLatency",
    says: () => ({ samples: [{ way: 0, ms: 5 }] }),
    breakings: [
      unknownAccount,
      breaks("invalidValue", { seedA: 0.5 }),
      breaks("venueFull", {
        samples: Array.from({ length: LATENCY_SAMPLES_MAX + 1 }, () => ({ way: 0, ms: 5 })),
      }),
    ],
  },
  {
    command: "setHouse",
    ready: ({ venue, ids }) => {
      ids["house"] = venue.accept({ type: "openAccount", kind: ACCOUNT_HOUSE, name: "house" }).id;
    },
    says: ({ ids }) => ({
      ...HOUSE_RULE,
      accounts: [{ role: HOUSE_MAKER, account: ids["house"], units: 0 }],
    }),
    breakings: [
      breaks("unknownAccount", { accounts: [{ role: HOUSE_MAKER, account: NOBODY, units: 0 }] }, "accounts"),
      unknownContract,
      breaks("invalidValue", { quoteMs: -1 }),
      breaks(
        "venueFull",
        ({ ids }) => ({
          accounts: Array.from({ length: 1_001 }, () => ({
            role: HOUSE_MAKER,
            account: ids["house"],
            units: 0,
          })),
        }),
        "accounts",
      ),
    ],
  },
  {
    command: "liquidate",
    ready: (scene) => {
      is(ISOLATED)(scene);
      holds(140)(scene);
    },
    says: ({ ids }) => ({ position: ids["position"] }),
    breakings: [unknownAccount, unknownPosition, breaks("nothingToClose", { position: 0 }, "position")],
  },
  {
    command: "liquidate",
    of: "a shared position by its name",
    ready: holds(140),
    breakings: [unknownAccount, breaks("positionNotIsolated", ({ ids }) => ({ position: ids["position"] }))],
  },
  {
    command: "deleverage",
    ready: holds(140),
    says: () => ({ leg: LONG, size: 10 }),
    breakings: [
      unknownAccount,
      unknownContract,
      breaks("nothingToClose", { leg: 1 }),
      breaks("closeTooLarge", { size: 500 }),
    ],
  },
  {
    command: "act",
    says: () => actOf(said, add) as unknown as Fields,
    breakings: [
      {
        rule: "referenceUsed",
        before: ({ venue }) => {
          const kept = { reference: "once", terms: "", answer: "done" } as const;
          venue.accept({ type: "keepAnswer", ...kept });
        },
      },
      {
        rule: "operatorTaken",
        before: ({ venue }) => void venue.accept(add as UncheckedCommand),
        decides: ["acts"],
      },
      breaks("invalidValue", () => actOf(said, actOf(said, add) as unknown as ActedCommand), "acts"),
    ],
  },
  {
    command: "keepAnswer",
    says: () => ({ reference: "once", answer: "done" }),
    breakings: [
      {
        rule: "referenceUsed",
        before: ({ venue }) =>
          void venue.accept({ type: "keepAnswer", reference: "once", terms: "", answer: "done" }),
      },
    ],
  },
  {
    command: "addOperator",
    says: () => ({ ...add }),
    breakings: [
      { rule: "operatorTaken", before: ({ venue }) => void venue.accept(add as UncheckedCommand) },
      breaks("invalidValue", { role: 77 }),
      after("venueFull", ({ venue }) => {
        const { operators } = venue.exchange.state;
        for (let i = operators.size; i < OPERATORS_MAX; i++)
          venue.accept({ ...add, name: `operator ${i}` } as UncheckedCommand);
      }),
    ],
  },
  {
    command: "rotateOperator",
    ready: ({ venue }) => void venue.accept(add as UncheckedCommand),
    says: () => ({ name: "carol", tokenHash: "01" }),
    breakings: [breaks("unknownOperator", { name: "nobody" })],
  },
  {
    command: "removeOperator",
    ready: ({ venue }) => void venue.accept(add as UncheckedCommand),
    says: () => ({ name: "carol" }),
    breakings: [breaks("unknownOperator", { name: "nobody" })],
  },
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
  const scene: Scene = { venue, account, maker, ids: {} };
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
  const fields = { ...blankOf(layout), type: command, ...own, ...says?.(scene) };
  for (const each of broken)
    Object.assign(fields, typeof each.says === "function" ? each.says(scene) : each.says);
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
    const scene: Scene = {
      venue,
      account: venue.user("account", 10_000),
      maker: venue.user("maker"),
      ids: {},
    };
    venue.index(60_000_000);
    const price = PRICE - 1_000;
    for (let i = 0; i < 2_100; i++)
      venue.accept({
        ...PLAN,
        account: scene.account,
        price,
        size: 1,
        triggerPrice: 605_000,
      } as UncheckedCommand);
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
