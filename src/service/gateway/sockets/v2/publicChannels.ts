import type { KlineInterval, KlinePrice } from "../../../../interface/wire/v2/sockets/index.ts";
import {
  depthLevels,
  klineIntervals,
  klinePrices,
  sockets,
} from "../../../../interface/wire/v2/sockets/index.ts";
import type { TimeMs } from "../../../../kernel/core/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../kernel/host/clock.ts";
import type { CandlePrice, MarketViews } from "../../../views/index.ts";
import { MONTH } from "../../../views/index.ts";
import type { Leaderboard } from "../../leaderboard/leaderboard.ts";
import type { Log } from "../../log.ts";
import type { Services } from "../../serve.ts";
import type { Channel, ChannelBook } from "../channels.ts";
import { ChannelError } from "../channels.ts";
import { DepthFeed } from "../feeds/depthFeed.ts";
import type { Feed } from "../feeds/feed.ts";
import { KlineFeed } from "../feeds/klineFeed.ts";
import { LeaderboardFeed } from "../feeds/leaderboardFeed.ts";
import { MarketFeeds } from "../feeds/marketFeeds.ts";
import { TickerFeed } from "../feeds/tickerFeed.ts";
import { TradesFeed } from "../feeds/tradesFeed.ts";
import { depthEncoder, klineEncoder, leaderboardFrame, tickerEncoder, tradesEncoder } from "./encoders.ts";

const { channels } = sockets;

const INTERVALS_MS: Readonly<Record<KlineInterval, number>> = {
  MINUTE_1: MINUTE_MS,
  MINUTE_5: 5 * MINUTE_MS,
  MINUTE_15: 15 * MINUTE_MS,
  MINUTE_30: 30 * MINUTE_MS,
  HOUR_1: HOUR_MS,
  HOUR_2: 2 * HOUR_MS,
  HOUR_4: 4 * HOUR_MS,
  HOUR_6: 6 * HOUR_MS,
  HOUR_8: 8 * HOUR_MS,
  HOUR_12: 12 * HOUR_MS,
  DAY_1: DAY_MS,
  WEEK_1: 7 * DAY_MS,
  MONTH_1: MONTH,
};

const PRICES: Readonly<Record<KlinePrice, CandlePrice>> = { LAST_PRICE: "last", MARK_PRICE: "mark" };

/**
 * The public channels of V2: `ticker.<symbol>`, `kline.<price>.<symbol>.<interval>`,
 * `depth.<symbol>.<levels>`, `trades.<symbol>`. Names are case-sensitive, as symbols are.
 */
export class PublicChannels implements ChannelBook {
  readonly #views: MarketViews;
  readonly #now: () => TimeMs;
  readonly #leaderboard: Leaderboard;
  readonly #log: Log;
  readonly #feeds: MarketFeeds;

  constructor({
    views,
    clock,
    barrier,
    now,
    leaderboard,
    log,
  }: Pick<Services, "views" | "clock" | "barrier" | "now" | "leaderboard" | "log">) {
    this.#views = views;
    this.#now = now;
    this.#leaderboard = leaderboard;
    this.#log = log;
    this.#feeds = new MarketFeeds(views, clock, barrier);
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
    const [kind, ...parts] = channel.split(".");
    if (kind === "ticker" && parts.length === 1) return this.#ticker(channel, parts[0]!);
    if (kind === "trades" && parts.length === 1) return this.#trades(channel, parts[0]!);
    if (kind === "depth" && parts.length === 2) return this.#depth(channel, parts[0]!, parts[1]!);
    if (kind === "kline" && parts.length === 3) return this.#kline(channel, parts[0]!, parts[1]!, parts[2]!);
    if (channel === channels.leaderboard.address) return this.#leaders();
    throw new ChannelError(
      "invalid channel: it is ticker.<symbol>, kline.<priceType>.<symbol>.<interval>, depth.<symbol>.<15|200> or trades.<symbol>",
    );
  }

  #ticker(channel: string, symbol: string): () => Feed {
    this.#checkSymbol(symbol);
    const options = { everyMs: channels.ticker.everyMs, now: this.#now, encode: tickerEncoder(channel) };
    return () => new TickerFeed(this.#views, symbol, options);
  }

  #trades(channel: string, symbol: string): () => Feed {
    this.#checkSymbol(symbol);
    return () => new TradesFeed(symbol, tradesEncoder(channel));
  }

  #depth(channel: string, symbol: string, text: string): () => Feed {
    this.#checkSymbol(symbol);
    const levels = depthLevels.find((each) => String(each) === text);
    if (levels === undefined) {
      throw new ChannelError(`invalid depth level: one of ${depthLevels.join(", ")}, got '${text}'`);
    }
    const options = { levels, everyMs: channels.depth.everyMs, encoder: depthEncoder(channel, levels) };
    return () => new DepthFeed(this.#views, symbol, options);
  }

  #kline(channel: string, priceType: string, symbol: string, interval: string): () => Feed {
    this.#checkSymbol(symbol);
    const price = oneOf(klinePrices, "priceType", priceType);
    const intervalMs = INTERVALS_MS[oneOf(klineIntervals, "interval", interval)];
    const encoder = klineEncoder(channel, price);
    const options = { price: PRICES[price], intervalMs, everyMs: channels.kline.everyMs, encoder };
    return () => new KlineFeed(this.#views, symbol, options);
  }

  #leaders(): () => Feed {
    if (!this.#leaderboard.isPublic)
      throw new ChannelError("invalid channel: this venue shows its leaderboard to operators alone");
    const options = { everyMs: channels.leaderboard.everyMs, log: this.#log, encode: leaderboardFrame };
    return () => new LeaderboardFeed(this.#leaderboard, options);
  }

  #checkSymbol(symbol: string): void {
    if (this.#views.contract(symbol) === undefined) throw new ChannelError(`invalid symbol: ${symbol}`);
  }
}

function oneOf<const W extends string>(words: readonly W[], name: string, text: string): W {
  const word = words.find((each) => each === text);
  if (word === undefined) {
    throw new ChannelError(`invalid ${name}: one of ${words.join(", ")}, got '${text}'`);
  }
  return word;
}
