const ACCOUNT = "GET /fapi/v3/account";
const POSITIONS = "GET /fapi/v3/positionRisk";
const FUNDING = "GET /fapi/v1/premiumIndex";

/**
 * For each operation of V2, the operations of the fapi dialect that do the same, the nearest first.
 * Operations that only this venue has, and the dialect lacks, are left out.
 */
export const inFapi: Readonly<Record<string, readonly string[]>> = {
  "GET /capi/v2/market/time": ["GET /fapi/v1/time"],
  "GET /capi/v2/market/contracts": ["GET /fapi/v1/exchangeInfo"],
  "GET /capi/v2/market/depth": ["GET /fapi/v1/depth"],
  "GET /capi/v2/market/tickers": ["GET /fapi/v1/ticker/24hr", "GET /fapi/v1/ticker/bookTicker"],
  "GET /capi/v2/market/ticker": ["GET /fapi/v1/ticker/24hr", "GET /fapi/v1/ticker/bookTicker"],
  "GET /capi/v2/market/trades": ["GET /fapi/v1/trades"],
  "GET /capi/v2/market/candles": [
    "GET /fapi/v1/klines",
    "GET /fapi/v1/markPriceKlines",
    "GET /fapi/v1/indexPriceKlines",
  ],
  "GET /capi/v2/market/historyCandles": ["GET /fapi/v1/klines"],
  "GET /capi/v2/market/index": [FUNDING],
  "GET /capi/v2/market/open_interest": ["GET /fapi/v1/openInterest"],
  "GET /capi/v2/market/funding_time": [FUNDING],
  "GET /capi/v2/market/currentFundRate": [FUNDING],
  "GET /capi/v2/market/forecastFundRate": [FUNDING],
  "GET /capi/v2/market/getHistoryFundRate": ["GET /fapi/v1/fundingRate"],
  "GET /capi/v2/account/getAccounts": [
    ACCOUNT,
    "GET /fapi/v1/symbolConfig",
    "GET /fapi/v1/commissionRate",
    "GET /fapi/v1/accountConfig",
  ],
  "GET /capi/v2/account/getAccount": [ACCOUNT, "GET /fapi/v1/symbolConfig"],
  "GET /capi/v2/account/assets": ["GET /fapi/v3/balance"],
  "GET /capi/v2/account/accounts": [ACCOUNT, POSITIONS],
  "GET /capi/v2/account/account": [ACCOUNT, POSITIONS],
  "POST /capi/v2/account/bills": ["GET /fapi/v1/income"],
  "GET /capi/v2/account/settings": ["GET /fapi/v1/symbolConfig"],
  "POST /capi/v2/account/socketTicket": ["POST /fapi/v1/listenKey"],
  "POST /capi/v2/account/leverage": ["POST /fapi/v1/leverage"],
  "POST /capi/v2/account/adjustMargin": ["POST /fapi/v1/positionMargin"],
  "GET /capi/v2/account/position/allPosition": [POSITIONS],
  "GET /capi/v2/account/position/singlePosition": [POSITIONS],
  "POST /capi/v2/account/position/changeHoldModel": ["POST /fapi/v1/marginType"],
  "POST /capi/v2/account/positionMode": ["POST /fapi/v1/positionSide/dual"],
  "POST /capi/v2/order/placeOrder": ["POST /fapi/v1/order"],
  "POST /capi/v2/order/estimate": ["POST /fapi/v1/order/test"],
  "POST /capi/v2/order/amend": ["PUT /fapi/v1/order"],
  "POST /capi/v2/order/batchOrders": ["POST /fapi/v1/batchOrders"],
  "POST /capi/v2/order/cancel_order": ["DELETE /fapi/v1/order"],
  "POST /capi/v2/order/cancel_batch_orders": ["DELETE /fapi/v1/batchOrders"],
  "GET /capi/v2/order/detail": ["GET /fapi/v1/order"],
  "GET /capi/v2/order/history": ["GET /fapi/v1/allOrders"],
  "GET /capi/v2/order/current": ["GET /fapi/v1/openOrders"],
  "GET /capi/v2/order/fills": ["GET /fapi/v1/userTrades"],
  "POST /capi/v2/order/plan_order": ["POST /fapi/v1/algoOrder"],
  "POST /capi/v2/order/cancel_plan": ["DELETE /fapi/v1/algoOrder"],
  "GET /capi/v2/order/currentPlan": ["GET /fapi/v1/openAlgoOrders"],
  "GET /capi/v2/order/historyPlan": ["GET /fapi/v1/allAlgoOrders"],
  "POST /capi/v2/order/cancelAllOrders": ["DELETE /fapi/v1/allOpenOrders", "DELETE /fapi/v1/algoOpenOrders"],
  "POST /capi/v2/order/placeTpSlOrder": ["POST /fapi/v1/algoOrder"],
};
