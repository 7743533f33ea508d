import { candleIntervals } from "../candleIntervals.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** `interval` of candles, in milliseconds; a month stands for the calendar's. */
export const klineIntervals = {
  ...candleIntervals,
  "3m": 3 * 60_000,
  "2h": 2 * HOUR_MS,
  "6h": 6 * HOUR_MS,
  "8h": 8 * HOUR_MS,
  "3d": 3 * DAY_MS,
  "1M": 31 * DAY_MS,
} as const;
export type KlineInterval = keyof typeof klineIntervals;
