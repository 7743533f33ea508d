import type { ExchangeClient, ExchangePrices } from "./exchangeClient.ts";

/** Where an exchange may say its index, its mark and its funding rate, the fullest first. */
const PLACES = ["fetchFundingRate", "fetchMarkPrice", "fetchTicker"] as const;

/**
 * Asks for index, mark and funding rate of a market, wherever its exchange says them; undefined where it says none of them. A place is
 * asked while something is missing, and no more once it has turned out to add nothing.
 */
export function pricesOf(
  client: ExchangeClient,
  symbol: string,
): (() => Promise<ExchangePrices>) | undefined {
  const places = new Set(PLACES.filter((place) => isThere(client.has[place]) && client[place] !== undefined));
  if (places.size === 0) return undefined;
  return async () => {
    let found: ExchangePrices = {};
    for (const place of [...places]) {
      if (found.indexPrice !== undefined && found.markPrice !== undefined) break;
      const said = await client[place]!(symbol);
      const { indexPrice, markPrice } = said;
      const more = {
        indexPrice: found.indexPrice ?? positive(indexPrice),
        markPrice: found.markPrice ?? positive(markPrice),
        fundingRate: found.fundingRate ?? runningRate(said),
      };
      const isMore =
        more.indexPrice !== found.indexPrice ||
        more.markPrice !== found.markPrice ||
        more.fundingRate !== found.fundingRate;
      if (!isMore) places.delete(place);
      found = more;
    }
    return found;
  };
}

/** Of what an exchange says nothing ccxt makes `undefined`, or now and then 0. */
function positive(price: number | undefined): number | undefined {
  return price !== undefined && price > 0 ? price : undefined;
}

/** The rate that is paid next: some classes of ccxt give the one that was paid last, and this one behind it. */
export function runningRate(said: ExchangePrices): number | undefined {
  const { fundingRate, fundingTimestamp, nextFundingRate, timestamp } = said;
  const isPaid = fundingTimestamp !== undefined && timestamp !== undefined && fundingTimestamp <= timestamp;
  const rate = isPaid ? (nextFundingRate ?? fundingRate) : fundingRate;
  return rate !== undefined && Number.isFinite(rate) ? rate : undefined;
}

/** ccxt says `true`, or `"emulated"` where it makes one of what it has of several. */
function isThere(has: unknown): boolean {
  return has === true || has === "emulated";
}
