import type { v2 } from "../../wire/index.ts";
import { type Channels, feedOf } from "../channels.ts";
import type { Feed } from "../feed.ts";
import { requireFor } from "../watchArguments.ts";
import type { Message } from "./dialect.ts";
import type {
  AccountPush,
  CandleInterval,
  CandlePush,
  CandlePushPrice,
  DepthPush,
  LeaderboardPush,
  TickerPush,
  TradePush,
} from "./messages.ts";

/** What the venue pushes, as feeds. Each function subscribes and resolves when the venue has acknowledged. */
export class Watch {
  readonly #publicChannels: Channels<Message>;
  readonly #privateChannels: Channels<Message>;

  constructor(publicChannels: Channels<Message>, privateChannels: Channels<Message>) {
    this.#publicChannels = publicChannels;
    this.#privateChannels = privateChannels;
  }

  async ticker(symbol: string): Promise<Feed<TickerPush>> {
    requireFor("ticker", symbol);
    return this.#elements(`ticker.${symbol}`);
  }

  /** The running candle at every change; a new `klineTime` begins the next one. */
  async candles(
    symbol: string,
    interval: CandleInterval,
    price: CandlePushPrice = "LAST_PRICE",
  ): Promise<Feed<CandlePush>> {
    requireFor("candles", symbol, interval, price);
    return this.#elements(`kline.${price}.${symbol}.${interval}`);
  }

  async trades(symbol: string): Promise<Feed<TradePush>> {
    requireFor("trades", symbol);
    return this.#elements(`trades.${symbol}`);
  }

  /** Snapshot and increments as they come; `client.orderBook` makes a book of them. */
  async depth(symbol: string, levels: 15 | 200 = 15): Promise<Feed<DepthPush>> {
    requireFor("depth", symbol, levels);
    return this.#elements(`depth.${symbol}.${levels}`);
  }

  /** Who is ahead, whenever that changed; without curves, which `market.leaderboard` has. */
  leaderboard(): Promise<Feed<LeaderboardPush>> {
    return this.#elements("leaderboard");
  }

  /** Orders as they change. Needs a key. */
  orders(): Promise<Feed<AccountPush<v2.OrderPush>>> {
    return this.#account("orders", "order");
  }

  fills(): Promise<Feed<AccountPush<v2.FillPush>>> {
    return this.#account("fill", "orderFillTransaction");
  }

  /** Positions as they change; size "0" is one that has ended. Needs a key. */
  positions(): Promise<Feed<AccountPush<v2.PositionPush>>> {
    return this.#account("positions", "position");
  }

  /** Collateral entries as they change. Needs a key. */
  collateral(): Promise<Feed<AccountPush<v2.CollateralPush>>> {
    return this.#account("account", "collateral");
  }

  /**
   * What the operator tells the account's owner; `account.messages` has what was told before. Needs a key.
   */
  messages(): Promise<Feed<AccountPush<v2.MessagePush>>> {
    return this.#account("messages", "message");
  }

  #elements<T>(channel: string): Promise<Feed<T>> {
    return feedOf<Message, T>(this.#publicChannels, channel, ({ data }, feed) => {
      for (const element of data as readonly T[]) feed.push(element);
    });
  }

  #account<T>(channel: v2.PrivateChannel, key: string): Promise<Feed<AccountPush<T>>> {
    return feedOf<Message, AccountPush<T>>(this.#privateChannels, channel, (message, feed) =>
      feed.push(accountPushOf(message, key)),
    );
  }
}

/** The envelope of the private channels, opened. @param key under which the channel has its rows */
export function accountPushOf<T>({ msg }: Message, key: string): AccountPush<T> {
  const { msgEvent, version, time, data } = msg as {
    readonly msgEvent: v2.MsgEvent;
    readonly version: number;
    readonly time: number;
    readonly data: Readonly<Record<string, readonly T[]>>;
  };
  return { event: msgEvent, version, time, rows: data[key] ?? [] };
}
