import { expect, test } from "vitest";
import type { EngineUnderTest } from "./engineCrashes.ts";
import { deafLog, eagerLog, engineHistory, noEngineCrashes, soundEngine } from "./engineCrashes.ts";
import { ToyMachine, toyKind } from "./toyMachine.ts";

const LONG = process.env.OUTCRY_LONG === "1";
/** Three times as many as the planted bug that hides best needs, below. */
const SEEDS = LONG ? 3_000 : 9;

test(`${SEEDS} histories: what was acknowledged or published survives every power cut and refusal`, async () => {
  const counts = noEngineCrashes();
  for (let seed = 1; seed <= SEEDS; seed++) await engineHistory(soundEngine, seed, counts);
  for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(0);
});

/** A kind whose machines do something else than the live one when they are restored or replay. */
function forgetfulKind(): EngineUnderTest["machine"] {
  const kind = toyKind({ ticking: true });
  return {
    ...kind,
    restore: (snapshot) => {
      const state = new Float64Array(Uint8Array.from(snapshot).buffer);
      state[10] = 0; // one slot is missing from the snapshot
      return new ToyMachine({ ticking: true }, state);
    },
  };
}

function randomKind(): EngineUnderTest["machine"] {
  let made = 0;
  const kind = toyKind({ ticking: true });
  return { ...kind, genesis: () => toyKind({ ticking: true, drift: made++ }).genesis() };
}

test.each<[string, EngineUnderTest]>([
  ["acknowledging before the disk", { ...soundEngine, wrap: eagerLog }],
  ["ignoring what the disk says", { ...soundEngine, wrap: deafLog }],
  ["a snapshot that lacks a field", { ...soundEngine, machine: forgetfulKind() }],
  ["a machine that depends on more than its commands", { ...soundEngine, machine: randomKind() }],
])("a planted bug is found: %s", async (_name, under) => {
  const hunt = async (): Promise<void> => {
    for (let seed = 1; seed <= 1_000; seed++) await engineHistory(under, seed, noEngineCrashes());
  };
  await expect(hunt()).rejects.toThrow(/seed \d+|gave other events/);
});
