import type {
  CollateralRow,
  DepthFrame,
  FillRow,
  KlineFrame,
  KlineInterval,
  KlinePrice,
  OrderRow,
  PositionRow,
  TickerFrame,
  TradeFrame,
} from "../../wire/v3/sockets/index.ts";
import { type Channels, feedOf } from "../channels.ts";
import type { Feed } from "../feed.ts";
import { requireFor } from "../watchArguments.ts";
import type { Message } from "./dialect.ts";

/** A frame of a private stream. */
export interface AccountFrame<T> {
  readonly e: string;
  /** Market time, Unix ms. */
  readonly E: number;
  /** Version of the account after it. */
  readonly v: number;
  /** What happened: "OrderUpdate", "PositionFundingSettle"… */
  readonly msgEvent: string;
  readonly d: readonly T[];
}

/**
 * What the venue pushes over V3, as feeds of whole frames. Each function subscribes and resolves when the
 * venue has acknowledged; a snapshot is the first frame, where no other feed of the client reads the stream
 * already.
 */
export class V3Watch {
  readonly #public: Channels<Message>;
  readonly #private: Channels<Message>;

  constructor(publicStreams: Channels<Message>, privateStreams: Channels<Message>) {
    this.#public = publicStreams;
    this.#private = privateStreams;
  }

  async ticker(symbol: string): Promise<Feed<TickerFrame>> {
    requireFor("ticker", symbol);
    return this.#market(symbol, "ticker");
  }

  /** The latest trades, then every trade. */
  async trades(symbol: string): Promise<Feed<TradeFrame>> {
    requireFor("trades", symbol);
    return this.#market(symbol, "trade");
  }

  /** A snapshot of the best levels, then what changes. */
  async depth(symbol: string, levels: 15 | 200 = 15): Promise<Feed<DepthFrame>> {
    requireFor("depth", symbol, levels);
    return this.#market(symbol, `depth${levels}`);
  }

  /** Candles of the past, then those that change. */
  async klines(
    symbol: string,
    interval: KlineInterval,
    price: KlinePrice = "LAST_PRICE",
  ): Promise<Feed<KlineFrame>> {
    requireFor("klines", symbol, interval, price);
    return this.#market(symbol, `kline_${interval}_${price}`);
  }

  /** Orders as they change, with `paper` those of the paper account. Needs a key. */
  async orders(options?: OfAccount): Promise<Feed<AccountFrame<OrderRow>>> {
    requireFor("orders", options);
    return this.#account("orders", options);
  }

  async fills(options?: OfAccount): Promise<Feed<AccountFrame<FillRow>>> {
    requireFor("fills", options);
    return this.#account("fill", options);
  }

  /**
   * Positions as they change, with `paper` those of the paper account; size "0" is one that has ended. Needs
   * a key.
   */
  async positions(options?: OfAccount): Promise<Feed<AccountFrame<PositionRow>>> {
    requireFor("positions", options);
    return this.#account("positions", options);
  }

  /** Collateral entries as they change, with `paper` those of the paper account. Needs a key. */
  async collateral(options?: OfAccount): Promise<Feed<AccountFrame<CollateralRow>>> {
    requireFor("collateral", options);
    return this.#account("account", options);
  }

  #market<T>(symbol: string, stream: string): Promise<Feed<T>> {
    return framesOf<T>(this.#public, `${symbol.toUpperCase()}@${stream}`);
  }

  #account<T>(channel: string, { paper = false }: OfAccount = {}): Promise<Feed<T>> {
    return framesOf<T>(this.#private, paper ? `sim.${channel}` : channel);
  }
}

interface OfAccount {
  readonly paper?: boolean;
}

function framesOf<T>(streams: Channels<Message>, name: string): Promise<Feed<T>> {
  return feedOf<Message, T>(streams, name, (message, feed) => feed.push(message as T));
}
