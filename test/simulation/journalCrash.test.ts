import { expect, test } from "vitest";
import { FileLog } from "../../src/journal/fileLog.ts";
import { crashHistory, noCrashes } from "./journalCrashes.ts";

const CRASH_POINTS = process.env.OUTCRY_LONG === undefined ? 100_000 : 2_000_000;

test("no acknowledged frame is lost and none is invented, wherever the power is cut", {
  timeout: 3_600_000,
}, async () => {
  const counts = noCrashes();
  for (let seed = 1; counts.crashPoints < CRASH_POINTS; seed++) await crashHistory(FileLog, seed, counts);
  for (const [what, count] of Object.entries(counts)) {
    expect(count, `the trials never met: ${what}`).toBeGreaterThan(CRASH_POINTS / 1000);
  }
  console.info(counts);
});
