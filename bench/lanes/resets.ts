import { startVenue } from "../../src/assembly/venue/index.ts";
import { inDirectory } from "../journalEngine.ts";
import type { Lane } from "../lane.ts";
import { median } from "../lane.ts";

/**
 * A market that has moved on a little starts over, again and again. Reads the median `reset`: ms from the
 * call to the first order that the new market would take, in memory or in a data directory.
 */
export function start({ resets, durable }: { readonly resets: number; readonly durable: boolean }): Lane {
  return {
    pass: async () => ({
      reset: durable
        ? await inDirectory((data) => medianReset(data, resets))
        : await medianReset("memory", resets),
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
