import type { KlineInterval } from "../../../../interface/wire/fapi/parameters.ts";
import { klineIntervals } from "../../../../interface/wire/fapi/parameters.ts";
import {
  DEPTH_SPEED,
  depthLevels,
  depthSpeeds,
  sockets,
} from "../../../../interface/wire/fapi/sockets/index.ts";
import { fapi } from "../../../../interface/wire/index.ts";
import type { TimeMs } from "../../../../kernel/core/index.ts";
import { BUY, SELL } from "../../../../kernel/core/index.ts";
import type { ContractData, ContractSpec, MarketViews, TickerView } from "../../../views/index.ts";
import type { Services } from "../../serve.ts";
import type { Channel, ChannelBook } from "../channels.ts";
import { ChannelError } from "../channels.ts";
import { BookFeed } from "../feeds/bookFeed.ts";
import { DepthFeed } from "../feeds/depthFeed.ts";
import type { Feed } from "../feeds/feed.ts";
import type { Figure } from "../feeds/figureFeed.ts";
import { FigureFeed } from "../feeds/figureFeed.ts";
import { KlineFeed } from "../feeds/klineFeed.ts";
import type { Liquidation } from "../feeds/liquidationFeed.ts";
import { LiquidationFeed } from "../feeds/liquidationFeed.ts";
import { MarketFeeds } from "../feeds/marketFeeds.ts";
import { isSameTicker } from "../feeds/tickerFeed.ts";
import { TradesFeed } from "../feeds/tradesFeed.ts";
import type { Quote } from "./encoders.ts";
import {
  aggregateFrames,
  contractEvent,
  depthEvent,
  frameOf,
  klineEncoder,
  liquidationEvent,
  markPriceEvent,
  miniTickerEvent,
  quoteEvent,
  tickerEvent,
  tradeFrames,
} from "./encoders.ts";

const { channels } = sockets;

/** How often mark prices are pushed, ms: without a speed, and with `@1s`. */
const MARK_SPEEDS: Readonly<Record<string, number>> = { "": 3_000, "@1s": 1_000 };

/** What an order took is put together whatever it took. */
const WHOLE_FRAME = Number.POSITIVE_INFINITY;

const DEPTH = /^depth(\d*)(?:@(\d+)ms)?$/;
const KLINE = /^(kline|continuousKline)_(\w+)$/;
const PERPETUAL = "_perpetual";

/** An event of each contract's figures, or of the day of it. */
type DayEvent = (data: ContractData, ticker: TickerView, now: TimeMs) => object;

/** The market streams of the dialect, by their names; symbols are taken in either case. */
export class MarketStreams implements ChannelBook {
  readonly #views: MarketViews;
  readonly #now: () => TimeMs;
  readonly #feeds: MarketFeeds;

  constructor({ views, now, clock, barrier }: Services) {
    this.#views = views;
    this.#now = now;
    this.#feeds = new MarketFeeds(views, clock, barrier);
  }

  find(stream: string): Channel {
    const make = stream.startsWith("!") ? this.#ofAll(stream) : this.#ofSymbol(stream);
    const name = stream.toLowerCase() === stream ? stream : canonical(stream);
    return (outbox) => this.#feeds.join(name, outbox, make);
  }

  close(): void {
    this.#feeds.close();
  }

  #ofSymbol(stream: string): () => Feed {
    const at = stream.indexOf("@");
    if (at < 0) throw unknown(stream);
    const event = stream.slice(at + 1);
    const isContinuous = event.startsWith("continuousKline_");
    const named = stream.slice(0, at).toLowerCase();
    if (isContinuous && !named.endsWith(PERPETUAL)) throw unknown(stream);
    const symbol = fapi.words.listedSymbol(isContinuous ? named.slice(0, -PERPETUAL.length) : named);
    const make = this.#eventOf(symbol, event);
    if (make === undefined) throw unknown(stream);
    if (this.#views.contract(symbol) === undefined) throw new ChannelError(`unknown symbol of ${stream}`);
    return make;
  }

  #eventOf(symbol: string, event: string): (() => Feed) | undefined {
    const views = this.#views;
    const now = this.#now;
    switch (event) {
      case "aggTrade":
        return () =>
          new TradesFeed(symbol, (spec, trades) => aggregateFrames(spec, trades, now()), WHOLE_FRAME);
      case "trade":
        return () => new TradesFeed(symbol, (spec, trades) => tradeFrames(spec, trades, now()));
      case "bookTicker":
        return () => new FigureFeed(this.#quotes([symbol], 0));
      case "ticker":
        return () => new FigureFeed(this.#day(symbol, channels.ticker.everyMs, tickerEvent));
      case "miniTicker":
        return () => new FigureFeed(this.#day(symbol, channels.miniTicker.everyMs, miniTickerEvent));
      case "markPrice":
      case "markPrice@1s":
        return () => new FigureFeed(this.#mark(symbol, MARK_SPEEDS[event.slice("markPrice".length)]!));
      case "forceOrder":
        return () => new LiquidationFeed(views, symbol, this.#liquidations());
    }
    const depth = DEPTH.exec(event);
    if (depth !== null) return this.#depth(symbol, depth[1]!, depth[2]);
    const [, , word] = KLINE.exec(event) ?? [];
    if (word === undefined || !Object.hasOwn(klineIntervals, word)) return undefined;
    return this.#kline(symbol, word as KlineInterval, event.startsWith("continuous"));
  }

  #ofAll(stream: string): () => Feed {
    const views = this.#views;
    const listed = () => views.listed().map(({ spec }) => spec.symbol);
    switch (stream) {
      case "!bookTicker":
        return () => new FigureFeed(this.#quotes(listed(), channels.allBookTickers.everyMs));
      case "!ticker@arr":
        return () => new FigureFeed(this.#days(channels.allTickers.everyMs, tickerEvent));
      case "!miniTicker@arr":
        return () => new FigureFeed(this.#days(channels.allMiniTickers.everyMs, miniTickerEvent));
      case "!markPrice@arr":
      case "!markPrice@arr@1s":
        return () => new FigureFeed(this.#marks(MARK_SPEEDS[stream.slice("!markPrice@arr".length)]!));
      case "!forceOrder@arr":
        return () => new LiquidationFeed(views, undefined, this.#liquidations());
      case "!contractInfo":
        return () => new FigureFeed(this.#contracts());
    }
    throw unknown(stream);
  }

  #depth(symbol: string, levelsText: string, speedText: string | undefined): (() => Feed) | undefined {
    const everyMs = depthSpeeds.find((each) => String(each) === (speedText ?? String(DEPTH_SPEED)));
    if (everyMs === undefined) return undefined;
    const stamps = () => ({ now: this.#now(), time: this.#views.time });
    if (levelsText === "")
      return () =>
        new BookFeed(this.#views, symbol, {
          everyMs,
          encode: (spec, change) => frameOf(depthEvent(spec, change, stamps())),
        });
    const levels = depthLevels.find((each) => String(each) === levelsText);
    if (levels === undefined) return undefined;
    return () =>
      new DepthFeed(this.#views, symbol, {
        levels,
        everyMs,
        encoder: {
          snapshot: (spec, window, before) => frameOf(depthEvent(spec, { ...window, before }, stamps())),
        },
      });
  }

  #kline(symbol: string, interval: KlineInterval, isContinuous: boolean): () => Feed {
    const intervalMs = klineIntervals[interval];
    const encoder = klineEncoder(interval, isContinuous, this.#now);
    const { everyMs } = channels.kline;
    return () => new KlineFeed(this.#views, symbol, { price: "last", intervalMs, everyMs, encoder });
  }

  /** The best prices of contracts; an event for each whose best changed. */
  #quotes(symbols: readonly string[], everyMs: number): Figure<readonly Quote[]> {
    const contracts = () => symbols.map((symbol) => this.#views.contract(symbol)!);
    return {
      everyMs,
      look: () => contracts().map((data) => this.#quote(data)),
      isSame: (quotes, shown) => quotes.every((quote, i) => isSameQuote(quote, shown[i]!)),
      encode: (quotes, shown) =>
        contracts().flatMap(({ spec }, i) =>
          shown !== undefined && isSameQuote(quotes[i]!, shown[i]!)
            ? []
            : [frameOf(quoteEvent(spec, quotes[i]!, this.#now()))],
        ),
    };
  }

  #quote({ book, bookSeq: version }: ContractData): Quote {
    const bid = book.best(BUY);
    const ask = book.best(SELL);
    const bidSize = bid === 0 ? 0 : book.sizeAt(BUY, bid);
    const askSize = ask === 0 ? 0 : book.sizeAt(SELL, ask);
    return { bid, bidSize, ask, askSize, version, time: this.#views.time };
  }

  #mark(symbol: string, everyMs: number): Figure<ContractData> {
    return {
      everyMs,
      look: () => this.#views.contract(symbol)!,
      isSame: () => false,
      encode: (data) => [frameOf(markPriceEvent(data, this.#now()))],
    };
  }

  #marks(everyMs: number): Figure<readonly ContractData[]> {
    return {
      everyMs,
      look: () => this.#views.listed(),
      isSame: () => false,
      encode: (contracts) => [frameOf(contracts.map((data) => markPriceEvent(data, this.#now())))],
    };
  }

  #day(symbol: string, everyMs: number, event: DayEvent): Figure<TickerView> {
    const data = () => this.#views.contract(symbol)!;
    return {
      everyMs,
      look: () => this.#views.ticker(data().spec.contract, this.#now()),
      isSame: isSameTicker,
      encode: (ticker) => [frameOf(event(data(), ticker, this.#now()))],
    };
  }

  /** The contracts whose figures changed, in one list. */
  #days(everyMs: number, event: DayEvent): Figure<ReadonlyMap<ContractData, TickerView>> {
    const isNew = (ticker: TickerView, before: TickerView | undefined) =>
      before === undefined || !isSameTicker(ticker, before);
    return {
      everyMs,
      look: () =>
        new Map(
          this.#views.listed().map((data) => [data, this.#views.ticker(data.spec.contract, this.#now())]),
        ),
      isSame: (tickers, shown) => [...tickers].every(([data, ticker]) => !isNew(ticker, shown.get(data))),
      encode: (tickers, shown) => {
        const changed = [...tickers].filter(([data, ticker]) => isNew(ticker, shown?.get(data)));
        return [frameOf(changed.map(([data, ticker]) => event(data, ticker, this.#now())))];
      },
    };
  }

  #liquidations() {
    const encode = (spec: ContractSpec, each: Liquidation) =>
      frameOf(liquidationEvent(spec, each, this.#now()));
    return { everyMs: channels.forceOrder.everyMs, encode };
  }

  /** What of each contract somebody who trades it must know; nothing at first. */
  #contracts(): Figure<readonly string[]> {
    const look = () =>
      this.#views.contracts().map(({ spec }) => JSON.stringify({ ...contractEvent(spec, 0) }));
    return {
      everyMs: channels.contractInfo.everyMs,
      look,
      isSame: (now, shown) => now.join() === shown.join(),
      encode: (now, shown) =>
        shown === undefined
          ? []
          : this.#views
              .contracts()
              .filter((_, i) => now[i] !== shown[i])
              .map(({ spec }) => frameOf(contractEvent(spec, this.#now()))),
    };
  }
}

function isSameQuote(a: Quote, b: Quote): boolean {
  return a.bid === b.bid && a.bidSize === b.bidSize && a.ask === b.ask && a.askSize === b.askSize;
}

/** The name of a stream with its symbol in lower case: one feed whatever the case. */
function canonical(stream: string): string {
  const at = stream.indexOf("@");
  return at <= 0 ? stream : stream.slice(0, at).toLowerCase() + stream.slice(at);
}

function unknown(stream: string): ChannelError {
  return new ChannelError(`unknown stream ${stream}`);
}
