import { expect, test } from "vitest";
import { clusterHistory, noCounts } from "./clusterHistory.ts";

const SEEDS = process.env.OUTCRY_LONG === undefined ? 12 : 2_000;

test(`${SEEDS} histories of a whole cluster: nothing that was acknowledged is lost, doubled or contradicted, and nobody sees the past`, async () => {
  const counts = noCounts();
  for (let seed = 1; seed <= SEEDS; seed++) {
    await clusterHistory(seed, counts).catch((cause: Error) => {
      throw new Error(`seed ${seed}: ${cause.message} (npm run sim -- --cluster --seed ${seed} --count 1)`, {
        cause,
      });
    });
  }
  if (process.env.OUTCRY_LONG !== undefined) console.info(counts);
  for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(0);
});

test("a seed is the same history again", async () => {
  const told = async (): Promise<readonly string[]> => {
    const events: string[] = [];
    const counts = noCounts();
    await clusterHistory(7, counts, { onEvent: (atMs, what) => events.push(`${atMs} ${what}`) });
    return [...events, JSON.stringify(counts)];
  };
  const first = await told();
  expect(first.length).toBeGreaterThan(10);
  expect(await told()).toEqual(first);
});
