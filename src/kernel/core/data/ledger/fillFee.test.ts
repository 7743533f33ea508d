import { describe, expect, it } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import { Driver, eventsOf, money } from "../../../../../test/core/driver.ts";
import { FEE_ACCOUNT } from "../codes.ts";
import { DEFAULT_RISK_RULE } from "../model/riskRules.ts";

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
