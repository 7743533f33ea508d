import { candleIntervals } from "../../commonParameters.ts";
import { open } from "../../operation.ts";
import { choice, integer, time as moment, optional } from "../../parameter.ts";
import * as v3 from "../index.ts";
import { symbolParameter } from "../parameters.ts";

export const apiTradingSymbols = open({
  path: "/capi/v3/market/apiTradingSymbols",
  summary: "Symbols open to API trading",
  meaning: "The symbols that keys may trade, paper ones included.",
  call: "market.apiTradingSymbols",
  weight: 5,
  parameters: {},
  response: v3.market.Symbols,
});

export const depth = open({
  path: "/capi/v3/market/depth",
  summary: "Order book",
  meaning: "The best levels of the order book; lastUpdateId is the version that depth streams count in.",
  call: "market.depth",
  weight: 1,
  parameters: {
    symbol: symbolParameter,
    limit: optional(choice("Levels of each side", { 15: 15, 200: 200 }), 15),
  },
  response: v3.market.Depth,
});

export const exchangeInfo = open({
  path: "/capi/v3/market/exchangeInfo",
  summary: "Contract information",
  meaning: "Coins that margin is held in, and the terms of every contract.",
  call: "market.exchangeInfo",
  weight: 1,
  parameters: { symbol: optional(symbolParameter) },
  response: v3.market.ExchangeInformation,
});

export const fundingRate = open({
  path: "/capi/v3/market/fundingRate",
  summary: "Past funding rates",
  meaning: "The rates of past settlements, newest first.",
  call: "market.fundingRate",
  weight: 5,
  parameters: {
    symbol: symbolParameter,
    startTime: optional(moment("Start, Unix ms; within 365 days")),
    endTime: optional(moment("End, Unix ms; at most 7 days after the start")),
    limit: optional(integer("Rows", { min: 1, max: 1_000 }), 100),
  },
  response: v3.market.FundingRates,
});

export const openInterest = open({
  path: "/capi/v3/market/openInterest",
  summary: "Open interest",
  meaning: "How much is held open in a contract, on one side.",
  call: "market.openInterest",
  weight: 2,
  parameters: { symbol: symbolParameter },
  response: v3.market.OpenInterest,
});

export const premiumIndex = open({
  path: "/capi/v3/market/premiumIndex",
  summary: "Mark price and funding rate",
  meaning: "Mark and index price, and the funding rates: settled last, and due next.",
  call: "market.premiumIndex",
  weight: 1,
  parameters: { symbol: optional(symbolParameter) },
  response: v3.market.PremiumIndexes,
});

export const riskLimits = open({
  path: "/capi/v3/market/riskLimits",
  summary: "Margin tiers",
  meaning: "The tiers of a contract: how much may be held at which leverage, and what must be kept.",
  call: "market.riskLimits",
  weight: 1,
  parameters: { symbol: optional(symbolParameter) },
  response: v3.market.RiskLimits,
});

export const symbolPrice = open({
  path: "/capi/v3/market/symbolPrice",
  summary: "Index or mark price",
  meaning: "The index price of a contract, or its mark price.",
  call: "market.symbolPrice",
  weight: 1,
  parameters: {
    symbol: symbolParameter,
    priceType: optional<"mark" | "index">(choice("Which price", { INDEX: "index", MARK: "mark" }), "index"),
  },
  response: v3.market.SymbolPrice,
});

export const ticker24hr = open({
  path: "/capi/v3/market/ticker/24hr",
  summary: "Tickers of the rolling 24 hours",
  meaning: "What the last 24 hours came to, of a symbol or of all; always a list.",
  call: "market.ticker24hr",
  weight: 40,
  parameters: { symbol: optional(symbolParameter) },
  response: v3.market.Tickers,
});

export const bookTicker = open({
  path: "/capi/v3/market/ticker/bookTicker",
  summary: "Best bid and ask",
  meaning: "The best bid and ask, of a symbol or of all; always a list.",
  call: "market.bookTicker",
  weight: 1,
  parameters: { symbol: optional(symbolParameter) },
  response: v3.market.BookTickers,
});

export const time = open({
  path: "/capi/v3/market/time",
  summary: "Server time",
  meaning: "The venue's clock.",
  call: "market.time",
  weight: 1,
  parameters: {},
  response: v3.market.ServerTime,
});

export const trades = open({
  path: "/capi/v3/market/trades",
  summary: "Recent trades",
  meaning: "The latest trades of a contract, newest first.",
  call: "market.trades",
  weight: 5,
  parameters: {
    symbol: symbolParameter,
    limit: optional(integer("Rows", { min: 1, max: 1_000 }), 100),
  },
  response: v3.market.Trades,
});

const interval = choice("Interval of a candle", candleIntervals);

const latestKlines = (name: string, summary: string, meaning: string) =>
  open({
    path: `/capi/v3/market/${name}`,
    summary,
    meaning,
    call: `market.${name}`,
    weight: 1,
    parameters: {
      symbol: symbolParameter,
      interval,
      limit: optional(integer("Rows", { min: 1, max: 1_000 }), 100),
    },
    response: v3.market.Klines,
  });

export const klines = latestKlines(
  "klines",
  "Latest candles of the last price",
  "The latest candles of the last price, newest first, the running one included.",
);
export const indexPriceKlines = latestKlines(
  "indexPriceKlines",
  "Latest candles of the index price",
  "The latest candles of the index price, newest first.",
);
export const markPriceKlines = latestKlines(
  "markPriceKlines",
  "Latest candles of the mark price",
  "The latest candles of the mark price, newest first.",
);

export const historyKlines = open({
  path: "/capi/v3/market/historyKlines",
  summary: "Candles of the past",
  meaning: "Candles of any time since the contract was listed, newest first; without times the latest.",
  call: "market.historyKlines",
  weight: 5,
  parameters: {
    symbol: symbolParameter,
    interval,
    startTime: optional(moment("Candles that open at this time or later, Unix ms")),
    endTime: optional(moment("Candles that open at this time or earlier, Unix ms; at most 90 days later")),
    limit: optional(integer("Rows", { min: 1, max: 100 }), 100),
    priceType: optional<"last" | "index" | "mark">(
      choice("Price that the candles follow", { LAST: "last", INDEX: "index", MARK: "mark" }),
      "last",
    ),
  },
  response: v3.market.Klines,
});
