import { candleIntervals } from "../../../../interface/wire/commonParameters.ts";
import { v3 } from "../../../../interface/wire/index.ts";
import type { KlineInterval, KlinePrice } from "../../../../interface/wire/v3/sockets/index.ts";
import {
  depthLevels,
  klineIntervals,
  klinePrices,
  sockets,
} from "../../../../interface/wire/v3/sockets/index.ts";
import type { TimeMs } from "../../../../kernel/core/index.ts";
import { HOUR_MS } from "../../../../kernel/host/clock.ts";
import { patiently } from "../../../readmodel/index.ts";
import type { CandlePrice, MarketViews } from "../../../views/index.ts";
import { MONTH } from "../../../views/index.ts";
import { candlesOf } from "../../market/candles.ts";
import type { Services } from "../../serve.ts";
import type { Channel, ChannelBook } from "../channels.ts";
import { ChannelError } from "../channels.ts";
import { DepthFeed } from "../feeds/depthFeed.ts";
import { KlineFeed } from "../feeds/klineFeed.ts";
import { MarketFeeds } from "../feeds/marketFeeds.ts";
import { TickerFeed } from "../feeds/tickerFeed.ts";
import { TradesFeed } from "../feeds/tradesFeed.ts";
import { HeldPushes } from "../heldPushes.ts";
import type { Pushing } from "../outbox.ts";
import { depthEncoder, klineEncoder, tickerEncoder, tradesFrame } from "./encoders.ts";

const { channels } = sockets;

/** How many trades the snapshot of a trade stream has. */
const TRADES_SNAPSHOT = 50;
/** How many candles the snapshot of a kline stream has. */
const KLINES_SNAPSHOT = 500;

/** Streams have more intervals than the candles of REST. */
const INTERVALS_MS: Readonly<Record<KlineInterval, number>> = {
  ...candleIntervals,
  "2h": 2 * HOUR_MS,
  "6h": 6 * HOUR_MS,
  "8h": 8 * HOUR_MS,
  "1M": MONTH,
};

const PRICES: Readonly<Record<KlinePrice, CandlePrice>> = { LAST_PRICE: "last", MARK_PRICE: "mark" };

/**
 * The public streams of V3: `<SYMBOL>@ticker`, `@trade`, `@depth` (15 levels), `@depth15`, `@depth200`,
 * `@kline_<interval>`, `@kline_<interval>_<LAST_PRICE|MARK_PRICE>`. Symbols are taken in either case; frames
 * carry upper case.
 */
export class PublicStreams implements ChannelBook {
  readonly #services: Services;
  readonly #views: MarketViews;
  readonly #now: () => TimeMs;
  readonly #feeds: MarketFeeds;

  constructor(services: Services) {
    this.#services = services;
    this.#views = services.views;
    this.#now = services.now;
    this.#feeds = new MarketFeeds(services.views, services.clock, services.barrier);
  }

  find(stream: string): Channel {
    const at = stream.indexOf("@");
    if (at < 0) throw new ChannelError(`invalid event : ${stream}`);
    const symbol = v3.words.listedSymbol(stream.slice(0, at));
    if (this.#views.contract(symbol) === undefined) throw new ChannelError(`invalid symbol : ${symbol}`);
    const event = stream.slice(at + 1);
    if (event === "ticker") return this.#ticker(symbol);
    if (event === "trade") return this.#trade(symbol);
    if (event.startsWith("depth")) return this.#depth(symbol, event.slice("depth".length));
    if (event.startsWith("kline_")) return this.#kline(symbol, event);
    throw new ChannelError(`invalid event : ${event}`);
  }

  close(): void {
    this.#feeds.close();
  }

  #ticker(symbol: string): Channel {
    const options = { everyMs: channels.ticker.everyMs, now: this.#now, encode: tickerEncoder(this.#now) };
    const make = () => new TickerFeed(this.#views, symbol, options);
    return (outbox) => this.#feeds.join(`${symbol}@ticker`, outbox, make);
  }

  #trade(symbol: string): Channel {
    const now = this.#now;
    const make = () =>
      new TradesFeed(symbol, (spec, trades) => tradesFrame(spec, trades, { isSnapshot: false, now: now() }));
    return (outbox) => {
      const { spec } = this.#views.contract(symbol)!;
      const recent = this.#views.trades(spec.contract, TRADES_SNAPSHOT).toReversed();
      outbox.push(tradesFrame(spec, recent, { isSnapshot: true, now: now() }));
      return this.#feeds.join(`${symbol}@trade`, outbox, make);
    };
  }

  #depth(symbol: string, text: string): Channel {
    const levels = text === "" ? depthLevels[0] : depthLevels.find((each) => String(each) === text);
    if (levels === undefined) throw new ChannelError(`invalid depth level : ${text}`);
    const options = { levels, everyMs: channels.depth.everyMs, encoder: depthEncoder(levels, this.#now) };
    const make = () => new DepthFeed(this.#views, symbol, options);
    return (outbox) => this.#feeds.join(`${symbol}@depth${levels}`, outbox, make);
  }

  #kline(symbol: string, event: string): Channel {
    const [, word, ...rest] = event.split("_");
    const interval = klineIntervals.find((each) => each === word);
    if (interval === undefined) throw new ChannelError(`invalid kline interval : ${word}`);
    const named = rest.length === 0 ? klinePrices[0] : rest.join("_");
    const price = klinePrices.find((each) => each === named);
    if (price === undefined) throw new ChannelError(`invalid kline price : ${named}`);
    return (outbox) => this.#joinKline(symbol, interval, price, outbox);
  }

  /** The snapshot is read from history, which takes its time; what happens meanwhile is pushed after it. */
  #joinKline(symbol: string, interval: KlineInterval, price: KlinePrice, outbox: Pushing): () => void {
    const intervalMs = INTERVALS_MS[interval];
    const encoder = klineEncoder({ price, interval, intervalMs }, this.#now);
    const options = { price: PRICES[price], intervalMs, everyMs: channels.kline.everyMs, encoder };
    const held = new HeldPushes(outbox);
    const leave = this.#feeds.join(
      `${symbol}@kline_${interval}_${price}`,
      held,
      () => new KlineFeed(this.#views, symbol, options),
    );
    let isGone = false;
    const begin = async (): Promise<void> => {
      const { history, barrier, log } = this.#services;
      const { spec } = this.#views.contract(symbol)!;
      const question = { price: PRICES[price], intervalMs, limit: KLINES_SNAPSHOT };
      try {
        const bars = await barrier.during(() =>
          patiently(history, () => candlesOf(this.#services, spec, question)),
        );
        if (!isGone && bars.length > 0) outbox.push(encoder.history(spec, bars));
      } catch (error) {
        log.warn({ err: error, symbol }, "candles of the past could not be read for a stream");
      }
      if (!isGone) held.release();
    };
    void begin();
    return () => {
      isGone = true;
      leave();
    };
  }
}
