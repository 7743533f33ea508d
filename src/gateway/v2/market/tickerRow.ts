import { moneyText, pointsText, priceText, sizeText } from "../../../wire/index.ts";
import type { Ticker } from "../../../wire/v2/market.ts";
import type { ContractSpec } from "../../contracts.ts";
import { changeText } from "../../market/change.ts";
import type { Context } from "../../operation.ts";

/** The headline figures of a contract, as of now. */
export function tickerRow(context: Context, spec: ContractSpec): Ticker {
  const now = context.now();
  const ticker = context.views.ticker(spec.contract, now);
  return {
    symbol: spec.symbol,
    last: priceText(spec, ticker.last),
    best_ask: priceText(spec, ticker.bestAsk),
    best_bid: priceText(spec, ticker.bestBid),
    high_24h: priceText(spec, ticker.high24h),
    low_24h: priceText(spec, ticker.low24h),
    volume_24h: moneyText(ticker.quoteVolume24h),
    timestamp: now.toString(),
    priceChangePercent: changeText(ticker.open24h, ticker.last),
    base_volume: sizeText(spec, ticker.baseVolume24h),
    markPrice: pointsText(spec, ticker.mark),
    indexPrice: pointsText(spec, ticker.index),
  };
}
