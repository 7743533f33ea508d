import { startVenue } from "../../src/venue/index.ts";
import { inDirectory } from "../journalEngine.ts";
import type { Lane } from "../lane.ts";
import { median } from "../lane.ts";

/**
 * A market that has moved on a little starts over, again and again. Reads the medians `memory` and `directory`: ms from
 * the call to the first order that the new market would take, in memory and in a data directory.
 */
export function start({ resets }: { readonly resets: number }): Lane {
  return {
    pass: async () => ({
      memory: await medianReset("memory", resets),
      directory: await inDirectory((data) => medianReset(data, resets)),
    }),
  };
}

async function medianReset(data: string, resets: number): Promise<number> {
  const venue = await startVenue({ data, prices: { btc: 60_000 } });
  const times: number[] = [];
  for (let i = 0; i < resets; i++) {
    await venue.step(1_000);
    times.push((await venue.reset()).tookMs);
  }
  await venue.stop();
  return median(times);
}
