import { describe, expect, it } from "vitest";
import { Driver, eventsOf, money } from "../../../../../test/core/driver.ts";
import { PlainBook } from "../../../../../test/core/plainBook.ts";
import {
  BUY,
  COMBINED,
  EXTERNAL_ACCOUNT,
  INSURANCE_ACCOUNT,
  ISOLATED,
  MOVE_DEPOSIT,
  OPEN_LONG,
  OPEN_SHORT,
  SELL,
} from "../../data/codes.ts";
import { fundingRateOf, PremiumAverage } from "../../data/funding/fundingRate.ts";
import { premiumOf } from "../../data/funding/premium.ts";
import { DEFAULT_RISK_RULE } from "../../data/model/riskRules.ts";
import type { Lots, OrderSlot, Side, Ticks } from "../../data/units/kinds.ts";
import { doubles, ints } from "../../data/units/kinds.ts";

const MARK_60000 = 60_000_000;
const TERMS = { interestRate: 10_000, fundingClampRate: 50_000, fundingCapRate: 300_000 };

describe("the rate", () => {
  it.each([
    [2_000_000, 10_000],
    [12_000_000, 70_000],
    [-10_000_000, -50_000],
    [90_000_000, 300_000],
  ])("of an average premium of %i is %i", (premium, rate) => {
    expect(fundingRateOf(premium, TERMS)).toBe(rate);
  });

  it("weighs later samples more", () => {
    const average = new PremiumAverage();
    for (const premium of [2_000_000, 4_000_000, 9_000_000]) average.push(premium, 1);
    expect(average.average({ equalWeights: false })).toBe(6_166_667);
    expect(fundingRateOf(average.average({ equalWeights: false }), TERMS)).toBe(11_667);
  });

  it("weighs them alike where the rule says so, whenever it is set", () => {
    const venue = new Driver();
    const { premium } = venue.exchange.state.contracts[0]!;
    const forecast = (): number | undefined => venue.ask({ type: "contracts" })[0]?.fundingForecast;
    for (const sample of [2_000_000, 4_000_000, 19_000_000]) premium.push(sample, 1);
    expect(premium.average({ equalWeights: false })).toBe(11_166_667);
    expect(premium.average({ equalWeights: true })).toBe(8_333_333);
    expect(forecast()).toBe(61_667);
    venue.accept({ type: "setRiskRule", anyway: true, ...DEFAULT_RISK_RULE, fundingMean: true });
    expect(forecast()).toBe(33_333);
    const { events } = venue.accept({ type: "forceFunding", contract: 0, skip: false });
    expect(eventsOf(events, "fundingTurned")).toMatchObject([{ rate: 33_333 }]);
    expect(premium.average({ equalWeights: true })).toBe(0);
  });

  it("takes many equal samples in closed form", () => {
    const one = new PremiumAverage();
    const many = new PremiumAverage();
    one.push(-77, 1);
    many.push(-77, 1);
    for (let i = 0; i < 5_760; i++) one.push(12_345, 1);
    many.push(12_345, 5_760);
    expect(many).toEqual(one);
    expect(many.sum).toBe(-77n + 5_760n * 12_345n);
  });
});

it("is sampled from what the impact notional would pay", () => {
  const levels = [
    [BUY, 600_200, 1_000],
    [BUY, 600_100, 6_000],
    [SELL, 600_300, 2_000],
    [SELL, 600_400, 5_000],
  ] as const;
  const book = new PlainBook(columnsOf(levels));
  for (const slot of levels.keys()) book.add(slot as OrderSlot);
  // 25 000 USDT at 1 000 quanta a tick · lot.
  expect(premiumOf(book, MARK_60000, 2_500_000_000n)).toBe(2_066_749);
});

it("is rounded once, to the even neighbour", () => {
  const levels = [
    [BUY, 599_000, 333],
    [SELL, 599_100, 333],
  ] as const;
  const book = new PlainBook(columnsOf(levels));
  for (const slot of levels.keys()) book.add(slot as OrderSlot);
  // (599 100 − 614 400) / 614 400 = −0.02490234375 exactly.
  expect(premiumOf(book, 61_440_000, 10_000n)).toBe(-249_023_438);
});

it.each([BUY, SELL] as const)("is not sampled while one side is thinner than that", (side) => {
  const book = new PlainBook(columnsOf([[side, 599_100, 333]]));
  book.add(0);
  expect(premiumOf(book, MARK_60000, 10_000n)).toBeUndefined();
});

/** One long of 1.0001 against three shorts, at mark 60 012.37 and a rate of 0.012345 %. */
function worked(): { venue: Driver; accounts: readonly number[] } {
  const venue = new Driver();
  const accounts = ["long", "s1", "s2", "s3"].map((name) => venue.user(name, 100_000));
  const amount = money("5000");
  venue.accept({
    type: "moveMoney",
    movement: MOVE_DEPOSIT,
    from: EXTERNAL_ACCOUNT,
    to: INSURANCE_ACCOUNT,
    amount,
  });
  venue.index(MARK_60000);
  for (const [i, size] of [3_333, 3_333, 3_335].entries()) {
    venue.order({ account: accounts[i + 1]!, action: OPEN_SHORT, price: 600_000, size });
  }
  venue.order({ account: accounts[0]!, action: OPEN_LONG, price: 600_000, size: 10_001 });
  venue.index(60_012_370);
  venue.exchange.state.contracts[0]!.fundingRate = 12_345;
  return { venue, accounts };
}

describe("a settlement", () => {
  it("rounds payers up and receivers down; the rest is the fund's", () => {
    const { venue, accounts } = worked();
    const { events } = venue.accept({ type: "forceFunding", contract: 0, skip: false });
    expect(eventsOf(events, "fundingSettled").map(({ account, amount }) => [account, amount])).toEqual([
      [accounts[0], money("-7.40926793")],
      [accounts[1], money("2.46926207")],
      [accounts[2], money("2.46926207")],
      [accounts[3], money("2.47074378")],
      [INSURANCE_ACCOUNT, money("0.00000001")],
    ]);
    expect(eventsOf(events, "fundingTurned")).toMatchObject([{ settledRate: 12_345, skipped: false }]);
  });

  it("may be skipped", () => {
    const { venue } = worked();
    const { events } = venue.accept({ type: "forceFunding", contract: 0, skip: true });
    expect(eventsOf(events, "fundingSettled")).toEqual([]);
  });

  it("comes every eight hours by itself, at the rate fixed at the start of the period", () => {
    const { venue } = worked();
    const hours = 8 * 3_600_000;
    const due = venue.exchange.state.contracts[0]!.fundingDue;
    expect(due % hours).toBe(0);
    expect(venue.exchange.nextDue()).toBeLessThanOrEqual(due);
    const { events } = venue.wait(due - venue.time);
    expect(eventsOf(events, "fundingTurned")).toMatchObject([
      { settledRate: 12_345, skipped: false, rate: 10_000, due: due + hours },
    ]);
  });

  it("is left out after a downtime", () => {
    const { venue } = worked();
    const { events } = venue.wait(30 * 3_600_000);
    expect(eventsOf(events, "fundingTurned")).toMatchObject([{ skipped: true }]);
    expect(eventsOf(events, "fundingSettled")).toEqual([]);
  });

  it("leaves an isolated payer above its requirement, alive, and pays out what it took", () => {
    const { venue, payer } = thinPayer();
    const { events } = venue.accept({ type: "forceFunding", contract: 0, skip: false });
    expect(eventsOf(events, "fundingSettled").map(({ amount }) => amount)).toEqual([
      money("-8.01999999"),
      money("8.01999999"),
    ]);
    venue.wait(60_000);
    expect(venue.exchange.state.liquidations).toEqual([]);
    const [position] = venue.ask({ type: "positions", account: payer, contract: undefined });
    expect(position).toMatchObject({ size: 500, cumFunding: money("-8.01999999") });
    // The next one finds nothing that it may take.
    venue.exchange.state.contracts[0]!.fundingRate = 300_000;
    const again = venue.accept({ type: "forceFunding", contract: 0, skip: false });
    expect(eventsOf(again.events, "fundingSettled")).toEqual([]);
  });

  it("takes it into liquidation where the contract says in full", () => {
    const { venue, payer } = thinPayer();
    venue.accept({ type: "setRiskRule", anyway: true, ...DEFAULT_RISK_RULE, fundingInFull: true });
    const { events } = venue.accept({ type: "forceFunding", contract: 0, skip: false });
    expect(eventsOf(events, "liquidationStarted")).toMatchObject([{ account: payer }]);
  });
});

/** 0.05 long on 25 of margin: wallet 25, unrealized −5, requirement 0.4 % of 2 995 = 11.98; 8.985 due. */
function thinPayer(): { venue: Driver; payer: number } {
  const venue = new Driver();
  const payer = venue.user("payer", 1_000);
  const receiver = venue.user("receiver", 10_000);
  const amount = money("5000");
  venue.accept({
    type: "moveMoney",
    movement: MOVE_DEPOSIT,
    from: EXTERNAL_ACCOUNT,
    to: INSURANCE_ACCOUNT,
    amount,
  });
  venue.index(MARK_60000);
  venue.mode(payer, ISOLATED, COMBINED);
  venue.leverage(payer, 12_000, 12_000, ISOLATED);
  venue.trade(payer, receiver, 600_000, 500);
  venue.index(59_900_000);
  venue.exchange.state.contracts[0]!.fundingRate = 300_000;
  return { venue, payer };
}

function columnsOf(levels: readonly (readonly [side: number, price: number, lots: number])[]) {
  const columns = {
    side: ints<OrderSlot, Side>(levels.length),
    price: doubles<OrderSlot, Ticks>(levels.length),
    remaining: doubles<OrderSlot, Lots>(levels.length),
    next: ints<OrderSlot, OrderSlot>(levels.length),
    prev: ints<OrderSlot, OrderSlot>(levels.length),
  };
  columns.side.set(levels.map(([side]) => side));
  columns.price.set(levels.map(([, price]) => price));
  columns.remaining.set(levels.map(([, , lots]) => lots));
  return columns;
}
