import { describe, expect, it } from "vitest";
import { BasisSamples } from "./basisSamples.ts";
import { indexOf } from "./indexSources.ts";
import { exponentialAfter, exponentialMark, medianMark, withinBound } from "./markPrice.ts";

const source = (source: number, points: number, time = 0, weight = 1) => ({ source, points, time, weight });

describe("the index of several sources", () => {
  const prices = [60_000_000, 60_012_000, 60_024_000, 62_500_000].map((points, i) => source(i, points));

  it("leaves an outlier out while three remain", () => {
    expect(indexOf(prices, 0)).toBe(60_012_000);
  });

  it("moves outliers to the edge where fewer would remain", () => {
    expect(indexOf([prices[0]!, prices[1]!, prices[3]!], 0)).toBe(
      Math.round((60_000_000 + 60_012_000 + 61_812_360) / 3),
    );
  });

  it("drops the silent, and is undefined when all are", () => {
    expect(indexOf([source(0, 100, 0), source(1, 200, 10_000)], 10_001)).toBe(200);
    expect(indexOf([source(0, 100, 0)], 10_001)).toBeUndefined();
  });

  it("weighs", () => {
    expect(indexOf([source(0, 100, 0, 3), source(1, 200, 0, 1)], 0)).toBe(125);
  });
});

describe("the mark", () => {
  const bases = [20_000, 30_000, 24_000];

  it("by mean basis", () => {
    expect(60_000_000 + BasisSamples.from(bases).mean()).toBe(60_024_667);
  });

  it("by exponential basis, within its bound", () => {
    let average = 0;
    for (const basis of bases) average = exponentialAfter(average, basis, 30, 1);
    expect(exponentialMark(60_000_000, average)).toBe(60_004_488);
    expect(withinBound(60_000_000, exponentialMark(60_000_000, 1e12), 500_000)).toBe(60_300_000);
  });

  it("takes many equal samples as one by one", () => {
    let average = 12_345;
    for (let i = 0; i < 400; i++) average = exponentialAfter(average, 777, 30, 1);
    expect(exponentialAfter(12_345, 777, 30, 400)).toBe(average);
  });

  it("by median of three", () => {
    const common = {
      index: 60_000_000,
      meanBasis: 24_667,
      fundingRate: 10_000,
      timeLeftMs: 4,
      intervalMs: 8,
    };
    expect(medianMark({ ...common, lastPrice: 601_000 })).toBe(60_024_667);
    expect(medianMark({ ...common, lastPrice: 500_000 })).toBe(60_003_000);
  });
});
