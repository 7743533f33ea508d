import type { TimeMs } from "../../../kernel/core/index.ts";
import type { CandlesQuery, PriceType } from "../../readmodel/index.ts";
import type { Bar } from "../../views/index.ts";
import { COMPOSED_INTERVALS_MS, candleEnd, candleTime, composeBars } from "../../views/index.ts";
import type { ContractSpec } from "../contracts.ts";
import type { Context } from "../operation.ts";

/** A request for candles. */
export interface CandleQuestion {
  readonly price: PriceType;
  readonly intervalMs: number;
  readonly limit: number;
  /** Opening times, both inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * Candles, oldest first. The running candle comes from live market data where it is asked for, so that its
 * close is the ticker's last price even though history is a moment behind. So does a candle that has ended
 * since history was asked.
 */
export async function candlesOf(
  context: Context,
  { contract }: ContractSpec,
  { price, intervalMs, from, to, limit }: CandleQuestion,
): Promise<readonly Bar[]> {
  const question = { contract, price, from, to, now: context.now() };
  const parts = COMPOSED_INTERVALS_MS.get(intervalMs);
  const bars: Bar[] =
    parts === undefined
      ? [...(await context.history.candles({ ...question, intervalMs, limit }))]
      : [...(await composed(context, { ...question, parts, intervalMs, limit }))];
  const last = bars.at(-1);
  if (last === undefined) return bars;
  const candles = context.views.contractAt(contract).candles[price];
  const live = candles.openedAt(intervalMs, last.time) ?? candles.running(intervalMs, context.now());
  if (live?.time === last.time) bars[bars.length - 1] = live;
  return bars;
}

/**
 * The candles of an interval that history does not keep, made from those of a shorter one: whole candles,
 * whatever times are asked for.
 */
async function composed(
  { history }: Context,
  { parts, intervalMs, limit, from, to, ...question }: CandlesQuery & { parts: number },
): Promise<readonly Bar[]> {
  const partsMax = (limit + 1) * Math.ceil(intervalMs / parts);
  const first = from === undefined ? undefined : firstFrom(from, intervalMs);
  const last = to === undefined ? undefined : candleEnd(candleTime(to, intervalMs), intervalMs) - parts;
  const bars = await history.candles({
    ...question,
    ...{ from: first, to: last, intervalMs: parts, limit: partsMax },
  });
  const whole = composeBars(bars, intervalMs);
  return from !== undefined && to === undefined ? whole.slice(0, limit) : whole.slice(-limit);
}

/** The first opening time at `from` or later. */
function firstFrom(time: TimeMs, intervalMs: number): TimeMs {
  const opened = candleTime(time, intervalMs);
  return opened === time ? time : candleEnd(opened, intervalMs);
}
