import { describe, expect, it, test } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import { Driver, eventsOf, money } from "../../../../../test/core/driver.ts";
import { CLOSE_LONG, FEE_ACCOUNT, LONG, OPEN_LONG, OPEN_SHORT, SHORT } from "../codes.ts";
import { DEFAULT_RISK_RULE } from "../model/riskRules.ts";
import { breakEvenValue } from "./fees.ts";

const OPEN = { openValue: money("6000"), openFee: money("3.6") };

test.each([
  [LONG, "0", "6003.6"],
  [SHORT, "0", "5996.4"],
  [LONG, "5", "5998.6"],
  [LONG, "-5", "6008.6"],
  [SHORT, "5", "6001.4"],
  [SHORT, "-6000", "0"],
])("leg %i, funding %s received: %s", (leg, fundingFee, value) => {
  expect(breakEvenValue({ ...OPEN, leg, fundingFee: money(fundingFee) })).toBe(money(value));
});

test("what is closed takes its part of fees and funding along; closing the rest there leaves what it began with, but for the closing fee", () => {
  const venue = new Driver();
  const [trader, maker] = [venue.user("trader", 100_000), venue.user("maker", 1_000_000)];
  venue.index(60_000_000);
  const meet = (action: number, back: number, price: number, size: number) => {
    venue.order({ account: maker, action: back, price, size });
    venue.order({ account: trader, action, price, size });
  };
  meet(OPEN_LONG, OPEN_SHORT, 600_000, 1_000);
  venue.wait(8 * 3_600_000);
  const [whole] = venue.ask({ type: "positions", account: trader, contract: 0 });
  expect(whole!.fundingFee).not.toBe(0n);
  expect(breakEvenValue(whole!)).toBe(whole!.openValue + money("3.6") - whole!.fundingFee);
  meet(CLOSE_LONG, OPEN_LONG, 600_600, 750);
  const [rest] = venue.ask({ type: "positions", account: trader, contract: 0 });
  expect(breakEvenValue(rest!)).toBe(breakEvenValue(whole!) / 4n);
});

/** 0.0012 BTC @ 60 012.3, worth 72.01476: what maker and taker pay. */
function traded(feesUp: boolean, makerRate: number) {
  const venue = new Driver([{ ...btc, makerRate, takerRate: 60_000 }]);
  const [maker, taker] = [venue.user("maker", 10_000), venue.user("taker", 10_000)];
  venue.index(60_012_300);
  venue.accept({ type: "setRiskRule", anyway: true, ...DEFAULT_RISK_RULE, feesUp });
  const { events } = venue.trade(taker, maker, 600_123, 12);
  const [trade] = eventsOf(events, "traded");
  const { state } = venue.exchange;
  const income = state.entries.amount.quanta(state.accounts.entry[FEE_ACCOUNT]!);
  return { maker: trade!.makerFee, taker: trade!.takerFee, income };
}

describe("the fee of a fill", () => {
  it.each([
    [false, 20_000, "0.01440295", "0.04320885", "0.0576118"],
    [true, 20_000, "0.01440296", "0.04320886", "0.05761182"],
    [false, -10_000, "-0.00720147", "0.04320885", "0.03600738"],
    [true, -10_000, "-0.00720147", "0.04320886", "0.03600739"],
    [true, 0, "0", "0.04320886", "0.04320886"],
  ])(
    "rounded up: %s, maker rate %i: %s, %s; all of it is the fee account's",
    (up, rate, maker, taker, all) => {
      expect(traded(up, rate)).toEqual({ maker: money(maker), taker: money(taker), income: money(all) });
    },
  );
});
