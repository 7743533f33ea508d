import fc from "fast-check";
import { expect, test } from "vitest";
import { agree } from "./compare.ts";
import { Coverage } from "./coverage.ts";
import type { Action, Leg, TapeCommand } from "./tape.ts";
import { DEFAULT_RISK, EXTERNAL } from "./tape.ts";
import { contracts, shrinkingFor } from "./tapes.ts";

/**
 * The core against the reference exchange where exits meet resting closes: a trader in any mode closes and protects what it
 * holds, bound to positions or not, while a maker bids and asks, and the mark moves.
 */

const TAPES = Number(process.env["OUTCRY_TAPES"] ?? (process.env["OUTCRY_LONG"] !== undefined ? 5_000 : 400));
const SEED = Number(process.env["OUTCRY_SEED"] ?? 20_261_122);
const SHRINK_MS = 20_000;
const REACHED = [
  "an exit made room",
  "an exit yielded",
  "an exit rested",
  "an exit's maker could carry less",
  "position closed by name",
  "attached orders went with their position",
];

const UNIT = 100_000_000n;
const START = 600_000;
const [TRADER, MAKER, THIN] = [4, 5, 6];
const { specification } = contracts[0]!;

const leg = fc.constantFrom<Leg>("long", "long", "short");
/** Which of the trader's positions a close names: the n-th ever, past the first few none. */
const named = fc.integer({ min: 1, max: 8 }).map((n) => (n > 4 ? undefined : n));
const size = fc.integer({ min: 1, max: 30 });
/** Ticks from the start. */
const away = fc.integer({ min: -4_000, max: 4_000 });

const step: fc.Arbitrary<TapeCommand> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ leg, size }).map((draw) => order(TRADER, `open ${draw.leg}`, START, draw.size)),
  },
  {
    weight: 8,
    arbitrary: fc
      .record({ leg, size, away: fc.integer({ min: 0, max: 4_000 }), position: named, capped: fc.boolean() })
      .map(({ leg: of, away: by, position, capped, size: lots }) => ({
        ...order(TRADER, `close ${of}`, of === "long" ? START + by : START - by, lots),
        ...(position === undefined ? {} : { position }),
        capped,
      })),
  },
  {
    weight: 6,
    arbitrary: fc
      .record({
        leg,
        size: fc.oneof(fc.constant(0), size),
        takeProfit: fc.boolean(),
        away,
        rests: fc.boolean(),
        position: named,
      })
      .map(({ leg: of, size: lots, takeProfit, away: by, rests, position }) => ({
        type: "tpsl" as const,
        account: TRADER,
        contract: 0,
        leg: of,
        takeProfit,
        size: lots,
        trigger: START + by,
        source: "mark" as const,
        ...(rests ? { price: START } : {}),
        ...(position === undefined ? {} : { position }),
      })),
  },
  {
    weight: 5,
    arbitrary: fc
      .record({ buys: fc.boolean(), thin: fc.boolean(), size, away: fc.integer({ min: 0, max: 300 }) })
      .map(({ buys, thin, size: lots, away: by }) =>
        order(thin ? THIN : MAKER, buys ? "open long" : "open short", buys ? START - by : START + by, lots),
      ),
  },
  {
    weight: 4,
    arbitrary: away.map((by) => ({
      type: "index" as const,
      prices: [{ contract: 0, points: (START + by) * 100 }],
    })),
  },
  {
    weight: 2,
    arbitrary: fc.record({ position: named, cancelAttached: fc.boolean() }).map(({ position, ...draw }) => ({
      type: "close all" as const,
      account: TRADER,
      ...(position === undefined ? {} : { position }),
      ...draw,
    })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("make room" as const, "yield").map((exits) => ({
      type: "risk rule" as const,
      contract: 0,
      rule: { ...DEFAULT_RISK, exits },
    })),
  },
);

function order(account: number, action: Action, price: number, lots: number): TapeCommand {
  return { type: "place", account, contract: 0, action, price, size: lots };
}

const tape = fc.record({
  marginMode: fc.constantFrom("shared" as const, "isolated"),
  separatedMode: fc.constantFrom("combined" as const, "separated", "separated"),
  fifo: fc.constantFrom(true, true, false),
  steps: fc.array(step, { minLength: 1, maxLength: 60, size: "max" }),
});

test("the core and the reference exchange agree on who makes room for an exit", () => {
  const coverage = new Coverage();
  const result = fc.check(
    fc.property(
      tape,
      shrinkingFor(SHRINK_MS, ({ marginMode, separatedMode, fifo, steps }) => {
        const deposit = (to: number): TapeCommand => {
          return { type: "move", movement: "deposit", from: EXTERNAL, to, amount: 1_000_000n * UNIT };
        };
        const commands: TapeCommand[] = [
          { type: "list", specification: { ...specification, separatedCloseFifo: fifo } },
          { type: "account", name: "trader" },
          { type: "account", name: "maker" },
          { type: "account", name: "thin" },
          // What it bids it can carry at first, and no more once the mark has moved against it.
          { type: "move", movement: "deposit", from: EXTERNAL, to: THIN, amount: (8n * UNIT) / 5n },
          {
            ...{ type: "leverage", account: THIN, contract: 0, marginMode: "shared", switches: false },
            ...{ cross: 12_500, isolatedLong: 0, isolatedShort: 0 },
          },
          deposit(TRADER),
          deposit(MAKER),
          { type: "mode", account: TRADER, contract: 0, marginMode, separatedMode },
          { type: "index", prices: [{ contract: 0, points: START * 100 }] },
          order(MAKER, "open short", START, 40),
          order(MAKER, "open long", START, 40),
          ...steps,
        ];
        agree(
          commands.map((command) => ({ wait: 0, command })),
          (seen) => coverage.add(seen),
        );
      }),
    ),
    { numRuns: TAPES, seed: SEED },
  );
  if (result.failed) throw new Error(`OUTCRY_SEED=${SEED}\n\n${(result.errorInstance as Error).message}`);
  for (const each of REACHED) expect(coverage.of(each), each).toBeGreaterThan(0);
});
