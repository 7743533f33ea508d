import * as declared from "../../../../interface/wire/fapi/operations/market.ts";
import type { fapi } from "../../../../interface/wire/index.ts";
import {
  averagePriceText,
  moneyText,
  pointsText,
  priceText,
  rateText,
  sizeText,
} from "../../../../interface/wire/index.ts";
import { DAY_MS } from "../../../../kernel/host/clock.ts";
import type { TickerView } from "../../../views/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import { bestPrices, changePercentText } from "../../market/ticker.ts";
import type { Context } from "../../operation.ts";
import { publicOperation } from "../../operation.ts";
import { contractOf, symbolOf } from "../symbol.ts";

/** The row of one symbol where it is asked for, else a list of all. */
function ofSymbols<T>(
  context: Context,
  symbol: string | undefined,
  row: (context: Context, spec: ContractSpec) => T,
): T | T[] {
  const { contracts } = context;
  if (symbol !== undefined) return row(context, contractOf(contracts, symbol));
  return contracts.listed().map((spec) => row(context, spec));
}

export const ticker24hr = publicOperation(declared.ticker24hr, (context, { symbol }) =>
  ofSymbols(context, symbol, tickerRow),
);

function tickerRow({ views, now }: Context, spec: ContractSpec): fapi.market.Ticker {
  const time = now();
  const ticker = views.ticker(spec.contract, time);
  const { last, open24h } = ticker;
  const { tape } = views.contractAt(spec.contract);
  const [latest] = tape.latest(1);
  return {
    symbol: symbolOf(spec),
    priceChange: priceText(spec, last - open24h),
    priceChangePercent: changePercentText(open24h, last),
    weightedAvgPrice: averageText(spec, ticker),
    lastPrice: priceText(spec, last),
    lastQty: sizeText(spec, latest?.size ?? 0),
    openPrice: priceText(spec, open24h),
    highPrice: priceText(spec, ticker.high24h),
    lowPrice: priceText(spec, ticker.low24h),
    volume: sizeText(spec, ticker.baseVolume24h),
    quoteVolume: moneyText(ticker.quoteVolume24h),
    openTime: time - DAY_MS,
    closeTime: time,
    firstId: tape.firstSince(time - DAY_MS) || -1,
    lastId: latest?.trade ?? -1,
    count: ticker.trades24h,
  };
}

/** The average price of the 24 hours, weighted by volume; the last price where nothing traded. */
export function averageText(spec: ContractSpec, { last, quoteVolume24h, baseVolume24h }: TickerView): string {
  return baseVolume24h === 0 ? priceText(spec, last) : averagePriceText(spec, quoteVolume24h, baseVolume24h);
}

export const tickerPrice = publicOperation(declared.tickerPrice, (context, { symbol }) =>
  ofSymbols(context, symbol, ({ views, now }, spec): fapi.market.Price => {
    const { last } = views.contractAt(spec.contract);
    return { symbol: symbolOf(spec), price: priceText(spec, last), time: now() };
  }),
);

export const bookTicker = publicOperation(declared.bookTicker, (context, { symbol }) =>
  ofSymbols(context, symbol, ({ views, now }, spec): fapi.market.BookTicker => {
    const { shown, version } = bestPrices(views, spec);
    return { symbol: symbolOf(spec), ...shown, time: now(), lastUpdateId: version };
  }),
);

export const premiumIndex = publicOperation(declared.premiumIndex, (context, { symbol }) =>
  ofSymbols(context, symbol, ({ views, now }, contract): fapi.market.PremiumIndex => {
    const { spec, mark, index } = views.contractAt(contract.contract);
    return {
      symbol: symbolOf(contract),
      markPrice: pointsText(contract, mark.points),
      indexPrice: pointsText(contract, index.points),
      estimatedSettlePrice: pointsText(contract, index.points),
      lastFundingRate: rateText(spec.fundingRate),
      interestRate: rateText(spec.interestRate),
      nextFundingTime: spec.fundingDue,
      time: now(),
    };
  }),
);
