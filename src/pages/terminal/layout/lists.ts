/** The account's lists in one piece, which is loaded at once. */
export { Assets } from "../panels/assets/assets.tsx";
export { Bills, Funding } from "../panels/history/bills.tsx";
export { ClosedPositions } from "../panels/history/closedPositions.tsx";
export { Fills } from "../panels/history/fills.tsx";
export { OrderHistory } from "../panels/history/orderHistory.tsx";
export { OpenOrders } from "../panels/orders/openOrders.tsx";
export { PlanOrders } from "../panels/plans/planOrders.tsx";
export { Positions } from "../panels/positions/positions.tsx";
