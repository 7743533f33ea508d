import { choice, filterId, integer, optional } from "../../parameter.ts";
import { keyed, open } from "../declare.ts";
import * as shapes from "../market.ts";
import { intervalParameter, refusedUnder, span, symbolParameter } from "../parameters.ts";

export const ping = open({
  path: "/fapi/v1/ping",
  summary: "Whether the interface answers",
  meaning: "An empty object.",
  weight: 1,
  parameters: {},
  response: shapes.Nothing,
});

export const time = open({
  path: "/fapi/v1/time",
  summary: "Server time",
  meaning: "The venue's clock.",
  weight: 1,
  parameters: {},
  response: shapes.ServerTime,
});

export const exchangeInfo = open({
  path: "/fapi/v1/exchangeInfo",
  summary: "Contracts, filters and limits",
  meaning: "Coins that margin is held in, limits of the dialect, and the terms of every contract as filters.",
  weight: 1,
  parameters: {},
  response: shapes.ExchangeInformation,
});

const DEPTH_LIMITS = { 5: 5, 10: 10, 20: 20, 50: 50, 100: 100, 500: 500, 1000: 1000 };

export const depth = open({
  path: "/fapi/v1/depth",
  messages: ["depth"],
  summary: "Order book",
  meaning:
    "The best levels of the order book. A book is kept by depth streams from here on: the first event that counts has U ≤ lastUpdateId ≤ u.",
  weight: 2,
  heavier: {
    by: "limit",
    steps: [
      [50, 5],
      [100, 10],
      [500, 20],
    ],
  },
  parameters: {
    symbol: symbolParameter,
    limit: optional(
      refusedUnder(-4021, "Invalid depth limit.", choice("Levels of each side", DEPTH_LIMITS)),
      500,
    ),
  },
  response: shapes.Depth,
});

const limit = (absent: number, max: number) => optional(integer("Rows", { min: 1, max }), absent);

export const trades = open({
  path: "/fapi/v1/trades",
  summary: "Recent trades",
  meaning: "The latest trades of a contract, oldest first.",
  weight: 5,
  parameters: { symbol: symbolParameter, limit: limit(500, 1_000) },
  response: shapes.Trades,
});

export const historicalTrades = keyed({
  method: "GET",
  path: "/fapi/v1/historicalTrades",
  summary: "Older trades",
  meaning: "Trades of a contract from an id on, or the latest, oldest first; of the 1,000 that are kept.",
  weight: 200,
  parameters: {
    symbol: symbolParameter,
    limit: limit(500, 1_000),
    fromId: optional(filterId("The first to show")),
  },
  response: shapes.Trades,
});

export const aggTrades = open({
  path: "/fapi/v1/aggTrades",
  summary: "Trades, by the order that took",
  meaning:
    "What each order took at one price, oldest first: from an id on, within a span of at most an hour, or the latest; of the 1,000 trades that are kept.",
  weight: 20,
  parameters: {
    symbol: symbolParameter,
    fromId: optional(filterId("The first to show; not with times")),
    ...span,
    limit: limit(500, 1_000),
  },
  response: shapes.AggregateTrades,
});

const pair = { pair: symbolParameter };

const candles = <N extends { readonly [K in "symbol" | "pair"]?: typeof symbolParameter }>(
  name: string,
  of: string,
  named: N,
) =>
  open({
    path: `/fapi/v1/${name}`,
    summary: `Candles of ${of}`,
    meaning: `Candles of ${of}, oldest first: the first from startTime on, else the latest up to endTime.`,
    weight: 1,
    heavier: {
      by: "limit",
      steps: [
        [99, 2],
        [499, 5],
        [1_000, 10],
      ],
    },
    parameters: { ...named, interval: intervalParameter, ...span, limit: limit(500, 1_500) },
    response: shapes.Klines,
  });

const ofSymbol = { symbol: symbolParameter };
export const klines = candles("klines", "the last price", ofSymbol);
export const markPriceKlines = candles("markPriceKlines", "the mark price", ofSymbol);
export const indexPriceKlines = candles("indexPriceKlines", "the index price", pair);
export const premiumIndexKlines = candles(
  "premiumIndexKlines",
  "the premium of the mark price over the index price, as it was when candles opened and closed",
  ofSymbol,
);
export const continuousKlines = candles("continuousKlines", "the last price of a pair's perpetual contract", {
  ...pair,
  contractType: choice("Kind of contract", { PERPETUAL: "PERPETUAL" }),
});

export const ticker24hr = open({
  path: "/fapi/v1/ticker/24hr",
  summary: "Tickers of the rolling 24 hours",
  meaning: "What the last 24 hours came to, of a symbol; without one a list of all.",
  weight: 1,
  heavier: { without: "symbol", weight: 40 },
  parameters: { symbol: optional(symbolParameter) },
  response: shapes.Tickers,
});

export const tickerPrice = open({
  path: "/fapi/v1/ticker/price",
  alsoIn: ["v2"],
  messages: ["ticker.price"],
  summary: "Last price",
  meaning: "The price of the last trade, of a symbol; without one a list of all.",
  weight: 1,
  heavier: { without: "symbol", weight: 2 },
  parameters: { symbol: optional(symbolParameter) },
  response: shapes.Prices,
});

export const bookTicker = open({
  path: "/fapi/v1/ticker/bookTicker",
  messages: ["ticker.book"],
  summary: "Best bid and ask",
  meaning: "The best bid and ask, of a symbol; without one a list of all.",
  weight: 2,
  heavier: { without: "symbol", weight: 5 },
  parameters: { symbol: optional(symbolParameter) },
  response: shapes.BookTickers,
});

export const premiumIndex = open({
  path: "/fapi/v1/premiumIndex",
  summary: "Mark price and funding rate",
  meaning: "Mark and index price, and the funding that is due next, of a symbol; without one a list of all.",
  weight: 1,
  heavier: { without: "symbol", weight: 10 },
  parameters: { symbol: optional(symbolParameter) },
  response: shapes.PremiumIndexes,
});

export const fundingRate = open({
  path: "/fapi/v1/fundingRate",
  summary: "Past funding rates",
  meaning:
    "The rates of past settlements, oldest first: the first from startTime on, else the latest up to endTime.",
  weight: 1,
  heavier: { without: "symbol", weight: 40 },
  parameters: { symbol: optional(symbolParameter), ...span, limit: limit(100, 1_000) },
  response: shapes.FundingRates,
});

export const fundingInfo = open({
  path: "/fapi/v1/fundingInfo",
  summary: "Bounds and periods of funding",
  meaning: "How high and how low the funding rate of each contract may be, and how often it settles.",
  weight: 0,
  parameters: {},
  response: shapes.FundingInformations,
});

export const openInterest = open({
  path: "/fapi/v1/openInterest",
  summary: "Open interest",
  meaning: "How much is held open in a contract, on one side.",
  weight: 1,
  parameters: { symbol: symbolParameter },
  response: shapes.OpenInterest,
});

const nothing = (path: string, of: string) =>
  open({
    path,
    summary: `${of}: none`,
    meaning: "An empty list: there is nothing of it here, and clients that ask for it go on.",
    weight: 1,
    parameters: {},
    response: shapes.Empty,
  });

export const openInterestHist = nothing("/futures/data/openInterestHist", "Open interest of the past");
export const topAccounts = nothing("/futures/data/topLongShortAccountRatio", "Ratio of the largest accounts");
export const topPositions = nothing(
  "/futures/data/topLongShortPositionRatio",
  "Ratio of the largest positions",
);
export const accountRatio = nothing("/futures/data/globalLongShortAccountRatio", "Ratio of all accounts");
export const takerRatio = nothing("/futures/data/takerlongshortRatio", "Ratio of takers");
export const basis = nothing("/futures/data/basis", "Basis of the past");
export const deliveryPrice = nothing("/futures/data/delivery-price", "Prices of deliveries");
export const constituents = nothing("/fapi/v1/constituents", "Constituents of an index");
export const indexInfo = nothing("/fapi/v1/indexInfo", "Composite indexes");
export const insuranceBalance = nothing("/fapi/v1/insuranceBalance", "Insurance funds");
export const assetIndex = nothing("/fapi/v1/assetIndex", "Indexes of margin coins");
export const coins = nothing("/sapi/v1/capital/config/getall", "Coins of a wallet");
export const marginPairs = nothing("/sapi/v1/margin/allPairs", "Pairs of margin trading");
