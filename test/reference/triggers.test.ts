import fc from "fast-check";
import { expect, test } from "vitest";
import type { Seen } from "./compare.ts";
import { agree } from "./compare.ts";
import { netTape, resolveNet } from "./netTapes.ts";
import { duel, tape } from "./tapes.ts";
import { shrinkingFor } from "./trial.ts";
import { triggerTape } from "./triggerTapes.ts";

/** Every day so many tapes, and on a long run. */
const TAPES = 30;
const TAPES_LONG = 1_000;
const COMMANDS = 200;
const PATIENCE_MS = 3_600_000;

test(
  "the core and the reference exchange agree on every random tape with the further kinds of waiting orders",
  () => {
    const reached = new Map<string, number>();
    const count = ({ command, outcome, happenings, notes }: Seen): void => {
      const ended = happenings.flatMap(({ what, reason }) => (what === "ended" ? [`ended ${reason}`] : []));
      const names = [...notes, `${command.type}: ${outcome}`, ...ended];
      for (const name of new Set(names)) reached.set(name, (reached.get(name) ?? 0) + 1);
    };
    const hedged = fc.oneof(tape(COMMANDS, false), tape(COMMANDS, true), duel(COMMANDS, true));
    const kinds = triggerTape(fc.oneof(hedged, netTape(hedged)));
    const { OUTCRY_LONG, OUTCRY_TAPES, OUTCRY_COVERAGE, OUTCRY_SEED } = process.env;
    const numRuns = Number(OUTCRY_TAPES ?? (OUTCRY_LONG === undefined ? TAPES : TAPES_LONG));
    const run = shrinkingFor(20_000, (drawn: Parameters<typeof agree>[0]) => agree(drawn, count, resolveNet));
    const seed = Number(OUTCRY_SEED ?? 20_261_130);
    const result = fc.check(fc.property(kinds, run), { numRuns, seed });
    if (result.failed) throw new Error(`OUTCRY_SEED=${seed}\n\n${(result.errorInstance as Error).message}`);
    if (OUTCRY_COVERAGE !== undefined) console.log(reached);
    for (const wanted of [
      "ended with its leg",
      "tpsl: legTriggerLive",
      "tpsl: invalidValue",
      "countdown canceled orders",
      "countdown over nothing",
      "ended price protected",
      "a trailing stop fired",
      "fired, once activated",
      "trailing: triggerAlreadyMet",
      "trailing: invalidValue",
    ])
      expect(reached.get(wanted) ?? 0, `${wanted}, of ${[...reached.keys()].join("; ")}`).toBeGreaterThan(0);
  },
  PATIENCE_MS,
);
