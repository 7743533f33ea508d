import { systemClock } from "../../host/systemClock.ts";
import { defaultContracts } from "../contracts.ts";
import type { Scenario } from "../scenario.ts";
import { DEFAULT_PREHISTORY } from "../scenario.ts";
import type { ExchangeClient, ExchangeMarket } from "./exchangeClient.ts";
import { ExchangeError, exchangeClient } from "./exchangeClient.ts";
import { ExchangeSource } from "./exchangeSource.ts";
import type { ShownAs } from "./marketSource.ts";
import type { SourceListing } from "./sourceListing.ts";
import { ownListing, sourceListing } from "./sourceListing.ts";
import { sourcePast } from "./sourcePast.ts";

export interface FollowOptions {
  /**
   * Coins or symbols of ours of which the exchange has a perpetual in USDT; absent: all default contracts that it
   * has.
   */
  readonly symbols?: readonly string[] | undefined;
  /** An address to use in place of the exchange's own. */
  readonly url?: string | undefined;
  /** The unit of the sizes that ccxt returns for this exchange. */
  readonly sizes?: "contracts" | "base" | undefined;
  readonly shown?: ShownAs | undefined;
  /** Whether contracts have our own tick, lot, fees and tiers, or the source's. */
  readonly contracts?: "ours" | "source" | undefined;
}

/**
 * A scenario that shows another exchange's present market: the default contracts with their own tick, lot, fees and
 * tiers, unless the exchange's are asked for.
 *
 * @throws ExchangeError whose message is a sentence for users
 */
export async function readFollow(exchange: string, options: FollowOptions = {}): Promise<Scenario> {
  return followScenario(await exchangeClient(exchange, options.url), options);
}

/** As {@link readFollow}, with an existing client. */
export async function followScenario(
  client: ExchangeClient,
  { symbols, sizes = "contracts", shown, contracts = "ours" }: FollowOptions,
): Promise<Scenario> {
  await asked(client, "its markets", () => client.loadMarkets());
  const lines: FollowedLine[] = [];
  const outOfTheBox = defaultContracts.map(({ listing }) => listing.baseCoin);
  for (const coin of new Set(symbols?.map(coinOf) ?? outOfTheBox)) {
    const market = marketOf(client, coin);
    if (market === undefined && symbols === undefined) continue;
    if (market === undefined)
      throw new ExchangeError(`${client.id} has no perpetual of ${coin.toUpperCase()} in USDT that trades`);
    const price = await priceOf(client, market);
    const listed =
      contracts === "source" ? await sourceListing(client, market, price) : ownListing(client, market, price);
    lines.push({ ...listed, market, price });
  }
  if (lines.length === 0)
    throw new ExchangeError(`${client.id} has perpetuals in USDT of none of ${outOfTheBox.join(", ")}`);
  const name = `${client.id}, as it is now`;
  return {
    seed: undefined,
    clockStart: undefined,
    clockSpeed: undefined,
    listings: lines.map(({ listing }) => listing),
    feeds: Object.fromEntries(lines.map(({ listing, price }) => [listing.symbol, { type: "pushed", price }])),
    house: undefined,
    traders: [],
    fundWorkOff: undefined,
    prehistory: DEFAULT_PREHISTORY,
    source: {
      name,
      kind: `follow-${client.id}`,
      shown,
      notes: lines.flatMap(({ listing, notes }) => notes.map((note) => `${listing.symbol}: ${note}`)),
      past: async (contract, end) => {
        const line = lines.find(({ listing }) => listing.symbol === contract.symbol);
        return line && sourcePast(client, line.market, contract, end);
      },
      open: async (listed, _from, onState) =>
        new ExchangeSource({
          client,
          name,
          sizes,
          clock: systemClock,
          onState,
          lines: lines.flatMap(({ listing, market }) => {
            const contract = listed.find(({ symbol }) => symbol === listing.symbol);
            return contract === undefined ? [] : [{ contract, market }];
          }),
        }),
    },
  };
}

interface FollowedLine extends SourceListing {
  readonly market: ExchangeMarket;
  readonly price: number;
}

/** The coin of a symbol: `btc` for `cmt_btcusdt`. */
export function coinOf(word: string): string {
  return (/^cmt_(.+)usdt$/i.exec(word)?.[1] ?? word).trim().toLowerCase();
}

async function priceOf(client: ExchangeClient, { symbol }: ExchangeMarket): Promise<number> {
  const book = await asked(client, `the book of ${symbol}`, () => client.fetchOrderBook(symbol));
  const [[bid] = [], [ask] = []] = [book.bids[0], book.asks[0]];
  if (bid === undefined || ask === undefined)
    throw new ExchangeError(`the book of ${symbol} at ${client.id} is empty on a side`);
  return (bid + ask) / 2;
}

/** The linear perpetual in USDT that is trading; inverse, quanto and expiring contracts do not count. */
export function marketOf(client: ExchangeClient, coin: string): ExchangeMarket | undefined {
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

/** @throws ExchangeError in a sentence, where the client throws anything */
export async function asked<T>(client: ExchangeClient, what: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    const { name, message } = cause instanceof Error ? cause : { name: "Error", message: String(cause) };
    throw new ExchangeError(`${client.id} did not give ${what}: ${name}: ${message.slice(0, 300)}`, {
      cause,
    });
  }
}
