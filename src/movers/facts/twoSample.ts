import type { CandleSeries, Shape } from "./candleFacts.ts";
import { candleSeries, SHAPES, shapes } from "./candleFacts.ts";
import { distance, mean } from "./series.ts";
import type { Minutes } from "./tape.ts";

/*
 * Compares two stretches of minutes: could they be of one market? The textbook bounds of the test would
 * reject two days of the same contract, since volatility clusters. So each series is divided by its own
 * recent mean, and the bounds are those of pairs of consecutive days of real perpetual futures: 99 of 100
 * pairs are within them (docs/reference/realism.md).
 */

export interface Comparison {
  readonly shape: Shape;
  readonly title: string;
  /** Kolmogorov and Smirnov's distance of the two distributions, 0 to 1. */
  readonly distance: number;
  readonly bound: number;
  readonly holds: boolean;
  /**
   * The mean of the second stretch over that of the first: how much louder it is. Shown, but not compared
   * with bounds.
   */
  readonly level: number;
}

const SHAPE_TITLES: Readonly<Record<Shape, string>> = {
  returns: "returns",
  moves: "sizes of returns",
  range: "ranges",
  wick: "wick and body",
  volume: "volume",
  trades: "trades a minute",
};

/** For days of 1 440 minutes. */
export const DISTANCE_BOUNDS: Readonly<Record<Shape, number>> = {
  returns: 0.077,
  moves: 0.104,
  range: 0.134,
  wick: 0.12,
  volume: 0.16,
  trades: 0.131,
};

export function compare(one: Minutes, other: Minutes): readonly Comparison[] {
  const [a, b] = [candleSeries(one), candleSeries(other)];
  const [shapesA, shapesB] = [shapes(a), shapes(b)];
  return SHAPES.map((shape) => {
    const apart = distance(shapesA[shape], shapesB[shape]);
    const bound = DISTANCE_BOUNDS[shape];
    const level = mean(levelOf(b, shape)) / mean(levelOf(a, shape));
    return { shape, title: SHAPE_TITLES[shape], distance: apart, bound, holds: apart <= bound, level };
  });
}

/** The series whose mean is a market's level; for returns their size. */
const levelOf = (series: CandleSeries, shape: Shape): Float64Array =>
  series[shape === "returns" ? "moves" : shape];
