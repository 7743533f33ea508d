import { moneyText, pointsText, priceText, sizeText, type v3 } from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v3/operations/market.ts";
import { DAY_MS } from "../../../../kernel/host/clock.ts";
import type { ContractSpec } from "../../contracts.ts";
import { bestPrices, changeText } from "../../market/ticker.ts";
import type { Context } from "../../operation.ts";
import { publicOperation } from "../../operation.ts";
import { contractOfFilter, symbolOf } from "../symbol.ts";

/** Last price, mark, index and the rolling 24 hours: an array, of one row when a symbol is given. */
export const ticker24hr = publicOperation(declared.ticker24hr, (context, { symbol }): v3.market.Ticker[] => {
  const { contracts } = context;
  return contracts.listed(contractOfFilter(contracts, symbol)).map((spec) => row(context, spec));
});

function row({ views, now }: Context, spec: ContractSpec): v3.market.Ticker {
  const time = now();
  const ticker = views.ticker(spec.contract, time);
  return {
    symbol: symbolOf(spec),
    priceChange: priceText(spec, ticker.last - ticker.open24h),
    priceChangePercent: changeText(ticker.open24h, ticker.last),
    lastPrice: priceText(spec, ticker.last),
    openPrice: priceText(spec, ticker.open24h),
    highPrice: priceText(spec, ticker.high24h),
    lowPrice: priceText(spec, ticker.low24h),
    volume: sizeText(spec, ticker.baseVolume24h),
    quoteVolume: moneyText(ticker.quoteVolume24h),
    markPrice: pointsText(spec, ticker.mark),
    indexPrice: pointsText(spec, ticker.index),
    openTime: time - DAY_MS,
    closeTime: time,
  };
}

/** The best prices: an array, of one row when a symbol is given. */
export const bookTicker = publicOperation(
  declared.bookTicker,
  ({ contracts, views, now }, { symbol }): v3.market.BookTicker[] => {
    const time = now();
    return contracts
      .listed(contractOfFilter(contracts, symbol))
      .map((spec) => ({ symbol: symbolOf(spec), ...bestPrices(views, spec).shown, time }));
  },
);
