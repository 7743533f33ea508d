import { expect, it } from "vitest";
import { btc } from "../../../../test/core/contracts.ts";
import { Driver, type OrderOf, placeOrder } from "../../../../test/core/driver.ts";
import {
  CLOSE_LONG,
  CONTRACT_HALTED,
  EXTERNAL_ACCOUNT,
  ISOLATED,
  MOVE_WITHDRAW,
  OPEN_LONG,
  OPEN_SHORT,
  SEPARATED,
  SHARED,
  STATUS_FROZEN,
  STP_NONE,
} from "../../data/codes.ts";
import { rejections } from "../../data/messages/rejection.ts";
import { NO_FEE_SETTING } from "../../data/tables/feeSetting.ts";

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Step = (venue: Driver, account: number) => void;

/** An order about to be placed by an account of 10,000 in a contract at 60,000, and the market that it meets. */
interface Attempt {
  readonly order: Writable<OrderOf>;
  readonly contract: Writable<typeof btc>;
  /** Before the account holds anything; before the order; and at the very last. */
  readonly first: Step[];
  readonly before: Step[];
  readonly last: Step[];
  hasMark: boolean;
  /** No more orders may rest than do. */
  isFull: boolean;
}

/** A way of breaking a rule of placements. */
interface Breaking {
  readonly rule: keyof typeof rejections;
  readonly of?: "opening" | "closing";
  /** What of an attempt it decides: two that decide the same do not go together. */
  readonly decides?: readonly ("size" | "price" | "mode" | "position")[];
  readonly breaks: (attempt: Attempt) => void;
}

const CONTRACT = { ...btc, orderLotsMin: 10 };
const UNPRICED = { ...CONTRACT, symbol: "cmt_otherusdt" };

const rests =
  (size: number, clientId = ""): Step =>
  (venue, account) => {
    venue.order({ account, action: OPEN_LONG, price: 595_000, size, clientId });
  };

const freezes: Step = (venue, account) => {
  const plain = {
    orderRateLimitPerMinute: 0,
    orderDelayMs: 0,
    cancelDelayMs: 0,
    selfTradePrevention: STP_NONE,
  };
  venue.accept({ type: "setAccount", account, status: STATUS_FROZEN, ...NO_FEE_SETTING, ...plain });
};

const halts: Step = (venue) => {
  for (const contract of [0, 1])
    venue.accept({ type: "setContractStatus", contract, status: CONTRACT_HALTED });
};

const takesAll: Step = (venue, account) => {
  const amount = venue.ask({ type: "assets", account })!.withdrawable;
  venue.accept({ type: "moveMoney", movement: MOVE_WITHDRAW, from: account, to: EXTERNAL_ACCOUNT, amount });
};

const breakings: readonly Breaking[] = [
  { rule: "unknownAccount", breaks: ({ order }) => (order.account += 99) },
  { rule: "accountFrozen", breaks: ({ last }) => last.push(freezes) },
  { rule: "invalidValue", breaks: ({ order }) => (order.timeInForce = 9) },
  { rule: "contractNotTradable", breaks: ({ last }) => last.push(halts) },
  { rule: "noMarkPrice", breaks: (attempt) => (attempt.hasMark = false) },
  { rule: "sizeTooSmall", decides: ["size"], breaks: ({ order }) => (order.size = 9) },
  { rule: "sizeTooLarge", decides: ["size"], breaks: ({ order }) => (order.size = 2_000_000_000) },
  {
    rule: "clientIdLive",
    breaks: ({ order, before }) => {
      before.push(rests(10, "twice"));
      order.clientId = "twice";
    },
  },
  {
    rule: "priceAboveBand",
    of: "opening",
    decides: ["price"],
    breaks: ({ order }) => (order.price = 700_000),
  },
  {
    rule: "priceBelowBand",
    of: "closing",
    decides: ["price"],
    breaks: ({ order }) => (order.price = 500_000),
  },
  { rule: "priceTooFar", of: "opening", decides: ["price"], breaks: ({ order }) => (order.price = 10) },
  { rule: "presetWrongSide", of: "opening", breaks: ({ order }) => (order.presetTakeProfit = 5) },
  { rule: "marginModeMismatch", breaks: ({ order }) => (order.marginMode = ISOLATED) },
  {
    rule: "separatedModeMismatch",
    decides: ["mode"],
    breaks: ({ order }) => (order.separatedMode = SEPARATED),
  },
  {
    rule: "openOrderLimit",
    breaks: (attempt) => {
      attempt.isFull = true;
      attempt.before.push(rests(10));
    },
  },
  {
    rule: "positionMissing",
    of: "closing",
    decides: ["mode", "position"],
    breaks: ({ contract, first }) => {
      contract.separatedCloseFifo = false;
      first.push((venue, account) => venue.mode(account, SHARED, SEPARATED));
    },
  },
  {
    rule: "unknownPosition",
    of: "closing",
    decides: ["position"],
    breaks: ({ order }) => (order.position = 77),
  },
  { rule: "closeTooLarge", of: "closing", decides: ["size"], breaks: ({ order }) => (order.size = 500) },
  {
    rule: "tierExceeded",
    of: "opening",
    // 60 lots are 360 units, and 100 more are not below 500.
    breaks: ({ contract }) => {
      contract.tiers = [{ boundUnits: 500, maintenanceRate: 400_000, leverageMax: 20_000 }];
    },
  },
  {
    rule: "positionLimit",
    of: "opening",
    breaks: ({ contract, before }) => {
      for (const limit of ["orderLotsMax", "marketOpenLotsMax", "positionLotsMax"] as const)
        contract[limit] = 150;
      before.push(rests(30), rests(30));
    },
  },
  { rule: "marginInsufficient", of: "opening", breaks: ({ last }) => last.push(takesAll) },
];

function refusalOf(kind: "opening" | "closing", broken: readonly Breaking[]): string | undefined {
  const attempt: Attempt = {
    order: { account: 0, action: kind === "opening" ? OPEN_LONG : CLOSE_LONG, price: 600_000, size: 100 },
    contract: { ...CONTRACT },
    ...{ first: [], before: [], last: [] },
    hasMark: true,
    isFull: false,
  };
  for (const { breaks } of broken) breaks(attempt);
  const { order, contract, first, before, last, hasMark } = attempt;
  if (attempt.isFull) contract.openOrdersMax = before.length;
  const venue = new Driver([contract, UNPRICED]);
  venue.audits = false;
  const [account, maker] = [venue.user("account", 10_000), venue.user("maker", 10_000)];
  venue.index(60_000_000);
  for (const step of first) step(venue, account);
  if (kind === "closing") {
    venue.order({ account: maker, action: OPEN_SHORT, price: 600_000, size: 140 });
    venue.order({ account, action: OPEN_LONG, price: 600_000, size: 140 });
  }
  for (const step of [...before, ...last]) step(venue, account);
  const asked = { ...order, account: order.account || account, contract: hasMark ? 0 : 1 };
  return venue.execute(placeOrder(asked)).rejection?.type;
}

it.each(["opening", "closing"] as const)(
  "of any two rules that an order breaks (%s) the first is named",
  (kind) => {
    const its = breakings.filter(({ of = kind }) => of === kind);
    const declared = Object.keys(rejections);
    expect(its.map(({ rule }) => declared.indexOf(rule))).toEqual(
      its.map(({ rule }) => declared.indexOf(rule)).sort((a, b) => a - b),
    );
    expect(refusalOf(kind, [])).toBeUndefined();
    for (const [i, first] of its.entries()) {
      expect(refusalOf(kind, [first])).toBe(first.rule);
      for (const second of its.slice(i + 1)) {
        if (first.decides?.some((each) => second.decides?.includes(each))) continue;
        expect(refusalOf(kind, [second, first]), `${first.rule} before ${second.rule}`).toBe(first.rule);
      }
    }
  },
);
