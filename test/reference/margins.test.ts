import fc from "fast-check";
import { test } from "vitest";
import { agree } from "./compare.ts";
import { Coverage } from "./coverage.ts";
import type { MarginMode, SeparatedMode, TapeCommand } from "./tape.ts";
import { DEFAULT_RISK, EXTERNAL, INSURANCE } from "./tape.ts";
import { contracts, riskRule, setLeverage } from "./tapes.ts";
import { tryTapes } from "./trial.ts";

/**
 * The options of margin, whose differences show in accounts with both legs near the edges of tiers: thin
 * traders who open and close against a rich maker while rules and prices change, on both exchanges. What a
 * rule puts in breach is liquidated by both alike, and the core's audit looks at the worst mark in
 * everybody's bands after every command.
 */

// The tapes of a long run take an hour on a slow machine.
const PATIENCE_MS = 3_600_000;
const UNIT = 100_000_000n;
const MAKER = 4;
const TRADERS = [5, 6, 7];
/** What tapes of both legs must have reached. */
const REACHED = [
  "in breach by flat tiers",
  "healthy by tiers of the net",
  "in breach by the larger leg",
  "in breach by the sum of legs",
  "refused wouldBreach",
];

/** Of isolated positions. */
const OF_ISOLATED = [
  "margin kept for its requirement",
  "in breach by the tier of the leg",
  "refused siblingInBreach",
];

/**
 * Steep tiers, all but the last open to any leverage: a requirement jumps by more than thin accounts have to
 * spare.
 */
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
type Trade = typeof trade extends fc.Arbitrary<infer T> ? T : never;
const trade = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant("trade" as const), trader, action: opening, size }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("trade" as const), trader, action: closing, size }) },
);
/** The other leg to a trader's last order, of nearly its size. */
const hedge = fc.record({
  type: fc.constant("hedge" as const),
  trader,
  less: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2_000 })),
});
/** An order that waits a little beside the mark, in hundredths of a percent, or the end of all that do. */
const rest = fc.record({
  type: fc.constant("rest" as const),
  trader,
  action: opening,
  size,
  by: fc.integer({ min: 1, max: 100 }),
  ends: fc.boolean(),
});
const leverage = fc.constantFrom(1_500, 4_000, 6_000, 10_000, 12_500);
const lever = fc.record({ type: fc.constant("lever" as const), trader, leverage });
/**
 * Margin of one of a trader's isolated positions: some put in, or a share in percent of what its leverage
 * leaves taken out.
 */
const adjust = fc.record({
  type: fc.constant("margin" as const),
  account: trader,
  position: fc.integer({ min: 1, max: 50 }),
  amount: fc.bigInt({ min: 1n, max: 60_000n * UNIT }),
  share: fc.oneof(fc.constant(undefined), fc.integer({ min: 1, max: 105 })),
});
/** Moves in hundredths of a percent of the start. */
const move = fc.record({
  type: fc.constant("move" as const),
  by: fc.oneof(fc.integer({ min: -10, max: 10 }), fc.integer({ min: -250, max: 250 })),
});
/** What is reduced is tried lot by lot in the reference exchange: too many of them here. */
const anyRule = riskRule.map((each) => ({ ...each, reduction: DEFAULT_RISK.reduction }));
const rule = fc.record({
  type: fc.constant("rule" as const),
  rule: anyRule,
  anyway: fc.boolean(),
  newOnly: fc.boolean(),
});
const deposited = fc.oneof(
  fc.integer({ min: 8_000, max: 13_000 }),
  fc.integer({ min: 30_000, max: 120_000 }),
  fc.integer({ min: 120_000, max: 900_000 }),
);
/** Accounts, their modes and first rule, and what they do. */
const drawnOf = (
  modes: fc.Arbitrary<MarginMode>,
  separatedMode: fc.Arbitrary<SeparatedMode>,
  step: fc.Arbitrary<MarginStep>,
) =>
  fc.record({
    units: fc.tuple(...TRADERS.map(() => deposited)),
    modes: fc.tuple(...TRADERS.map(() => modes)),
    separated: fc.tuple(...TRADERS.map(() => separatedMode)),
    leverages: fc.tuple(...TRADERS.map(() => leverage)),
    rule: anyRule,
    steps: fc.array(step, { minLength: 1, maxLength: 50, size: "max" }),
  });
type MarginStep =
  | Trade
  | (
      | typeof hedge
      | typeof rest
      | typeof lever
      | typeof move
      | typeof rule
      | typeof adjust extends fc.Arbitrary<infer T>
      ? T
      : never);

/** Both legs in one account. */
const hedged = drawnOf(
  fc.constantFrom("shared", "shared", "shared", "isolated"),
  fc.constant("combined"),
  fc.oneof(
    { weight: 6, arbitrary: trade },
    { weight: 3, arbitrary: hedge },
    { weight: 1, arbitrary: rest },
    { weight: 1, arbitrary: lever },
    { weight: 4, arbitrary: move },
    { weight: 2, arbitrary: rule },
  ),
);
/** Isolated positions whose leverage and margin change. */
const isolated = drawnOf(
  fc.constant("isolated"),
  fc.constantFrom("combined", "separated", "separated"),
  fc.oneof(
    { weight: 4, arbitrary: trade },
    { weight: 3, arbitrary: lever },
    { weight: 5, arbitrary: adjust },
    { weight: 2, arbitrary: move },
    { weight: 1, arbitrary: rule },
  ),
);

function commandsOf({
  units,
  modes,
  separated,
  leverages,
  rule: first,
  steps,
}: typeof hedged extends fc.Arbitrary<infer T> ? T : never) {
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
    setLeverage(MAKER, "shared", 1_000),
    { type: "risk rule", contract: 0, rule: first },
  ];
  for (const [i, account] of TRADERS.entries()) {
    const [leverage, marginMode] = [leverages[i]!, modes[i]!];
    commands.push(deposit(account, units[i]!));
    commands.push({ type: "mode", account, contract: 0, marginMode, separatedMode: separated[i]! });
    commands.push(setLeverage(account, marginMode, leverage));
  }
  let points = START;
  /** The last order of each trader. */
  const last = new Map<number, Trade>();
  for (const step of steps) {
    if (step.type === "margin") commands.push(step);
    if (step.type === "rule")
      commands.push({
        type: "risk rule",
        contract: 0,
        rule: step.rule,
        anyway: step.anyway,
        newOnly: step.newOnly,
      });
    if (step.type === "move") {
      points += step.by * 6_000;
      commands.push({ type: "index", prices: [{ contract: 0, points }] });
    }
    if (step.type === "lever") {
      const marginMode = modes[TRADERS.indexOf(step.trader)]!;
      commands.push(setLeverage(step.trader, marginMode, step.leverage));
    }
    if (step.type === "rest") {
      const { action, size } = step;
      const away = step.by * 60 * (action === "open long" ? -1 : 1);
      const price = Math.round(points / 100) + away;
      if (step.ends) commands.push({ type: "cancel all", account: step.trader, which: "all" });
      else commands.push({ type: "place", account: step.trader, contract: 0, action, price, size });
    }
    if (step.type === "trade") last.set(step.trader, step);
    const before = last.get(step.type === "hedge" ? step.trader : 0);
    const trade =
      step.type === "hedge" && before !== undefined
        ? {
            ...before,
            action: before.action.endsWith("long") ? ("open short" as const) : ("open long" as const),
            size: Math.max(1, before.size - step.less),
          }
        : step;
    if (trade.type === "trade") {
      const buys = trade.action === "open long" || trade.action === "close short";
      const common = {
        type: "place" as const,
        contract: 0,
        price: Math.round(points / 100),
        size: trade.size,
      };
      commands.push({ ...common, account: MAKER, action: buys ? "open short" : "open long" });
      commands.push({ ...common, account: trade.trader, action: trade.action, timeInForce: "ioc" });
      commands.push({ type: "cancel all", account: MAKER, which: "all" });
    }
  }
  return commands;
}

const CHOSEN_LEGS =
  "10 11 13 14 19 20 21 25 28 32 35 36 37 41 43 46 49 50 54 56 61 67 77 78 79 80 88 95 101 103 108 111 113 116 117 119 " +
  "121 124 125 126 128 129 130 135 137 138 139 148 159 163 168 175 177 187 188 191 202 203 205 213 224 234 244 248 249 " +
  "250 251 253 256 257 266 274 275 277 285 297";
const CHOSEN_ISOLATED =
  "6 7 10 14 36 39 40 43 55 58 59 77 79 93 103 108 115 117 120 125 144 147 175 179 184 191 194 224 225 245 250 255 257 " +
  "261 264 277 292";

test.each([
  ["of both legs", hedged, REACHED, CHOSEN_LEGS],
  ["of isolated positions", isolated, OF_ISOLATED, CHOSEN_ISOLATED],
])(
  "the core and the reference exchange agree whatever margin is asked for: %s",
  (_, drawn, reached, chosen) => {
    const coverage = new Coverage();
    tryTapes({
      drawn: fc.noBias(drawn),
      seed: 20_261_121,
      chosen,
      from: 300,
      times: 12,
      long: 5_000,
      run: (each, count) =>
        agree(
          commandsOf(each).map((command) => ({ wait: 0, command })),
          count,
        ),
      coverage,
      missing: () => reached.filter((name) => coverage.of(name) === 0),
    });
  },
  PATIENCE_MS,
);
