import type { CandlesQuery, PriceType } from "../../readmodel/index.ts";
import type { Bar } from "../../views/index.ts";
import { COMPOSED_INTERVALS_MS, composeBars } from "../../views/index.ts";
import type { ContractSpec } from "../contracts.ts";
import type { Context } from "../operation.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The intervals of candles by their names, in milliseconds. */
export const candleIntervals = {
  "1m": MINUTE_MS,
  "5m": 5 * MINUTE_MS,
  "15m": 15 * MINUTE_MS,
  "30m": 30 * MINUTE_MS,
  "1h": HOUR_MS,
  "4h": 4 * HOUR_MS,
  "12h": 12 * HOUR_MS,
  "1d": DAY_MS,
  "1w": 7 * DAY_MS,
} as const;

/** Which candles are wanted. */
export interface CandleQuestion {
  readonly price: PriceType;
  readonly intervalMs: number;
  readonly limit: number;
  /** Opening times, both inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * Candles, oldest first. The running one is drawn from live market data, so that its close is the ticker's last price
 * although history follows a moment later.
 */
export async function candlesOf(
  context: Context,
  { contract }: ContractSpec,
  { price, intervalMs, from, to, limit }: CandleQuestion,
): Promise<readonly Bar[]> {
  const now = context.now();
  const question = { contract, price, from, to, now };
  const parts = COMPOSED_INTERVALS_MS.get(intervalMs);
  const bars: Bar[] =
    parts === undefined
      ? [...(await context.history.candles({ ...question, intervalMs, limit }))]
      : [...(await composed(context, { ...question, parts, intervalMs, limit }))];
  const running = context.views.market(contract).candles[price].running(intervalMs, now);
  if (running !== undefined && bars.at(-1)?.time === running.time) bars[bars.length - 1] = running;
  return bars;
}

/** Candles of an interval that history does not keep, out of those that it does. */
async function composed(
  { history }: Context,
  { parts, intervalMs, limit, ...question }: CandlesQuery & { parts: number },
): Promise<readonly Bar[]> {
  const partsMax = (limit + 1) * Math.ceil(intervalMs / parts);
  const bars = await history.candles({ ...question, intervalMs: parts, limit: partsMax });
  return composeBars(bars, intervalMs).slice(-limit);
}
