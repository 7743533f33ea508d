import type { Answerable } from "../../../../interface/wire/index.ts";
import { moneyText, pointsText, priceText, sizeText } from "../../../../interface/wire/index.ts";
import type { Leaderboard } from "../../../../interface/wire/leaderboard.ts";
import type {
  DepthElement,
  DepthPush,
  KlineElement,
  KlinePrice,
  KlinePush,
  LeaderboardPush,
  TickerPush,
  TradesPush,
} from "../../../../interface/wire/v2/sockets/index.ts";
import { SELL } from "../../../../kernel/core/index.ts";
import type { Bar, ContractSpec, Level, PublicTrade, TickerView } from "../../../views/index.ts";
import { changeText } from "../../market/ticker.ts";
import type { DepthEncoder, DepthWindow } from "../feeds/depthFeed.ts";
import type { KlineEncoder } from "../feeds/klineFeed.ts";
import type { TickerEncoder } from "../feeds/tickerFeed.ts";
import type { TradesEncoder } from "../feeds/tradesFeed.ts";
import type { Frame } from "../frame.ts";
import { encodeFrame } from "../frame.ts";

/** The public channels as V2 writes them; `channel` is echoed in every push. */

export function tickerEncoder(channel: string): TickerEncoder {
  return (spec, ticker) => {
    const push: TickerPush = { event: "payload", channel, data: [tickerElement(spec, ticker)] };
    return frameOf(push);
  };
}

function tickerElement(spec: ContractSpec, ticker: TickerView): TickerPush["data"][number] {
  const { last, open24h } = ticker;
  return {
    symbol: spec.symbol,
    priceChange: priceText(spec, last - open24h),
    priceChangePercent: changeText(open24h, last),
    trades: String(ticker.trades24h),
    size: sizeText(spec, ticker.baseVolume24h),
    value: moneyText(ticker.quoteVolume24h),
    high: priceText(spec, ticker.high24h),
    low: priceText(spec, ticker.low24h),
    lastPrice: priceText(spec, last),
    markPrice: pointsText(spec, ticker.mark),
    indexPrice: pointsText(spec, ticker.index),
  };
}

export function klineEncoder(channel: string, price: KlinePrice): KlineEncoder {
  const text = price === "LAST_PRICE" ? priceText : pointsText;
  const element = (spec: ContractSpec, bar: Bar): KlineElement => ({
    symbol: spec.symbol,
    klineTime: String(bar.time),
    size: sizeText(spec, bar.volume),
    value: moneyText(bar.value),
    high: text(spec, bar.high),
    low: text(spec, bar.low),
    open: text(spec, bar.open),
    close: text(spec, bar.close),
  });
  const frame = (type: KlinePush["type"], spec: ContractSpec, bars: readonly Bar[]): Frame => {
    const push: KlinePush = { event: "payload", channel, type, data: bars.map((bar) => element(spec, bar)) };
    return frameOf(push);
  };
  return {
    snapshot: (spec, running) => frame("snapshot", spec, [running]),
    change: (spec, bars) => frame("change", spec, bars),
  };
}

export function depthEncoder(channel: string, level: DepthElement["level"]): DepthEncoder {
  const frame = (
    spec: ContractSpec,
    { bids, asks, version }: DepthWindow,
    depthType: DepthElement["depthType"],
    start: number,
  ): Frame => {
    const show = ({ price, size }: Level) => ({ price: priceText(spec, price), size: levelSize(spec, size) });
    const element: DepthElement = {
      startVersion: String(start),
      endVersion: String(version),
      level,
      depthType,
      symbol: spec.symbol,
      asks: asks.map(show),
      bids: bids.map(show),
    };
    const push: DepthPush = { event: "payload", channel, data: [element] };
    return frameOf(push);
  };
  return {
    snapshot: (spec, window) => frame(spec, window, "SNAPSHOT", window.version),
    change: (spec, window, before) => frame(spec, window, "CHANGED", before + 1),
  };
}

/** The size of a level; "0" for one that has gone, whatever the decimals of sizes. */
function levelSize(spec: ContractSpec, size: number): string {
  return size === 0 ? "0" : sizeText(spec, size);
}

export function tradesEncoder(channel: string): TradesEncoder {
  return (spec, trades) => {
    const push: TradesPush = {
      event: "payload",
      channel,
      data: trades.map((each) => tradeElement(spec, each)),
    };
    return frameOf(push);
  };
}

function tradeElement(spec: ContractSpec, trade: PublicTrade): TradesPush["data"][number] {
  return {
    time: String(trade.time),
    price: priceText(spec, trade.price),
    size: sizeText(spec, trade.size),
    value: moneyText(trade.value),
    buyerMaker: trade.takerSide === SELL,
  };
}

export function leaderboardFrame(board: Leaderboard): Frame {
  const push: Answerable<LeaderboardPush> = { event: "payload", channel: "leaderboard", data: [board] };
  return frameOf(push);
}

function frameOf(push: TickerPush | KlinePush | DepthPush | TradesPush | Answerable<LeaderboardPush>): Frame {
  return encodeFrame(JSON.stringify(push));
}
