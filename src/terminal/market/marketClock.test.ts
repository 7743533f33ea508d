import { expect, test } from "vitest";
import { clockAfter } from "./marketData.ts";

const first = clockAfter(undefined, 1_000_000, 0, 1_000_000);

test.each([
  ["as the host's", 5_040, "running", 1],
  ["standing still", 0, "frozen", 0],
  ["a hundred times as fast", 500_000, "fast", 100],
] as const)("market time %s", (_, moved, mode, speed) => {
  expect(clockAfter(first, 1_000_000 + moved, 5_000, 1_005_000)).toMatchObject({ mode, speed });
});

test("nothing is said of the pace before the second word; skew is the venue's lead", () => {
  expect(first).toMatchObject({ mode: "running", speed: 1, skewMs: 0 });
  expect(clockAfter(undefined, 90, 0, 100).skewMs).toBe(-10);
});
