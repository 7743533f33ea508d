import { describe, expect, test } from "vitest";
import { indexAt, order, scripted } from "./scripted.ts";
import type { RiskRule, TapeCommand } from "./tape.ts";
import { DEFAULT_RISK, DEFAULT_SETTINGS, INSURANCE } from "./tape.ts";
import { contracts, deposit, setLeverage } from "./tapes.ts";

/** Rungs of the ladder that random tapes seldom stop at, driven to on both exchanges. */

const { specification } = contracts[0]!;
const [TRADER, MAKER] = [4, 5];

/** The trader with `units` and a counterparty, at 60 000. */
function opening(units: number, leverage: number, mode: "combined" | "separated"): TapeCommand[] {
  return [
    { type: "list", specification },
    { type: "account", name: "trader" },
    { type: "account", name: "maker" },
    deposit(TRADER, units),
    deposit(MAKER, 10_000_000),
    deposit(INSURANCE, 5_000),
    indexAt(60_000_000),
    { type: "mode", account: TRADER, contract: 0, marginMode: "shared", separatedMode: mode },
    setLeverage(TRADER, "shared", leverage),
  ];
}

test("netting lowers the tier, and may be enough", () => {
  // 8 long and 4 short are 678 000, tier 3: 4 · 56 500 · 1.06 % − 1 300 / 3 = 1 962; 4 alone are in tier 2: 1
  // 215. Left: 1 568.
  const coverage = scripted([
    ...opening(16_000, 5_000, "combined"),
    order(MAKER, "open short", 600_000, 80_000),
    order(TRADER, "open long", 600_000, 80_000),
    order(MAKER, "open long", 600_000, 40_000),
    order(TRADER, "open short", 600_000, 40_000),
    indexAt(56_500_000),
  ]);
  expect(coverage.of("netting")).toBe(1);
  expect(coverage.of("stopped after netting")).toBe(1);
});

test("separated positions of a symbol are reduced together, by the tier of all", () => {
  const parts = [50_000, 40_000, 60_000, 50_000];
  const coverage = scripted([
    ...opening(80_000, 2_000, "separated"),
    ...parts.flatMap((size) => [
      order(MAKER, "open short", 600_000, size),
      order(TRADER, "open long", 600_000, size),
    ]),
    order(MAKER, "close short", 563_500, 120_000),
    indexAt(56_350_000),
  ]);
  expect(coverage.of("reduction in the book")).toBe(3);
});

test("who holds both legs is deleveraged only as far as others hold the other one", () => {
  const coverage = scripted([
    ...opening(16_000, 2_000, "combined"),
    { type: "settings", account: TRADER, settings: { ...DEFAULT_SETTINGS, selfTrade: "none" } },
    order(TRADER, "open short", 600_000, 300),
    order(TRADER, "open long", 600_000, 300),
    order(MAKER, "open short", 600_000, 100),
    order(TRADER, "open long", 600_000, 100),
    { type: "deleverage", account: TRADER, contract: 0, leg: "long", size: 250 },
  ]);
  expect(coverage.of("deleveraged by command in part")).toBe(1);
});

test("an isolated position is judged again once the book took part of it", () => {
  const coverage = scripted([
    ...opening(20_000, 5_000, "combined"),
    { type: "mode", account: TRADER, contract: 0, marginMode: "isolated", separatedMode: "combined" },
    setLeverage(TRADER, "isolated", 5_000),
    order(MAKER, "open short", 600_000, 80_000),
    order(TRADER, "open long", 600_000, 80_000),
    order(MAKER, "open long", 592_290, 75_000),
    indexAt(59_229_500),
  ]);
  expect(coverage.of("isolated and healthy after a fill")).toBe(1);
});

describe("a long of 20 that falls below its requirement", () => {
  const long = (
    units: number,
    rule: Partial<RiskRule>,
    ...bids: readonly (readonly [price: number, size: number])[]
  ) =>
    scripted([
      ...opening(units, 2_000, "combined"),
      { type: "risk rule", contract: 0, rule: { ...DEFAULT_RISK, ...rule } },
      indexAt(63_000_000),
      order(MAKER, "open short", 630_000, 200_000),
      order(TRADER, "open long", 630_000, 200_000),
      ...bids.map(([price, size]) => order(MAKER, "close short", price, size)),
      indexAt(60_000_000),
    ]);

  test("is reduced as its rule says", () => {
    expect(long(74_756, {}, [600_000, 200_000]).of("reduction in the book")).toBe(1);
    expect(long(74_756, { reduction: "minimum" }, [600_000, 200_000]).of("reduction in the book")).toBe(1);
    expect(long(74_756, { reduction: "fifth" }, [600_000, 200_000]).of("reduction in the book")).toBe(1);
  });

  test("is reduced again where the book gives less than the mark", () => {
    const minimum = long(74_756, { reduction: "minimum" }, [597_000, 200_000]);
    expect(minimum.of("reduction to the minimum, again")).toBe(1);
    expect(minimum.of("reduction in the book")).toBe(2);
    const bids = [1, 2, 3, 4, 5, 6].map((n) => [600_000 - 300 * n, 40_000] as const);
    expect(long(67_756, { reduction: "fifth" }, ...bids).of("reduction in the book")).toBe(4);
  });

  test("is closed whole where no reduction does", () => {
    const coverage = long(63_756, { reduction: "minimum" }, [600_000, 200_000]);
    expect(coverage.of("no reduction does")).toBe(1);
    expect(coverage.of("reduction in the book")).toBe(0);
    expect(coverage.of("close in the book")).toBe(1);
  });
});
