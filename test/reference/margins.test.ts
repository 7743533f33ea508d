import fc from "fast-check";
import { expect, test } from "vitest";
import { agree } from "./compare.ts";
import { Coverage } from "./coverage.ts";
import type { TapeCommand } from "./tape.ts";
import { DEFAULT_RISK, EXTERNAL, INSURANCE } from "./tape.ts";
import { contracts, riskRule, shrinkingFor } from "./tapes.ts";

/**
 * The options of margin, whose differences show in accounts with both legs near the edges of tiers: thin traders who open and close
 * against a rich maker while rules and prices change, on both exchanges. What a rule puts in breach is liquidated by both alike, and the
 * core's audit looks at the worst mark in everybody's bands after every command.
 */

const TAPES = Number(process.env["OUTCRY_TAPES"] ?? (process.env["OUTCRY_LONG"] !== undefined ? 5_000 : 300));
const SEED = Number(process.env["OUTCRY_SEED"] ?? 20_261_121);
const SHRINK_MS = 20_000;
const UNIT = 100_000_000n;
const MAKER = 4;
const TRADERS = [5, 6, 7];
/** Every breach of a tape's kind must have been reached. */
const DUE_TO = ["flat tiers"];

/** Steep tiers, all but the last open to any leverage: a requirement jumps by more than thin accounts have to spare. */
const tiers = [
  { boundUnits: 800_000, maintenanceRate: 400_000, leverageMax: 12_500 },
  { boundUnits: 3_000_000, maintenanceRate: 1_500_000, leverageMax: 12_500 },
  { boundUnits: 12_000_000, maintenanceRate: 2_500_000, leverageMax: 12_500 },
  { boundUnits: 10_000_000_000, maintenanceRate: 8_000_000, leverageMax: 1_000 },
];
const specification = { ...contracts[0]!.specification, tiers };
const START = 60_000_000;
const LOT_UNITS = 6;
const trader = fc.constantFrom(...TRADERS);

/** Openings to just below the end of a tier and little ones across it; closings of about as much. */
const size = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 3_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 3_000, max: 120_000 }) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...tiers.slice(0, 3)), fc.integer({ min: 0, max: 40 }))
      .map(([{ boundUnits }, below]) => Math.floor((boundUnits / LOT_UNITS) * (1 - below / 100_000))),
  },
);
const opening = fc.constantFrom("open long" as const, "open short" as const);
const closing = fc.constantFrom("close long" as const, "close short" as const);
const trade = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant("trade" as const), trader, action: opening, size }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("trade" as const), trader, action: closing, size }) },
);
/** Moves in hundredths of a percent of the start. */
const move = fc.record({
  type: fc.constant("move" as const),
  by: fc.oneof(fc.integer({ min: -10, max: 10 }), fc.integer({ min: -250, max: 250 })),
});
/** What is reduced is tried lot by lot in the reference exchange: too many of them here. */
const anyRule = riskRule.map((each) => ({ ...each, reduction: DEFAULT_RISK.reduction }));
const rule = fc.record({ type: fc.constant("rule" as const), rule: anyRule });
const deposited = fc.oneof(
  fc.integer({ min: 8_000, max: 13_000 }),
  fc.integer({ min: 30_000, max: 120_000 }),
  fc.integer({ min: 120_000, max: 900_000 }),
);
const drawn = fc.record({
  units: fc.tuple(...TRADERS.map(() => deposited)),
  modes: fc.tuple(...TRADERS.map(() => fc.constantFrom("shared" as const, "shared", "shared", "isolated"))),
  leverages: fc.tuple(...TRADERS.map(() => fc.constantFrom(4_000, 6_000, 10_000, 12_500))),
  rule: anyRule,
  steps: fc.array(
    fc.oneof({ weight: 6, arbitrary: trade }, { weight: 4, arbitrary: move }, { weight: 2, arbitrary: rule }),
    { minLength: 1, maxLength: 60, size: "max" },
  ),
});

function commandsOf({
  units,
  modes,
  leverages,
  rule: first,
  steps,
}: typeof drawn extends fc.Arbitrary<infer T> ? T : never) {
  const deposit = (to: number, amount: number): TapeCommand => ({
    type: "move",
    movement: "deposit",
    from: EXTERNAL,
    to,
    amount: BigInt(amount) * UNIT,
  });
  const commands: TapeCommand[] = [
    { type: "list", specification },
    { type: "account", name: "maker" },
    ...TRADERS.map((id): TapeCommand => ({ type: "account", name: `trader ${id}` })),
    deposit(MAKER, 2_000_000_000),
    deposit(INSURANCE, 1_000_000),
    { type: "index", prices: [{ contract: 0, points: START }] },
    { type: "leverage", account: MAKER, contract: 0, marginMode: "shared", long: 1_000, short: 1_000 },
    { type: "risk rule", contract: 0, rule: first },
  ];
  for (const [i, account] of TRADERS.entries()) {
    const [long, marginMode] = [leverages[i]!, modes[i]!];
    commands.push(deposit(account, units[i]!));
    commands.push({ type: "mode", account, contract: 0, marginMode, separatedMode: "combined" });
    commands.push({ type: "leverage", account, contract: 0, marginMode, long, short: long });
  }
  let points = START;
  for (const step of steps) {
    if (step.type === "rule") commands.push({ type: "risk rule", contract: 0, rule: step.rule });
    if (step.type === "move") {
      points += step.by * 6_000;
      commands.push({ type: "index", prices: [{ contract: 0, points }] });
    }
    if (step.type === "trade") {
      const buys = step.action === "open long" || step.action === "close short";
      const common = {
        type: "place" as const,
        contract: 0,
        price: Math.round(points / 100),
        size: step.size,
      };
      commands.push({ ...common, account: MAKER, action: buys ? "open short" : "open long" });
      commands.push({ ...common, account: step.trader, action: step.action, timeInForce: "ioc" });
      commands.push({ type: "cancel all", account: MAKER, which: "all" });
    }
  }
  return commands;
}

test("the core and the reference exchange agree whatever margin is asked for", () => {
  const coverage = new Coverage();
  const result = fc.check(
    fc.property(
      fc.noBias(drawn),
      shrinkingFor(SHRINK_MS, (each) =>
        agree(
          commandsOf(each).map((command) => ({ wait: 0, command })),
          (seen) => coverage.add(seen),
        ),
      ),
    ),
    { numRuns: TAPES, seed: SEED },
  );
  if (result.failed) throw new Error(`OUTCRY_SEED=${SEED}\n\n${(result.errorInstance as Error).message}`);
  const counts = DUE_TO.map((each) => [each, coverage.of(`in breach by ${each}`)]);
  for (const [name, count] of counts) expect(count, `in breach by ${name}`).toBeGreaterThan(0);
  if (process.env["OUTCRY_COVERAGE"] !== undefined) console.log(coverage.text());
});
