import type { Static, TSchema } from "typebox";
import { Type } from "typebox";
import { decimal, flag, integer, oneOf, shape, text, timeNumber, word } from "../../fields.ts";
import { aggregate, Level, symbol } from "../market.ts";
import { klineIntervals } from "../parameters.ts";
import * as words from "../words.ts";

/** What the market streams of the dialect send, field for field. */

const sent = timeNumber("When it was sent, market time, Unix ms");

const event = <const N extends string, F extends Record<string, TSchema>>(name: N, fields: F) =>
  shape({ e: Type.Literal(name), E: sent, ...fields });
const ofSymbol = <const N extends string, F extends Record<string, TSchema>>(name: N, fields: F) =>
  event(name, { s: symbol, ...fields });

export const AggregateTradeEvent = ofSymbol("aggTrade", aggregate);
export type AggregateTradeEvent = Static<typeof AggregateTradeEvent>;

export const TradeEvent = ofSymbol("trade", {
  T: timeNumber("When it was made, Unix ms"),
  t: integer("Id of the trade"),
  p: decimal("Price"),
  q: decimal("Quantity, base coin"),
  X: text("MARKET: it was made in the book"),
  m: flag("The taker sold"),
});
export type TradeEvent = Static<typeof TradeEvent>;

export const DepthEvent = ofSymbol("depthUpdate", {
  T: timeNumber("Time of what is shown, Unix ms"),
  U: integer("Version of the book from which the event leads on: that of the event before"),
  u: integer("Version of the book to which it leads, as `lastUpdateId` of REST"),
  pu: integer("`u` of the event before of this stream"),
  b: Type.Array(Level, { description: "Bids: the quantity that stands at a price now, 0: none" }),
  a: Type.Array(Level, { description: "Asks, the same" }),
});
export type DepthEvent = Static<typeof DepthEvent>;

export const BookTickerEvent = event("bookTicker", {
  u: integer("Version of the book"),
  T: timeNumber("Time of what is shown, Unix ms"),
  s: symbol,
  b: decimal("Best bid, 0 if none"),
  B: decimal("Quantity there"),
  a: decimal("Best ask, 0 if none"),
  A: decimal("Quantity there"),
});
export type BookTickerEvent = Static<typeof BookTickerEvent>;

export const MarkPriceEvent = ofSymbol("markPriceUpdate", {
  p: decimal("Mark price, 0 if none yet"),
  i: decimal("Index price, 0 if none yet"),
  P: decimal("At which it would be settled now: the index price"),
  r: decimal("Funding rate that settles next"),
  T: timeNumber("When it settles next, Unix ms"),
});
export type MarkPriceEvent = Static<typeof MarkPriceEvent>;
export const MarkPriceEvents = Type.Array(MarkPriceEvent, { description: "Of every contract" });

const Candle = {
  t: timeNumber("Opening time, Unix ms"),
  T: timeNumber("Its last millisecond, Unix ms"),
  i: oneOf(Object.keys(klineIntervals), "Interval"),
  f: integer("Id of its first trade: -1, it is not kept"),
  L: integer("Id of its last trade: -1, it is not kept"),
  o: decimal("Open"),
  c: decimal("Close"),
  h: decimal("High"),
  l: decimal("Low"),
  v: decimal("Volume, base coin"),
  n: integer("Number of trades"),
  x: flag("Whether it is over"),
  q: decimal("Volume, quote coin"),
  V: decimal("Volume that takers bought, base coin"),
  Q: decimal("Volume that takers bought, quote coin"),
  B: text("0"),
};
export const KlineEvent = ofSymbol("kline", { k: shape({ s: symbol, ...Candle }, "The candle") });
export type KlineEvent = Static<typeof KlineEvent>;
export const ContinuousKlineEvent = event("continuous_kline", {
  ps: text("Pair, such as BTCUSDT"),
  ct: text("PERPETUAL"),
  k: shape(Candle, "The candle"),
});
export type ContinuousKlineEvent = Static<typeof ContinuousKlineEvent>;

const day = {
  c: decimal("Last price"),
  o: decimal("Price at which the 24 hours opened"),
  h: decimal("Highest price"),
  l: decimal("Lowest price"),
  v: decimal("Volume, base coin"),
  q: decimal("Volume, quote coin"),
};
export const MiniTickerEvent = ofSymbol("24hrMiniTicker", day);
export type MiniTickerEvent = Static<typeof MiniTickerEvent>;
export const MiniTickerEvents = Type.Array(MiniTickerEvent, {
  description: "Of the contracts whose figures changed",
});
export const TickerEvent = ofSymbol("24hrTicker", {
  ...day,
  p: decimal("Change over the rolling 24 hours"),
  P: decimal("The same, per cent of the opening price"),
  w: decimal("Average price of the 24 hours, weighted by volume; the last price where nothing traded"),
  Q: decimal("Quantity of the last trade, 0 if none is known"),
  O: timeNumber("When the 24 hours begin, Unix ms"),
  C: timeNumber("When they end: now, Unix ms"),
  F: integer("Id of the first trade of them that is kept, -1 if none"),
  L: integer("Id of the last trade, -1 if none"),
  n: integer("Number of trades"),
});
export type TickerEvent = Static<typeof TickerEvent>;
export const TickerEvents = Type.Array(TickerEvent, {
  description: "Of the contracts whose figures changed",
});

export const ForceOrderEvent = event("forceOrder", {
  o: shape(
    {
      s: symbol,
      S: oneOf(["BUY", "SELL"], "Side"),
      o: text("LIMIT"),
      f: text("IOC"),
      q: decimal("Quantity, base coin"),
      p: decimal("Price"),
      ap: decimal("Average price of its fills, 0 without one"),
      X: oneOf(["FILLED", "EXPIRED"], "What became of it"),
      l: decimal("Quantity of its last fill"),
      z: decimal("Quantity filled"),
      T: timeNumber("When it ended, Unix ms"),
    },
    "The order by which a position was liquidated",
  ),
});
export type ForceOrderEvent = Static<typeof ForceOrderEvent>;

export const ContractInfoEvent = ofSymbol("contractInfo", {
  ps: text("Pair, such as BTCUSDT"),
  ct: text("PERPETUAL"),
  dt: timeNumber("4133404800000: it is perpetual"),
  ot: timeNumber("0: the venue does not keep when a contract was listed"),
  cs: word(words.statuses, "Whether it trades"),
  bks: Type.Array(
    shape({
      bs: integer("Tier, from 1"),
      bnf: decimal("Position value from which it holds"),
      bnc: decimal("Position value up to which it holds"),
      mmr: decimal("Maintenance margin, as a fraction"),
      mi: integer("Smallest leverage"),
      ma: integer("Largest leverage"),
    }),
    { description: "Margin tiers" },
  ),
});
export type ContractInfoEvent = Static<typeof ContractInfoEvent>;
