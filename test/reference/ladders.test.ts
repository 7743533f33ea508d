import { describe, expect, test } from "vitest";
import { agree } from "./compare.ts";
import { Coverage } from "./coverage.ts";
import type { Action, RiskRule, TapeCommand } from "./tape.ts";
import { DEFAULT_RISK, DEFAULT_SETTINGS, EXTERNAL, INSURANCE } from "./tape.ts";
import { contracts, setLeverage } from "./tapes.ts";

/** Rungs of the ladder that random tapes seldom stop at, driven to on both exchanges. */

const UNIT = 100_000_000n;
const { specification } = contracts[0]!;
const [TRADER, MAKER] = [4, 5];

const index = (points: number): TapeCommand => ({ type: "index", prices: [{ contract: 0, points }] });
const deposit = (to: number, units: bigint): TapeCommand => ({
  type: "move",
  movement: "deposit",
  from: EXTERNAL,
  to,
  amount: units * UNIT,
});
const place = (account: number, action: Action, price: number, size: number): TapeCommand => ({
  type: "place",
  account,
  contract: 0,
  action,
  price,
  size,
});

/** The trader with `units` and a counterparty, at 60 000. */
function opening(units: bigint, leverage: number, mode: "combined" | "separated"): TapeCommand[] {
  return [
    { type: "list", specification },
    { type: "account", name: "trader" },
    { type: "account", name: "maker" },
    deposit(TRADER, units),
    deposit(MAKER, 10_000_000n),
    deposit(INSURANCE, 5_000n),
    index(60_000_000),
    { type: "mode", account: TRADER, contract: 0, marginMode: "shared", separatedMode: mode },
    setLeverage(TRADER, "shared", leverage),
  ];
}

function run(commands: readonly TapeCommand[]): Coverage {
  const coverage = new Coverage();
  agree(
    commands.map((command) => ({ wait: 0, command })),
    (seen) => coverage.add(seen),
  );
  return coverage;
}

test("netting lowers the tier, and may be enough", () => {
  // 8 long and 4 short are 678 000, tier 3: 4 · 56 500 · 1.06 % − 1 300 / 3 = 1 962; 4 alone are in tier 2: 1
  // 215. Left: 1 568.
  const coverage = run([
    ...opening(16_000n, 5_000, "combined"),
    place(MAKER, "open short", 600_000, 80_000),
    place(TRADER, "open long", 600_000, 80_000),
    place(MAKER, "open long", 600_000, 40_000),
    place(TRADER, "open short", 600_000, 40_000),
    index(56_500_000),
  ]);
  expect(coverage.of("netting")).toBe(1);
  expect(coverage.of("stopped after netting")).toBe(1);
});

test("separated positions of a symbol are reduced together, by the tier of all", () => {
  const parts = [50_000, 40_000, 60_000, 50_000];
  const coverage = run([
    ...opening(80_000n, 2_000, "separated"),
    ...parts.flatMap((size) => [
      place(MAKER, "open short", 600_000, size),
      place(TRADER, "open long", 600_000, size),
    ]),
    place(MAKER, "close short", 563_500, 120_000),
    index(56_350_000),
  ]);
  expect(coverage.of("reduction in the book")).toBe(3);
});

test("who holds both legs is deleveraged only as far as others hold the other one", () => {
  const coverage = run([
    ...opening(16_000n, 2_000, "combined"),
    { type: "settings", account: TRADER, settings: { ...DEFAULT_SETTINGS, selfTrade: "none" } },
    place(TRADER, "open short", 600_000, 300),
    place(TRADER, "open long", 600_000, 300),
    place(MAKER, "open short", 600_000, 100),
    place(TRADER, "open long", 600_000, 100),
    { type: "deleverage", account: TRADER, contract: 0, leg: "long", size: 250 },
  ]);
  expect(coverage.of("deleveraged by command in part")).toBe(1);
});

test("an isolated position is judged again once the book took part of it", () => {
  const coverage = run([
    ...opening(20_000n, 5_000, "combined"),
    { type: "mode", account: TRADER, contract: 0, marginMode: "isolated", separatedMode: "combined" },
    setLeverage(TRADER, "isolated", 5_000),
    place(MAKER, "open short", 600_000, 80_000),
    place(TRADER, "open long", 600_000, 80_000),
    place(MAKER, "open long", 592_290, 75_000),
    index(59_229_500),
  ]);
  expect(coverage.of("isolated and healthy after a fill")).toBe(1);
});

describe("a long of 20 that falls below its requirement", () => {
  const long = (
    units: bigint,
    rule: Partial<RiskRule>,
    ...bids: readonly (readonly [price: number, size: number])[]
  ) =>
    run([
      ...opening(units, 2_000, "combined"),
      { type: "risk rule", contract: 0, rule: { ...DEFAULT_RISK, ...rule } },
      index(63_000_000),
      place(MAKER, "open short", 630_000, 200_000),
      place(TRADER, "open long", 630_000, 200_000),
      ...bids.map(([price, size]) => place(MAKER, "close short", price, size)),
      index(60_000_000),
    ]);

  test("is reduced as its rule says", () => {
    expect(long(74_756n, {}, [600_000, 200_000]).of("reduction in the book")).toBe(1);
    expect(long(74_756n, { reduction: "minimum" }, [600_000, 200_000]).of("reduction in the book")).toBe(1);
    expect(long(74_756n, { reduction: "fifth" }, [600_000, 200_000]).of("reduction in the book")).toBe(1);
  });

  test("is reduced again where the book gives less than the mark", () => {
    const minimum = long(74_756n, { reduction: "minimum" }, [597_000, 200_000]);
    expect(minimum.of("reduction to the minimum, again")).toBe(1);
    expect(minimum.of("reduction in the book")).toBe(2);
    const bids = [1, 2, 3, 4, 5, 6].map((n) => [600_000 - 300 * n, 40_000] as const);
    expect(long(67_756n, { reduction: "fifth" }, ...bids).of("reduction in the book")).toBe(4);
  });

  test("is closed whole where no reduction does", () => {
    const coverage = long(63_756n, { reduction: "minimum" }, [600_000, 200_000]);
    expect(coverage.of("no reduction does")).toBe(1);
    expect(coverage.of("reduction in the book")).toBe(0);
    expect(coverage.of("close in the book")).toBe(1);
  });
});
