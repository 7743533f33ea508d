import fc from "fast-check";
import { expect, test } from "vitest";
import { agree } from "./compare.ts";
import { Coverage } from "./coverage.ts";
import { duel, shrinkingFor, tape } from "./tapes.ts";

/**
 * The core against the reference exchange: after every command the same outcome, fills, bills, balances, positions and orders,
 * and the core's own audit. A failure prints the seed and the shortest tape that still fails.
 */

const long = process.env["OUTCRY_LONG"] !== undefined;
const TAPES = Number(process.env["OUTCRY_TAPES"] ?? (long ? 12_000 : 300));
const SEED = Number(process.env["OUTCRY_SEED"] ?? 20_261_121);
const COMMANDS = 200;
/** Where something was not reached, up to so many further batches are run, each a fourth as long. */
const BATCHES = 8;
/** Of a duel, whose steps are up to four commands. */
const STEPS = 100;
// The tapes of a long run take an hour on a slow machine.
const PATIENCE_MS = long ? 3_600_000 : 300_000;
/** How long a failing tape is shortened. */
const SHRINK_MS = 20_000;

test.each([
  ["markets", tape(COMMANDS, false)],
  ["crashes", tape(COMMANDS, true)],
  ["duels", duel(STEPS, true)],
] as const)(
  "the core and the reference exchange agree on every random tape: %s",
  (kind, tapes) => {
    const coverage = new Coverage();
    // What is seldom may take more tapes than usual: a rule that changes what is drawn must not lose it.
    for (let batch = 0; batch === 0 || (batch <= BATCHES && coverage.missing(kind).length > 0); batch++) {
      const seed = SEED + batch;
      const result = fc.check(
        fc.property(
          tapes,
          shrinkingFor(SHRINK_MS, (steps) => agree(steps, (seen) => coverage.add(seen))),
        ),
        { numRuns: batch === 0 ? TAPES : Math.ceil(TAPES / 4), seed },
      );
      if (result.failed) {
        const { message } = result.errorInstance as Error;
        throw new Error(
          `OUTCRY_SEED=${seed}, tape ${result.numRuns}, shrunk ${result.numShrinks} times\n\n${message}`,
        );
      }
    }
    if (process.env["OUTCRY_COVERAGE"] !== undefined) console.log(coverage.text());
    expect(coverage.missing(kind), `reached by ${TAPES} tapes:\n${coverage.text()}`).toEqual([]);
  },
  PATIENCE_MS,
);
