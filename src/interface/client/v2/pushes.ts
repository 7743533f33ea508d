import type { v2 } from "../../wire/index.ts";
import type { DepthElement } from "../../wire/v2/sockets/market.ts";

/** What the channels push, element by element; prices, sizes and amounts are decimal text. */
export type { Leaderboard as LeaderboardPush } from "../../wire/leaderboard.ts";
export type {
  DepthElement as DepthPush,
  KlineElement as CandlePush,
  KlineInterval as CandleInterval,
  KlinePrice as CandlePushPrice,
  TickerElement as TickerPush,
  TradeElement as TradePush,
} from "../../wire/v2/sockets/market.ts";

/** A price level of a depth push; size "0": it is gone. */
export type LevelPush = DepthElement["asks"][number];

/** A push of a private channel. */
export interface AccountPush<T> {
  /** What happened: "OrderUpdate", "PositionFundingSettle"… */
  readonly event: v2.MsgEvent;
  /** Version of the account after it; pushes of one event on several channels carry the same. */
  readonly version: number;
  /** Market time, Unix ms. */
  readonly time: number;
  readonly rows: readonly T[];
}
