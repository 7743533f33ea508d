import { describe, expect, test } from "vitest";
import { fundingRateOf, nextSettlement } from "../../../kernel/core/index.ts";
import { settlementTimesOfDay } from "./settlements.ts";

const HOUR = 3_600_000;
const MIDNIGHT = Date.UTC(2025, 10, 30);

describe("settlements", () => {
  const cycle = (hours: number, offsetHours = 0) => ({
    fundingIntervalMs: hours * HOUR,
    fundingOffsetMs: offsetHours * HOUR,
  });

  test.each([
    [8, 0, ["00:00:00", "08:00:00", "16:00:00"]],
    [4, 1, ["01:00:00", "05:00:00", "09:00:00", "13:00:00", "17:00:00", "21:00:00"]],
    [24, 0, ["00:00:00"]],
    [24, 23, ["23:00:00"]],
  ])("every %i h from hour %i", (hours, offset, times) => {
    for (const now of [MIDNIGHT, MIDNIGHT + 1, MIDNIGHT + 24 * HOUR - 1]) {
      expect(settlementTimesOfDay(cycle(hours, offset), now)).toEqual(times);
    }
  });

  test("of a cycle that does not divide the day are those of the running day", () => {
    const days = [0, 1, 2].map((day) => settlementTimesOfDay(cycle(36), MIDNIGHT + day * 24 * HOUR));
    expect(days).toEqual([["12:00:00"], [], ["00:00:00"]]);
  });

  test("follow each other: at one, the next is another", () => {
    const next = nextSettlement(cycle(8, 3), MIDNIGHT);
    expect(next).toBe(MIDNIGHT + 3 * HOUR);
    expect(nextSettlement(cycle(8, 3), next - 1)).toBe(next);
    expect(nextSettlement(cycle(8, 3), next)).toBe(next + 8 * HOUR);
  });
});

test.each([
  [10_000, 50_000, 300_000, 10_000],
  [90_000, 50_000, 300_000, 50_000],
  [-90_000, 50_000, 300_000, -50_000],
  [90_000, 80_000, 30_000, 30_000],
  [0, 50_000, 300_000, 0],
])("interest %i, clamp %i, cap %i: rate %i", (interestRate, fundingClampRate, fundingCapRate, rate) => {
  expect(fundingRateOf(0, { interestRate, fundingClampRate, fundingCapRate })).toBe(rate);
});
