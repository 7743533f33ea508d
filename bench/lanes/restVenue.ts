import type { VenueOptions } from "../../src/assembly/venue/index.ts";
import { startDiskVenue } from "../diskVenue.ts";
import type { Lane } from "../lane.ts";
import { type ServedArguments, servedLane } from "../served.ts";

export interface RestVenueArguments extends ServedArguments {
  /** Options of the venue, besides accounts, prices and data directory. */
  readonly options?: Pick<VenueOptions, "requests" | "limits" | "risk">;
}

/** The whole venue with a data directory. */
export async function start({ options, ...load }: RestVenueArguments): Promise<Lane> {
  return servedLane(await startDiskVenue(options), load);
}
