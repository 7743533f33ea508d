import { describe, expect, it } from "vitest";
import { btc } from "../../../../../test/core/contracts.ts";
import { money } from "../../../../../test/core/driver.ts";
import { HEDGE_LARGER, HEDGE_SUM } from "../codes.ts";
import { bracketsOf } from "../contract/brackets.ts";
import { Contract } from "../contract/contract.ts";
import type { RiskRule } from "../model/riskRules.ts";
import { DEFAULT_RISK_RULE } from "../model/riskRules.ts";
import { Holdings } from "../tables/accounts.ts";
import { Orders } from "../tables/orders.ts";
import { maintenance } from "./maintenance.ts";

/** Tick 0.1, lot 0.0001: a mark of 60 000 is 6e7 points, one bitcoin 10 000 lots. */
const contract = new Contract(0, btc, new Orders(), new Holdings());
const TAKER = 60_000;

/**
 * A mark of 1 000 with lots of 0.1 USDT each, so that any notional of the tables is a whole number of lots.
 */
const lotsOf = (notional: number) => notional * 10;
const MARK_1000 = 1_000_000;

it("deducts what the lower tiers would have charged more", () => {
  const deductions = bracketsOf(btc.tiers, false).map((bracket) => bracket.deduction);
  expect(deductions).toEqual(["0", "50", "1300", "16300", "266300", "1266300"].map(money));
});

describe("an isolated leg", () => {
  const rows: [notional: number, requirement: string][] = [
    [0, "0"],
    [50_000, "200"],
    [50_001, "200.005"],
    [330_000, "2000"],
    [1_200_000, "13700"],
    [60_000_000, "4733700"], // past the last bound the last tier goes on
  ];
  it.each(rows)("of %i requires %s", (notional, requirement) => {
    const legs = { long: lotsOf(notional), short: 0, feeRate: 0 };
    expect(maintenance(contract, legs, MARK_1000)).toBe(money(requirement));
    expect(maintenance(contract, { ...legs, long: 0, short: legs.long }, MARK_1000)).toBe(money(requirement));
  });

  it("requires the published example of the bracketed form", () => {
    const tiers = [
      { boundUnits: 200_000, maintenanceRate: 460_000, leverageMax: 100 },
      { boundUnits: 1_000_000, maintenanceRate: 560_000, leverageMax: 100 },
    ];
    const listed = new Contract(0, { ...btc, tiers }, new Orders(), new Holdings());
    expect(maintenance(listed, { long: lotsOf(330_000), short: 0, feeRate: 0 }, MARK_1000)).toBe(
      money("1648"),
    );
  });
});

describe("an isolated leg under flat tiers", () => {
  const rows: [notional: number, requirement: string][] = [
    [50_000, "200"],
    [50_001, "250.005"], // all of it at 0.5 %
    [330_000, "3300"],
    [1_200_000, "30000"],
    [60_000_000, "6000000"],
  ];
  it.each(rows)("of %i requires %s", (notional, requirement) => {
    const flat = new Contract(0, btc, new Orders(), new Holdings());
    flat.changeRiskRule({ ...DEFAULT_RISK_RULE, flatTiers: true });
    expect(maintenance(flat, { long: lotsOf(notional), short: 0, feeRate: 0 }, MARK_1000)).toBe(
      money(requirement),
    );
  });
});

describe("the legs of a shared symbol", () => {
  /** 100 long, 99 short at 60 000: notional 11 940 000, tier 5. */
  const rows: [long: number, short: number, requirement: string][] = [
    [8_000, 3_000, "145.27272728"], // 30 000 × 0.56 % − 50 · 5/11, rounded up
    [3_000, 8_000, "145.27272728"],
    [5_000, 5_000, "0"],
    [1_000_000, 990_000, "1697.80904523"], // 60 000 × 5.06 % − 266 300 / 199
  ];
  it.each(rows)("%i long and %i short require %s", (long, short, requirement) => {
    expect(maintenance(contract, { long, short, feeRate: TAKER }, 60_000_000)).toBe(money(requirement));
  });
});

describe("the legs of a shared symbol by other rules", () => {
  /**
   * 8 long and 3 short at 60 000: 480 000 and 180 000, together 660 000 in tier 3 (1 %, 1 300), net 300 000
   * in tier 3 too. 4 and 3: net 60 000 in tier 2 (0.5 %, 50), together 420 000 in tier 3.
   */
  const rows: [long: number, short: number, rule: Partial<RiskRule>, requirement: string][] = [
    [80_000, 30_000, {}, "2589.0909091"], // 300 000 × 1.06 % − 1 300 · 5/11
    [80_000, 30_000, { tierByNet: true }, "1880"], // 300 000 × 1.06 % − 1 300
    [40_000, 30_000, { tierByNet: true }, "286"], // 60 000 × 0.56 % − 50
    [80_000, 30_000, { hedge: HEDGE_LARGER }, "4142.54545455"], // 480 000 × 1.06 % − 1 300 · 8/11
    [40_000, 30_000, { hedge: HEDGE_LARGER, tierByNet: true }, "1144"], // 240 000 × 0.56 % − 50 · 4
    [40_000, 40_000, { hedge: HEDGE_LARGER, tierByNet: true }, "1104"], // 240 000 × 0.46 %: no net, the first tier
    [80_000, 30_000, { hedge: HEDGE_SUM }, "4746"], // 480 000 × 1.06 % − 1 300 and 180 000 × 0.56 % − 50
    [40_000, 30_000, { hedge: HEDGE_SUM }, "2252"], // 240 000 × 0.56 % − 50 and 180 000 × 0.56 % − 50
    [40_000, 40_000, { hedge: HEDGE_SUM }, "2588"], // twice 240 000 × 0.56 % − 50
    [80_000, 30_000, { hedge: HEDGE_SUM, flatTiers: true }, "6096"], // 480 000 × 1.06 % and 180 000 × 0.56 %
    [80_000, 0, { hedge: HEDGE_SUM, tierByNet: true }, "3788"], // one leg is the same by any rule
    [0, 80_000, { hedge: HEDGE_LARGER }, "3788"],
  ];
  it.each(rows)("%i long and %i short with %o require %s", (long, short, rule, requirement) => {
    const ruled = new Contract(0, btc, new Orders(), new Holdings());
    ruled.changeRiskRule({ ...DEFAULT_RISK_RULE, ...rule });
    expect(maintenance(ruled, { long, short, feeRate: TAKER }, 60_000_000)).toBe(money(requirement));
  });
});

it("rounds up to a quantum", () => {
  // 0.0001 at 60 012.37 is 6.001237; × 0.4 % is 0.024004948 exactly, 0.02400495 charged.
  expect(maintenance(contract, { long: 1, short: 0, feeRate: 0 }, 60_012_370)).toBe(money("0.02400495"));
});
