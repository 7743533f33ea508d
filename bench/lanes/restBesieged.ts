import { startDiskVenue } from "../diskVenue.ts";
import { forkGreedy, type Greedy } from "../greedy.ts";
import { type Lane, median, type Reading } from "../lane.ts";
import { type ServedArguments, servedLane } from "../served.ts";

export interface BesiegedArguments extends ServedArguments, Omit<Greedy, "port"> {
  /** How long a pass lasts at least. */
  readonly seconds: number;
  readonly limits?: "published";
}

/**
 * The whole venue with a data directory (in memory it would keep all that is traded) while a pass lasts with
 * greedy clients beside those that trade. Reads besides what a served lane reads `held`: bytes that the venue
 * holds at the end of the pass more than before the greedy came, and `flood`: orders of the flooding team.
 */
export async function start({
  seconds,
  connections,
  requests,
  everyMs,
  limits,
  ...who
}: BesiegedArguments): Promise<Lane> {
  const venue = await startDiskVenue(limits && { limits });
  const greedy = await forkGreedy({ port: venue.port, ...who });
  const served = await servedLane(
    {
      ...venue,
      async stop() {
        greedy.end();
        await venue.stop();
      },
    },
    { connections, requests, ...(everyMs !== undefined && { everyMs }) },
  );
  return {
    ...served,
    async pass() {
      const before = heldBytes();
      const endMs = performance.now() + seconds * 1_000;
      await greedy.come();
      const readings: Reading[] = [];
      do readings.push(await served.pass());
      while (performance.now() < endMs);
      const held = heldBytes() - before;
      const flood = await greedy.leave();
      const middle = (name: string): number => median(readings.map((each) => each[name]!));
      return { p50: middle("p50"), p99: middle("p99"), held, flood };
    },
  };
}

function heldBytes(): number {
  (globalThis as { readonly gc?: () => void }).gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
