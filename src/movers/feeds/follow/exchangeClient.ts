/**
 * The part of ccxt's unified interface that following an exchange needs, all of it without a key. ccxt is
 * loaded only when an exchange is followed; it is no dependency of the venue.
 */
export interface ExchangeClient {
  readonly id: string;
  readonly has: Readonly<Record<string, unknown>>;
  readonly markets?: Readonly<Record<string, ExchangeInstrument>> | undefined;
  urls?: { api?: unknown };
  readonly options?: Record<string, unknown>;
  /** How an instrument's precision is to be read; absent: as a step. */
  readonly precisionMode?: number | undefined;
  loadMarkets(reload?: boolean): Promise<unknown>;
  fetchOrderBook(symbol: string, limit?: number): Promise<ExchangeBook>;
  fetchTrades(symbol: string, since?: number, limit?: number): Promise<readonly ExchangeTrade[]>;
  watchOrderBook?(symbol: string): Promise<ExchangeBook>;
  watchTrades?(symbol: string): Promise<readonly ExchangeTrade[]>;
  fetchFundingRate?(symbol: string): Promise<ExchangePrices>;
  fetchMarkPrice?(symbol: string): Promise<ExchangePrices>;
  fetchTicker?(symbol: string): Promise<ExchangePrices>;
  watchMarkPrice?(symbol: string): Promise<ExchangePrices>;
  fetchMarketLeverageTiers?(symbol: string): Promise<readonly LeverageTier[]>;
  fetchLeverageTiers?(symbols: readonly string[]): Promise<Readonly<Record<string, readonly LeverageTier[]>>>;
  fetchOHLCV?(symbol: string, length: string, since: number, limit: number): Promise<readonly OhlcvRow[]>;
  fetchFundingRateHistory?(
    symbol: string,
    since: number | undefined,
    limit: number,
  ): Promise<
    readonly { readonly fundingRate?: number | undefined; readonly timestamp?: number | undefined }[]
  >;
  loadHttpProxyAgent?(): Promise<unknown>;
  close?(): Promise<unknown>;
}

/** An instrument's prices and rates at an exchange. Several calls give parts of them. */
export interface ExchangePrices {
  readonly indexPrice?: number | undefined;
  readonly markPrice?: number | undefined;
  /** The funding rate as a fraction, and when it is paid, or was paid. */
  readonly fundingRate?: number | undefined;
  readonly fundingTimestamp?: number | undefined;
  /** The funding rate of the period after the one of `fundingRate`. */
  readonly nextFundingRate?: number | undefined;
  /** The funding interval: `8h`. */
  readonly interval?: string | undefined;
  /**
   * Volume of the last 24 hours, in coins or in contracts, depending on ccxt's class; and its value in the
   * quote coin.
   */
  readonly baseVolume?: number | undefined;
  readonly quoteVolume?: number | undefined;
  readonly timestamp?: number | undefined;
}

/** A tier of margin; its bounds are in `currency`, absent: in the quote coin. */
export interface LeverageTier {
  readonly currency?: string | undefined;
  readonly maxNotional?: number | undefined;
  /** Maintenance margin as a fraction of the notional. */
  readonly maintenanceMarginRate?: number | undefined;
  readonly maxLeverage?: number | undefined;
  /** The exchange's own answer, which ccxt passes on. */
  readonly info?: { readonly maxSz?: unknown } | undefined;
}

/**
 * Time, open, high, low, close, volume; the volume in coins, contracts or the quote coin, depending on ccxt's
 * class.
 */
export type OhlcvRow = readonly (number | undefined)[];

export interface ExchangeInstrument {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly settle?: string | undefined;
  readonly swap?: boolean | undefined;
  readonly linear?: boolean | undefined;
  readonly active?: boolean | undefined;
  /** Amount of the base coin in one contract. */
  readonly contractSize?: number | undefined;
  /** Fees as fractions. */
  readonly maker?: number | undefined;
  readonly taker?: number | undefined;
  readonly limits?: { readonly amount?: { readonly min?: number | undefined } | undefined } | undefined;
  /**
   * Steps of price and size, to be read as {@link ExchangeClient.precisionMode} says; the size in the unit of
   * the book.
   */
  readonly precision: { readonly price?: number | undefined; readonly amount?: number | undefined };
}

/**
 * Best first; sizes in contracts or coins, depending on ccxt's class. ccxt later changes the object that it
 * returned, so it must be copied before the next await.
 */
export interface ExchangeBook {
  readonly bids: readonly (readonly (number | undefined)[])[];
  readonly asks: readonly (readonly (number | undefined)[])[];
  readonly timestamp?: number | undefined;
}

export interface ExchangeTrade {
  readonly id?: string | undefined;
  readonly timestamp?: number | undefined;
  readonly side?: string | undefined;
  readonly price: number;
  /** Size in contracts or coins, depending on ccxt's class. */
  readonly amount?: number | undefined;
  /**
   * Value in the quote coin, as the exchange gives it; else computed by ccxt as if `amount` were contracts.
   */
  readonly cost?: number | undefined;
}

/** An exchange that cannot be followed: unknown, not reachable, or without something that following needs. */
export class ExchangeError extends Error {
  override readonly name = "ExchangeError";
}

/** Trades that ccxt keeps between two reads; more are lost. Set before the first watch. */
const TRADES_KEPT = 10_000;

/**
 * A client of the exchange, with sockets where ccxt has them.
 *
 * @param url of a proxy, or of a venue with the same interface, to use in place of the exchange's own address
 * @throws ExchangeError whose message says what to do
 */
export async function exchangeClient(id: string, url?: string): Promise<ExchangeClient> {
  const ccxt = await loadCcxt();
  if (!/^[a-z0-9]{2,40}$/.test(id))
    throw new ExchangeError(`'${id}' is no name of an exchange, such as binanceusdm`);
  const { pro, exchanges } = ccxt;
  const Made = pro[id] ?? (exchanges.includes(id) ? (ccxt[id] as ClientClass) : undefined);
  if (Made === undefined)
    throw new ExchangeError(
      `ccxt knows no exchange '${id}'; it knows ${exchanges.length}, such as binanceusdm, bybit, okx`,
    );
  const client = new Made({
    enableRateLimit: url === undefined,
    options: { defaultType: "swap", tradesLimit: TRADES_KEPT },
  });
  if (url !== undefined) {
    client.urls ??= {};
    client.urls.api = redirected(client.urls.api, new URL(url));
    await client.loadHttpProxyAgent?.(); // without it ccxt refuses unencrypted sockets
  }
  return client;
}

type ClientClass = new (options: object) => ExchangeClient;
interface Ccxt {
  readonly exchanges: readonly string[];
  readonly pro: Readonly<Record<string, ClientClass | undefined>>;
  readonly [exchange: string]: unknown;
}

async function loadCcxt(): Promise<Ccxt> {
  const name = "ccxt"; // a variable, so that neither bundler nor compiler looks for the module, which may be missing
  try {
    const { default: ccxt } = (await import(name)) as { default: Ccxt };
    return ccxt;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw cause;
    throw new ExchangeError(
      "following an exchange needs the package ccxt, which is not installed: npm install --ignore-scripts ccxt",
      { cause },
    );
  }
}

/**
 * The exchange's addresses at another host. For sockets the original host is put into the user part, since
 * ccxt's own classes tell an exchange's servers apart by it.
 */
function redirected(urls: unknown, to: URL): unknown {
  if (typeof urls === "object" && urls !== null)
    return Object.fromEntries(Object.entries(urls).map(([key, value]) => [key, redirected(value, to)]));
  if (typeof urls !== "string" || !/^(https?|wss?):/.test(urls)) return urls;
  const from = new URL(urls);
  const path = from.pathname === "/" ? "" : from.pathname;
  if (!from.protocol.startsWith("ws")) return `${to.protocol}//${to.host}${path}`;
  return `${to.protocol === "https:" ? "wss" : "ws"}://${from.hostname}@${to.host}${path}`;
}
