import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { slowClock } from "./slowTime.ts";

/*
 * A venue on a data directory until it is killed, or stopped by SIGTERM. Says on stdout, a line each:
 * "replaying" when it begins to recover, then its address and what it recovered, as JSON.
 */

// As the build has it, which starts in a fourth of the time.
const built = join(import.meta.dirname, "../../dist/program/venue.js");
const { startVenue } = (await import(built)) as typeof import("../../src/assembly/venue/index.ts");

const [data = "", prices = "{}", begun = ""] = process.argv.slice(2);
const venue = await startVenue({
  data,
  clock: "wall",
  hostClock: slowClock(Number(begun)),
  prices: JSON.parse(prices),
  onProgress: (step) => {
    if (step.startsWith("replaying")) process.stdout.write("replaying\n");
  },
  log: { info() {}, warn() {}, error: (fields, message) => console.error(message, fields) },
  onHalt: (reason) => {
    console.error(reason);
    process.exit(1);
  },
});
process.once("SIGTERM", () => void venue.stop());
flushCompileCache(); // the next start is faster; nothing is flushed when a process is killed
venue.engine.audit();
const { baseUrl, accounts, recovery } = venue;
process.stdout.write(`${JSON.stringify({ baseUrl, accounts, recovery })}\n`);
