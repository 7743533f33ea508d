import type { Operation } from "../operation.ts";
import { account } from "./account/account.ts";
import { accounts } from "./account/accounts.ts";
import { adjustMargin } from "./account/adjustMargin.ts";
import { assets } from "./account/assets.ts";
import { bills } from "./account/bills.ts";
import { equitySeries } from "./account/equitySeries.ts";
import { explain } from "./account/explain.ts";
import { explainLiquidation } from "./account/explainLiquidation.ts";
import { getAccount } from "./account/getAccount.ts";
import { getAccounts } from "./account/getAccounts.ts";
import { leverage } from "./account/leverage.ts";
import { modifyAutoAppendMargin } from "./account/modifyAutoAppendMargin.ts";
import { allPosition } from "./account/position/allPosition.ts";
import { changeHoldModel } from "./account/position/changeHoldModel.ts";
import { closedPositions } from "./account/position/closed.ts";
import { singlePosition } from "./account/position/singlePosition.ts";
import { requestLog } from "./account/requestLog.ts";
import { settings } from "./account/settings.ts";
import { socketTicket } from "./account/socketTicket.ts";
import { amend } from "./order/amend.ts";
import { batchOrders } from "./order/batchOrders.ts";
import { cancel_batch_orders } from "./order/cancel_batch_orders.ts";
import { cancel_order } from "./order/cancel_order.ts";
import { cancel_plan } from "./order/cancel_plan.ts";
import { cancelAllOrders } from "./order/cancelAllOrders.ts";
import { closePositions } from "./order/closePositions.ts";
import { current } from "./order/current.ts";
import { currentPlan } from "./order/currentPlan.ts";
import { detail } from "./order/detail.ts";
import { estimate } from "./order/estimate.ts";
import { fills } from "./order/fills.ts";
import { history } from "./order/history.ts";
import { historyPlan } from "./order/historyPlan.ts";
import { modifyTpSlOrder } from "./order/modifyTpSlOrder.ts";
import { placeOrder } from "./order/placeOrder.ts";
import { placeTpSlOrder } from "./order/placeTpSlOrder.ts";
import { plan_order } from "./order/plan_order.ts";
import { uploadAiLog } from "./order/uploadAiLog.ts";

/** The signed operations of the V2 interface. */
export const privateOperations: readonly Operation[] = [
  getAccounts,
  getAccount,
  assets,
  accounts,
  account,
  bills,
  settings,
  explain,
  explainLiquidation,
  equitySeries,
  requestLog,
  socketTicket,
  leverage,
  adjustMargin,
  modifyAutoAppendMargin,
  allPosition,
  closedPositions,
  singlePosition,
  changeHoldModel,
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
