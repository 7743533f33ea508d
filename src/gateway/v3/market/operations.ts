import type { Operation } from "../../operation.ts";
import { apiTradingSymbols } from "./apiTradingSymbols.ts";
import { depth } from "./depth.ts";
import { exchangeInfo } from "./exchangeInfo.ts";
import { fundingRate } from "./fundingRate.ts";
import { historyKlines, indexPriceKlines, klines, markPriceKlines } from "./klines.ts";
import { openInterest } from "./openInterest.ts";
import { premiumIndex } from "./premiumIndex.ts";
import { riskLimits } from "./riskLimits.ts";
import { symbolPrice } from "./symbolPrice.ts";
import { bookTicker, ticker24hr } from "./ticker.ts";
import { time } from "./time.ts";
import { trades } from "./trades.ts";

/** The public market operations of V3. */
export const marketOperations: readonly Operation[] = [
  time,
  exchangeInfo,
  apiTradingSymbols,
  depth,
  ticker24hr,
  bookTicker,
  trades,
  klines,
  indexPriceKlines,
  markPriceKlines,
  historyKlines,
  symbolPrice,
  openInterest,
  premiumIndex,
  fundingRate,
  riskLimits,
];
