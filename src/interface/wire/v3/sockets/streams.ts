import type { Static, TSchema } from "typebox";
import { Type } from "typebox";
import { decimal, shape, text, timeNumber } from "../../fields.ts";

/** What the public streams of V3 send, field for field. */

const symbol = text("Symbol, such as BTCUSDT");
const frame = <const N extends readonly string[], F extends Record<string, TSchema>>(names: N, fields: F) =>
  shape({
    e: Type.Enum(names, { description: "What it is; a snapshot replaces what came before" }),
    E: timeNumber("When it was sent, market time, Unix ms"),
    s: symbol,
    ...fields,
  });

/** Levels of each side that a depth stream may show; plain `depth` shows the first of them. */
export const depthLevels = [15, 200] as const;

const Level = Type.Tuple([
  decimal("Price"),
  decimal("Quantity, base coin; 0: the level is none of the window any more"),
]);

export const DepthFrame = frame(["depthSnapshot", "depth"], {
  U: Type.Integer({ description: "`u` of the frame before; of a snapshot its own" }),
  u: Type.Integer({ description: "Version of the book, as `lastUpdateId` of REST" }),
  l: Type.Integer({ description: "Levels of each side: 15 or 200" }),
  d: Type.Enum(["SNAPSHOT", "CHANGED"], {
    description: "SNAPSHOT: the whole window; CHANGED: the levels of it that changed",
  }),
  b: Type.Array(Level, { description: "Bids, highest price first" }),
  a: Type.Array(Level, { description: "Asks, lowest price first" }),
});
export type DepthFrame = Static<typeof DepthFrame>;

export const TickerFrame = frame(["ticker"], {
  d: Type.Array(
    shape({
      p: decimal("Change over the rolling 24 hours"),
      P: decimal("The same as a fraction of the opening price"),
      w: decimal("Average price of the 24 hours, weighted by volume; the last price where nothing traded"),
      c: decimal("Last price"),
      o: decimal("Price at which the 24 hours opened"),
      h: decimal("Highest price"),
      l: decimal("Lowest price"),
      v: decimal("Volume, base coin"),
      q: decimal("Volume, quote coin"),
      O: timeNumber("When the 24 hours begin, Unix ms"),
      C: timeNumber("When they end: now, Unix ms"),
      n: Type.Integer({ description: "Trades" }),
      m: decimal("Mark price, 0 if none yet"),
      i: decimal("Index price, 0 if none yet"),
    }),
    { minItems: 1, maxItems: 1, description: "One row" },
  ),
});
export type TickerFrame = Static<typeof TickerFrame>;

export const TradeFrame = frame(["tradeSnapshot", "trade"], {
  d: Type.Array(
    shape({
      T: timeNumber("Unix ms"),
      t: text("Id of the trade, a UUID"),
      p: decimal("Price"),
      q: decimal("Quantity, base coin"),
      v: decimal("Value, quote coin"),
      m: Type.Boolean({ description: "The taker sold" }),
    }),
    { description: "Trades, oldest first" },
  ),
});
export type TradeFrame = Static<typeof TradeFrame>;

/** `interval` of a kline stream. */
export const klineIntervals = [
  "1m",
  "5m",
  "15m",
  "30m",
  "1h",
  "2h",
  "4h",
  "6h",
  "8h",
  "12h",
  "1d",
  "1w",
  "1M",
] as const;
export type KlineInterval = (typeof klineIntervals)[number];

/** Price that a kline stream follows; the first where none is named. */
export const klinePrices = ["LAST_PRICE", "MARK_PRICE"] as const;
export type KlinePrice = (typeof klinePrices)[number];

export const KlineFrame = frame(["klineSnapshot", "kline"], {
  p: Type.Enum(klinePrices, { description: "Price that the candles follow" }),
  d: Type.Array(
    shape({
      t: timeNumber("Opening time, Unix ms"),
      T: timeNumber("Opening time of the next one, Unix ms"),
      s: symbol,
      i: text("Interval"),
      o: decimal("Open"),
      c: decimal("Close"),
      h: decimal("High"),
      l: decimal("Low"),
      v: decimal("Volume, base coin"),
      q: decimal("Volume, quote coin"),
      V: decimal("Volume that takers bought, base coin"),
      Q: decimal("Volume that takers bought, quote coin"),
      n: Type.Integer({ description: "Number of trades; of the mark price 0, like all volumes" }),
    }),
    { description: "Oldest first" },
  ),
});
export type KlineFrame = Static<typeof KlineFrame>;
