import fc from "fast-check";
import { test } from "vitest";
import { agree } from "./compare.ts";
import { Coverage } from "./coverage.ts";
import { indexAt, order } from "./scripted.ts";
import type { MarginMode, SeparatedMode, TapeCommand } from "./tape.ts";
import { DEFAULT_RISK, INSURANCE } from "./tape.ts";
import { atOnce, contracts, deposit, int, often, riskRule, setLeverage } from "./tapes.ts";
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

const stepOf = <T extends string, M extends object>(type: T, model: { [K in keyof M]: fc.Arbitrary<M[K]> }) =>
  fc.record(model).map((drawn) => ({ type, ...drawn }));

/** Openings to just below the end of a tier and little ones across it; closings of about as much. */
const size = fc.oneof(
  often(3, int(1, 3_000)),
  often(2, int(3_000, 120_000)),
  often(
    3,
    fc
      .tuple(fc.constantFrom(...tiers.slice(0, 3)), int(0, 40))
      .map(([{ boundUnits }, below]) => Math.floor((boundUnits / LOT_UNITS) * (1 - below / 100_000))),
  ),
);
const opening = fc.constantFrom("open long" as const, "open short" as const);
const closing = fc.constantFrom("close long" as const, "close short" as const);
type Trade = typeof trade extends fc.Arbitrary<infer T> ? T : never;
const trade = fc.oneof(
  often(5, stepOf("trade", { trader, action: opening, size })),
  often(1, stepOf("trade", { trader, action: closing, size })),
);
/** The other leg to a trader's last order, of nearly its size. */
const hedge = stepOf("hedge", { trader, less: fc.oneof(fc.constant(0), int(0, 2_000)) });
/** An order that waits a little beside the mark, in hundredths of a percent, or the end of all that do. */
const rest = stepOf("rest", { trader, action: opening, size, by: int(1, 100), ends: fc.boolean() });
const leverage = fc.constantFrom(1_500, 4_000, 6_000, 10_000, 12_500);
const lever = stepOf("lever", { trader, leverage });
/**
 * Margin of one of a trader's isolated positions: some put in, or a share in percent of what its leverage
 * leaves taken out.
 */
const adjust = stepOf("margin", {
  account: trader,
  position: int(1, 50),
  amount: fc.bigInt({ min: 1n, max: 60_000n * UNIT }),
  share: fc.oneof(fc.constant(undefined), int(1, 105)),
});
/** Moves in hundredths of a percent of the start. */
const move = stepOf("move", { by: fc.oneof(int(-10, 10), int(-250, 250)) });
/** What is reduced is tried lot by lot in the reference exchange: too many of them here. */
const anyRule = riskRule.map((each) => ({ ...each, reduction: DEFAULT_RISK.reduction }));
const rule = stepOf("rule", { rule: anyRule, anyway: fc.boolean(), newOnly: fc.boolean() });
const deposited = fc.oneof(int(8_000, 13_000), int(30_000, 120_000), int(120_000, 900_000));
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
  fc.oneof(often(6, trade), often(3, hedge), often(1, rest), often(1, lever), often(4, move), often(2, rule)),
);
/** Isolated positions whose leverage and margin change. */
const isolated = drawnOf(
  fc.constant("isolated"),
  fc.constantFrom("combined", "separated", "separated"),
  fc.oneof(often(4, trade), often(3, lever), often(5, adjust), often(2, move), often(1, rule)),
);

function commandsOf({
  units,
  modes,
  separated,
  leverages,
  rule: first,
  steps,
}: typeof hedged extends fc.Arbitrary<infer T> ? T : never) {
  const commands: TapeCommand[] = [
    { type: "list", specification },
    { type: "account", name: "maker" },
    ...TRADERS.map((id): TapeCommand => ({ type: "account", name: `trader ${id}` })),
    deposit(MAKER, 2_000_000_000),
    deposit(INSURANCE, 1_000_000),
    indexAt(START),
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
    if (step.type === "rule") commands.push({ ...step, type: "risk rule", contract: 0 });
    if (step.type === "move") {
      points += step.by * 6_000;
      commands.push(indexAt(points));
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
      else commands.push(order(step.trader, action, price, size));
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
      const [price, { size }] = [Math.round(points / 100), trade];
      commands.push(order(MAKER, buys ? "open short" : "open long", price, size));
      commands.push(order(trade.trader, trade.action, price, size, { timeInForce: "ioc" }));
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
      run: (each, count) => agree(atOnce(commandsOf(each)), count),
      coverage,
      missing: () => reached.filter((name) => coverage.of(name) === 0),
    });
  },
  PATIENCE_MS,
);
