import { join } from "node:path";

/* A program that starts two venues, uses them and stops them. Nothing may keep it from ending by itself. */

// As the build has it, which starts in a fourth of the time.
const built = join(import.meta.dirname, "../../dist/program/venue.js");
const { startVenue } = (await import(built)) as typeof import("../../src/assembly/venue/index.ts");

const [data] = process.argv.slice(2);
const venues = [
  await startVenue({ market: "simulated", prehistory: 100 }),
  await startVenue({ clock: "wall", ...(data === undefined ? {} : { data }) }),
];
await venues[0]!.step(5_000);
for (const { baseUrl } of venues)
  await fetch(`${baseUrl}/capi/v2/market/time`).then((response) => response.text());
for (const venue of venues) await venue.settle();
await Promise.all(venues.map((venue) => venue.stop()));
process.stdout.write("stopped\n");
