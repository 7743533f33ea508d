import { describe, expect, it } from "vitest";
import { Driver, eventsOf, money, setLeverage } from "../../../../test/core/driver.ts";
import {
  CLOSE_SHORT,
  COMBINED,
  EXTERNAL_ACCOUNT,
  INSURANCE_ACCOUNT,
  ISOLATED,
  KIND_AGREEMENT,
  KIND_LIQUIDATION,
  KIND_OFFSET,
  LONG,
  MOVE_DEPOSIT,
  MOVE_FIX_MARGIN,
  MOVE_MARGIN,
  MOVE_WITHDRAW,
  OPEN_LONG,
  OPEN_SHORT,
  ORIGIN_DELEVERAGING,
  ORIGIN_NETTING,
  ORIGIN_TAKE_OVER,
  REDUCE_BY_FIFTHS,
  REDUCE_TO_MINIMUM,
  SHORT,
} from "../data/codes.ts";
import type { RiskRule } from "../data/model/riskRules.ts";
import { DEFAULT_RISK_RULE } from "../data/model/riskRules.ts";
import type { AccountId } from "../data/units/kinds.ts";
import { healthOfShared } from "../events/marginHealth.ts";
import { drawOf, rank } from "./rank.ts";

const MARK_60000 = 60_000_000;

function fund(venue: Driver, units: string): void {
  const [from, to, amount] = [EXTERNAL_ACCOUNT, INSURANCE_ACCOUNT, money(units)];
  venue.accept({ type: "moveMoney", movement: MOVE_DEPOSIT, from, to, amount });
}
/** Leaves 50 of the 5 000 in the fund: it may take nothing. */
function drain(venue: Driver): void {
  const [from, to, amount] = [INSURANCE_ACCOUNT, EXTERNAL_ACCOUNT, money("4950")];
  venue.accept({ type: "moveMoney", movement: MOVE_WITHDRAW, from, to, amount });
}
/** A venue with a price, a trader, a maker, and a fund of 5 000. */
function funded(name: string, units: number, makerUnits: number) {
  const venue = new Driver();
  const [trader, maker] = [venue.user(name, units), venue.user("maker", makerUnits)];
  fund(venue, "5000");
  venue.index(MARK_60000);
  return { venue, trader, maker };
}
const shared = (venue: Driver, account: number) => venue.ask({ type: "account", account })!.entries[0]!;
const positionsOf = (venue: Driver, account: number) =>
  venue.ask({ type: "positions", account, contract: undefined });

/** Carol is long 0.1 isolated at 60 000, 10x; the maker is short against her; the fund holds 5 000. */
function carol() {
  const { venue, trader, maker } = funded("carol", 1_000, 5_000);
  venue.mode(trader, ISOLATED, COMBINED);
  venue.leverage(trader, 1_000, 1_000, ISOLATED);
  venue.trade(trader, maker, 600_000, 1_000);
  return { venue, trader, maker };
}

describe("an isolated position", () => {
  it("is closed in the book, then taken over by value; exactly its margin is lost", () => {
    const { venue, trader, maker } = carol();
    venue.index(54_300_000);
    venue.order({ account: maker, action: CLOSE_SHORT, price: 542_000, size: 600 });
    expect(positionsOf(venue, trader)[0]).toMatchObject({ liquidationPrice: 542_169 });
    const { events } = venue.index(54_216_800);
    const [fill, rest] = eventsOf(events, "traded");
    expect(fill).toMatchObject({
      origin: 0,
      takerKind: KIND_LIQUIDATION,
      value: money("3252"),
      takerFee: money("1.9512"),
      takerLiquidationFee: money("10.0488"),
      takerRealized: money("-360"),
    });
    expect(rest).toMatchObject({
      origin: ORIGIN_TAKE_OVER,
      value: money("2160"),
      takerRealized: money("-240"),
    });
    expect(eventsOf(events, "liquidationStarted")).toHaveLength(1);
    expect(eventsOf(events, "liquidationFinished")).toHaveLength(1);
    expect(shared(venue, trader).amount).toBe(money("396.4"));
    expect(shared(venue, INSURANCE_ACCOUNT).amount).toBe(money("2850.0488"));
    expect(venue.ask({ type: "assets", account: INSURANCE_ACCOUNT })!.equity).toBe(money("5018.7208"));
    expect(positionsOf(venue, trader)).toEqual([]);
    expect(venue.ask({ type: "totals" }).money).toBe(0n);
  });

  /** 8 BTC long at 60 000, 50x; a bid takes 7.5 of them near the price that liquidates all. */
  function tiered() {
    const venue = new Driver();
    const [trader, maker] = [venue.user("trader", 20_000), venue.user("maker", 10_000_000)];
    fund(venue, "100000");
    venue.index(MARK_60000);
    venue.mode(trader, ISOLATED, COMBINED);
    venue.leverage(trader, 5_000, 5_000, ISOLATED);
    venue.leverage(maker, 100);
    venue.trade(trader, maker, 600_000, 80_000);
    venue.order({ account: maker, action: OPEN_LONG, price: 592_290, size: 75_000 });
    return { venue, trader };
  }

  it("keeps what is healthy in its lower tier once the book took part of it", () => {
    // 3 436 against 3 438.36 in tier 3; of the 0.5 that are left 214.75 against 118.459 in tier 1.
    const { venue, trader } = tiered();
    const { events } = venue.index(59_229_500);
    expect(eventsOf(events, "liquidationStarted")).toMatchObject([
      { equity: money("3436"), requirement: money("3438.36") },
    ]);
    expect(eventsOf(events, "traded")).toMatchObject([{ origin: 0, size: 75_000 }]);
    expect(eventsOf(events, "liquidationFinished")).toHaveLength(1);
    expect(positionsOf(venue, trader)).toMatchObject([{ size: 5_000, maintenance: money("118.459") }]);
  });

  it("goes whole, healthy or not, where it was forced", () => {
    const { venue, trader } = tiered();
    const { position } = positionsOf(venue, trader)[0]!;
    const { events } = venue.accept({ type: "liquidate", account: trader, position });
    expect(eventsOf(events, "traded").map(({ origin }) => origin)).toEqual([0, ORIGIN_TAKE_OVER]);
    expect(positionsOf(venue, trader)).toEqual([]);
  });

  it("is not touched one tick before", () => {
    const { venue, trader } = carol();
    venue.index(54_216_900);
    expect(positionsOf(venue, trader)).toHaveLength(1);
  });

  it("gaps through an empty book to the fund, which loses the difference", () => {
    const { venue, trader } = carol();
    const { events } = venue.index(53_000_000);
    expect(eventsOf(events, "traded")).toMatchObject([{ origin: ORIGIN_TAKE_OVER, value: money("5400") }]);
    expect(shared(venue, trader).amount).toBe(money("396.4"));
    expect(venue.ask({ type: "assets", account: INSURANCE_ACCOUNT })!.equity).toBe(money("4900"));
  });

  it("takes what is available first, if asked to", () => {
    const { venue, trader } = carol();
    const { position } = positionsOf(venue, trader)[0]!;
    venue.accept({ type: "setAutoAppend", account: trader, position, on: true });
    const { events } = venue.index(54_216_800);
    expect(eventsOf(events, "traded")).toEqual([]);
    expect(eventsOf(events, "liquidationDropped")).toHaveLength(1);
  });

  it("goes to the counterparties when the fund may not take it", () => {
    const { venue, trader, maker } = carol();
    drain(venue);
    const { events } = venue.index(53_000_000);
    expect(eventsOf(events, "traded")).toMatchObject([
      {
        origin: ORIGIN_DELEVERAGING,
        value: money("5400"),
        makerKind: KIND_AGREEMENT,
        takerKind: KIND_LIQUIDATION,
      },
    ]);
    expect(positionsOf(venue, maker)).toEqual([]);
    expect(positionsOf(venue, trader)).toEqual([]);
    expect(shared(venue, INSURANCE_ACCOUNT).amount).toBe(money("50"));
  });

  it.each([1, 2, 400])(
    "leaves the fund %i lots, which only the account's own other leg faces, though it may take nothing",
    (own) => {
      const { venue, trader, maker } = carol();
      venue.leverage(trader, 1_000, 1_000, ISOLATED);
      venue.order({ account: maker, action: CLOSE_SHORT, price: 600_000, size: own });
      venue.order({ account: trader, action: OPEN_SHORT, price: 600_000, size: own });
      drain(venue);
      const { events } = venue.index(53_000_000);
      expect(eventsOf(events, "traded")).toMatchObject([
        { origin: ORIGIN_DELEVERAGING, size: 1_000 - own },
        { origin: ORIGIN_TAKE_OVER, size: own },
      ]);
      expect(positionsOf(venue, INSURANCE_ACCOUNT)).toMatchObject([{ leg: LONG, size: own }]);
    },
  );
});

describe("a shared account", () => {
  it("that gaps below zero is covered by the fund", () => {
    const { venue, trader: dave, maker } = funded("dave", 1_500, 100_000);
    venue.leverage(dave, 5_000);
    venue.trade(dave, maker, 600_000, 10_000);
    const { events } = venue.index(58_400_000);
    expect(eventsOf(events, "liquidationStarted")).toMatchObject([{ equity: money("-136") }]);
    expect(eventsOf(events, "moneyMoved")).toMatchObject([{ amount: money("136") }]);
    expect(shared(venue, dave).amount).toBe(0n);
    expect(shared(venue, dave).liquidating).toBe(false);
  });

  it("nets its hedged legs at mark, and stops there if that is enough", () => {
    const { venue, trader: eve, maker } = funded("eve", 6_000, 1_000_000);
    venue.leverage(eve, 5_000);
    venue.trade(eve, maker, 600_000, 20_000);
    venue.order({ account: maker, action: OPEN_LONG, price: 600_000, size: 10_000 });
    venue.order({ account: eve, action: OPEN_SHORT, price: 600_000, size: 10_000 });
    const { events } = venue.index(54_390_000);
    const trades = eventsOf(events, "traded");
    expect(trades[0]).toMatchObject({
      origin: ORIGIN_NETTING,
      makerKind: KIND_OFFSET,
      takerKind: KIND_OFFSET,
      size: 10_000,
      value: money("54390"),
    });
  });

  it("is reduced by two tiers in the book", () => {
    const { venue, trader: whale, maker } = funded("whale", 80_000, 10_000_000);
    venue.leverage(whale, 2_000);
    venue.trade(whale, maker, 600_000, 200_000);
    venue.order({ account: maker, action: CLOSE_SHORT, price: 570_000, size: 200_000 });
    const { events } = venue.index(56_600_000);
    const trades = eventsOf(events, "traded").filter(({ origin }) => origin === 0);
    // 20 BTC at 56 600 is tier 4: down to 250 000 / 56 600 = 4.4169 BTC.
    expect(trades[0]).toMatchObject({ takerKind: KIND_OFFSET, size: 200_000 - 44_169 });
  });
});

describe("a long of 20 at 60 000 with an equity of 14 000, 420 below its requirement", () => {
  /** What it is reduced by, order by order, against a bid of so many lots at 60 000, and what that leaves. */
  function reduced(rule: Partial<RiskRule>, { bid = 200_000, units = 74_756 } = {}) {
    const venue = new Driver();
    const whale = venue.user("whale", units);
    const maker = venue.user("maker", 10_000_000);
    fund(venue, "5000");
    venue.index(63_000_000);
    venue.leverage(whale, 2_000);
    venue.accept({ type: "setRiskRule", anyway: true, ...DEFAULT_RISK_RULE, ...rule });
    venue.trade(whale, maker, 630_000, 200_000);
    venue.order({ account: maker, action: CLOSE_SHORT, price: 600_000, size: bid });
    const { events } = venue.index(MARK_60000);
    const [started] = eventsOf(events, "liquidationStarted");
    expect(started).toMatchObject({ equity: money(String(units - 60_756)), requirement: money("14420") });
    const fills = eventsOf(events, "traded").map(({ takerKind, size }) => [takerKind, size]);
    const { state } = venue.exchange;
    return { fills, health: healthOfShared(state, whale) };
  }

  it("is reduced by two tiers by default", () => {
    expect(reduced({}).fills).toEqual([[KIND_OFFSET, 158_334]]);
  });

  it("is reduced by as few lots as do, where the rule says so", () => {
    expect(reduced({ reduction: REDUCE_TO_MINIMUM })).toEqual({
      fills: [[KIND_OFFSET, 4_667]],
      health: { equity: money("13703.1788"), requirement: money("13703.1488") },
    });
  });

  it("is reduced by one lot where its equity is its requirement", () => {
    const { fills } = reduced({ reduction: REDUCE_TO_MINIMUM }, { units: 75_176 });
    expect(fills).toEqual([[KIND_OFFSET, 1]]);
  });

  it("is reduced by a fifth of what it was, where the rule says so", () => {
    expect(reduced({ reduction: REDUCE_BY_FIFTHS })).toEqual({
      fills: [[KIND_OFFSET, 40_000]],
      health: { equity: money("11456"), requirement: money("8876") },
    });
  });

  it("is reduced again and again while the book gives something", () => {
    const { fills } = reduced({ reduction: REDUCE_TO_MINIMUM }, { bid: 3_000 });
    expect(fills[0]).toEqual([KIND_OFFSET, 3_000]);
  });
});

it("a position worth nothing to its entry is taken over for a quantum, so that it has an entry value", () => {
  const { venue, trader: rich, maker } = funded("rich", 10_000, 10_000);
  venue.mode(rich, ISOLATED);
  venue.trade(rich, maker, 600_000, 100);
  const { position } = venue.ask({ type: "positions", account: rich, contract: 0 })[0]!;
  venue.accept({ type: "adjustMargin", account: rich, position, amount: money("700") });
  const { events } = venue.accept({ type: "liquidate", account: rich, position });
  expect(eventsOf(events, "traded")).toMatchObject([{ origin: ORIGIN_TAKE_OVER, size: 100, value: 1n }]);
});

it("a rule that is none is refused", () => {
  const venue = new Driver();
  for (const reduction of [-1, 3, 0.5]) {
    const rejection = venue.refuse({ type: "setRiskRule", anyway: true, ...DEFAULT_RISK_RULE, reduction });
    expect(rejection).toMatchObject({ type: "invalidValue", value: reduction });
  }
});

it("ranks counterparties by profit and leverage", () => {
  const venue = new Driver();
  const long = venue.user("long", 10_000_000);
  const names = [
    { name: "S1", entry: 600_000, size: 5_000, equity: "6500" },
    { name: "S2", entry: 550_000, size: 20_000, equity: "5000" },
    { name: "S3", entry: 520_000, size: 10_000, equity: "900" },
    { name: "S4", entry: 580_000, size: 3_000, equity: "1600" },
  ];
  const accounts = names.map(({ name }) => venue.user(name, 100_000));
  fund(venue, "5000");
  for (const [i, { entry, size }] of names.entries()) {
    venue.index(entry * 100);
    venue.order({ account: long, action: OPEN_LONG, price: entry, size });
    venue.order({ account: accounts[i]!, action: OPEN_SHORT, price: entry, size });
  }
  venue.index(53_000_000);
  for (const [i, { equity }] of names.entries()) {
    const account = accounts[i]!;
    const amount = venue.ask({ type: "assets", account })!.equity - money(equity);
    const { entries, accounts: table, scratch } = venue.exchange.state;
    entries.amount.subtract(table.entry[account as AccountId], scratch.move.fromQuanta(amount));
  }
  const { state } = venue.exchange;
  const order = rank(state, state.contracts[0]!, SHORT).map(
    ({ position }) => state.positions.account[position],
  );
  expect(order).toEqual([accounts[3], accounts[1], accounts[0], accounts[2]]);
});

it("takes counterparties in an order drawn for each command, where the rule says so", () => {
  const venue = new Driver();
  const long = venue.user("long", 1_000_000);
  const accounts = ["S1", "S2", "S3", "S4"].map((name) => venue.user(name, 100_000));
  venue.index(MARK_60000);
  for (const account of accounts) {
    venue.order({ account: long, action: OPEN_LONG, price: 600_000, size: 1_000 });
    venue.order({ account, action: OPEN_SHORT, price: 600_000, size: 1_000 });
  }
  venue.accept({ type: "setRiskRule", anyway: true, ...DEFAULT_RISK_RULE, adlRandom: true });
  const victims = (size: number) => {
    const { events } = venue.accept({ type: "deleverage", account: long, contract: 0, leg: LONG, size });
    return eventsOf(events, "traded").map(({ makerAccount }) => makerAccount);
  };
  const order = () => {
    const { seq } = venue.exchange;
    return accounts.toSorted((a, b) => drawOf(seq, b) - drawOf(seq, a));
  };
  const ranks = () => venue.ask({ type: "adl", contract: 0 }).filter(({ leg }) => leg === SHORT);
  expect(ranks().map(({ account, rank, light }) => [account, rank, light])).toEqual(
    accounts.map((account) => [account, undefined, 3]),
  );
  const first = victims(2_500);
  expect(first).toEqual(order().slice(0, 3));
  const left = accounts.filter((account) => account !== first[0] && account !== first[1]);
  const second = victims(1_500);
  expect(second).toEqual(order().filter((account) => left.includes(account)));
});

it("the fund has no modes or leverage to set: what it takes over is shared", () => {
  const { venue } = carol();
  const setting = { account: INSURANCE_ACCOUNT, contract: 0, marginMode: ISOLATED };
  const refusal = { type: "unknownAccount", account: INSURANCE_ACCOUNT };
  expect(venue.refuse({ type: "setMode", ...setting, separatedMode: COMBINED })).toEqual(refusal);
  expect(venue.refuse(setLeverage({ ...setting, long: 500 }))).toEqual(refusal);
  venue.index(53_000_000);
  expect(positionsOf(venue, INSURANCE_ACCOUNT)).toHaveLength(1);
});

it("a size at the bound of a tier is in that tier when it is reduced", () => {
  const { venue, trader: whale, maker } = funded("whale", 205_720, 10_000_000);
  venue.leverage(whale, 2_000);
  venue.trade(whale, maker, 600_000, 200_000);
  venue.order({ account: maker, action: CLOSE_SHORT, price: 500_000, size: 200_000 });
  // 20 BTC at 50 000 are 1 000 000, tier 3: down to 50 000, not to 250 000.
  const [first] = eventsOf(venue.index(50_000_000).events, "traded");
  expect(first).toMatchObject({ takerKind: KIND_OFFSET, size: 190_000 });
});

describe("what the fund may take over", () => {
  it("ends at its floor: past it the counterparties come first", () => {
    for (const [floor, origin] of [
      ["4900", ORIGIN_TAKE_OVER], // 5 000 less the 100 that the position has lost at 53 000
      ["4900.00000001", ORIGIN_DELEVERAGING],
    ] as const) {
      const { venue } = carol();
      venue.accept({ type: "setFundRule", floor: money(floor), notionalMax: 0n });
      expect(eventsOf(venue.index(53_000_000).events, "traded")).toMatchObject([{ origin }]);
    }
  });

  it("ends where its positions would be worth more than they may", () => {
    for (const [notionalMax, origin] of [
      ["5300", ORIGIN_TAKE_OVER],
      ["5299.99999999", ORIGIN_DELEVERAGING],
    ] as const) {
      const { venue } = carol();
      venue.accept({ type: "setFundRule", floor: 0n, notionalMax: money(notionalMax) });
      expect(eventsOf(venue.index(53_000_000).events, "traded")).toMatchObject([{ origin }]);
    }
  });

  it("is refused below 0", () => {
    const refusal = { type: "invalidValue" };
    const { venue } = carol();
    expect(venue.refuse({ type: "setFundRule", floor: -1n, notionalMax: 0n })).toMatchObject(refusal);
    expect(venue.refuse({ type: "setFundRule", floor: 0n, notionalMax: -1n })).toMatchObject(refusal);
  });
});

it.each([
  ["the account", false, "438.1", MOVE_MARGIN],
  ["the fund, before the finish marker", true, "396.4", MOVE_FIX_MARGIN],
])("what a liquidation leaves goes to %s", (_, residualToFund, left, movement) => {
  const { venue, trader, maker } = carol();
  venue.accept({ type: "setRiskRule", anyway: true, ...DEFAULT_RISK_RULE, residualToFund });
  venue.order({ account: maker, action: CLOSE_SHORT, price: 550_000, size: 1_000 });
  const before = shared(venue, INSURANCE_ACCOUNT).amount;
  const [isolated] = positionsOf(venue, trader);
  const { events } = venue.accept({ type: "liquidate", account: trader, position: isolated!.position });
  // 600 less the loss of 500, the closing fee of 3.3 and the liquidation fee of 1 %: 55.
  expect(eventsOf(events, "liquidationFeeReceived")).toMatchObject([{ amount: money("55") }]);
  expect(eventsOf(events, "moneyMoved")).toMatchObject([
    {
      movement,
      fromAccount: trader,
      toAccount: residualToFund ? INSURANCE_ACCOUNT : trader,
      amount: money("41.7"),
    },
  ]);
  expect(shared(venue, trader).amount).toBe(money(left));
  const income = money(residualToFund ? "96.7" : "55");
  expect(shared(venue, INSURANCE_ACCOUNT).amount).toBe(before + income);
  const order = events.map(({ type }) => type);
  expect(order.indexOf("moneyMoved") < order.indexOf("liquidationFinished")).toBe(residualToFund);
});

it("funding in full takes an isolated payer past its requirement", () => {
  for (const fundingInFull of [false, true]) {
    const { venue, trader } = carol();
    venue.accept({ type: "setRiskRule", anyway: true, ...DEFAULT_RISK_RULE, fundingInFull });
    venue.index(54_300_000); // worth 30, must have 21.72
    venue.exchange.state.contracts[0]!.fundingRate = 300_000; // 16.29 due
    const { events } = venue.accept({ type: "forceFunding", contract: 0, skip: false });
    const [paid] = eventsOf(events, "fundingSettled").filter(({ account }) => account === trader);
    expect(paid!.amount).toBe(money(fundingInFull ? "-16.29" : "-8.27999999"));
  }
});
