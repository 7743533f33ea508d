import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { startVenue } from "../../src/assembly/venue/index.ts";
import { NodeDisk } from "../../src/kernel/host/nodeDisk.ts";
import { surveyLog } from "../../src/kernel/journal/survey.ts";
import { inDirectory } from "../journalEngine.ts";
import type { Lane } from "../lane.ts";

const HOUR_MS = 3_600_000;
const STEP_MS = 60_000;

/**
 * The simulated market with nobody watching. Reads `megabytes`, what a day of it leaves in the data
 * directory, from the growth over some hours of market time between two clean stops: written bytes of the
 * journal (its segments are laid out in advance), and all of history and snapshots.
 */
export function start({ hours }: { readonly hours: number }): Lane {
  return {
    pass: () =>
      inDirectory(async (data) => {
        await runMarket(data, STEP_MS);
        const before = await bytesOf(data);
        await runMarket(data, hours * HOUR_MS);
        return { megabytes: (((await bytesOf(data)) - before) / 1e6) * (24 / hours) };
      }),
  };
}

async function runMarket(data: string, forMs: number): Promise<void> {
  const venue = await startVenue({ data, market: "simulated", clock: "test" });
  for (let ms = 0; ms < forMs; ms += STEP_MS) await venue.step(STEP_MS);
  await venue.stop();
}

async function bytesOf(data: string): Promise<number> {
  const journal = join(data, "journal");
  const { segments } = await surveyLog(await NodeDisk.open(journal));
  let bytes = 0;
  for (const { usedBytes } of segments) bytes += usedBytes;
  for (const name of await readdir(data)) {
    const { size } = await stat(join(data, name));
    if (name !== "journal") bytes += size;
  }
  for (const name of await readdir(journal)) {
    if (name.endsWith(".snapshot")) bytes += (await stat(join(journal, name))).size;
  }
  return bytes;
}
