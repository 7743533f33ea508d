import type { Static } from "typebox";
import { Type } from "typebox";
import { decimal, shape, text, timeNumber, timeText } from "../fields.ts";

/**
 * What the public market operations answer, field for field. Prices, sizes, rates and amounts are decimal
 * text; a time is text or number as each field says.
 */

const symbol = Type.String({ description: "Symbol, such as cmt_btcusdt" });

export const ServerTime = shape({
  epoch: text("Seconds since the epoch, three decimals"),
  iso: text("The same in ISO 8601, UTC"),
  timestamp: timeNumber("The same in milliseconds"),
});
export type ServerTime = Static<typeof ServerTime>;

export const ContractInformation = shape({
  symbol,
  underlying_index: text("Base coin"),
  quote_currency: text("Quote coin"),
  coin: text("Margin coin"),
  contract_val: decimal("Face value: base coin in one contract"),
  delivery: Type.Array(Type.String({ pattern: "^\\d\\d:\\d\\d:\\d\\d$" }), {
    description: "Times of day at which funding settles, UTC",
  }),
  size_increment: text("Decimal places of sizes; sizes are multiples of minOrderSize"),
  tick_size: text("Decimal places of prices"),
  forwardContractFlag: Type.Boolean({ description: "Margined in the quote coin" }),
  priceEndStep: Type.Integer({ description: "Step of a price's last digit" }),
  minLeverage: Type.Integer({ description: "Smallest leverage" }),
  maxLeverage: Type.Integer({ description: "Largest leverage" }),
  buyLimitPriceRatio: decimal("How far above the mark price a buy may be limited, as a fraction"),
  sellLimitPriceRatio: decimal("How far below the mark price a sell may be limited, as a fraction"),
  makerFeeRate: decimal("Maker fee rate"),
  takerFeeRate: decimal("Taker fee rate"),
  minOrderSize: decimal("Smallest order and step of sizes, base coin"),
  maxOrderSize: decimal("Largest order, base coin"),
  maxPositionSize: decimal("Largest position, base coin"),
  marketOpenLimitSize: decimal("Largest market order that opens, base coin"),
});
export type ContractInformation = Static<typeof ContractInformation>;
export const Contracts = Type.Array(ContractInformation);
export type Contracts = Static<typeof Contracts>;

const Level = Type.Tuple([decimal("Price"), decimal("Size, base coin")]);

export const Depth = shape({
  asks: Type.Array(Level, { description: "Price and size, best (lowest price) first" }),
  bids: Type.Array(Level, { description: "Price and size, best (highest price) first" }),
  timestamp: timeText("Time of the answer, Unix ms"),
});
export type Depth = Static<typeof Depth>;

export const Ticker = shape({
  symbol,
  last: decimal("Last price"),
  best_ask: decimal("Lowest ask, 0 if none"),
  best_bid: decimal("Highest bid, 0 if none"),
  high_24h: decimal("Highest price of the rolling 24 hours"),
  low_24h: decimal("Lowest price of the rolling 24 hours"),
  volume_24h: decimal("Turnover of the rolling 24 hours, quote coin"),
  timestamp: timeText("Time of the answer, Unix ms"),
  priceChangePercent: decimal("Change over the rolling 24 hours, as a fraction"),
  base_volume: decimal("Volume of the rolling 24 hours, base coin"),
  markPrice: decimal("Mark price, 0 if none yet"),
  indexPrice: decimal("Index price, 0 if none yet"),
});
export type Ticker = Static<typeof Ticker>;
export const Tickers = Type.Array(Ticker);

export const Trade = shape({
  ticketId: Type.String({
    description: "Id of the trade, a UUID",
    pattern: "^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$",
  }),
  time: timeNumber("Unix ms"),
  price: decimal("Price"),
  size: decimal("Size, base coin"),
  value: decimal("Value, quote coin"),
  symbol,
  isBestMatch: Type.Boolean({ description: "Traded at the best price there was; always true" }),
  isBuyerMaker: Type.Boolean({ description: "The buy order rested, the sell order took it" }),
  contractVal: decimal("Face value of the contract"),
});
export type Trade = Static<typeof Trade>;
export const Trades = Type.Array(Trade, { description: "Newest first" });

export const Candle = Type.Tuple([
  timeText("Opening time, Unix ms"),
  decimal("Open"),
  decimal("High"),
  decimal("Low"),
  decimal("Close"),
  decimal("Volume, base coin"),
  decimal("Volume, quote coin"),
]);
export type Candle = Static<typeof Candle>;
export const Candles = Type.Array(Candle, {
  description: "Oldest first unless the wire profile says otherwise",
});

export const ReferencePrice = shape({
  symbol,
  index: decimal("Index price, or mark price where that was asked for; 0 if none yet"),
  timestamp: timeText("Time of the answer, Unix ms"),
});
export type ReferencePrice = Static<typeof ReferencePrice>;

export const OpenInterest = shape({
  symbol,
  base_volume: decimal("Open interest, base coin"),
  target_volume: decimal("Open interest at mark price, quote coin"),
  timestamp: timeText("Time of the answer, Unix ms"),
});
export type OpenInterest = Static<typeof OpenInterest>;
export const OpenInterests = Type.Array(OpenInterest, { description: "One row" });

export const FundingTime = shape({
  symbol,
  fundingTime: timeNumber("Next settlement, Unix ms"),
});
export type FundingTime = Static<typeof FundingTime>;

export const FundingRate = shape({
  symbol,
  fundingRate: decimal("Rate of the running period; positive: longs pay shorts"),
  collectCycle: Type.Number({ description: "Length of a period, minutes" }),
  timestamp: timeNumber("When the rate settles, Unix ms"),
});
export type FundingRate = Static<typeof FundingRate>;
export const FundingRates = Type.Array(FundingRate);

/** GET market/forecastFundRate, which is ours. */
export const FundingForecast = shape({
  symbol,
  fundingRate: decimal("Rate of the running period; positive: longs pay shorts"),
  settlesAt: timeNumber("When that rate settles, Unix ms"),
  forecastFundingRate: decimal("Rate of the period after it, if this one ended now"),
});
export type FundingForecast = Static<typeof FundingForecast>;
export const FundingForecasts = Type.Array(FundingForecast);

/** The state of a contract that shows another market. */
export const sourceState = Type.Enum(
  ["starting", "live", "thin", "misfit", "made", "unsure", "stale", "crossed", "gap", "reconnecting", "gone"],
  {
    description:
      "`thin`: a side has less of it than the best price there, or nothing; `misfit`: its trades do not fit; `made`: its touch, book, index or mark says nothing while trades come, and is made of what is fresh; `unsure`: the unit of its sizes is in doubt. All but `live`, `thin`, `misfit`, `made` and `gap`: nothing of it stands here, and what is open is held",
  },
);

const times = (description: string) => Type.Integer({ minimum: 0, description });

export const LeftOut = Type.Object(
  {
    band: times("Trades beyond the price band"),
    lot: times("Trades of less than a lot; their size is in the next ones of their side"),
    halt: times("Trades while the contract did not trade"),
    limit: times("Trades for which the house could not hold enough"),
  },
  {
    additionalProperties: false,
    description: "How many trades of that market were left out since this run began",
  },
);

/** GET market/source, which is ours: the state of the connection to the market that a contract follows. */
export const SourceState = shape({
  symbol,
  market: Type.String({ description: "Its name there" }),
  state: sourceState,
  problem: Type.String({ description: "What went wrong last; empty for nothing" }),
  sizes: Type.String({
    description: "In which unit its sizes are read, and what shows it; empty where that is no question",
  }),
  since: timeNumber("When it came to this state, Unix ms"),
  leftOut: LeftOut,
});
export type SourceState = Static<typeof SourceState>;
export const SourceStates = Type.Array(SourceState);

export const SettledRate = shape({
  symbol,
  fundingRate: decimal("Rate settled; positive: longs paid shorts"),
  fundingTime: timeNumber("When it settled, Unix ms"),
});
export type SettledRate = Static<typeof SettledRate>;
export const SettledRates = Type.Array(SettledRate, { description: "Newest first" });
