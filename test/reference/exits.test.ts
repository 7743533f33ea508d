import fc from "fast-check";
import { test } from "vitest";
import { agree } from "./compare.ts";
import { Coverage } from "./coverage.ts";
import { indexAt, order } from "./scripted.ts";
import type { Leg, TapeCommand } from "./tape.ts";
import { DEFAULT_RISK, EXTERNAL } from "./tape.ts";
import { atOnce, contracts, deposit, int, often } from "./tapes.ts";
import { tryTapes } from "./trial.ts";

/**
 * The core against the reference exchange where exits meet resting closes: a trader in any mode closes and
 * protects what it holds, bound to positions or not, while a maker bids and asks, and the mark moves.
 */

// The tapes of a long run take an hour on a slow machine.
const PATIENCE_MS = 3_600_000;
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
const named = int(1, 8).map((n) => (n > 4 ? undefined : n));
const size = int(1, 30);
/** Ticks from the start. */
const away = int(-4_000, 4_000);

const step: fc.Arbitrary<TapeCommand> = fc.oneof(
  often(
    4,
    fc.record({ leg, size }).map((draw) => order(TRADER, `open ${draw.leg}`, START, draw.size)),
  ),
  often(
    8,
    fc
      .record({ leg, size, away: int(0, 4_000), position: named, capped: fc.boolean() })
      .map(({ leg: of, away: by, position, capped, size: lots }) => ({
        ...order(TRADER, `close ${of}`, of === "long" ? START + by : START - by, lots),
        ...(position === undefined ? {} : { position }),
        capped,
      })),
  ),
  often(
    6,
    fc
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
  ),
  often(
    5,
    fc
      .record({ buys: fc.boolean(), thin: fc.boolean(), size, away: int(0, 300) })
      .map(({ buys, thin, size: lots, away: by }) =>
        order(thin ? THIN : MAKER, buys ? "open long" : "open short", buys ? START - by : START + by, lots),
      ),
  ),
  often(
    4,
    away.map((by) => indexAt((START + by) * 100)),
  ),
  often(
    2,
    fc.record({ position: named, cancelAttached: fc.boolean() }).map(({ position, ...draw }) => ({
      type: "close all" as const,
      account: TRADER,
      ...(position === undefined ? {} : { position }),
      ...draw,
    })),
  ),
  often(
    1,
    fc.constantFrom("make room" as const, "yield").map((exits) => ({
      type: "risk rule" as const,
      contract: 0,
      rule: { ...DEFAULT_RISK, exits },
    })),
  ),
);

type Tape = typeof tape extends fc.Arbitrary<infer T> ? T : never;
const tape = fc.record({
  marginMode: fc.constantFrom("shared" as const, "isolated"),
  separatedMode: fc.constantFrom("combined" as const, "separated", "separated"),
  fifo: fc.constantFrom(true, true, false),
  steps: fc.array(step, { minLength: 1, maxLength: 60, size: "max" }),
});

test(
  "the core and the reference exchange agree on who makes room for an exit",
  () => {
    const coverage = new Coverage();
    tryTapes({
      drawn: tape,
      seed: 20_261_122,
      chosen:
        "2 3 4 7 8 11 13 14 19 23 24 27 29 30 37 39 40 43 52 58 69 72 78 81 96 113 142 154 156 183 185 190 197 212 220 227 239 " +
        "248 257 262 273 276 277 296 319 336 352 382 389 390 399",
      from: 400,
      times: 12,
      long: 5_000,
      run: (each, count) => agree(atOnce(commandsOf(each)), count),
      coverage,
      missing: () => REACHED.filter((name) => coverage.of(name) === 0),
    });
  },
  PATIENCE_MS,
);

function commandsOf({ marginMode, separatedMode, fifo, steps }: Tape): TapeCommand[] {
  return [
    { type: "list", specification: { ...specification, separatedCloseFifo: fifo } },
    { type: "account", name: "trader" },
    { type: "account", name: "maker" },
    { type: "account", name: "thin" },
    // What it bids it can carry at first, and no more once the mark has moved against it.
    { type: "move", movement: "deposit", from: EXTERNAL, to: THIN, amount: (8n * UNIT) / 5n },
    {
      ...{
        type: "leverage",
        account: THIN,
        contract: 0,
        marginMode: "shared",
        switches: false,
        ordersFollow: false,
      },
      ...{ cross: 12_500, isolatedLong: 0, isolatedShort: 0 },
    },
    deposit(TRADER, 1_000_000),
    deposit(MAKER, 1_000_000),
    { type: "mode", account: TRADER, contract: 0, marginMode, separatedMode },
    indexAt(START * 100),
    order(MAKER, "open short", START, 40),
    order(MAKER, "open long", START, 40),
    ...steps,
  ];
}
