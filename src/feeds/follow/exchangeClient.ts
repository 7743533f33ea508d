/**
 * What is asked of a client of a public exchange: the part of ccxt's unified interface that needs no key. ccxt is loaded when somebody
 * follows an exchange and not before; it is no dependency of the venue.
 */
export interface ExchangeClient {
  readonly id: string;
  readonly has: Readonly<Record<string, unknown>>;
  readonly markets?: Readonly<Record<string, ExchangeMarket>> | undefined;
  urls?: { api?: unknown };
  readonly options?: Record<string, unknown>;
  /** How a market's precision is to be read; absent: as steps. */
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

/** What an exchange says of a market beside its book; each place where it says something has a part of it. */
export interface ExchangePrices {
  readonly indexPrice?: number | undefined;
  readonly markPrice?: number | undefined;
  /** A fraction, and when it is paid, or was. */
  readonly fundingRate?: number | undefined;
  readonly fundingTimestamp?: number | undefined;
  /** The one after it. */
  readonly nextFundingRate?: number | undefined;
  /** How often: `8h`. */
  readonly interval?: string | undefined;
  /** Traded in the last 24 hours, in the quote coin. */
  readonly quoteVolume?: number | undefined;
  readonly timestamp?: number | undefined;
}

/** A tier of margin; its bounds in `currency`, absent: the quote coin. */
export interface LeverageTier {
  readonly currency?: string | undefined;
  readonly maxNotional?: number | undefined;
  /** A fraction. */
  readonly maintenanceMarginRate?: number | undefined;
  readonly maxLeverage?: number | undefined;
  /** As the exchange said it. */
  readonly info?: { readonly maxSz?: unknown } | undefined;
}

/** Time, open, high, low, close, volume: the last in coins or in contracts. */
export type OhlcvRow = readonly (number | undefined)[];

export interface ExchangeMarket {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly settle?: string | undefined;
  readonly swap?: boolean | undefined;
  readonly linear?: boolean | undefined;
  readonly active?: boolean | undefined;
  /** Base coin of one contract. */
  readonly contractSize?: number | undefined;
  /** Fractions. */
  readonly maker?: number | undefined;
  readonly taker?: number | undefined;
  readonly limits?: { readonly amount?: { readonly min?: number | undefined } | undefined } | undefined;
  /** As {@link ExchangeClient.precisionMode} says; the size in contracts. */
  readonly precision: { readonly price?: number | undefined; readonly amount?: number | undefined };
}

/** Sizes are in contracts; best first. ccxt changes the object that it gave, so it is copied before the next wait. */
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
  /** In contracts. */
  readonly amount?: number | undefined;
}

/** An exchange that cannot be followed: not known, not reachable, or without what is needed. */
export class ExchangeError extends Error {
  override readonly name = "ExchangeError";
}

/** Trades that ccxt keeps between two waits; more are lost. Set before the first watch. */
const TRADES_KEPT = 10_000;

/**
 * A client of the exchange, with sockets where ccxt has them.
 *
 * @param url where the exchange is reached instead, such as a proxy, or a venue that speaks its interface
 * @throws ExchangeError with what to do
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
    await client.loadHttpProxyAgent?.(); // or sockets without encryption are refused
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
  const name = "ccxt"; // a name that no bundler and no compiler looks for: it may be missing
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
 * The same addresses at another host. Of sockets the host that was stands in the user part, by which ccxt's own classes tell one side of an
 * exchange from another.
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
