import fc from "fast-check";
import { expect, test } from "vitest";
import type { Seen } from "./compare.ts";
import { agree } from "./compare.ts";
import { netTape, resolveNet } from "./netTapes.ts";
import { duel, tape } from "./tapes.ts";
import { shrinkingFor } from "./trial.ts";

/** Every day so many tapes, and on a long run. */
const TAPES = 50;
const TAPES_LONG = 1_000;
const COMMANDS = 200;
const PATIENCE_MS = 3_600_000;

test(
  "the core and the reference exchange agree on every random tape with one-way accounts",
  () => {
    const reached = new Map<string, number>();
    const count = ({ command, outcome, happenings, notes }: Seen): void => {
      const names = [...notes, `${command.type}: ${outcome}`, ...happenings.map(({ what }) => what)];
      for (const name of new Set(names)) reached.set(name, (reached.get(name) ?? 0) + 1);
    };
    const kinds = fc.oneof(tape(COMMANDS, false), tape(COMMANDS, true), duel(COMMANDS, true));
    const { OUTCRY_LONG, OUTCRY_TAPES, OUTCRY_COVERAGE, OUTCRY_SEED } = process.env;
    const numRuns = Number(OUTCRY_TAPES ?? (OUTCRY_LONG === undefined ? TAPES : TAPES_LONG));
    const run = shrinkingFor(20_000, (drawn: Parameters<typeof agree>[0]) => agree(drawn, count, resolveNet));
    const seed = Number(OUTCRY_SEED ?? 20_261_129);
    const result = fc.check(fc.property(netTape(kinds), run), { numRuns, seed });
    if (result.failed) throw new Error(`OUTCRY_SEED=${seed}\n\n${(result.errorInstance as Error).message}`);
    if (OUTCRY_COVERAGE !== undefined) console.log(reached);
    for (const wanted of [
      "went through zero",
      "through zero, shared, as maker",
      "through zero, shared, as taker",
      "through zero, isolated, as maker",
      "through zero, isolated, as taker",
      "a side that closed",
      "closed, and may not open",
      "reduce-only orders gave way",
      "net, opens nothing",
      "place: oneWayLeg",
      "settings: positionExists",
      "settings: openOrdersExist",
      "position mode: positionExists",
      "position mode: openOrdersExist",
      "position mode: ok",
    ])
      expect(reached.get(wanted) ?? 0, `${wanted}, of ${[...reached.keys()].join("; ")}`).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);
