import { moneyText, priceText, sizeText } from "../../../../interface/wire/index.ts";
import type { SdkInterval, SdkItem, sdkPushes } from "../../../../interface/wire/v2/sockets/index.ts";
import type { TimeMs } from "../../../../kernel/core/index.ts";
import { SELL } from "../../../../kernel/core/index.ts";
import type { Bar, ContractSpec, Level, PublicTrade, TickerView } from "../../../views/index.ts";
import { candleEnd } from "../../../views/index.ts";
import { changeText } from "../../market/ticker.ts";
import type { DepthEncoder } from "../feeds/depthFeed.ts";
import type { KlineEncoder } from "../feeds/klineFeed.ts";
import type { TickerEncoder } from "../feeds/tickerFeed.ts";
import type { TradesEncoder } from "../feeds/tradesFeed.ts";
import type { Frame } from "../frame.ts";
import { encodeFrame } from "../frame.ts";

/**
 * The public channels as the vendor's Go SDK reads them; `channel` is echoed, since it finds its handlers by
 * it.
 */

export function sdkText<C extends keyof typeof sdkPushes>(
  channel: string,
  data: readonly SdkItem<C>[],
): string {
  return JSON.stringify({ channel, data });
}

function frameOf<C extends keyof typeof sdkPushes>(channel: string, ...data: readonly SdkItem<C>[]): Frame {
  return encodeFrame(sdkText(channel, data));
}

export function tickerEncoder(channel: string, now: () => TimeMs): TickerEncoder {
  return (spec, ticker) => frameOf<"ticker">(channel, tickerItem(spec, ticker, now()));
}

function tickerItem(spec: ContractSpec, ticker: TickerView, timestamp: TimeMs): SdkItem<"ticker"> {
  const { last, open24h } = ticker;
  return {
    symbol: spec.symbol,
    lastPrice: priceText(spec, last),
    bestBidPrice: priceText(spec, ticker.bestBid),
    bestAskPrice: priceText(spec, ticker.bestAsk),
    high24h: priceText(spec, ticker.high24h),
    low24h: priceText(spec, ticker.low24h),
    volume24h: sizeText(spec, ticker.baseVolume24h),
    quoteVolume24h: moneyText(ticker.quoteVolume24h),
    priceChange24h: priceText(spec, last - open24h),
    priceChangePercent24h: changeText(open24h, last),
    timestamp,
  };
}

/** The SDK knows no changes: each push is the whole window. */
export function depthEncoder(channel: string, now: () => TimeMs): DepthEncoder {
  return {
    snapshot(spec, { bids, asks }) {
      const show = ({ price, size }: Level) => ({
        price: priceText(spec, price),
        quantity: sizeText(spec, size),
      });
      const { symbol } = spec;
      return frameOf<"depth">(channel, {
        symbol,
        bids: bids.map(show),
        asks: asks.map(show),
        timestamp: now(),
      });
    },
  };
}

export function candleEncoder(channel: string, interval: SdkInterval, intervalMs: number): KlineEncoder {
  const show = (spec: ContractSpec, bar: Bar): SdkItem<"candlestick"> => ({
    symbol: spec.symbol,
    interval,
    openTime: bar.time,
    closeTime: candleEnd(bar.time, intervalMs),
    open: priceText(spec, bar.open),
    high: priceText(spec, bar.high),
    low: priceText(spec, bar.low),
    close: priceText(spec, bar.close),
    volume: sizeText(spec, bar.volume),
    quoteVolume: moneyText(bar.value),
  });
  const frame = (spec: ContractSpec, bars: readonly Bar[]) =>
    frameOf<"candlestick">(channel, ...bars.map((bar) => show(spec, bar)));
  return { snapshot: (spec, running) => frame(spec, [running]), change: frame };
}

export function tradesEncoder(channel: string): TradesEncoder {
  const show = (
    spec: ContractSpec,
    { trade, price, size, takerSide, time }: PublicTrade,
  ): SdkItem<"trades"> => ({
    symbol: spec.symbol,
    tradeId: String(trade),
    price: priceText(spec, price),
    size: sizeText(spec, size),
    side: takerSide === SELL ? "sell" : "buy",
    timestamp: time,
  });
  return (spec, trades) => frameOf<"trades">(channel, ...trades.map((each) => show(spec, each)));
}
