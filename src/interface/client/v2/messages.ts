import type { v2 } from "../../wire/index.ts";
import type { DepthElement } from "../../wire/v2/sockets/market.ts";
import type { Requests } from "./generated/operations.ts";

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

/**
 * Parameters of operations that programs name often. Amounts, prices and sizes are decimal text, sizes in
 * base coin; times are Unix ms.
 */

export type OrderRequest = Requests["orders.place"];
export type PlanRequest = Requests["plans.place"];
export type LiveOrdersRequest = Requests["orders.current"];
export type CandlePrice = NonNullable<Requests["market.candles"]["priceType"]>;
type AnyGranularity = Requests["market.candles"]["granularity"];
/** Hours, days and weeks are taken in either case. */
export type Granularity = Extract<AnyGranularity, Lowercase<AnyGranularity>>;
