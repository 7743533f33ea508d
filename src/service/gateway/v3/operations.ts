import type { Operation } from "../operation.ts";
import { apart } from "../trading/siblings.ts";
import {
  accountConfig,
  allPosition,
  balance,
  commissionRate,
  singlePosition,
  symbolConfig,
} from "./account/account.ts";
import { income } from "./account/income.ts";
import {
  adjustPositionMargin,
  modifyAutoAppendMargin,
  setLeverage,
  setMarginType,
} from "./account/settings.ts";
import { cancelAlgoOrder, placeAlgoOrder } from "./algo/algoOrder.ts";
import { allAlgoOrders, openAlgoOrders, openTrailingOrders, trailingHistory } from "./algo/lists.ts";
import { modifyTpSlOrder, placeTpSlOrder } from "./algo/tpSlOrder.ts";
import { exchangeInfo } from "./market/exchangeInfo.ts";
import { fundingRate } from "./market/fundingRate.ts";
import { historyKlines, indexPriceKlines, klines, markPriceKlines } from "./market/klines.ts";
import {
  apiTradingSymbols,
  depth,
  openInterest,
  premiumIndex,
  riskLimits,
  symbolPrice,
  time,
  trades,
} from "./market/market.ts";
import { bookTicker, ticker24hr } from "./market/ticker.ts";
import { cancelAllAlgoOrders, cancelAllOrders } from "./order/cancel.ts";
import { closePositions } from "./order/closePositions.ts";
import { openOrders, orderHistory, userTrades } from "./order/lists.ts";
import { cancelOrder, cancelOrders, getOrder, placeOrder, placeOrders } from "./order/order.ts";
import { getAffiliateUIDs, getChannelUserTradeAndAsset } from "./partner/affiliates.ts";
import { getAssert, getDealData, verifyReferrals } from "./partner/agency.ts";
import { getAffiliateCommission, querySubChannelTransactions } from "./partner/commission.ts";
import { simOperations } from "./sim/operations.ts";
import { spotOperations } from "./spot/operations.ts";

/** The public market operations of V3. */
const marketOperations: readonly Operation[] = [
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

/** The partner family: an agent's view of those it brought and of its rebates. */
const partnerOperations: readonly Operation[] = [
  getAffiliateUIDs,
  getChannelUserTradeAndAsset,
  getAffiliateCommission,
  querySubChannelTransactions,
  verifyReferrals,
  getAssert,
  getDealData,
];

/** Every operation of the V3 interface. */
export const v3Operations = apart<Operation>([
  ...spotOperations,
  ...marketOperations,
  balance,
  commissionRate,
  accountConfig,
  symbolConfig,
  setMarginType,
  setLeverage,
  adjustPositionMargin,
  modifyAutoAppendMargin,
  income,
  allPosition,
  singlePosition,
  placeOrder,
  cancelOrder,
  getOrder,
  placeOrders,
  cancelOrders,
  cancelAllOrders,
  closePositions,
  openOrders,
  orderHistory,
  userTrades,
  placeAlgoOrder,
  cancelAlgoOrder,
  cancelAllAlgoOrders,
  openAlgoOrders,
  allAlgoOrders,
  openTrailingOrders,
  trailingHistory,
  placeTpSlOrder,
  modifyTpSlOrder,
  ...simOperations,
  ...partnerOperations,
]);
