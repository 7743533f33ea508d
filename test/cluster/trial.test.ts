import { describe, expect, onTestFinished, test } from "vitest";
import { isMissing } from "../journal/postgres.ts";
import { Trial } from "./trial/trial.ts";
import { DEEDS, type Deed, type Done } from "./trial/unrest.ts";

const LONG = process.env.OUTCRY_LONG !== undefined;
/** How often each thing is done. */
const ROUNDS = LONG ? 50 : 3;
/** On a busy machine requests that nobody answers at first, and nodes that start, take ten times as long. */
const TIMEOUT_MS = 40 * 60_000;
/**
 * In turn with the others; in the long tests each alone, since all of them together take longer than a test
 * may.
 */
const TRIALS: readonly (readonly [string, readonly Deed[]])[] = LONG
  ? DEEDS.map((deed) => [deed, [deed]])
  : [["what is killed, paused or not reached", DEEDS]];

/** What `npm run cluster` shows, round after round. */
describe.skipIf(isMissing)("three nodes on PostgreSQL, with traders at all of them", () => {
  test.each(TRIALS)(
    "%s costs nothing acknowledged, doubles nothing, and nobody sees the past",
    async (name, deeds) => {
      const trial = await Trial.start({
        nodes: 3,
        traders: 3,
        leaseMs: 2_000,
        thinkMs: 50,
        serve: ["--market", "empty", "--prehistory", "0"],
      });
      onTestFinished(() => trial.end());
      for (let round = 0; round < ROUNDS; round++) for (const deed of deeds) await trial.disturb(deed);
      const { faults, acknowledged, reads, pushes, unknown, orders } = await trial.judge();
      if (LONG)
        console.info(
          row(name, trial.done, { acknowledged, unknown, orders, reads, pushes, faults: faults.length }),
        );
      expect(faults).toEqual([]);
      for (const count of [acknowledged, reads, pushes]) expect(count).toBeGreaterThan(ROUNDS * deeds.length);
    },
    TIMEOUT_MS,
  );
});

/** What a long run says of a deed: what was counted, and how long nothing was acknowledged because of it. */
function row(name: string, done: readonly Done[], counts: Readonly<Record<string, number>>): string {
  const gaps = done.map(({ gapMs }) => gapMs).toSorted((a, b) => a - b);
  const [median, most] = [gaps[Math.floor(gaps.length / 2)]!, gaps.at(-1)!].map((ms) =>
    (ms / 1_000).toFixed(1),
  );
  const said = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  return [
    name,
    `${done.length} rounds`,
    ...said,
    `nothing acknowledged for ${median} s (at most ${most} s)`,
  ].join(", ");
}
