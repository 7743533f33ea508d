import type { SdkInterval } from "../../../../interface/wire/v2/sockets/index.ts";
import { SDK_DEPTH_LEVELS, sdkIntervals, sockets } from "../../../../interface/wire/v2/sockets/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../kernel/host/clock.ts";
import type { Services } from "../../serve.ts";
import type { Channel, ChannelBook } from "../channels.ts";
import { ChannelError } from "../channels.ts";
import { DepthFeed } from "../feeds/depthFeed.ts";
import type { Feed } from "../feeds/feed.ts";
import { KlineFeed } from "../feeds/klineFeed.ts";
import { MarketFeeds } from "../feeds/marketFeeds.ts";
import { TickerFeed } from "../feeds/tickerFeed.ts";
import { TradesFeed } from "../feeds/tradesFeed.ts";
import { candleEncoder, depthEncoder, tickerEncoder, tradesEncoder } from "./encoders.ts";

const INTERVALS_MS: Readonly<Record<SdkInterval, number>> = {
  "1m": MINUTE_MS,
  "5m": 5 * MINUTE_MS,
  "15m": 15 * MINUTE_MS,
  "30m": 30 * MINUTE_MS,
  "1h": HOUR_MS,
  "4h": 4 * HOUR_MS,
  "1d": DAY_MS,
  "1w": 7 * DAY_MS,
};

const { ticker, depth, kline } = sockets.channels;

/**
 * The public channels by the names of the vendor's Go SDK: `ticker.<symbol>`, `depth.<symbol>`,
 * `candlestick.<symbol>.<interval>`, `trades.<symbol>`. They come as often as those of V2.
 */
export class SdkPublicChannels implements ChannelBook {
  readonly #services: Services;
  readonly #feeds: MarketFeeds;

  constructor(services: Services) {
    this.#services = services;
    this.#feeds = new MarketFeeds(services.views, services.clock, services.barrier);
  }

  find(channel: string): Channel {
    const make = this.#maker(channel);
    return (outbox) => this.#feeds.join(channel, outbox, make);
  }

  close(): void {
    this.#feeds.close();
  }

  /** The function that makes the feed of a channel. Refuses an unknown name. */
  #maker(channel: string): () => Feed {
    const { views, now } = this.#services;
    const [kind, symbol = "", interval, ...rest] = channel.split(".");
    const isNamed = rest.length === 0 && (interval === undefined) === (kind !== "candlestick");
    const maker = isNamed ? this.#makers.get(kind ?? "") : undefined;
    if (maker === undefined) {
      throw new ChannelError(
        "invalid channel: it is ticker.<symbol>, depth.<symbol>, candlestick.<symbol>.<interval> or trades.<symbol>",
      );
    }
    if (views.contract(symbol) === undefined) throw new ChannelError(`invalid symbol: ${symbol}`);
    return maker({ channel, symbol, interval, views, now });
  }

  readonly #makers: ReadonlyMap<string, Maker> = new Map(
    Object.entries({
      ticker: ({ channel, symbol, views, now }) => {
        const options = {
          everyMs: ticker.everyMs,
          now,
          encode: tickerEncoder(channel, now),
          showsQuotes: true,
        };
        return () => new TickerFeed(views, symbol, options);
      },
      depth: ({ channel, symbol, views, now }) => {
        const options = {
          levels: SDK_DEPTH_LEVELS,
          everyMs: depth.everyMs,
          encoder: depthEncoder(channel, now),
        };
        return () => new DepthFeed(views, symbol, options);
      },
      candlestick: ({ channel, symbol, interval, views }) => {
        const word = sdkIntervals.find((each) => each === interval);
        if (word === undefined) {
          throw new ChannelError(`invalid interval: one of ${sdkIntervals.join(", ")}, got '${interval}'`);
        }
        const intervalMs = INTERVALS_MS[word];
        const encoder = candleEncoder(channel, word, intervalMs);
        return () =>
          new KlineFeed(views, symbol, { price: "last", intervalMs, everyMs: kline.everyMs, encoder });
      },
      trades: ({ channel, symbol }) => {
        return () => new TradesFeed(symbol, tradesEncoder(channel));
      },
    } satisfies Record<string, Maker>),
  );
}

/** Returns the function that makes the feed of an existing channel. */
type Maker = (
  named: Pick<Services, "views" | "now"> & {
    readonly channel: string;
    readonly symbol: string;
    readonly interval: string | undefined;
  },
) => () => Feed;
