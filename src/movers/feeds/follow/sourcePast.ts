import type { ContractView, Rate, TimeMs } from "../../../kernel/core/index.ts";
import { RATE_ONE } from "../../../kernel/core/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../kernel/host/clock.ts";
import type { Candle } from "../archive/candles.ts";
import type { PastCandles } from "../archive/pastCandles.ts";
import { Row } from "../archive/row.ts";
import type { ExchangeClient, ExchangeInstrument, OhlcvRow } from "./exchangeClient.ts";
import type { VolumeUnit } from "./sizeUnits.ts";
import { coinsIn } from "./sizeUnits.ts";

/**
 * What is asked for: candles of a minute for `MINUTES`, a day and a minute; before that candles of an hour
 * for `DAYS`.
 */
const MINUTES = 1_441;
const DAYS = 59;
const PAGE = 1_000;
const PAGES_MAX = 24;
const RATES = 100;

/** An instrument's past as an exchange gives it. */
export interface SourcePast {
  /** Candles before the end; undefined where the exchange has none. */
  readonly candles: PastCandles | undefined;
  readonly rates: readonly { readonly time: TimeMs; readonly rate: Rate }[];
}

/**
 * Candles and funding rates of an instrument before `end`: minutes of the last day, and hours of the two
 * months before, as far as the exchange has them. Prices are rounded to the nearest tick of our contract.
 *
 * @param volumes the unit of its candles' volumes
 */
export async function sourcePast(
  client: ExchangeClient,
  instrument: ExchangeInstrument,
  contract: ContractView,
  { end, volumes }: { readonly end: TimeMs; readonly volumes: VolumeUnit },
): Promise<SourcePast> {
  const lastMinute = Math.floor(end / MINUTE_MS) * MINUTE_MS;
  const firstMinute = Math.floor((lastMinute - MINUTES * MINUTE_MS) / HOUR_MS) * HOUR_MS;
  const firstHour = Math.floor((end - DAYS * DAY_MS) / DAY_MS) * DAY_MS;
  const isKnown = client.has["fetchOHLCV"] === true;
  const hours = isKnown ? await candles(client, instrument, "1h", HOUR_MS, firstHour, firstMinute) : [];
  const minutes = isKnown ? await candles(client, instrument, "1m", MINUTE_MS, firstMinute, lastMinute) : [];
  const rows = [
    ...hours.map((row) => candleOf(row, HOUR_MS, contract, instrument, volumes)),
    ...minutes.map((row) => candleOf(row, MINUTE_MS, contract, instrument, volumes)),
  ].filter((candle) => candle !== undefined);
  return {
    candles: rows.length === 0 ? undefined : { intervalMs: MINUTE_MS, candles: rows },
    rates: await ratesOf(client, instrument, end),
  };
}

/** Finished candles from `from` until before `until`, page by page, each once. */
async function candles(
  client: ExchangeClient,
  { symbol }: ExchangeInstrument,
  length: string,
  lengthMs: number,
  from: TimeMs,
  until: TimeMs,
): Promise<readonly OhlcvRow[]> {
  const found = new Map<TimeMs, OhlcvRow>();
  let since = from;
  for (let page = 0; page < PAGES_MAX && since < until; page++) {
    const rows = (await client.fetchOHLCV?.(symbol, length, since, PAGE)) ?? [];
    for (const row of rows) {
      const [time] = row;
      if (time !== undefined && time >= from && time + lengthMs <= until && time % lengthMs === 0)
        found.set(time, row);
    }
    const last = rows.at(-1)?.[0];
    if (last === undefined || last < since) break;
    since = last + lengthMs;
  }
  return [...found.values()].sort(([a = 0], [b = 0]) => a - b);
}

/** A row as a candle; undefined where it has no price. */
function candleOf(
  [time, open, high, low, close, volume]: OhlcvRow,
  lengthMs: number,
  contract: ContractView,
  { symbol, contractSize = 1 }: ExchangeInstrument,
  volumes: VolumeUnit,
): Candle | undefined {
  const tick = contract.priceStep * 10 ** -contract.priceDecimals;
  const prices = [open, high, low, close].map((price) =>
    price !== undefined && price > 0 ? Math.max(1, Math.round(price / tick)) : 0,
  );
  if (time === undefined || prices.includes(0)) return undefined;
  const [o, h, l, c] = prices.map((ticks) => (ticks * tick).toFixed(contract.priceDecimals));
  return {
    time,
    lengthMs,
    open: o!,
    high: h!,
    low: l!,
    close: c!,
    volume: String(Math.max(0, volume ?? 0) * coinsIn(volumes, contractSize, close!)),
    row: new Row([], `${symbol} of ${new Date(time).toISOString()}`, 1),
  };
}

async function ratesOf(
  client: ExchangeClient,
  { symbol }: ExchangeInstrument,
  end: TimeMs,
): Promise<SourcePast["rates"]> {
  if (client.has["fetchFundingRateHistory"] !== true) return [];
  const rows = (await client.fetchFundingRateHistory?.(symbol, undefined, RATES)) ?? [];
  return rows.flatMap(({ fundingRate, timestamp }) =>
    fundingRate === undefined || timestamp === undefined || timestamp > end || Math.abs(fundingRate) > 1
      ? []
      : [{ time: timestamp, rate: Math.round(fundingRate * RATE_ONE) }],
  );
}
