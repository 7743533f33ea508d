import { expect, test } from "vitest";
import { agree } from "./compare.ts";
import { Coverage } from "./coverage.ts";
import type { RiskRule, TapeCommand } from "./tape.ts";
import { DEFAULT_RISK, EXTERNAL } from "./tape.ts";
import { contracts } from "./tapes.ts";

/** What a contract's risk rule decides and random tapes seldom come to, driven to on both exchanges. */

const UNIT = 100_000_000n;
const { specification } = contracts[0]!;
const [TRADER, MAKER] = [4, 5];

const prelude: readonly TapeCommand[] = [
  { type: "list", specification },
  { type: "account", name: "trader" },
  { type: "account", name: "maker" },
  ...[TRADER, MAKER].map((to): TapeCommand => {
    return { type: "move", movement: "deposit", from: EXTERNAL, to, amount: 1_000_000n * UNIT };
  }),
  { type: "index", prices: [{ contract: 0, points: 60_000_000 }] },
];

const ruled = (rule: Partial<RiskRule>): TapeCommand => ({
  type: "risk rule",
  contract: 0,
  rule: { ...DEFAULT_RISK, ...rule },
});
const sell = (size: number): TapeCommand => ({
  type: "place",
  account: MAKER,
  contract: 0,
  action: "open short",
  price: 600_000,
  size,
});

function run(commands: readonly TapeCommand[]): Coverage {
  const coverage = new Coverage();
  agree(
    [...prelude, ...commands].map((command) => ({ wait: 0, command })),
    (seen) => coverage.add(seen),
  );
  return coverage;
}

test("presets that came with the first fill grow to their order's size when it is filled", () => {
  const buy: TapeCommand = {
    type: "place",
    account: TRADER,
    contract: 0,
    action: "open long",
    price: 600_000,
    size: 10,
    takeProfit: 603_000,
    stopLoss: 597_000,
  };
  const coverage = run([buy, sell(4), ruled({ presets: "filled" }), sell(3), sell(3)]);
  expect(coverage.of("presets enlarged as their order is filled")).toBe(1);
});
