import { expect, test } from "vitest";
import { CRASH_POINTS, crash } from "./journalCrashes.ts";
import { journal } from "./journalUnderTest.ts";

test("no acknowledged frame is lost and none is invented, wherever the power is cut", {
  timeout: 3_600_000,
}, async () => {
  for (const [what, count] of Object.entries(await crash(journal))) {
    expect(count, `the trials never met: ${what}`).toBeGreaterThan(CRASH_POINTS / 1000);
  }
});
