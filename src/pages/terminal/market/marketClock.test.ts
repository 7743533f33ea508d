import { expect, test } from "vitest";
import { clockAfter, type HostMoment } from "./marketClock.ts";

/** A moment so long after the first answer, ms; the host's clock shows 1 000 000 at the first. */
const after = (atMs: number): HostMoment => ({ atMs, hostMs: 1_000_000 + atMs });
const first = clockAfter(undefined, 1_000_000, after(0), after(0));

test.each([
  ["as the host's", 5_040, "running", 1],
  ["standing still", 0, "frozen", 0],
  ["a hundred times as fast", 500_000, "fast", 100],
] as const)("market time %s", (_, moved, mode, speed) => {
  expect(clockAfter(first, 1_000_000 + moved, after(5_000), after(5_000))).toMatchObject({ mode, speed });
});

test("nothing is said of the pace before the second word; skew is the venue's lead", () => {
  expect(first).toMatchObject({ mode: "running", speed: 1, skewMs: 0 });
  const behind = { atMs: 0, hostMs: 100 };
  expect(clockAfter(undefined, 90, behind, behind).skewMs).toBe(-10);
});

test("an answer that is read late tells of no other pace and no other time, nor does the one after it", () => {
  const asTheHost = { mode: "running", speed: 1, skewMs: 0 };
  const late = clockAfter(first, 1_005_000, after(5_000), after(18_000));
  expect(late).toMatchObject(asTheHost);
  expect(clockAfter(late, 1_023_000, after(23_000), after(23_000))).toMatchObject(asTheHost);
  const ahead = clockAfter(first, 1_014_000, after(5_000), after(6_000));
  expect(ahead).toMatchObject({ mode: "fast", skewMs: 8_000 });
  expect(clockAfter(late, 1_005_000, after(23_000), after(40_000))).toMatchObject({
    mode: "frozen",
    speed: 0,
  });
});
