import { expect, test } from "vitest";
import { autocorrelation, correlation, distance, overRecent, quantile, tailExponent } from "./series.ts";

test("the distance of two samples is the largest gap of their distributions, ties counted as one step", () => {
  expect(distance([1, 2, 3, 4], [1, 2, 3, 4])).toBe(0);
  expect(distance([1, 2, 3, 4], [3, 4, 5, 6])).toBe(0.5);
  expect(distance([1, 1, 1], [1, 2])).toBe(0.5);
  expect(distance([1, 2], [3])).toBe(1);
  expect(distance([], [3])).toBe(1);
});

test("a series that alternates remembers the opposite; one that stands still remembers nothing", () => {
  const alternating = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? 1 : -1));
  expect(autocorrelation(alternating, 1)).toBeCloseTo(-0.99, 6);
  expect(autocorrelation(alternating, 2)).toBeCloseTo(0.98, 6);
  expect(autocorrelation([5, 5, 5], 1)).toBe(0);
  expect(correlation([1, 2, 3], [2, 4, 6])).toBeCloseTo(1, 12);
  expect(correlation([1, 2, 3], [7, 7, 7])).toBe(0);
});

test("a value over the mean of those before it; none where that is nothing", () => {
  expect([...overRecent([2, 4, 6, 9], [2, 4, 6, 9], 2)]).toEqual([6 / 3, 9 / 5]);
  expect([...overRecent([0.3, 0, 0, 0, 7, 1], [0.3, 0, 0, 0, 7, 1], 2)]).toEqual([0, 1 / 3.5]);
});

test("tails: a power law has the exponent that it was made with", () => {
  const power = Array.from({ length: 10_000 }, (_, i) => ((i + 0.5) / 10_000) ** (-1 / 2));
  expect(tailExponent(power, 0.05)).toBeCloseTo(2, 1);
  expect(quantile([1, 2, 3, 4], 0.5)).toBe(3);
});
