/**
 * How often the public channels of V2 push at most, in milliseconds of the host; 0: each push at once. The interface says
 * 100 to 300 for the ticker, and the same of candles; a depth channel sends no more than one push in its interval.
 */
export const CADENCE_MS = {
  ticker: 200,
  kline: 200,
  depth: 100,
  trades: 0,
} as const;
