import { HOUR_MS, MINUTE_MS } from "../../../kernel/host/clock.ts";
import type { ExchangeClient, ExchangeInstrument, ExchangeTrade } from "./exchangeClient.ts";
import type { SizeUnits } from "./sizeUnits.ts";
import { measureSizes } from "./sizeUnits.ts";

/** How many trades, candles of a minute, and candles of an hour are asked for. */
const TRADES = 1_000;
const MINUTES = 60;
const HOURS = 24;

/** What is known of an instrument already; trades are asked for if they are left out. */
export interface KnownSizes {
  readonly price: number;
  /** Sizes of the book's levels. */
  readonly levels: readonly number[];
  readonly trades?: readonly ExchangeTrade[];
  /** The host's time, Unix ms, used where trades have none. */
  readonly now: number;
}

/**
 * Asks an exchange for the figures that show the units of its sizes, and measures these. Figures that it does
 * not give are left out.
 */
export async function observeSizes(
  client: ExchangeClient,
  instrument: ExchangeInstrument,
  { price, levels, trades: heard, now }: KnownSizes,
): Promise<SizeUnits> {
  const { symbol, contractSize = 1 } = instrument;
  const trades = heard ?? (await tradesOf(client, symbol));
  const last = Math.max(...trades.map(({ timestamp = 0 }) => timestamp), 0) || now;
  const from = (ms: number, count: number) => Math.floor(last / ms) * ms - (count - 1) * ms;
  const candles = async (length: string, since: number, count: number) => {
    if (client.has["fetchOHLCV"] !== true) return [];
    const rows = await client.fetchOHLCV?.(symbol, length, since, count).catch(() => undefined);
    return (rows ?? []).filter(([time = 0]) => time >= since);
  };
  const minutes = await candles("1m", from(MINUTE_MS, MINUTES), MINUTES);
  const hours = await candles("1h", from(HOUR_MS, HOURS), HOURS);
  const ticker = client.has["fetchTicker"] === true ? client.fetchTicker?.(symbol) : undefined;
  return measureSizes({
    ...{ contractSize, price, levels, trades, minutes, hours },
    ticker: (await ticker?.catch(() => undefined)) ?? {},
  });
}

/**
 * As many trades as the exchange gives: some refuse a number above their own limit, and are asked without.
 */
async function tradesOf(client: ExchangeClient, symbol: string): Promise<readonly ExchangeTrade[]> {
  const asked = client.fetchTrades(symbol, undefined, TRADES);
  return asked.catch(() => client.fetchTrades(symbol)).catch(() => []);
}
