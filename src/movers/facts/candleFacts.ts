import { ascending, autocorrelation, correlation, deviation, mean, overRecent, quantile } from "./series.ts";
import type { Minutes } from "./tape.ts";

/**
 * The number of minutes before a value by whose mean it is divided, so that the shape of a distribution can
 * be compared apart from its level.
 */
const RECENT = 30;

/** The series that can be computed from candles of a minute. */
export interface CandleSeries {
  /** Logarithmic returns, close to close. */
  readonly returns: Float64Array;
  readonly moves: Float64Array;
  readonly range: Float64Array;
  /** For each candle that has a range: the share of the range outside the body. */
  readonly wick: Float64Array;
  readonly volume: Float64Array;
  readonly trades: Float64Array;
  /** For each candle with trades: the share bought by takers less the share sold. */
  readonly imbalance: Float64Array;
}

export function candleSeries(minutes: Minutes): CandleSeries {
  const { open, high, low, close, volume, bought, trades } = minutes;
  const returns = new Float64Array(Math.max(0, close.length - 1));
  for (let i = 0; i < returns.length; i++) returns[i] = Math.log(close[i + 1]! / close[i]!);
  const range = high.map((top, i) => Math.log(top / low[i]!));
  const ranged = Array.from(range.keys()).filter((i) => range[i]! > 0);
  const wick = ranged.map((i) => 1 - Math.abs(close[i]! - open[i]!) / (high[i]! - low[i]!));
  const imbalance = volume.map((value, i) => (value > 0 ? (2 * bought[i]!) / value - 1 : 0));
  return {
    returns,
    moves: returns.map(Math.abs),
    range,
    wick: Float64Array.from(wick),
    volume,
    trades,
    imbalance,
  };
}

/**
 * The series for comparing shapes: each value is divided by its own recent mean, so that a loud day and a
 * calm one can be compared.
 */
export function shapes(series: CandleSeries): Readonly<Record<Shape, Float64Array>> {
  const { returns, moves, range, wick, volume, trades } = series;
  return {
    returns: overRecent(returns, moves, RECENT),
    moves: overRecent(moves, moves, RECENT),
    range: overRecent(range, range, RECENT),
    wick,
    volume: overRecent(volume, volume, RECENT),
    trades: overRecent(trades, trades, RECENT),
  };
}

export const SHAPES = ["returns", "moves", "range", "wick", "volume", "trades"] as const;
export type Shape = (typeof SHAPES)[number];

const share = (series: Float64Array, holds: (value: number) => boolean): number =>
  series.filter(holds).length / series.length;

/**
 * The variance of returns over `lag` minutes, divided by `lag` times that of one minute: 1 for a random
 * walk, less where the price tends to turn back.
 */
function varianceRatio(returns: Float64Array, lag: number): number {
  const sums: number[] = [];
  let sum = 0;
  for (let i = 0; i < returns.length; i++) {
    sum += returns[i]! - (returns[i - lag] ?? 0);
    if (i >= lag - 1) sums.push(sum);
  }
  return deviation(sums) ** 2 / (lag * deviation(returns) ** 2);
}

/** Facts about candles of minutes, by their names. */
export const candleFacts = {
  flat: ({ range }: CandleSeries) => share(range, (each) => each === 0),
  empty: ({ volume }: CandleSeries) => share(volume, (each) => each === 0),
  wick: ({ wick }: CandleSeries) => mean(wick),
  wickless: ({ wick }: CandleSeries) => share(wick, (each) => each < 0.01),
  tail: ({ moves }: CandleSeries) => {
    const sorted = ascending(moves);
    return quantile(sorted, 0.995) / quantile(sorted, 0.75);
  },
  shapeTail: (series: CandleSeries) => {
    const sorted = ascending(shapes(series).moves);
    return quantile(sorted, 0.995) / quantile(sorted, 0.75);
  },
  clustering1: ({ moves }: CandleSeries) => autocorrelation(moves, 1),
  clustering30: ({ moves }: CandleSeries) => autocorrelation(moves, 30),
  rangeClustering: ({ range }: CandleSeries) => autocorrelation(range, 1),
  memory: ({ returns }: CandleSeries) => autocorrelation(returns, 1),
  varianceRatio: ({ returns }: CandleSeries) => varianceRatio(returns, 30),
  volumeSpread: ({ volume }: CandleSeries) => deviation(volume) / mean(volume),
  volumeClustering: ({ volume }: CandleSeries) => autocorrelation(volume.map(Math.log1p), 1),
  volumeVolatility: ({ volume, range }: CandleSeries) => correlation(volume.map(Math.log1p), range),
  tradesSpread: ({ trades }: CandleSeries) => deviation(trades) / mean(trades),
  tradesClustering: ({ trades }: CandleSeries) => autocorrelation(trades, 1),
  imbalanceSpread: ({ imbalance }: CandleSeries) => deviation(imbalance),
  imbalancePrice: ({ imbalance, returns }: CandleSeries) => correlation(imbalance.subarray(1), returns),
} as const satisfies Readonly<Record<string, (series: CandleSeries) => number>>;

export type CandleFact = keyof typeof candleFacts;
