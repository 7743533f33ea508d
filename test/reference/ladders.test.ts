import { expect, test } from "vitest";
import { agree } from "./compare.ts";
import { Coverage } from "./coverage.ts";
import type { Action, TapeCommand } from "./tape.ts";
import { DEFAULT_SETTINGS, EXTERNAL, INSURANCE } from "./tape.ts";
import { contracts } from "./tapes.ts";

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
    { type: "leverage", account: TRADER, contract: 0, marginMode: "shared", long: leverage, short: leverage },
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
  // 8 long and 4 short are 678 000, tier 3: 4 · 56 500 · 1.06 % − 1 300 / 3 = 1 962; 4 alone are in tier 2: 1 215. Left: 1 568.
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
