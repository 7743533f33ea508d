import { onTestFinished } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";

/** Starts a venue that is stopped after the test. */
export async function venueOfTest(options: VenueOptions = {}): Promise<Venue> {
  const venue = await startVenue(options);
  onTestFinished(() => venue.stop());
  return venue;
}
