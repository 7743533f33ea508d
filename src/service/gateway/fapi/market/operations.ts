import type { Operation } from "../../operation.ts";
import { exchangeInfo } from "./exchangeInfo.ts";
import { fundingInfo, fundingRate } from "./funding.ts";
import { continuousKlines, indexPriceKlines, klines, markPriceKlines, premiumIndexKlines } from "./klines.ts";
import {
  aggTrades,
  depth,
  emptyOperations,
  historicalTrades,
  openInterest,
  ping,
  time,
  trades,
} from "./market.ts";
import { bookTicker, premiumIndex, ticker24hr, tickerPrice } from "./ticker.ts";

/** The market operations of the dialect. */
export const marketOperations: readonly Operation[] = [
  ping,
  time,
  exchangeInfo,
  depth,
  trades,
  historicalTrades,
  aggTrades,
  klines,
  continuousKlines,
  markPriceKlines,
  indexPriceKlines,
  premiumIndexKlines,
  ticker24hr,
  tickerPrice,
  bookTicker,
  premiumIndex,
  fundingRate,
  fundingInfo,
  openInterest,
  ...emptyOperations,
];
