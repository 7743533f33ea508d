import { expect, test } from "vitest";
import { Driver } from "../../../../test/core/driver.ts";
import type { ContractView } from "../../../kernel/core/index.ts";
import { shownLevels } from "./capacity.ts";
import { shownBook } from "./shownBook.ts";

/*
 * How much of a source's book the tiers let the house show. A lot here is a ten thousandth of a coin, a tick
 * a tenth: at 60,000 a lot is worth 6 USDT. A side may be worth a fifth of the largest position.
 */

const [listed] = new Driver().ask({ type: "contracts" });
const withTiers = (tiers: readonly (readonly [number, number])[], more: Partial<ContractView> = {}) => ({
  ...listed!,
  ...{ bestBid: 600_000, bestAsk: 600_010, leverageMax: tiers[0]![1] },
  tiers: tiers.map(([boundUnits, leverageMax], i) => ({
    ...{ boundUnits, leverageMax, maintenanceRate: 1_000_000 * (i + 1) },
  })),
  ...more,
});
const level = (price: number, lots: number) => ({ price, lots });
const best = (bidLots: number, askLots: number) => ({
  bid: level(600_000, bidLots),
  ask: level(600_010, askLots),
});

test.each([
  ["all of it, where it fits", 30_000, [100, 100, 100], [100, 100, 100]],
  [
    "not the levels that do not fit, so that a farther one changes only with itself",
    30_000,
    [900, 200, 50],
    [900],
  ],
  ["a part of the best level, where that alone is too much", 30_000, [1_500, 10], [1_000]],
  ["nothing, where a lot is too much", 25, [1_500, 10], []],
])("%s", (_, boundUnits, lots, shown) => {
  const contract = withTiers([[boundUnits, 50_00]]);
  const levels = lots.map((each) => level(600_000, each));
  expect(shownLevels(levels, contract).map((each) => each.lots)).toEqual(shown);
});

test("a contract of less than five times shows what its own greatest leverage allows", () => {
  const contract = withTiers([[30_000, 3_00]]);
  expect(shownLevels([level(600_000, 100)], contract)).toHaveLength(1);
});

test.each([
  ["nothing, where both stand", [[30_000, 50_00]], best(100, 100), {}, ""],
  [
    "which best level was cut, and why",
    [[30_000, 50_00]],
    best(100, 1_500),
    {},
    "its best ask of 9000 USDT is cut, since a fifth of the largest position that the contract's tiers allow at 5 times is 6000 USDT",
  ],
  [
    "that a lot is too much",
    [[25, 50_00]],
    best(1, 1_500),
    {},
    "no bids stand here, since a fifth of the largest position that the contract's tiers allow at 5 times is 5 USDT, less than a lot; no asks stand here, since a fifth of the largest position that the contract's tiers allow at 5 times is 5 USDT, less than a lot",
  ],
  [
    "that a side has gone otherwise",
    [[30_000, 50_00]],
    best(100, 100),
    { bestAsk: 0 },
    "no asks stand here: clients took them, or the house holds as much as the tiers allow",
  ],
] as const)("it says %s", (_, tiers, there, more, thin) => {
  expect(shownBook(withTiers(tiers, more), there).thin).toBe(thin);
});

test("a book that nothing of the source stands in is not compared", () => {
  expect(shownBook(withTiers([[25, 50_00]]), undefined)).toEqual({ divergence: undefined, thin: "" });
});
