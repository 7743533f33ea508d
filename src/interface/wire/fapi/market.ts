import type { Static, TSchema } from "typebox";
import { Type } from "typebox";
import { decimal, flag, integer, oneOf, orNull, shape, text, timeNumber, word } from "../fields.ts";
import * as words from "./words.ts";

/**
 * What the public market operations of the dialect answer, field for field. Decimals are text, times and ids
 * are numbers.
 */

export const symbol = text("Symbol, such as BTCUSDT");
const time = timeNumber("Unix ms");

export const Nothing = shape({});
export type Nothing = Static<typeof Nothing>;
export const Empty = Type.Array(Nothing, { maxItems: 0, description: "There is nothing of it here" });

export const ServerTime = shape({ serverTime: timeNumber("The venue's clock, Unix ms") });
export type ServerTime = Static<typeof ServerTime>;

const filter = <const N extends string, F extends Record<string, TSchema>>(name: N, fields: F) =>
  shape({ filterType: Type.Literal(name), ...fields });
const lots = { minQty: decimal("Least"), maxQty: decimal("Most"), stepSize: decimal("Step") };

export const Filter = Type.Union([
  filter("PRICE_FILTER", {
    minPrice: decimal("Lowest price of an order"),
    maxPrice: decimal("Highest price of an order"),
    tickSize: decimal("Step of prices"),
  }),
  filter("LOT_SIZE", lots),
  filter("MARKET_LOT_SIZE", lots),
  filter("MAX_NUM_ORDERS", { limit: integer("Orders of an account that may rest in the contract") }),
  filter("MAX_NUM_ALGO_ORDERS", { limit: integer("Its conditional orders that may wait there") }),
  filter("MIN_NOTIONAL", { notional: decimal("Least value of an order that opens; 0: there is none") }),
  filter("PERCENT_PRICE", {
    multiplierUp: decimal("A buy is limited at most at the mark price times this"),
    multiplierDown: decimal("A sell is limited at least at the mark price times this"),
    multiplierDecimal: Type.String({ description: "Decimal places of the two", pattern: "^\\d$" }),
  }),
]);
export type Filter = Static<typeof Filter>;

export const SymbolInformation = shape({
  symbol,
  pair: text("The same"),
  contractType: text("PERPETUAL"),
  deliveryDate: timeNumber("4133404800000: it is perpetual"),
  onboardDate: timeNumber("0: the venue does not keep when a contract was listed"),
  status: word(words.statuses, "Whether it trades; PENDING_TRADING too where keys may not trade it"),
  maintMarginPercent: decimal("Maintenance margin of the lowest tier, per cent"),
  requiredMarginPercent: decimal("Initial margin at the leverage that accounts begin with, per cent"),
  baseAsset: text("Base coin"),
  quoteAsset: text("Quote coin"),
  marginAsset: text("Margin coin"),
  pricePrecision: integer("Decimal places of prices"),
  quantityPrecision: integer("Decimal places of quantities"),
  baseAssetPrecision: integer("Decimal places of amounts of the base coin"),
  quotePrecision: integer("Decimal places of amounts of the quote coin"),
  underlyingType: text("COIN"),
  underlyingSubType: Type.Array(text("None"), { description: "Empty" }),
  settlePlan: integer("0"),
  triggerProtect: decimal("How far last and mark price may be apart where a price-protected order triggers"),
  liquidationFee: decimal("Fee rate of liquidations"),
  marketTakeBound: decimal("How far from the mark price a market order may trade"),
  maxMoveOrderLimit: integer("How often an order may be modified"),
  filters: Type.Array(Filter, { description: "Rules for its orders, each enforced as it says" }),
  orderTypes: Type.Array(oneOf(words.orderTypes, "Type"), { description: "Types of orders" }),
  timeInForce: Type.Array(oneOf(words.timesInForce, "Word"), { description: "How long orders stand" }),
});
export type SymbolInformation = Static<typeof SymbolInformation>;

export const rateLimit = {
  rateLimitType: oneOf(["REQUEST_WEIGHT", "ORDERS"], "What is counted: weight by address, orders by account"),
  interval: oneOf(["SECOND", "MINUTE"], "Unit of the window"),
  intervalNum: integer("How many units the window has"),
  limit: integer("How much fits in"),
};

export const ExchangeInformation = shape({
  timezone: text("UTC"),
  serverTime: timeNumber("The venue's clock, Unix ms"),
  futuresType: text("U_MARGINED"),
  rateLimits: Type.Array(shape(rateLimit), {
    description:
      "Limits of the dialect as they are published; what is in force is the limit profile's to say",
  }),
  exchangeFilters: Type.Array(Nothing, { maxItems: 0, description: "None" }),
  assets: Type.Array(
    shape({
      asset: text("Coin"),
      marginAvailable: flag("Whether it backs positions; always true"),
      autoAssetExchange: orNull(decimal("Amount"), "Null: coins are not exchanged by themselves"),
    }),
    { description: "Coins that margin is held in" },
  ),
  symbols: Type.Array(SymbolInformation, { description: "Contracts" }),
});
export type ExchangeInformation = Static<typeof ExchangeInformation>;

export const Level = Type.Tuple([decimal("Price"), decimal("Quantity, base coin")]);

export const Depth = shape({
  lastUpdateId: integer("Version of the book, in which the ids of depth streams count"),
  E: timeNumber("Now, Unix ms"),
  T: timeNumber("Time of what is shown, Unix ms"),
  bids: Type.Array(Level, { description: "Price and quantity, best (highest price) first" }),
  asks: Type.Array(Level, { description: "Price and quantity, best (lowest price) first" }),
});
export type Depth = Static<typeof Depth>;

export const Trade = shape({
  id: integer("Id of the trade"),
  price: decimal("Price"),
  qty: decimal("Quantity, base coin"),
  quoteQty: decimal("Value, quote coin"),
  time,
  isBuyerMaker: flag("The taker sold"),
  isRPITrade: flag("Always false"),
});
export type Trade = Static<typeof Trade>;
export const Trades = Type.Array(Trade, { description: "Oldest first" });

/** What an order took at one price, all trades together. */
export const aggregate = {
  a: integer("Id: that of its first trade"),
  p: decimal("Price"),
  q: decimal("Quantity, base coin"),
  nq: decimal("The same: no quantity of it is apart"),
  f: integer("Id of its first trade"),
  l: integer("Id of its last trade"),
  T: time,
  m: flag("The taker sold"),
};
export const AggregateTrade = shape(aggregate);
export type AggregateTrade = Static<typeof AggregateTrade>;
export const AggregateTrades = Type.Array(AggregateTrade, { description: "Oldest first" });

export const Kline = Type.Tuple([
  timeNumber("Opening time, Unix ms"),
  decimal("Open"),
  decimal("High"),
  decimal("Low"),
  decimal("Close"),
  decimal("Volume, base coin; 0 but of the last price, as what follows"),
  timeNumber("Its last millisecond, Unix ms"),
  decimal("Volume, quote coin"),
  integer("Number of trades"),
  decimal("Volume that takers bought, base coin"),
  decimal("Volume that takers bought, quote coin"),
  text("0"),
]);
export type Kline = Static<typeof Kline>;
export const Klines = Type.Array(Kline, { description: "Oldest first, the running one included" });

export const Ticker = shape({
  symbol,
  priceChange: decimal("Change over the rolling 24 hours"),
  priceChangePercent: decimal("The same, per cent of the opening price"),
  weightedAvgPrice: decimal("Average price, weighted by volume; the last price where nothing traded"),
  lastPrice: decimal("Price of the last trade"),
  lastQty: decimal("Quantity of the last trade, 0 if none is known"),
  openPrice: decimal("First price of the rolling 24 hours"),
  highPrice: decimal("Highest price"),
  lowPrice: decimal("Lowest price"),
  volume: decimal("Volume, base coin"),
  quoteVolume: decimal("Volume, quote coin"),
  openTime: timeNumber("When the 24 hours begin, Unix ms"),
  closeTime: timeNumber("When they end: now, Unix ms"),
  firstId: integer("Id of the first trade of them that is kept (the latest 1,000 are), -1 if none"),
  lastId: integer("Id of the last trade, -1 if none"),
  count: integer("Number of trades"),
});
export type Ticker = Static<typeof Ticker>;

export const Tickers = Type.Union([Ticker, Type.Array(Ticker)]);

export const BookTicker = shape({
  symbol,
  bidPrice: decimal("Best bid, 0 if none"),
  bidQty: decimal("Quantity there"),
  askPrice: decimal("Best ask, 0 if none"),
  askQty: decimal("Quantity there"),
  time,
  lastUpdateId: integer("Version of the book"),
});
export type BookTicker = Static<typeof BookTicker>;
export const BookTickers = Type.Union([BookTicker, Type.Array(BookTicker)]);

export const Price = shape({ symbol, price: decimal("Last price"), time });
export type Price = Static<typeof Price>;
export const Prices = Type.Union([Price, Type.Array(Price)]);

export const PremiumIndex = shape({
  symbol,
  markPrice: decimal("Mark price, 0 if none yet"),
  indexPrice: decimal("Index price, 0 if none yet"),
  estimatedSettlePrice: decimal("At which it would be settled now: the index price"),
  lastFundingRate: decimal("Rate that settles next"),
  interestRate: decimal("Interest part of the rate"),
  nextFundingTime: timeNumber("When it settles next, Unix ms"),
  time,
});
export type PremiumIndex = Static<typeof PremiumIndex>;
export const PremiumIndexes = Type.Union([PremiumIndex, Type.Array(PremiumIndex)]);

export const FundingRate = shape({
  symbol,
  fundingRate: decimal("Rate settled; positive: longs paid shorts"),
  fundingTime: timeNumber("When it settled, Unix ms"),
  markPrice: decimal("Mark price then, 0 where no candle of it is kept"),
});
export type FundingRate = Static<typeof FundingRate>;
export const FundingRates = Type.Array(FundingRate, { description: "Oldest first" });

export const FundingInformation = shape({
  symbol,
  adjustedFundingRateCap: decimal("Highest rate"),
  adjustedFundingRateFloor: decimal("Lowest rate"),
  fundingIntervalHours: integer("Length of a period, hours, rounded up"),
  disclaimer: flag("Always false"),
});
export type FundingInformation = Static<typeof FundingInformation>;
export const FundingInformations = Type.Array(FundingInformation);

export const OpenInterest = shape({
  openInterest: decimal("What is held on each side, base coin"),
  symbol,
  time,
});
export type OpenInterest = Static<typeof OpenInterest>;
