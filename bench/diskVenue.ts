import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startVenue, type Venue, type VenueOptions } from "../src/assembly/venue/index.ts";
import { SIGNERS } from "./served.ts";

/**
 * The whole venue as a user runs it, with a data directory of its own, which goes when it stops; its accounts
 * are {@link SIGNERS} unless others are given.
 */
export async function startDiskVenue(
  options: Pick<VenueOptions, "accounts" | "requests" | "limits" | "risk"> = {},
): Promise<Pick<Venue, "port" | "settle" | "stop">> {
  const data = await mkdtemp(join(tmpdir(), "outcry-bench-"));
  const venue = await startVenue({
    accounts: SIGNERS,
    prices: { btc: 60_000 },
    data,
    clock: "wall",
    ...options,
  });
  return {
    port: venue.port,
    settle: () => venue.settle(),
    async stop() {
      await venue.stop();
      await rm(data, { recursive: true });
    },
  };
}
