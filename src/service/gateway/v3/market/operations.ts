import type { Operation } from "../../operation.ts";
import { exchangeInfo } from "./exchangeInfo.ts";
import { fundingRate } from "./fundingRate.ts";
import { historyKlines, indexPriceKlines, klines, markPriceKlines } from "./klines.ts";
import {
  apiTradingSymbols,
  depth,
  openInterest,
  premiumIndex,
  riskLimits,
  symbolPrice,
  time,
  trades,
} from "./market.ts";
import { bookTicker, ticker24hr } from "./ticker.ts";

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
