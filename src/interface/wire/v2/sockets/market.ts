import type { Static, TSchema } from "typebox";
import { Type } from "typebox";
import { decimal, shape, text, timeText } from "../../fields.ts";
import { Leaderboard } from "../../leaderboard.ts";

/**
 * What the public channels of the V2 sockets push, field for field. Prices, sizes and amounts are decimal
 * text.
 */

/** Digits, as times are. */
const version = timeText;
const symbol = text("Symbol, such as cmt_btcusdt");
const channel = text("Name of the channel, as the client asked for it");
const pushOf = <E extends TSchema>(element: E) =>
  shape({
    event: Type.Literal("payload"),
    channel,
    data: Type.Array(element, { minItems: 1, description: "What the channel shows" }),
  });

/** `priceType` of a kline channel. */
export const klinePrices = ["LAST_PRICE", "MARK_PRICE"] as const;
export type KlinePrice = (typeof klinePrices)[number];

/** `interval` of a kline channel. */
export const klineIntervals = [
  "MINUTE_1",
  "MINUTE_5",
  "MINUTE_15",
  "MINUTE_30",
  "HOUR_1",
  "HOUR_2",
  "HOUR_4",
  "HOUR_6",
  "HOUR_8",
  "HOUR_12",
  "DAY_1",
  "WEEK_1",
  "MONTH_1",
] as const;
export type KlineInterval = (typeof klineIntervals)[number];

/** Levels of each side that a depth channel may show. */
export const depthLevels = [15, 200] as const;

export const TickerElement = shape({
  symbol,
  priceChange: decimal("Last price minus the price at which the rolling 24 hours opened"),
  priceChangePercent: decimal("The same as a fraction of that price"),
  trades: Type.String({ description: "Trades of the rolling 24 hours", pattern: "^\\d+$" }),
  size: decimal("Volume of the rolling 24 hours, base coin"),
  value: decimal("Turnover of the rolling 24 hours, quote coin"),
  high: decimal("Highest price of the rolling 24 hours"),
  low: decimal("Lowest price of the rolling 24 hours"),
  lastPrice: decimal("Last price"),
  markPrice: decimal("Mark price, 0 if none yet"),
  indexPrice: decimal("Index price, 0 if none yet"),
});
export type TickerElement = Static<typeof TickerElement>;
export const TickerPush = pushOf(TickerElement);
export type TickerPush = Static<typeof TickerPush>;

export const KlineElement = shape({
  symbol,
  klineTime: timeText("Opening time, Unix ms"),
  size: decimal("Volume, base coin; 0 for mark prices"),
  value: decimal("Volume, quote coin; 0 for mark prices"),
  high: decimal("High"),
  low: decimal("Low"),
  open: decimal("Open"),
  close: decimal("Close"),
});
export type KlineElement = Static<typeof KlineElement>;
export const KlinePush = shape({
  event: Type.Literal("payload"),
  channel,
  type: Type.Enum(["snapshot", "change"], {
    description:
      "snapshot: the running candle, whatever came before; change: candles that changed, oldest first",
  }),
  data: Type.Array(KlineElement, { minItems: 1, description: "Candles, oldest first" }),
});
export type KlinePush = Static<typeof KlinePush>;

const Level = shape({
  price: decimal("Price"),
  size: decimal("What rests there, base coin; 0: the level is none of the window any more"),
});

export const DepthElement = shape({
  startVersion: version(
    "First version that the push covers: the endVersion before it plus 1; of a snapshot its own",
  ),
  endVersion: version("Version of the book after the push"),
  level: Type.Enum([15, 200], { description: "Levels of each side" }),
  depthType: Type.Enum(["SNAPSHOT", "CHANGED"], {
    description: "SNAPSHOT: the whole window; CHANGED: the levels of it that changed",
  }),
  symbol,
  asks: Type.Array(Level, { description: "Lowest price first" }),
  bids: Type.Array(Level, { description: "Highest price first" }),
});
export type DepthElement = Static<typeof DepthElement>;
export const DepthPush = pushOf(DepthElement);
export type DepthPush = Static<typeof DepthPush>;

export const TradeElement = shape({
  time: timeText("Unix ms"),
  price: decimal("Price"),
  size: decimal("Size, base coin"),
  value: decimal("Value, quote coin"),
  buyerMaker: Type.Boolean({ description: "The buy order rested, the sell order took it" }),
});
export type TradeElement = Static<typeof TradeElement>;
export const TradesPush = pushOf(TradeElement);
export type TradesPush = Static<typeof TradesPush>;

/** The channel of the leaderboard, which is ours. It has no curves: REST does. */
export const LeaderboardPush = pushOf(Leaderboard);
export type LeaderboardPush = Static<typeof LeaderboardPush>;
