import type { Operation } from "../../operation.ts";
import { candles } from "./candles.ts";
import { contracts } from "./contracts.ts";
import { currentFundRate } from "./currentFundRate.ts";
import { depth } from "./depth.ts";
import { forecastFundRate } from "./forecastFundRate.ts";
import { fundingTime } from "./fundingTime.ts";
import { getHistoryFundRate } from "./getHistoryFundRate.ts";
import { historyCandles } from "./historyCandles.ts";
import { indexPrice } from "./indexPrice.ts";
import { openInterest } from "./openInterest.ts";
import { source } from "./source.ts";
import { ticker } from "./ticker.ts";
import { tickers } from "./tickers.ts";
import { time } from "./time.ts";
import { trades } from "./trades.ts";

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
];
