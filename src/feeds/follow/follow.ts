import { systemClock } from "../../host/systemClock.ts";
import type { Listing } from "../contracts.ts";
import { defaultContracts } from "../contracts.ts";
import type { Scenario } from "../scenario.ts";
import { DEFAULT_PREHISTORY } from "../scenario.ts";
import type { ExchangeClient, ExchangeMarket } from "./exchangeClient.ts";
import { ExchangeError, exchangeClient } from "./exchangeClient.ts";
import { ExchangeSource } from "./exchangeSource.ts";
import type { ShownAs } from "./marketSource.ts";

export interface FollowOptions {
  /** Coins or symbols of ours; absent: all out of the box that the exchange has. */
  readonly symbols?: readonly string[] | undefined;
  /** Where the exchange is reached instead of at its own addresses. */
  readonly url?: string | undefined;
  /** What the sizes count that ccxt gives for it. */
  readonly sizes?: "contracts" | "base" | undefined;
  readonly shown?: ShownAs | undefined;
}

/**
 * A scenario that shows another exchange's market as it is now: the contracts out of the box, with their own tick, lot, fees and tiers.
 *
 * @throws ExchangeError in a sentence
 */
export async function readFollow(exchange: string, options: FollowOptions = {}): Promise<Scenario> {
  return followScenario(await exchangeClient(exchange, options.url), options);
}

/** The same of a client that is there already. */
export async function followScenario(
  client: ExchangeClient,
  { symbols, sizes = "contracts", shown }: FollowOptions,
): Promise<Scenario> {
  await asked(client, "its markets", () => client.loadMarkets());
  const wanted = symbols?.map((symbol) => symbol.toLowerCase());
  const lines: { readonly listing: Listing; readonly market: ExchangeMarket; readonly price: number }[] = [];
  for (const { listing } of defaultContracts) {
    const isWanted = wanted?.some(
      (each) => each === listing.symbol || each === listing.baseCoin.toLowerCase(),
    );
    if (wanted !== undefined && isWanted !== true) continue;
    const market = marketOf(client, listing.baseCoin);
    if (market === undefined && wanted === undefined) continue;
    if (market === undefined)
      throw new ExchangeError(`${client.id} has no perpetual of ${listing.baseCoin} in USDT that trades`);
    const book = await asked(client, `the book of ${market.symbol}`, () =>
      client.fetchOrderBook(market.symbol),
    );
    const [[bid] = [], [ask] = []] = [book.bids[0], book.asks[0]];
    if (bid === undefined || ask === undefined)
      throw new ExchangeError(`the book of ${market.symbol} at ${client.id} is empty on a side`);
    lines.push({ listing, market, price: (bid + ask) / 2 });
  }
  const known = wanted?.filter((each) =>
    lines.some(({ listing }) => listing.symbol === each || listing.baseCoin.toLowerCase() === each),
  );
  if (lines.length === 0 || known?.length !== wanted?.length) {
    const coins = defaultContracts.map(({ listing }) => listing.baseCoin).join(", ");
    throw new ExchangeError(
      wanted === undefined
        ? `${client.id} has perpetuals in USDT of none of ${coins}`
        : `--symbols must name some of ${coins}, got '${symbols!.join(",")}'`,
    );
  }
  const name = `${client.id}, as it is now`;
  return {
    seed: undefined,
    clockStart: undefined,
    clockSpeed: undefined,
    listings: lines.map(({ listing }) => listing),
    feeds: Object.fromEntries(lines.map(({ listing, price }) => [listing.symbol, { type: "pushed", price }])),
    house: undefined,
    fundWorkOff: undefined,
    prehistory: DEFAULT_PREHISTORY,
    source: {
      name,
      kind: `follow-${client.id}`,
      shown,
      open: async (contracts, _from, onState) =>
        new ExchangeSource({
          client,
          name,
          sizes,
          clock: systemClock,
          onState,
          lines: lines.flatMap(({ listing, market }) => {
            const contract = contracts.find(({ symbol }) => symbol === listing.symbol);
            return contract === undefined ? [] : [{ contract, market }];
          }),
        }),
    },
  };
}

/** The linear perpetual in USDT that trades; inverse, quanto, expiring ones are others. */
function marketOf(client: ExchangeClient, coin: string): ExchangeMarket | undefined {
  return Object.values(client.markets ?? {}).find(
    ({ base, settle, quote, swap, linear, active }) =>
      base === coin &&
      quote === "USDT" &&
      settle === "USDT" &&
      swap === true &&
      linear !== false &&
      active !== false,
  );
}

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
