import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VenueOptions } from "../../src/venue/index.ts";
import { startVenue } from "../../src/venue/index.ts";
import type { Lane } from "../lane.ts";
import { type ServedArguments, SIGNERS, servedLane } from "../served.ts";

export interface RestVenueArguments extends ServedArguments {
  /** Of the venue, besides accounts, prices and data directory. */
  readonly options?: Pick<VenueOptions, "requests" | "limits" | "risk">;
}

/** The whole venue with a data directory. */
export async function start({ options, ...load }: RestVenueArguments): Promise<Lane> {
  const data = await mkdtemp(join(tmpdir(), "outcry-bench-"));
  const prices = { btc: 60_000 };
  const venue = await startVenue({ accounts: SIGNERS, prices, data, clock: "wall", ...options });
  return servedLane(
    {
      port: venue.port,
      settle: () => venue.settle(),
      async stop() {
        await venue.stop();
        await rm(data, { recursive: true });
      },
    },
    load,
  );
}
