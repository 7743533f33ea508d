import type { Operation } from "../../operation.ts";
import { allPosition } from "../account/positions.ts";
import { openOrders, orderHistory, userTrades } from "../order/lists.ts";
import { cancelOrder, placeOrder } from "../order/order.ts";
import { simBalance, simReset } from "./balance.ts";
import { onPaperAccount } from "./paperAccount.ts";

/** Paper trading. The interface has the first four; cancelling, open orders, fills and starting anew are ours. */
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
  onPaperAccount(cancelOrder, { path: "/capi/v3/sim/order", summary: "Cancel an order on paper (ours)" }),
  onPaperAccount(openOrders, {
    path: "/capi/v3/sim/openOrders",
    summary: "Current orders of the paper account (ours)",
  }),
  onPaperAccount(userTrades, {
    path: "/capi/v3/sim/userTrades",
    summary: "Fills of the paper account (ours)",
  }),
  simReset,
];
