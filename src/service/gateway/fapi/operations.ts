import type { Operation } from "../operation.ts";
import {
  account,
  accountConfig,
  accountV3,
  adlQuantile,
  balance,
  commissionRate,
  leverageBracket,
  positionRisk,
  positionRiskV3,
  symbolConfig,
} from "./account/account.ts";
import { marginHistory, userIncome } from "./account/income.ts";
import { forceOrders, orderLimits, tradingStatus } from "./account/records.ts";
import {
  adjustPositionMargin,
  assetMode,
  feeBurn,
  positionMode,
  setAssetMode,
  setFeeBurn,
  setLeverage,
  setMarginType,
  setPositionMode,
} from "./account/settings.ts";
import {
  allAlgoOrders,
  cancelAlgoOrder,
  cancelAllAlgoOrders,
  getAlgoOrder,
  openAlgoOrders,
  placeAlgoOrder,
} from "./algo/algoOrders.ts";
import { closeStream, keepStream, openStream } from "./listenKey/listenKey.ts";
import { exchangeInfo } from "./market/exchangeInfo.ts";
import { fundingInfo, fundingRate } from "./market/funding.ts";
import {
  continuousKlines,
  indexPriceKlines,
  klines,
  markPriceKlines,
  premiumIndexKlines,
} from "./market/klines.ts";
import {
  aggTrades,
  depth,
  emptyOperations,
  historicalTrades,
  openInterest,
  ping,
  time,
  trades,
} from "./market/market.ts";
import { bookTicker, premiumIndex, ticker24hr, tickerPrice } from "./market/ticker.ts";
import { amendOrder, amendOrders, orderAmendments } from "./order/amend.ts";
import { cancelAllOrders, cancelOrder, cancelOrders, setCountdown } from "./order/cancel.ts";
import { getOrder, openOrder } from "./order/find.ts";
import { allOrders, openOrders, userTrades } from "./order/lists.ts";
import { placeOrder, placeOrders, testOrder } from "./order/place.ts";

/** The operations of the dialect that need a key. */
const privateOperations: readonly Operation[] = [
  placeOrder,
  testOrder,
  amendOrder,
  cancelOrder,
  getOrder,
  placeOrders,
  amendOrders,
  cancelOrders,
  openOrder,
  openOrders,
  allOrders,
  cancelAllOrders,
  setCountdown,
  orderAmendments,
  userTrades,
  placeAlgoOrder,
  cancelAlgoOrder,
  getAlgoOrder,
  openAlgoOrders,
  allAlgoOrders,
  cancelAllAlgoOrders,
  account,
  accountV3,
  balance,
  positionRisk,
  positionRiskV3,
  leverageBracket,
  userIncome,
  commissionRate,
  accountConfig,
  symbolConfig,
  adlQuantile,
  forceOrders,
  orderLimits,
  tradingStatus,
  setLeverage,
  setMarginType,
  positionMode,
  setPositionMode,
  assetMode,
  setAssetMode,
  feeBurn,
  setFeeBurn,
  adjustPositionMargin,
  marginHistory,
  openStream,
  keepStream,
  closeStream,
];

/** The market operations of the dialect. */
const marketOperations: readonly Operation[] = [
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

/** Every operation of the fapi dialect, also under the further paths that it is declared with. */
export const fapiOperations: readonly Operation[] = [...marketOperations, ...privateOperations].flatMap(
  (operation) => [
    operation,
    ...(operation.alsoAt ?? []).map((path): Operation => ({ ...operation, path, hidden: true })),
  ],
);
