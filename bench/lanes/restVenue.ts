import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startVenue } from "../../src/venue/index.ts";
import type { Lane } from "../lane.ts";
import { type ServedArguments, SIGNERS, servedLane } from "../served.ts";

/** The whole venue with a data directory. */
export async function start(args: ServedArguments): Promise<Lane> {
  const data = await mkdtemp(join(tmpdir(), "outcry-bench-"));
  const venue = await startVenue({ accounts: SIGNERS, prices: { btc: 60_000 }, data, clock: "wall" });
  return servedLane(
    {
      port: venue.port,
      settle: () => venue.settle(),
      async stop() {
        await venue.stop();
        await rm(data, { recursive: true });
      },
    },
    args,
  );
}
