import { Leaderboard, leaderboardParameters } from "../../leaderboard.ts";
import { open } from "../../operation.ts";
import { choice, integer, optional } from "../../parameter.ts";
import {
  Candles,
  Contracts,
  Depth,
  FundingForecasts,
  FundingRates,
  FundingTime,
  OpenInterests,
  ReferencePrice,
  ServerTime,
  SettledRates,
  SourceStates,
  Ticker,
  Tickers,
  Trades,
} from "../market.ts";
import { candlePriceType, granularity, lenientTime, symbol } from "../parameters.ts";

export const candles = open({
  path: "/capi/v2/market/candles",
  summary: "Latest candles",
  meaning: "The latest candles, the running one included.",
  call: "market.candles",
  weight: 1,
  parameters: {
    symbol,
    granularity,
    limit: optional(integer("Rows", { min: 1, max: 1_000 }), 100),
    priceType: candlePriceType,
  },
  response: Candles,
});

export const contracts = open({
  path: "/capi/v2/market/contracts",
  summary: "Contract information",
  meaning:
    "The terms of what is traded: steps of price and size, limits of orders and positions, leverage, fee rates.",
  call: "market.contracts",
  weight: 10,
  parameters: { symbol: optional(symbol) },
  response: Contracts,
});

export const currentFundRate = open({
  path: "/capi/v2/market/currentFundRate",
  summary: "Current funding rate",
  meaning: "The rate at which funding will be exchanged at the end of the period.",
  call: "market.fundingRate",
  weight: 1,
  parameters: { symbol: optional(symbol) },
  response: FundingRates,
});

export const depth = open({
  path: "/capi/v2/market/depth",
  summary: "Order book",
  meaning: "The best levels of the order book, and the time they stood at.",
  call: "market.depth",
  weight: 1,
  parameters: { symbol, limit: optional(choice("Levels of each side", { 15: 15, 200: 200 }), 15) },
  response: Depth,
});

export const forecastFundRate = open({
  path: "/capi/v2/market/forecastFundRate",
  summary: "Funding rate of the period to come, as it stands now (an operation of this venue's own)",
  meaning:
    "The funding rate of the period after the running one, if that ended now: from the premium sampled so far. An operation of this venue.",
  call: "market.fundingForecast",
  weight: 1,
  parameters: { symbol: optional(symbol) },
  response: FundingForecasts,
});

export const fundingTime = open({
  path: "/capi/v2/market/funding_time",
  summary: "Next funding time",
  meaning: "When funding is exchanged next.",
  call: "market.fundingTime",
  weight: 1,
  parameters: { symbol },
  response: FundingTime,
});

export const getHistoryFundRate = open({
  path: "/capi/v2/market/getHistoryFundRate",
  summary: "Past funding rates",
  meaning: "The rates of past settlements, newest first.",
  call: "market.fundingRates",
  weight: 5,
  parameters: { symbol, limit: optional(integer("Rows", { min: 1, max: 100 }), 10) },
  response: SettledRates,
});

export const historyCandles = open({
  path: "/capi/v2/market/historyCandles",
  summary: "Candles of the past",
  meaning: "Candles of any time since the contract was listed.",
  call: "market.historyCandles",
  weight: 5,
  parameters: {
    symbol,
    granularity,
    startTime: lenientTime("Candles that open at this time or later, Unix ms; ignored beside endTime"),
    endTime: lenientTime("Candles that open at this time or earlier, Unix ms"),
    limit: optional(integer("Rows", { min: 1, max: 100 }), 100),
    priceType: candlePriceType,
  },
  response: Candles,
});

export const indexPrice = open({
  path: "/capi/v2/market/index",
  summary: "Index or mark price",
  meaning: "The price that positions are valued at, or the index that it follows.",
  call: "market.index",
  weight: 1,
  parameters: {
    symbol,
    priceType: optional<"MARK" | "INDEX">(choice("Which price", { MARK: "MARK", INDEX: "INDEX" }), "INDEX"),
  },
  response: ReferencePrice,
});

export const leaderboard = open({
  path: "/capi/v2/market/leaderboard",
  summary: "Leaderboard of the clients (an operation of this venue's own)",
  meaning:
    "Who is ahead, by market time: by return, deposits left out. 404 where the operator shows it to nobody. An operation of this venue.",
  call: "market.leaderboard",
  weight: 10,
  parameters: leaderboardParameters,
  response: Leaderboard,
});

export const openInterest = open({
  path: "/capi/v2/market/open_interest",
  summary: "Open interest",
  meaning: "How much is held open in a contract, on one side.",
  call: "market.openInterest",
  weight: 2,
  parameters: { symbol },
  response: OpenInterests,
});

export const source = open({
  path: "/capi/v2/market/source",
  summary: "Whether the source of the prices is there (an operation of this venue's own)",
  meaning:
    "The state of each contract of the market that this venue shows: another exchange, or files of the past. Empty where the venue makes its own prices. An operation of this venue.",
  call: "market.source",
  weight: 1,
  parameters: { symbol: optional(symbol) },
  response: SourceStates,
});

export const ticker = open({
  path: "/capi/v2/market/ticker",
  summary: "Ticker of one contract",
  meaning: "Last, best, mark and index price of a contract, and what the last 24 hours came to.",
  call: "market.ticker",
  weight: 1,
  parameters: { symbol },
  response: Ticker,
});

export const tickers = open({
  path: "/capi/v2/market/tickers",
  summary: "Tickers of all contracts",
  meaning: "The ticker of every listed contract.",
  call: "market.tickers",
  weight: 40,
  parameters: {},
  response: Tickers,
});

export const time = open({
  path: "/capi/v2/market/time",
  summary: "Server time",
  meaning: "The venue's clock, which stamps everything and decides what a time range covers.",
  call: "market.time",
  weight: 1,
  parameters: {},
  response: ServerTime,
});

export const trades = open({
  path: "/capi/v2/market/trades",
  summary: "Recent trades",
  meaning: "The latest trades of a contract, newest first.",
  call: "market.trades",
  weight: 5,
  parameters: { symbol, limit: optional(integer("Rows", { min: 1, max: 1_000 }), 100) },
  response: Trades,
});
