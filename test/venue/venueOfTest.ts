import { afterAll, onTestFinished } from "vitest";
import type { Venue, VenueOptions } from "../../src/assembly/venue/index.ts";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { temporaryDirectory } from "../host/temporaryDirectory.ts";

/** Starts a venue that is stopped after the test. */
export async function venueOfTest(options: VenueOptions = {}): Promise<Venue> {
  const venue = await startVenue(options);
  onTestFinished(() => venue.stop());
  return venue;
}

/** Starts a venue that all tests of a file share; it is stopped after them. */
export async function venueOfFile(options: VenueOptions = {}): Promise<Venue> {
  const venue = await startVenue(options);
  afterAll(() => venue.stop());
  return venue;
}

/** A venue of a test, with the directory that its data is in. */
export async function venueOnDisk(options: VenueOptions = {}) {
  const data = temporaryDirectory();
  return { data, venue: await venueOfTest({ data, prices: { btc: 60_000 }, ...options }) };
}
