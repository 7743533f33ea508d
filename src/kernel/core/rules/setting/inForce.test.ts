import fc from "fast-check";
import { expect, it } from "vitest";
import { btc, eth } from "../../../../../test/core/contracts.ts";
import { Driver, money } from "../../../../../test/core/driver.ts";
import { setAccount } from "../../../../../test/core/settings.ts";
import {
  CONTRACT_HALTED,
  CONTRACT_TRADING,
  FIRST_USER_ACCOUNT,
  ISOLATED,
  OPEN_LONG,
  OPEN_SHORT,
  SEPARATED,
  SHARED,
  STATUS_FROZEN,
  STATUS_RESTRICTED,
  TRIGGER_ON_LAST,
} from "../../data/codes.ts";
import { blankOf } from "../../data/encoding/layout.ts";
import type { CommandOf, CommandType, UncheckedCommand } from "../../data/messages/command.ts";
import { commandLayouts } from "../../data/messages/command.ts";
import { DEFAULT_RISK_RULE } from "../../data/model/riskRules.ts";
import { NO_FEE_SETTING } from "../../data/tables/feeSetting.ts";
import { Exchange } from "../../exchange/exchange.ts";
import type { Setting } from "./inForce.ts";
import { alreadyInForce } from "./inForce.ts";

/*
 * Whatever an account, a contract or the venue is in the middle of: each setting is given once more, as it is
 * answered to a reader, must be accepted, and must leave what an empty command leaves.
 */

const ALICE: number = FIRST_USER_ACCOUNT;
const BOB = ALICE + 1;
const ACCOUNTS = [ALICE, BOB];
const CONTRACTS = [0, 1];
const PRICE = 600_000;
const latency = { seedA: 1, seedB: 2, seedC: 3, seedD: 4, samples: [{ way: 0, ms: 5 }] };
const rule = { ...DEFAULT_RISK_RULE, type: "setRiskRule", contract: 0, anyway: true } as const;

/** What may have happened before, in any order, whether it is accepted or not. */
const happenings: Readonly<Record<string, (venue: Driver) => readonly UncheckedCommand[]>> = {
  rests: () => [order(ALICE, OPEN_LONG, PRICE - 1_000, 20)],
  holds: () => [order(BOB, OPEN_SHORT, PRICE, 140), order(ALICE, OPEN_LONG, PRICE, 140)],
  "holds much": () => [order(BOB, OPEN_SHORT, PRICE, 9_000), order(ALICE, OPEN_LONG, PRICE, 9_000)],
  waits: () => [
    {
      ...blank("placePlan"),
      account: ALICE,
      triggerPrice: PRICE + 9_000,
      price: PRICE,
      size: 7,
      triggerSource: TRIGGER_ON_LAST,
    },
  ],
  isolates: () => [{ ...blank("setMode"), account: ALICE, marginMode: ISOLATED, separatedMode: 1 }],
  separates: () => [{ ...blank("setMode"), account: ALICE, marginMode: ISOLATED, separatedMode: SEPARATED }],
  "leverage 50": () => [leverage(ALICE, 5_000)],
  "leverage 10": () => [leverage(ALICE, 1_000)],
  appends: (venue) =>
    positions(venue).map(({ position }) => ({
      ...blank("setAutoAppend"),
      account: ALICE,
      position,
      on: true,
    })),
  freezes: () => [setAccount(ALICE, { status: STATUS_FROZEN, orderDelayMs: 50 })],
  restricts: () => [setAccount(ALICE, { status: STATUS_RESTRICTED, cancelDelayMs: 70 })],
  "pays fees": () => [
    { ...blank("setSymbolFee"), account: ALICE, feeSet: true, takerRate: 90_000, makerRate: 1 },
  ],
  delays: () => [{ type: "setLatency", account: ALICE, ...latency }],
  "is brought": () => [{ type: "setReferral", account: ALICE, agent: BOB, rebateRate: 20_000_000 }],
  "changes its key": () => [{ ...blank("changeKey"), key: "alice", permissions: 1, activeFrom: 1e15 }],
  rises: () => [index(PRICE + 60_000)],
  falls: () => [index(PRICE - 15_000)],
  "has low tiers": () => [
    {
      ...btc,
      type: "changeContract",
      contract: 0,
      anyway: true,
      tiers: [
        { boundUnits: 500, maintenanceRate: 400_000, leverageMax: 20_000 },
        { boundUnits: 50_000_000, maintenanceRate: 500_000, leverageMax: 1_000 },
      ],
    },
  ],
  "asks for much": () => [
    { ...btc, type: "changeContract", contract: 0, anyway: true, leverageMin: 6_000, leverageDefault: 6_000 },
  ],
  "allows little": () => [{ ...btc, type: "changeContract", contract: 0, anyway: true, leverageMax: 1_500 }],
  halts: () => [{ type: "setContractStatus", contract: 0, status: CONTRACT_HALTED }],
  trades: () => [{ type: "setContractStatus", contract: 0, status: CONTRACT_TRADING }],
  "is to be delisted": () => [{ type: "delistContract", contract: 0, at: 2 ** 52 }],
  "has a stricter rule": () => [{ ...rule, flatTiers: true, newOnly: false }],
  "has a rule for new positions": () => [{ ...rule, hedge: 1, newOnly: true }],
  "averages its mark": () => [
    { ...blank("setMarkRule"), method: 1, window: 9, boundRate: 1_000_000, impactUnits: 5 },
  ],
  "has a floor": () => [{ type: "setFundRule", floor: money("3"), notionalMax: 0n }],
};

/** Every setting that is in force, read from what the exchange answers. */
const asItIs: { readonly [T in Setting]: (venue: Driver) => readonly UncheckedCommand[] } = {
  setLeverage: (venue) =>
    everyHolding(venue).flatMap(({ account, contract, held }) =>
      [held.marginMode, 0].flatMap((marginMode) =>
        [false, true].map((switches) => {
          const { cross, isolatedLong, isolatedShort } = held;
          const leverages = { cross, isolatedLong, isolatedShort };
          const to = { account, contract, marginMode, switches, ordersFollow: !switches, ...leverages };
          return { type: "setLeverage", ...to } as const;
        }),
      ),
    ),
  setMode: (venue) =>
    everyHolding(venue).map(({ account, contract, held: { marginMode, separatedMode } }) => {
      return { type: "setMode", account, contract, marginMode, separatedMode };
    }),
  setPositionMode: (venue) =>
    ACCOUNTS.map((account) => {
      const { positionMode } = venue.ask({ type: "account", account })!;
      return { type: "setPositionMode", account, positionMode };
    }),
  setMarginCall: (venue) =>
    ACCOUNTS.map((account) => {
      const { marginCallPercent } = venue.ask({ type: "account", account })!;
      return { type: "setMarginCall", account, marginCallPercent };
    }),
  setAutoAppend: (venue) =>
    positions(venue).flatMap(({ position, marginMode, autoAppend }) =>
      marginMode === ISOLATED ? [{ type: "setAutoAppend", account: ALICE, position, on: autoAppend }] : [],
    ),
  setAccount: (venue) =>
    ACCOUNTS.map((account) => {
      const { fee, ...told } = venue.ask({ type: "account", account })!;
      const { status, orderRateLimitPerMinute, orderDelayMs, cancelDelayMs } = told;
      const { selfTradePrevention, marginCallPercent, group, positionMode } = told;
      const delays = { orderRateLimitPerMinute, orderDelayMs, cancelDelayMs };
      const numbers = { ...delays, selfTradePrevention, marginCallPercent, group, positionMode };
      return { type: "setAccount", account, status, ...numbers, ...fee };
    }),
  setSymbolFee: (venue) =>
    everyHolding(venue).map(({ account, contract, held }) => {
      return { type: "setSymbolFee", account, contract, ...(held.fee ?? NO_FEE_SETTING) };
    }),
  changeKey: (venue) =>
    venue.ask({ type: "keys" }).map(({ key, permissions, activeFrom, expires, label, addresses }) => {
      return { type: "changeKey", key, permissions, activeFrom, expires, label, addresses };
    }),
  setReferral: (venue) => {
    const brought = venue.ask({ type: "referrals", agent: undefined });
    return ACCOUNTS.map((account) => {
      const terms = brought.find((each) => each.account === account);
      return { type: "setReferral", account, agent: terms?.agent ?? 0, rebateRate: terms?.rebateRate ?? 0 };
    });
  },
  changeContract: (venue) =>
    venue
      .ask({ type: "contracts" })
      .flatMap((told, contract) =>
        [false, true].map((anyway) => ({ ...told, type: "changeContract", contract, anyway }) as const),
      ),
  setContractStatus: (venue) =>
    venue
      .ask({ type: "contracts" })
      .flatMap(({ status, delistingDue }, contract) =>
        delistingDue === 0 ? [{ type: "setContractStatus", contract, status }] : [],
      ),
  delistContract: (venue) =>
    venue
      .ask({ type: "contracts" })
      .flatMap(({ delistingDue: at }, contract) =>
        at > 0 ? [{ type: "delistContract", contract, at }] : [],
      ),
  setMarkRule: (venue) =>
    CONTRACTS.map((contract) => {
      return {
        type: "setMarkRule",
        contract,
        ...venue.exchange.state.contracts[contract as never]!.markRule,
      };
    }),
  setRiskRule: (venue) => {
    const { contracts, holdings, holdingOf } = venue.exchange.state;
    return contracts.map(({ index: contract, riskRule }) => {
      const isKept = [...holdingOf[contract].values()].some((each) => holdings.keptRule[each] !== 0);
      return { type: "setRiskRule", contract, ...riskRule, anyway: false, newOnly: isKept };
    });
  },
  setFundRule: (venue) => [{ type: "setFundRule", ...venue.exchange.state.fundRule }],
  setLatency: (venue) =>
    ACCOUNTS.map((account) => {
      const none = { seedA: 0, seedB: 0, seedC: 0, seedD: 0, samples: [] };
      return { type: "setLatency", ...none, ...venue.ask({ type: "latency", account }), account };
    }),
};

it("a setting in force is accepted in any state, and changes nothing", () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...Object.keys(happenings)), { maxLength: 14 }), (names) => {
      const venue = new Driver([btc, eth]);
      venue.audits = false;
      for (const name of ["alice", "bob"]) venue.user(name, 100_000);
      venue.accept({ ...blank("addKey"), account: ALICE, key: "alice", permissions: 3, expires: 1e15 });
      for (const contract of CONTRACTS) venue.index(PRICE * 100, contract);
      for (const name of names) {
        for (const command of happenings[name]!(venue)) venue.execute(command);
        venue.wait(100);
      }
      const twin = new Driver([], undefined, Exchange.restore(venue.exchange.snapshot()));
      twin.audits = false;
      twin.time = venue.time;
      for (const [setting, commands] of Object.entries(asItIs)) {
        for (const command of commands(venue)) {
          expect(venue.accept(command).events, said(command)).toEqual([]);
          twin.accept({ type: "advanceTime" });
          met.add(setting);
        }
      }
      expect(venue.exchange.snapshot()).toEqual(twin.exchange.snapshot());
      const [resting, held] = [venue.exchange.state.orders.count > 0, positions(venue).length > 0];
      if (resting && held) met.add("with orders and positions");
    }),
    { numRuns: 100 },
  );
  expect([...met].sort()).toEqual([...Object.keys(alreadyInForce), "with orders and positions"].sort());
});

it("every command that sets or changes something is a setting, or told here why not", () => {
  const others = {
    changeAccounts: "what it changes of accounts is not settings alone",
    setCountdown: "said again it begins anew",
    setIndex: "a price: it is one at every beat, and moves the mark",
    setInvitation: "nothing that it refuses hangs on what has become of it",
    setContest: "nothing that anybody asks of the state hangs on it",
    setHouse: "withdraws what the house quotes, and has it draw anew",
  };
  const setters = (Object.keys(commandLayouts) as CommandType[]).filter((type) =>
    /^(set|change)[A-Z]/.test(type),
  );
  const told = [...Object.keys(alreadyInForce), ...Object.keys(others)];
  expect(setters.filter((type) => !told.includes(type))).toEqual([]);
});

it("beside open orders another leverage is refused, and the one in force is not", () => {
  const venue = new Driver();
  const alice = venue.user("alice", 10_000);
  venue.index(PRICE * 100);
  venue.leverage(alice, 2_000);
  venue.order({ account: alice, action: OPEN_LONG, price: PRICE, size: 10 });
  const { events } = venue.accept(leverage(alice, 2_000));
  expect(events).toEqual([]);
  expect(venue.refuse(leverage(alice, 2_100))).toMatchObject({ type: "openOrdersExist", orders: 1 });
});

it("a leverage in force is accepted below a minimum that was raised since, and another there is not", () => {
  const venue = new Driver();
  const alice = venue.user("alice", 10_000);
  venue.index(PRICE * 100);
  venue.accept(leverage(alice, 500));
  const raised = { ...btc, leverageMin: 1_000 };
  venue.accept({ ...raised, type: "changeContract", contract: 0, anyway: false });
  expect(venue.accept(leverage(alice, 500)).events).toEqual([]);
  expect(venue.refuse(leverage(alice, 600))).toEqual({
    ...{ type: "leverageOutOfRange", field: "cross", leverage: 600, min: 1_000, max: 20_000 },
  });
});

it("of two sides the one in force is not judged, although its tier allows less by now", () => {
  const tiers = [
    { boundUnits: 500, maintenanceRate: 400_000, leverageMax: 20_000 },
    { boundUnits: 50_000_000, maintenanceRate: 500_000, leverageMax: 2_000 },
  ];
  const venue = new Driver([{ ...btc, tiers }]);
  const [alice, bob] = [venue.user("alice", 10_000), venue.user("bob", 10_000)];
  venue.index(PRICE * 100);
  venue.mode(alice, ISOLATED);
  venue.leverage(alice, 2_500, 2_500, ISOLATED);
  venue.trade(alice, bob, PRICE, 80);
  venue.index(PRICE * 110); // 528 units of notional: beyond the first tier
  venue.leverage(alice, 2_500, 3_000, ISOLATED);
  expect(venue.refuse(leverage(alice, 2_600))).toMatchObject({ type: "tierLeverage" });
  expect(venue.ask({ type: "account", account: alice })!.holdings).toMatchObject([
    { isolatedLong: 2_500, isolatedShort: 3_000 },
  ]);
});

function said(command: UncheckedCommand): string {
  return JSON.stringify(command, (_, value) => (typeof value === "bigint" ? String(value) : value));
}

function everyHolding(venue: Driver) {
  const untouched = { marginMode: SHARED, separatedMode: 1, fee: undefined };
  return ACCOUNTS.flatMap((account) => {
    const { holdings } = venue.ask({ type: "account", account })!;
    return venue.ask({ type: "contracts" }).map(({ leverageDefault }, contract) => {
      const now = holdings.find((each) => each.contract === contract);
      const leverages = {
        cross: leverageDefault,
        isolatedLong: leverageDefault,
        isolatedShort: leverageDefault,
      };
      return { account, contract, held: now ?? { ...untouched, ...leverages } };
    });
  });
}

function positions(venue: Driver) {
  return venue.ask({ type: "positions", account: ALICE, contract: undefined });
}

function order(account: number, action: number, price: number, size: number): UncheckedCommand {
  return { ...blank("placeOrder"), account, action, price, size, timeInForce: 0 };
}

function leverage(account: number, to: number): UncheckedCommand {
  const leverages = { cross: to, isolatedLong: to, isolatedShort: to };
  return {
    type: "setLeverage",
    account,
    contract: 0,
    marginMode: 0,
    switches: false,
    ordersFollow: false,
    ...leverages,
  };
}

function index(ticks: number): UncheckedCommand {
  return { type: "setIndex", prices: [{ contract: 0, points: ticks * 100 }] };
}

/** A command that says nothing. */
function blank<T extends CommandType>(type: T): CommandOf<T> {
  return { ...blankOf(commandLayouts[type]), type } as never;
}
