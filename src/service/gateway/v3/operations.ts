import type { Operation } from "../operation.ts";
import { apart } from "../trading/siblings.ts";
import { accountConfig, balance, commissionRate, symbolConfig } from "./account/account.ts";
import { income } from "./account/income.ts";
import { setLeverage } from "./account/leverage.ts";
import { adjustPositionMargin, modifyAutoAppendMargin, setMarginType } from "./account/margin.ts";
import { allPosition, singlePosition } from "./account/positions.ts";
import { cancelAlgoOrder, placeAlgoOrder } from "./algo/algoOrder.ts";
import { allAlgoOrders, openAlgoOrders, openTrailingOrders, trailingHistory } from "./algo/lists.ts";
import { modifyTpSlOrder, placeTpSlOrder } from "./algo/tpSlOrder.ts";
import { marketOperations } from "./market/operations.ts";
import { cancelOrders, placeOrders } from "./order/batchOrders.ts";
import { cancelAllAlgoOrders, cancelAllOrders } from "./order/cancel.ts";
import { closePositions } from "./order/closePositions.ts";
import { openOrders, orderHistory, userTrades } from "./order/lists.ts";
import { cancelOrder, getOrder, placeOrder } from "./order/order.ts";
import { partnerOperations } from "./partner/operations.ts";
import { simOperations } from "./sim/operations.ts";
import { spotOperations } from "./spot/operations.ts";

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
