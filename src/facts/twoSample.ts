import type { CandleSeries, Shape } from "./candleFacts.ts";
import { candleSeries, SHAPES, shapes } from "./candleFacts.ts";
import { distance, mean } from "./series.ts";
import type { Minutes } from "./tape.ts";

/*
 * Whether two stretches of minutes could be of one market. Textbook values of the test reject two days of the same
 * contract, since volatility clusters; therefore each series is divided by its own recent mean, and the bounds are what pairs of
 * consecutive days of real perpetual futures have: 99 of 100 pairs are within (docs/reference/realism.md).
 */

export interface Comparison {
  readonly shape: Shape;
  readonly title: string;
  /** Largest distance of the two distributions, 0 to 1. */
  readonly distance: number;
  readonly bound: number;
  readonly holds: boolean;
  /** Mean of the second over that of the first: how loud, which is shown and not judged. */
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

/** By days of 1 440 minutes. */
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

/** The series whose mean says how loud a market is; a return's is its size. */
const levelOf = (series: CandleSeries, shape: Shape): Float64Array =>
  series[shape === "returns" ? "moves" : shape];
