import type { Operation } from "../../operation.ts";
import { allPosition, commissionRate, singlePosition, symbolConfig } from "../account/account.ts";
import { income } from "../account/income.ts";
import {
  adjustPositionMargin,
  modifyAutoAppendMargin,
  setLeverage,
  setMarginType,
} from "../account/settings.ts";
import { cancelAlgoOrder, placeAlgoOrder } from "../algo/algoOrder.ts";
import { allAlgoOrders, openAlgoOrders } from "../algo/lists.ts";
import { modifyTpSlOrder, placeTpSlOrder } from "../algo/tpSlOrder.ts";
import { cancelAllAlgoOrders, cancelAllOrders } from "../order/cancel.ts";
import { closePositions } from "../order/closePositions.ts";
import { openOrders, orderHistory, userTrades } from "../order/lists.ts";
import { cancelOrder, cancelOrders, getOrder, placeOrder, placeOrders } from "../order/order.ts";
import { onPaperAccount, simBalance, simReset } from "./paperAccount.ts";

/**
 * Operations that the interface does not have on paper: everything a real account can do there, except what
 * concerns real money. Its path is the real one's under sim/.
 */
const ours: readonly Operation[] = [
  ...[symbolConfig, commissionRate, setLeverage, setMarginType],
  ...[adjustPositionMargin, modifyAutoAppendMargin, income, singlePosition],
  ...[
    cancelOrder,
    getOrder,
    placeOrders,
    cancelOrders,
    cancelAllOrders,
    closePositions,
    openOrders,
    userTrades,
  ],
  ...[placeAlgoOrder, cancelAlgoOrder, cancelAllAlgoOrders, openAlgoOrders, allAlgoOrders],
  ...[placeTpSlOrder, modifyTpSlOrder],
];

/** Paper trading. The interface has the first four. */
export const simOperations: readonly Operation[] = [
  simBalance,
  onPaperAccount(allPosition, {
    path: "/capi/v3/sim/position/allPosition",
    summary: "All open positions of the paper account",
  }),
  onPaperAccount(placeOrder, {
    path: "/capi/v3/sim/order",
    summary: "Place an order on paper",
    weight: { ip: 0, uid: 5 },
  }),
  onPaperAccount(orderHistory, {
    path: "/capi/v3/sim/order/history",
    summary: "Order history of the paper account",
  }),
  ...ours.map((operation) =>
    onPaperAccount(operation, {
      path: operation.path.replace(/^\/capi\/v3\/(account\/)?/, "/capi/v3/sim/"),
      summary: `${operation.summary}; on paper (ours)`,
    }),
  ),
  simReset,
];
