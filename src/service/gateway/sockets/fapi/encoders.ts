import type { KlineInterval } from "../../../../interface/wire/fapi/parameters.ts";
import { klineIntervals } from "../../../../interface/wire/fapi/parameters.ts";
import type * as events from "../../../../interface/wire/fapi/sockets/index.ts";
import {
  averagePriceText,
  fapi,
  moneyText,
  pointsText,
  priceText,
  rateText,
  sizeText,
} from "../../../../interface/wire/index.ts";
import type { TimeMs } from "../../../../kernel/core/index.ts";
import { divFloor, LEVERAGE_ONE } from "../../../../kernel/core/index.ts";
import { DAY_MS } from "../../../../kernel/host/clock.ts";
import type { Bar, ContractData, ContractSpec, PublicTrade, TickerView } from "../../../views/index.ts";
import { candleEnd } from "../../../views/index.ts";
import { statusOf } from "../../fapi/market/exchangeInfo.ts";
import { showAggregate, showLevel } from "../../fapi/market/market.ts";
import { averageText } from "../../fapi/market/ticker.ts";
import { symbolOf } from "../../fapi/symbol.ts";
import { changePercentText } from "../../market/ticker.ts";
import { aggregated } from "../../market/trades.ts";
import type { BookChange } from "../feeds/bookFeed.ts";
import type { Liquidation } from "../feeds/liquidationFeed.ts";
import type { Frame } from "../frame.ts";
import { encodeFrame } from "../frame.ts";

/** The market streams as the dialect writes them. `now` is market time: when an event says it was sent. */

export function frameOf<E>(event: E): Frame {
  return encodeFrame(JSON.stringify(event));
}

/** What of a book changed, or its best levels; `time` is that of what is shown. */
export function depthEvent(
  spec: ContractSpec,
  { bids, asks, before, version }: BookChange,
  { now, time }: { readonly now: TimeMs; readonly time: TimeMs },
): events.DepthEvent {
  return {
    e: "depthUpdate",
    E: now,
    s: symbolOf(spec),
    T: time,
    U: before,
    u: version,
    pu: before,
    b: bids.map((level) => showLevel(spec, level)),
    a: asks.map((level) => showLevel(spec, level)),
  };
}

/** @param trades oldest first */
export function tradeFrames(spec: ContractSpec, trades: readonly PublicTrade[], now: TimeMs): Frame[] {
  return trades.map((trade) => {
    const { p, q, T, m } = showAggregate(spec, { ...trade, first: trade.trade, last: trade.trade });
    return frameOf<events.TradeEvent>({
      ...{ e: "trade", E: now, s: symbolOf(spec), T, t: trade.trade, p, q, X: "MARKET", m },
    });
  });
}

/** @param trades oldest first */
export function aggregateFrames(spec: ContractSpec, trades: readonly PublicTrade[], now: TimeMs): Frame[] {
  const s = symbolOf(spec);
  return aggregated(trades).map((each) =>
    frameOf<events.AggregateTradeEvent>({ e: "aggTrade", E: now, s, ...showAggregate(spec, each) }),
  );
}

/** The best of a book, at one of its versions. */
export interface Quote {
  readonly bid: number;
  readonly bidSize: number;
  readonly ask: number;
  readonly askSize: number;
  readonly version: number;
  readonly time: TimeMs;
}

export function quoteEvent(spec: ContractSpec, quote: Quote, now: TimeMs): events.BookTickerEvent {
  return {
    e: "bookTicker",
    E: now,
    u: quote.version,
    T: quote.time,
    s: symbolOf(spec),
    b: priceText(spec, quote.bid),
    B: sizeText(spec, quote.bidSize),
    a: priceText(spec, quote.ask),
    A: sizeText(spec, quote.askSize),
  };
}

export function markPriceEvent({ spec, mark, index }: ContractData, now: TimeMs): events.MarkPriceEvent {
  const indexPrice = pointsText(spec, index.points);
  return {
    e: "markPriceUpdate",
    E: now,
    s: symbolOf(spec),
    p: pointsText(spec, mark.points),
    i: indexPrice,
    P: indexPrice,
    r: rateText(spec.fundingRate),
    T: spec.fundingDue,
  };
}

function candle(spec: ContractSpec, bar: Bar, interval: KlineInterval, isOver: boolean) {
  return {
    t: bar.time,
    T: candleEnd(bar.time, klineIntervals[interval]) - 1,
    i: interval,
    f: -1,
    L: -1,
    o: priceText(spec, bar.open),
    c: priceText(spec, bar.close),
    h: priceText(spec, bar.high),
    l: priceText(spec, bar.low),
    v: sizeText(spec, bar.volume),
    n: bar.trades,
    x: isOver,
    q: moneyText(bar.value),
    V: sizeText(spec, bar.boughtVolume),
    Q: moneyText(bar.boughtValue),
    B: "0",
  };
}

/** Of a candle of a symbol, or of a pair's perpetual contract. */
export function klineEncoder(interval: KlineInterval, isContinuous: boolean, now: () => TimeMs) {
  const frame = (spec: ContractSpec, bar: Bar, isOver: boolean): Frame => {
    const s = symbolOf(spec);
    const k = candle(spec, bar, interval, isOver);
    return isContinuous
      ? frameOf<events.ContinuousKlineEvent>({ e: "continuous_kline", E: now(), ps: s, ct: "PERPETUAL", k })
      : frameOf<events.KlineEvent>({ e: "kline", E: now(), s, k: { s, ...k } });
  };
  return {
    snapshot: (spec: ContractSpec, running: Bar) => frame(spec, running, false),
    change: (spec: ContractSpec, bars: readonly Bar[]) =>
      bars.map((bar, i) => frame(spec, bar, i < bars.length - 1)),
  };
}

function dayOf(spec: ContractSpec, ticker: TickerView) {
  return {
    c: priceText(spec, ticker.last),
    o: priceText(spec, ticker.open24h),
    h: priceText(spec, ticker.high24h),
    l: priceText(spec, ticker.low24h),
    v: sizeText(spec, ticker.baseVolume24h),
    q: moneyText(ticker.quoteVolume24h),
  };
}

export function miniTickerEvent(
  { spec }: ContractData,
  ticker: TickerView,
  now: TimeMs,
): events.MiniTickerEvent {
  return { e: "24hrMiniTicker", E: now, s: symbolOf(spec), ...dayOf(spec, ticker) };
}

export function tickerEvent(
  { spec, tape }: ContractData,
  ticker: TickerView,
  now: TimeMs,
): events.TickerEvent {
  const { last, open24h } = ticker;
  const [latest] = tape.latest(1);
  return {
    e: "24hrTicker",
    E: now,
    s: symbolOf(spec),
    ...dayOf(spec, ticker),
    p: priceText(spec, last - open24h),
    P: changePercentText(open24h, last),
    w: averageText(spec, ticker),
    Q: sizeText(spec, latest?.size ?? 0),
    O: now - DAY_MS,
    C: now,
    F: tape.firstSince(now - DAY_MS) || -1,
    L: latest?.trade ?? -1,
    n: ticker.trades24h,
  };
}

export function liquidationEvent(
  spec: ContractSpec,
  { isBuy, size, price, filled, value, lastFill, time }: Liquidation,
  now: TimeMs,
): events.ForceOrderEvent {
  return {
    e: "forceOrder",
    E: now,
    o: {
      s: symbolOf(spec),
      S: isBuy ? "BUY" : "SELL",
      o: "LIMIT",
      f: "IOC",
      q: sizeText(spec, size),
      p: priceText(spec, price),
      ap: filled === 0 ? "0" : averagePriceText(spec, value, filled),
      X: filled === size ? "FILLED" : "EXPIRED",
      l: sizeText(spec, lastFill),
      z: sizeText(spec, filled),
      T: time,
    },
  };
}

export function contractEvent(spec: ContractSpec, now: TimeMs): events.ContractInfoEvent {
  const s = symbolOf(spec);
  return {
    e: "contractInfo",
    E: now,
    ...{ s, ps: s, ct: "PERPETUAL", dt: fapi.words.NEVER, ot: 0 },
    cs: fapi.words.statuses[statusOf(spec)]!,
    bks: spec.tiers.map(({ boundUnits, leverageMax, maintenanceRate }, i) => ({
      bs: i + 1,
      bnf: String(spec.tiers[i - 1]?.boundUnits ?? 0),
      bnc: String(boundUnits),
      mmr: rateText(maintenanceRate),
      mi: divFloor(spec.leverageMin, LEVERAGE_ONE),
      ma: divFloor(leverageMax, LEVERAGE_ONE),
    })),
  };
}
