/** How often the public streams of V3 push at most, in milliseconds of the host; 0: each push at once. */
export const CADENCE_MS = {
  ticker: 200,
  kline: 200,
  depth: 500,
  trades: 0,
} as const;
