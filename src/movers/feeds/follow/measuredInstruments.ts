import { systemClock } from "../../../kernel/host/clock.ts";
import { defaultContracts } from "../contracts.ts";
import type { ExchangeClient, ExchangeInstrument } from "./exchangeClient.ts";
import { ExchangeError } from "./exchangeClient.ts";
import type { FollowedInstrument } from "./exchangeLine.ts";
import { observeSizes } from "./observeSizes.ts";
import type { SourceSizes } from "./sizeReading.ts";
import { SizeReading } from "./sizeReading.ts";

/** An instrument of an exchange, its price, and the unit of its sizes. */
export interface MeasuredInstrument extends Omit<FollowedInstrument, "contract"> {
  readonly price: number;
}

/**
 * The exchange's perpetuals in USDT of these coins or symbols, with the unit of their sizes; without a list,
 * of the coins that a venue lists by default, as far as the exchange has them. An instrument whose own
 * figures do not show the unit takes that of the others, if these agree: ccxt has one class for all of an
 * exchange.
 *
 * @throws ExchangeError whose message is a sentence for users
 */
export async function measuredInstruments(
  client: ExchangeClient,
  symbols: readonly string[] | undefined,
  sizes: SourceSizes,
): Promise<readonly MeasuredInstrument[]> {
  await asked(client, "its markets", () => client.loadMarkets());
  const found: MeasuredInstrument[] = [];
  const outOfTheBox = defaultContracts.map(({ listing }) => listing.baseCoin);
  for (const coin of new Set(symbols?.map(coinOf) ?? outOfTheBox)) {
    const instrument = instrumentOf(client, coin);
    if (instrument === undefined && symbols === undefined) continue;
    if (instrument === undefined)
      throw new ExchangeError(`${client.id} has no perpetual of ${coin.toUpperCase()} in USDT that trades`);
    const { price, levels } = await bookOf(client, instrument);
    const measured = await observeSizes(client, instrument, { price, levels, now: systemClock.wallMs() });
    found.push({ instrument, price, reading: new SizeReading(instrument, sizes, measured) });
  }
  if (found.length === 0)
    throw new ExchangeError(`${client.id} has perpetuals in USDT of none of ${outOfTheBox.join(", ")}`);
  const certain = found.filter(
    ({ instrument, reading }) => reading.hasUnit && (instrument.contractSize ?? 1) !== 1,
  );
  const [first] = certain.map(({ reading }) => reading.units);
  const isOne = certain.every(
    ({ reading: { units } }) => units.trades === first?.trades && units.book === first?.book,
  );
  if (first !== undefined && isOne)
    for (const { reading } of found) if (!reading.hasUnit) reading.takeFrom(first);
  return found;
}

/** The coin of a symbol: `btc` for `cmt_btcusdt`. */
function coinOf(word: string): string {
  return (/^cmt_(.+)usdt$/i.exec(word)?.[1] ?? word).trim().toLowerCase();
}

async function bookOf(client: ExchangeClient, { symbol }: ExchangeInstrument) {
  const book = await asked(client, `the book of ${symbol}`, () => client.fetchOrderBook(symbol));
  const [[bid] = [], [ask] = []] = [book.bids[0], book.asks[0]];
  if (bid === undefined || ask === undefined)
    throw new ExchangeError(`the book of ${symbol} at ${client.id} is empty on a side`);
  const levels = [...book.bids, ...book.asks].flatMap(([, size = 0]) => (size > 0 ? [size] : []));
  return { price: (bid + ask) / 2, levels };
}

/** The linear perpetual in USDT that is trading; inverse, quanto and expiring contracts do not count. */
function instrumentOf(client: ExchangeClient, coin: string): ExchangeInstrument | undefined {
  return Object.values(client.markets ?? {}).find(
    ({ base, settle, quote, swap, linear, active }) =>
      base.toLowerCase() === coin.toLowerCase() &&
      quote === "USDT" &&
      settle === "USDT" &&
      swap === true &&
      linear !== false &&
      active !== false,
  );
}

/** The client's answer. @throws ExchangeError with a sentence for users, whatever the client throws */
async function asked<T>(client: ExchangeClient, what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    const { name, message } = cause instanceof Error ? cause : { name: "Error", message: String(cause) };
    throw new ExchangeError(`${client.id} did not give ${what}: ${name}: ${message.slice(0, 300)}`, {
      cause,
    });
  }
}
