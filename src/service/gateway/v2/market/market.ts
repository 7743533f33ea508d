import {
  faceValueText,
  moneyText,
  pointsText,
  priceText,
  sizeText,
  textOf,
} from "../../../../interface/wire/index.ts";
import type {
  Depth,
  OpenInterest,
  ReferencePrice,
  ServerTime,
  SourceState,
  Ticker,
  Trade,
} from "../../../../interface/wire/v2/market.ts";
import * as declared from "../../../../interface/wire/v2/operations/market.ts";
import { SELL } from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import { changeText } from "../../market/ticker.ts";
import { ticketId } from "../../market/trades.ts";
import type { Context } from "../../operation.ts";
import { publicOperation } from "../../operation.ts";

/** The venue's clock: market time, which every other stamp is taken from. */
export const time = publicOperation(declared.time, (context): ServerTime => {
  const timestamp = context.now();
  return { epoch: textOf(timestamp, 3), iso: new Date(timestamp).toISOString(), timestamp };
});

/** The order book by price: the best 15 or 200 levels of each side. */
export const depth = publicOperation(declared.depth, (context, input): Depth => {
  const spec = context.contracts.of(input.symbol);
  const { bids, asks } = context.views.depth(spec.contract, input.limit);
  const row = ({ price, size }: { readonly price: number; readonly size: number }): [string, string] => [
    priceText(spec, price),
    sizeText(spec, size),
  ];
  return { asks: asks.map(row), bids: bids.map(row), timestamp: context.now().toString() };
});

/** The tickers of every listed contract. */
export const tickers = publicOperation(declared.tickers, (context): readonly Ticker[] =>
  context.contracts.listed().map((spec) => tickerRow(context, spec)),
);

/** Last price, best prices, mark, index and the rolling 24 hours of one contract. */
export const ticker = publicOperation(
  declared.ticker,
  (context, input): Ticker => tickerRow(context, context.contracts.of(input.symbol)),
);

/** The latest public trades, newest first. */
export const trades = publicOperation(declared.trades, (context, input): readonly Trade[] => {
  const spec = context.contracts.of(input.symbol);
  const contractVal = faceValueText(spec);
  return context.views.trades(spec.contract, input.limit).map((each) => ({
    ticketId: ticketId(spec.contract, each.trade),
    time: each.time,
    price: priceText(spec, each.price),
    size: sizeText(spec, each.size),
    value: moneyText(each.value),
    symbol: spec.symbol,
    isBestMatch: true,
    isBuyerMaker: each.takerSide === SELL,
    contractVal,
  }));
});

/** The index price, or the mark price in the same field. */
export const indexPrice = publicOperation(declared.indexPrice, (context, input): ReferencePrice => {
  const spec = context.contracts.of(input.symbol);
  const data = context.views.contractAt(spec.contract);
  const { points } = input.priceType === "MARK" ? data.mark : data.index;
  return { symbol: spec.symbol, index: pointsText(spec, points), timestamp: context.now().toString() };
});

/** The open interest of a contract: an array of one row. */
export const openInterest = publicOperation(
  declared.openInterest,
  (context, input): readonly OpenInterest[] => {
    const spec = context.contracts.of(input.symbol);
    const { lots, value } = context.views.openInterest(spec.contract);
    return [
      {
        symbol: spec.symbol,
        base_volume: sizeText(spec, lots),
        target_volume: moneyText(value),
        timestamp: context.now().toString(),
      },
    ];
  },
);

/**
 * Ours: no other venue has it. The state of the source that the market shows (another exchange, or recorded
 * files): whether it is still there.
 */
export const source = publicOperation(
  declared.source,
  ({ contracts, sources }, input): readonly SourceState[] => {
    const wanted = contracts.ofFilter(input.symbol);
    return sources()
      .filter((line) => wanted === undefined || line.symbol === wanted.symbol)
      .map(({ divergence: _, ...shown }) => shown);
  },
);

/** Ours: the leaderboard, where the operator shows it to everybody. */
export const leaderboard = publicOperation(declared.leaderboard, (context, cut) =>
  context.leaderboard.shown(cut),
);

/** The headline figures of a contract, as of now. */
function tickerRow(context: Context, spec: ContractSpec): Ticker {
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
