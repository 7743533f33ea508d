import type { Operation } from "../operation.ts";
import {
  account,
  accountConfig,
  accountV3,
  adlQuantile,
  balance,
  commissionRate,
  positionRisk,
  positionRiskV3,
  symbolConfig,
} from "./account/account.ts";
import { leverageBracket } from "./account/brackets.ts";
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
} from "./algo/algoOrders.ts";
import { placeAlgoOrder } from "./algo/place.ts";
import { closeStream, keepStream, openStream } from "./listenKey/listenKey.ts";
import { amendOrder, amendOrders } from "./order/amend.ts";
import { orderAmendments } from "./order/amendments.ts";
import { cancelAllOrders, cancelOrder, cancelOrders, setCountdown } from "./order/cancel.ts";
import { getOrder, openOrder } from "./order/find.ts";
import { allOrders, openOrders, userTrades } from "./order/lists.ts";
import { placeOrder, placeOrders } from "./order/place.ts";
import { testOrder } from "./order/test.ts";

/** The operations of the dialect that need a key. */
export const privateOperations: readonly Operation[] = [
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
