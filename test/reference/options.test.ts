import { expect, test } from "vitest";
import { indexAt, order, scripted } from "./scripted.ts";
import type { TapeCommand } from "./tape.ts";
import { DEFAULT_RISK } from "./tape.ts";
import { contracts, deposit } from "./tapes.ts";

/** What a contract's risk rule decides and random tapes seldom come to, driven to on both exchanges. */

const { specification } = contracts[0]!;
const [TRADER, MAKER] = [4, 5];

const prelude: readonly TapeCommand[] = [
  { type: "list", specification },
  { type: "account", name: "trader" },
  { type: "account", name: "maker" },
  ...[TRADER, MAKER].map((to) => deposit(to, 1_000_000)),
  indexAt(60_000_000),
];

const rule = { ...DEFAULT_RISK, presets: "filled" } as const;
const ruled: TapeCommand = { type: "risk rule", contract: 0, rule };
const sell = (size: number) => order(MAKER, "open short", 600_000, size);

test("presets that came with the first fill grow to their order's size when it is filled", () => {
  const buy = order(TRADER, "open long", 600_000, 10, { takeProfit: 603_000, stopLoss: 597_000 });
  const coverage = scripted([...prelude, buy, sell(4), ruled, sell(3), sell(3)]);
  expect(coverage.of("presets enlarged as their order is filled")).toBe(1);
});
