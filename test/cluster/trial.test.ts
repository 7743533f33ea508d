import { describe, expect, onTestFinished, test } from "vitest";
import { isMissing } from "../journal/postgres.ts";
import { Trial } from "./trial/trial.ts";
import { DEEDS, type Deed } from "./trial/unrest.ts";

const LONG = process.env.OUTCRY_LONG !== undefined;
/** How often each thing is done. */
const ROUNDS = LONG ? 50 : 3;
/** On a busy machine requests that nobody answers at first, and nodes that start, take ten times as long. */
const TIMEOUT_MS = 40 * 60_000;
/** In turn with the others; in the long tests each alone, since all of them together take longer than a test may. */
const TRIALS: readonly (readonly [string, readonly Deed[]])[] = LONG
  ? DEEDS.map((deed) => [deed, [deed]])
  : [["what is killed, paused or not reached", DEEDS]];

/** What `npm run cluster` shows, round after round. */
describe.skipIf(isMissing)("three nodes on PostgreSQL, with traders at all of them", () => {
  test.each(TRIALS)(
    "%s costs nothing acknowledged, doubles nothing, and nobody sees the past",
    async (_, deeds) => {
      const trial = await Trial.start({
        nodes: 3,
        traders: 3,
        leaseMs: 2_000,
        thinkMs: 50,
        serve: ["--market", "empty", "--prehistory", "0"],
      });
      onTestFinished(() => trial.end());
      for (let round = 0; round < ROUNDS; round++) for (const deed of deeds) await trial.disturb(deed);
      const { faults, acknowledged, reads, pushes } = await trial.judge();
      expect(faults).toEqual([]);
      for (const count of [acknowledged, reads, pushes]) expect(count).toBeGreaterThan(ROUNDS * deeds.length);
    },
    TIMEOUT_MS,
  );
});
