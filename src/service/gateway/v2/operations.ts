import type { Operation } from "../operation.ts";
import { apart } from "../trading/siblings.ts";
import {
  account,
  accounts,
  assets,
  getAccount,
  getAccounts,
  settings,
  snapshot,
  socketTicket,
} from "./account/accounts.ts";
import { explain, explainLiquidation } from "./account/explain.ts";
import { allPosition, closedPositions, singlePosition } from "./account/positions.ts";
import { bills, equityHistory, equitySeries, messages, performance, requestLog } from "./account/records.ts";
import {
  adjustMargin,
  changeHoldModel,
  leverage,
  modifyAutoAppendMargin,
  positionMode,
} from "./account/settings.ts";
import { candles, historyCandles } from "./market/candles.ts";
import { contracts } from "./market/contracts.ts";
import { currentFundRate, forecastFundRate, fundingTime, getHistoryFundRate } from "./market/funding.ts";
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
} from "./market/market.ts";
import { amend } from "./order/amend.ts";
import { cancel_batch_orders, cancel_order, cancel_plan, cancelAllOrders } from "./order/cancel.ts";
import { estimate } from "./order/estimate.ts";
import { current, currentPlan, detail, fills, history, historyPlan } from "./order/lists.ts";
import { batchOrders, closePositions, placeOrder, plan_order } from "./order/place.ts";
import { modifyTpSlOrder, placeTpSlOrder } from "./order/tpSl.ts";
import { uploadAiLog } from "./order/uploadAiLog.ts";

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

/** The signed operations of the V2 interface. */
export const privateOperations: readonly Operation[] = [
  getAccounts,
  getAccount,
  snapshot,
  assets,
  accounts,
  account,
  bills,
  settings,
  explain,
  explainLiquidation,
  equitySeries,
  equityHistory,
  performance,
  messages,
  requestLog,
  socketTicket,
  leverage,
  adjustMargin,
  modifyAutoAppendMargin,
  allPosition,
  closedPositions,
  singlePosition,
  changeHoldModel,
  positionMode,
  placeOrder,
  estimate,
  amend,
  batchOrders,
  cancel_order,
  cancel_batch_orders,
  detail,
  history,
  current,
  fills,
  plan_order,
  cancel_plan,
  currentPlan,
  historyPlan,
  closePositions,
  cancelAllOrders,
  placeTpSlOrder,
  modifyTpSlOrder,
  uploadAiLog,
];

/** Every operation of the V2 interface. */
export const v2Operations = apart<Operation>([...marketOperations, ...privateOperations]);
