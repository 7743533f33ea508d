import type { Static } from "typebox";
import { Type } from "typebox";
import { decimal, flag, shape, text, timeNumber } from "../fields.ts";

/** What the public market operations of V3 answer, field for field. Decimals are text, times are numbers. */

const symbol = text("Symbol, such as BTCUSDT");

export const ServerTime = shape({ serverTime: timeNumber("The venue's clock, Unix ms") });
export type ServerTime = Static<typeof ServerTime>;

export const ContractInformation = shape({
  symbol,
  displaySymbol: symbol,
  baseAsset: text("Base coin"),
  quoteAsset: text("Quote coin"),
  marginAsset: text("Margin coin"),
  pricePrecision: Type.Integer({ description: "Decimal places of prices" }),
  quantityPrecision: Type.Integer({ description: "Decimal places of quantities" }),
  baseAssetPrecision: Type.Integer({ description: "Decimal places of amounts of the base coin" }),
  quotePrecision: Type.Integer({ description: "Decimal places of amounts of the quote coin" }),
  contractVal: Type.Number({
    description: "10^-quantityPrecision; quantities are in base coin all the same",
  }),
  delivery: Type.Array(Type.String({ pattern: "^\\d\\d:\\d\\d:\\d\\d$" }), {
    description: "Times of day at which funding settles, UTC",
  }),
  forwardContractFlag: Type.Boolean({ description: "Margined in the quote coin" }),
  minLeverage: Type.Integer({ description: "Smallest leverage" }),
  maxLeverage: Type.Integer({ description: "Largest leverage" }),
  buyLimitPriceRatio: Type.Number({ description: "How far above the mark price a buy may be limited" }),
  sellLimitPriceRatio: Type.Number({ description: "How far below the mark price a sell may be limited" }),
  makerFeeRate: Type.Number({ description: "Maker fee rate" }),
  takerFeeRate: Type.Number({ description: "Taker fee rate" }),
  minOrderSize: Type.Number({ description: "Smallest order and step of quantities, base coin" }),
  maxOrderSize: Type.Number({ description: "Largest order, base coin" }),
  maxPositionSize: Type.Number({ description: "Largest position, base coin" }),
  marketOpenLimitSize: Type.Number({ description: "Largest market order that opens, base coin" }),
  contractType: text("PERPETUAL"),
});
export type ContractInformation = Static<typeof ContractInformation>;

export const ExchangeInformation = shape({
  assets: Type.Array(
    shape({
      asset: text("Coin"),
      marginAvailable: flag("Whether it backs positions; always true"),
    }),
    { description: "Coins of the venue" },
  ),
  rateLimits: Type.Array(
    shape({
      rateLimitType: text("REQUEST_WEIGHT"),
      interval: text("MINUTE, although the window is 10 s: as the interface has it"),
      intervalNum: Type.Integer({ description: "How many intervals the window has; always 1" }),
      limit: Type.Integer({ description: "Weight in the window" }),
    }),
    { description: "Limits of the interface" },
  ),
  symbols: Type.Array(ContractInformation, { description: "Contracts" }),
});
export type ExchangeInformation = Static<typeof ExchangeInformation>;

export const Symbols = Type.Array(symbol);

const Level = Type.Tuple([decimal("Price"), decimal("Quantity, base coin")]);

export const Depth = shape({
  asks: Type.Array(Level, { description: "Price and quantity, best (lowest price) first" }),
  bids: Type.Array(Level, { description: "Price and quantity, best (highest price) first" }),
  lastUpdateId: Type.Integer({ description: "Version of the book, as pushes carry it" }),
});
export type Depth = Static<typeof Depth>;

export const Ticker = shape({
  symbol,
  priceChange: decimal("Change over the rolling 24 hours"),
  priceChangePercent: decimal("The same as a fraction of the opening price"),
  lastPrice: decimal("Price of the last trade"),
  openPrice: decimal("First price of the rolling 24 hours"),
  highPrice: decimal("Highest price of the rolling 24 hours"),
  lowPrice: decimal("Lowest price of the rolling 24 hours"),
  volume: decimal("Volume of the rolling 24 hours, base coin"),
  quoteVolume: decimal("Volume of the rolling 24 hours, quote coin"),
  markPrice: decimal("Mark price, 0 if none yet"),
  indexPrice: decimal("Index price, 0 if none yet"),
  openTime: timeNumber("When the 24 hours begin, Unix ms"),
  closeTime: timeNumber("When they end: now, Unix ms"),
});
export type Ticker = Static<typeof Ticker>;
export const Tickers = Type.Array(Ticker);

export const BookTicker = shape({
  symbol,
  bidPrice: decimal("Best bid, 0 if none"),
  bidQty: decimal("Quantity there"),
  askPrice: decimal("Best ask, 0 if none"),
  askQty: decimal("Quantity there"),
  time: timeNumber("Unix ms"),
});
export type BookTicker = Static<typeof BookTicker>;
export const BookTickers = Type.Array(BookTicker);

export const Trade = shape({
  id: text("Id of the trade, a UUID"),
  time: timeNumber("Unix ms"),
  price: decimal("Price"),
  qty: decimal("Quantity, base coin"),
  quoteQty: decimal("Value, quote coin"),
  isBestMatch: Type.Boolean({ description: "Traded at the best price there was; always true" }),
  isBuyerMaker: Type.Boolean({ description: "The taker sold" }),
});
export type Trade = Static<typeof Trade>;
export const Trades = Type.Array(Trade, { description: "Newest first" });

export const Kline = Type.Tuple([
  timeNumber("Opening time, Unix ms"),
  decimal("Open"),
  decimal("High"),
  decimal("Low"),
  decimal("Close"),
  decimal("Volume, base coin"),
  timeNumber("Opening time of the next one, Unix ms"),
  decimal("Volume, quote coin"),
  Type.Integer({ description: "Number of trades; of mark and index 0, like all volumes" }),
  decimal("Volume that takers bought, base coin"),
  decimal("Volume that takers bought, quote coin"),
]);
export type Kline = Static<typeof Kline>;
export const Klines = Type.Array(Kline, { description: "Newest first" });

export const SymbolPrice = shape({
  symbol,
  price: decimal("Index price, or mark price where that was asked for; 0 if none yet"),
  time: timeNumber("Unix ms"),
});
export type SymbolPrice = Static<typeof SymbolPrice>;

export const OpenInterest = shape({
  symbol,
  openInterest: decimal("What is held on each side, base coin"),
  time: timeNumber("Unix ms"),
});
export type OpenInterest = Static<typeof OpenInterest>;

export const PremiumIndex = shape({
  symbol,
  markPrice: decimal("Mark price, 0 if none yet"),
  indexPrice: decimal("Index price, 0 if none yet"),
  lastFundingRate: decimal("Rate settled last, 0 if none yet"),
  forecastFundingRate: decimal("Rate that settles next"),
  interestRate: decimal("Interest part of the rate"),
  nextFundingTime: timeNumber("When it settles next, Unix ms"),
  time: timeNumber("Unix ms"),
  collectCycle: Type.Integer({ description: "Length of a period, minutes" }),
});
export type PremiumIndex = Static<typeof PremiumIndex>;
export const PremiumIndexes = Type.Array(PremiumIndex);

export const FundingRate = shape({
  symbol,
  fundingRate: decimal("Rate settled; positive: longs paid shorts"),
  fundingTime: timeNumber("When it settled, Unix ms"),
  markPrice: decimal("Mark price then, 0 where no candle of it is kept"),
});
export type FundingRate = Static<typeof FundingRate>;
export const FundingRates = Type.Array(FundingRate, { description: "Newest first" });

export const RiskLimit = shape({
  symbol,
  brackets: Type.Array(
    shape({
      bracket: Type.Integer({ description: "From 1" }),
      notionalFloor: decimal("Position value from which it holds, quote coin"),
      notionalCap: decimal("Position value up to which it holds, quote coin"),
      initialLeverage: Type.Integer({ description: "Largest leverage" }),
      maintMarginRatio: decimal("Maintenance margin, as a fraction"),
    }),
    { description: "Tiers by the value of the position, ascending" },
  ),
});
export type RiskLimit = Static<typeof RiskLimit>;
export const RiskLimits = Type.Array(RiskLimit);
