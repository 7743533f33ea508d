import type { CandlesQuery, PriceType } from "../../readmodel/index.ts";
import type { Bar } from "../../views/index.ts";
import { COMPOSED_INTERVALS_MS, composeBars } from "../../views/index.ts";
import type { ContractSpec } from "../contracts.ts";
import type { Context } from "../operation.ts";

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
 * Candles, oldest first. The running one comes from live market data, so that its close is the ticker's last price
 * even though history is a moment behind.
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
