import type { Operation } from "../../operation.ts";
import { candles, historyCandles } from "./candles.ts";
import { contracts } from "./contracts.ts";
import { currentFundRate, forecastFundRate, fundingTime, getHistoryFundRate } from "./funding.ts";
import {
  depth,
  indexPrice,
  leaderboard,
  openInterest,
  source,
  ticker,
  tickers,
  time,
  trades,
} from "./market.ts";

/** The public market operations; their context's `views` are `MarketSources`. */
export const marketOperations: readonly Operation[] = [
  time,
  contracts,
  depth,
  tickers,
  ticker,
  trades,
  candles,
  historyCandles,
  indexPrice,
  openInterest,
  fundingTime,
  currentFundRate,
  forecastFundRate,
  getHistoryFundRate,
  source,
  leaderboard,
];
