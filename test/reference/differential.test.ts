import { test } from "vitest";
import { CHOSEN } from "./chosen.ts";
import { agree } from "./compare.ts";
import { Coverage } from "./coverage.ts";
import { duel, tape } from "./tapes.ts";
import { tryTapes } from "./trial.ts";

/**
 * The core against the reference exchange: after every command the same outcome, fills, bills, balances,
 * positions and orders, and the core's own audit. A failure prints the seed and the shortest tape that still
 * fails.
 */

// The tapes of a long run take an hour on a slow machine.
const PATIENCE_MS = 3_600_000;

test.each([
  ["markets", tape(CHOSEN.commands, false)],
  ["crashes", tape(CHOSEN.commands, true)],
  ["duels", duel(CHOSEN.steps, true)],
] as const)(
  "the core and the reference exchange agree on every random tape: %s",
  (kind, drawn) => {
    const coverage = new Coverage();
    tryTapes({
      ...CHOSEN,
      drawn,
      chosen: CHOSEN[kind],
      long: 12_000,
      run: agree,
      coverage,
      missing: () => coverage.missing(kind),
    });
  },
  PATIENCE_MS,
);
