import {
  averagePriceText,
  moneyText,
  pointsText,
  priceText,
  sizeText,
  v3,
} from "../../../../interface/wire/index.ts";
import type {
  DepthFrame,
  KlineFrame,
  KlineInterval,
  KlinePrice,
  TickerFrame,
  TradeFrame,
} from "../../../../interface/wire/v3/sockets/index.ts";
import type { TimeMs } from "../../../../kernel/core/index.ts";
import { SELL } from "../../../../kernel/core/index.ts";
import { DAY_MS } from "../../../../kernel/host/clock.ts";
import type { Bar, ContractSpec, Level, PublicTrade } from "../../../views/index.ts";
import { candleEnd } from "../../../views/index.ts";
import { changeText } from "../../market/ticker.ts";
import { ticketId } from "../../market/trades.ts";
import type { DepthEncoder, DepthWindow } from "../feeds/depthFeed.ts";
import type { KlineEncoder } from "../feeds/klineFeed.ts";
import type { TickerEncoder } from "../feeds/tickerFeed.ts";
import type { Frame } from "../frame.ts";
import { encodeFrame } from "../frame.ts";

/** The public streams as V3 writes them. `now` is market time: when a frame says it was sent. */

export function depthEncoder(levels: number, now: () => TimeMs): DepthEncoder {
  const frame = (spec: ContractSpec, window: DepthWindow, before: number, isSnapshot: boolean): Frame => {
    const { bids, asks, version } = window;
    const show = ({ price, size }: Level): [string, string] => [
      priceText(spec, price),
      size === 0 ? "0" : sizeText(spec, size),
    ];
    return frameOf<DepthFrame>({
      e: isSnapshot ? "depthSnapshot" : "depth",
      E: now(),
      s: symbolOf(spec),
      U: before,
      u: version,
      l: levels,
      d: isSnapshot ? "SNAPSHOT" : "CHANGED",
      b: bids.map(show),
      a: asks.map(show),
    });
  };
  return {
    snapshot: (spec, window) => frame(spec, window, window.version, true),
    change: (spec, window, before) => frame(spec, window, before, false),
  };
}

export function tickerEncoder(now: () => TimeMs): TickerEncoder {
  return (spec, ticker) => {
    const time = now();
    const { last, open24h, baseVolume24h, quoteVolume24h } = ticker;
    return frameOf<TickerFrame>({
      e: "ticker",
      E: time,
      s: symbolOf(spec),
      d: [
        {
          p: priceText(spec, last - open24h),
          P: changeText(open24h, last),
          w:
            baseVolume24h === 0
              ? priceText(spec, last)
              : averagePriceText(spec, quoteVolume24h, baseVolume24h),
          c: priceText(spec, last),
          o: priceText(spec, open24h),
          h: priceText(spec, ticker.high24h),
          l: priceText(spec, ticker.low24h),
          v: sizeText(spec, baseVolume24h),
          q: moneyText(quoteVolume24h),
          O: time - DAY_MS,
          C: time,
          n: ticker.trades24h,
          m: pointsText(spec, ticker.mark),
          i: pointsText(spec, ticker.index),
        },
      ],
    });
  };
}

/** @param trades oldest first */
export function tradesFrame(
  spec: ContractSpec,
  trades: readonly PublicTrade[],
  { isSnapshot, now }: { readonly isSnapshot: boolean; readonly now: TimeMs },
): Frame {
  return frameOf<TradeFrame>({
    e: isSnapshot ? "tradeSnapshot" : "trade",
    E: now,
    s: symbolOf(spec),
    d: trades.map((each) => ({
      T: each.time,
      t: ticketId(spec.contract, each.trade),
      p: priceText(spec, each.price),
      q: sizeText(spec, each.size),
      v: moneyText(each.value),
      m: each.takerSide === SELL,
    })),
  });
}

export function klineEncoder(
  { price, interval, intervalMs }: { price: KlinePrice; interval: KlineInterval; intervalMs: number },
  now: () => TimeMs,
): KlineEncoder & { history(spec: ContractSpec, bars: readonly Bar[]): Frame } {
  const text = price === "LAST_PRICE" ? priceText : pointsText;
  const frame = (e: KlineFrame["e"], spec: ContractSpec, bars: readonly Bar[]): Frame => {
    const s = symbolOf(spec);
    return frameOf<KlineFrame>({
      e,
      E: now(),
      s,
      p: price,
      d: bars.map((bar) => ({
        t: bar.time,
        T: candleEnd(bar.time, intervalMs),
        s,
        i: interval,
        o: text(spec, bar.open),
        c: text(spec, bar.close),
        h: text(spec, bar.high),
        l: text(spec, bar.low),
        v: sizeText(spec, bar.volume),
        q: moneyText(bar.value),
        V: sizeText(spec, bar.boughtVolume),
        Q: moneyText(bar.boughtValue),
        n: bar.trades,
      })),
    });
  };
  return {
    snapshot: (spec, running) => frame("klineSnapshot", spec, [running]),
    change: (spec, bars) => frame("kline", spec, bars),
    history: (spec, bars) => frame("klineSnapshot", spec, bars),
  };
}

function symbolOf(spec: ContractSpec): string {
  return v3.words.symbolOf(spec.symbol);
}

function frameOf<F>(frame: F): Frame {
  return encodeFrame(JSON.stringify(frame));
}
