import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startVenue } from "../../src/venue/index.ts";
import { forkGreedy, type Greedy } from "../greedy.ts";
import { type Lane, median, type Reading } from "../lane.ts";
import { type ServedArguments, SIGNERS, servedLane } from "../served.ts";

export interface BesiegedArguments extends ServedArguments, Omit<Greedy, "port"> {
  /** How long a pass lasts at least. */
  readonly seconds: number;
}

/**
 * The whole venue with a data directory (in memory it would keep all that is traded) while a pass lasts with greedy clients beside those
 * that trade. Reads besides what a served lane reads `held`: bytes that the venue holds at the end of the pass more than before the
 * greedy came.
 */
export async function start({ seconds, connections, requests, ...who }: BesiegedArguments): Promise<Lane> {
  const data = await mkdtemp(join(tmpdir(), "outcry-bench-"));
  const venue = await startVenue({ accounts: SIGNERS, prices: { btc: 60_000 }, data, clock: "wall" });
  const greedy = await forkGreedy({ port: venue.port, ...who });
  const served = await servedLane(
    {
      port: venue.port,
      settle: () => venue.settle(),
      async stop() {
        greedy.end();
        await venue.stop();
        await rm(data, { recursive: true });
      },
    },
    { connections, requests },
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
      await greedy.leave();
      const middle = (name: string): number => median(readings.map((each) => each[name]!));
      return { p50: middle("p50"), p99: middle("p99"), held };
    },
  };
}

function heldBytes(): number {
  (globalThis as { readonly gc?: () => void }).gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
