import type { ExchangeClient, ExchangePrices } from "./exchangeClient.ts";

/** The calls by which an exchange may give its index, mark and funding rate, the fullest first. */
const PLACES = ["fetchFundingRate", "fetchMarkPrice", "fetchTicker"] as const;

/**
 * Makes the function that asks for an instrument's index, mark and funding rate, with whichever calls its
 * exchange has; undefined where it has none. A call is made only while the index or the mark is missing,
 * and never again once it has added nothing.
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
      const answer = await client[place]!(symbol);
      const { indexPrice, markPrice } = answer;
      const more = {
        indexPrice: found.indexPrice ?? positive(indexPrice),
        markPrice: found.markPrice ?? positive(markPrice),
        fundingRate: found.fundingRate ?? runningRate(answer),
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

/** Where an exchange gives nothing, ccxt returns `undefined`, or sometimes 0. */
function positive(price: number | undefined): number | undefined {
  return price !== undefined && price > 0 ? price : undefined;
}

/** The rate that is paid next: some of ccxt's classes give the rate paid last, and this one after it. */
export function runningRate(answer: ExchangePrices): number | undefined {
  const { fundingRate, fundingTimestamp, nextFundingRate, timestamp } = answer;
  const isPaid = fundingTimestamp !== undefined && timestamp !== undefined && fundingTimestamp <= timestamp;
  const rate = isPaid ? (nextFundingRate ?? fundingRate) : fundingRate;
  return rate !== undefined && Number.isFinite(rate) ? rate : undefined;
}

/** Whether a call exists: ccxt says `true`, or `"emulated"` where it makes one call from several. */
function isThere(has: unknown): boolean {
  return has === true || has === "emulated";
}
