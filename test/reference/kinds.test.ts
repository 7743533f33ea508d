import fc from "fast-check";
import { expect, test } from "vitest";
import type { Seen } from "./compare.ts";
import { agree } from "./compare.ts";
import { kindTape, resolveKinds } from "./kindTapes.ts";
import { netTape } from "./netTapes.ts";
import { duel, tape } from "./tapes.ts";
import { shrinkingFor } from "./trial.ts";

/** Every day so many tapes, and on a long run. */
const TAPES = 24;
const TAPES_LONG = 1_000;
const COMMANDS = 200;
const PATIENCE_MS = 3_600_000;

test(
  "the core and the reference exchange agree on every random tape of orders that say how they behave in the book",
  () => {
    const reached = new Map<string, number>();
    const count = ({ command, outcome, happenings, notes }: Seen): void => {
      const ends = happenings.flatMap(({ what, reason }) =>
        what === "ended" ? [`ended, ${reason}`] : [what],
      );
      const names = [...notes, `${command.type}: ${outcome}`, ...ends];
      for (const name of new Set(names)) reached.set(name as string, (reached.get(name as string) ?? 0) + 1);
    };
    const markets = fc.oneof(tape(COMMANDS, false), tape(COMMANDS, true), duel(COMMANDS, true));
    const kinds = kindTape(fc.oneof(markets, netTape(markets)));
    const { OUTCRY_LONG, OUTCRY_TAPES, OUTCRY_COVERAGE, OUTCRY_SEED } = process.env;
    const numRuns = Number(OUTCRY_TAPES ?? (OUTCRY_LONG === undefined ? TAPES : TAPES_LONG));
    const run = shrinkingFor(20_000, (drawn: Parameters<typeof agree>[0]) =>
      agree(drawn, count, resolveKinds),
    );
    const seed = Number(OUTCRY_SEED ?? 20_261_129);
    const result = fc.check(fc.property(kinds, run), { numRuns, seed });
    if (result.failed) throw new Error(`OUTCRY_SEED=${seed}\n\n${(result.errorInstance as Error).message}`);
    if (OUTCRY_COVERAGE !== undefined) console.log(JSON.stringify([...reached]));
    for (const wanted of [
      "place: wouldTake",
      "place: cannotFill",
      "place: noDepth",
      "place: notionalTooSmall",
      "place: sizeTooLarge",
      "plan: notionalTooSmall",
      "priced by opponent",
      "priced by queue",
      "priced",
      "ended, expired",
      "ended, no depth",
      "ended, self trade",
      "triggered",
      "margin called",
    ])
      expect(reached.get(wanted) ?? 0, `${wanted}, of ${[...reached.keys()].join("; ")}`).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);
