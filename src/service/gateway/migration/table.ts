/** What replaces an operation of V2 in V3. */
export interface Migration {
  /** "METHOD path" of the operations that replace it; empty: none does. */
  readonly to: readonly string[];
  /**
   * Request fields, each with what replaces it: another field, or an explanation in words; `=`: the field
   * itself.
   */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * The answer's shape, one of {@link answerShapes}; left out where the answer has too few fields to need a
   * table.
   */
  readonly answer?: keyof typeof answerShapes;
  readonly note?: string;
}

const KEPT = "=";
const SYMBOL = "symbol, without cmt_ and in capitals: BTCUSDT";
const BY_SYMBOL = { symbol: SYMBOL } as const;
const SPAN = { startTime: KEPT, endTime: KEPT } as const;
const NO_POSITION = "nothing: the oldest first (closePositions takes a positionId)";
const NO_MARGIN_MODE = "nothing: orders use the symbol's mode (account/marginType)";
const DIRECTION = "side and positionSide: 1 BUY LONG, 2 SELL SHORT, 3 SELL LONG, 4 BUY SHORT";
const CLIENT_ID = "required, 1 to 36 characters";

const ORDER = {
  size: "quantity",
  type: DIRECTION,
  client_oid: `newClientOrderId (${CLIENT_ID})`,
} as const;

/**
 * Every operation of V2. docs/reference/v2-to-v3.md is written from it, and the report of a bot's own
 * requests.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  "GET /capi/v2/market/time": { to: ["GET /capi/v3/market/time"], fields: {}, note: "serverTime alone" },
  "GET /capi/v2/market/contracts": {
    to: ["GET /capi/v3/market/exchangeInfo"],
    fields: BY_SYMBOL,
    answer: "contract",
    note: "rows are in symbols[]; numbers instead of strings",
  },
  "GET /capi/v2/market/depth": {
    to: ["GET /capi/v3/market/depth"],
    fields: { ...BY_SYMBOL, limit: KEPT },
    note: "timestamp is gone, lastUpdateId orders the answer against pushes",
  },
  "GET /capi/v2/market/tickers": { to: ["GET /capi/v3/market/ticker/24hr"], fields: {}, answer: "ticker" },
  "GET /capi/v2/market/ticker": {
    to: ["GET /capi/v3/market/ticker/24hr", "GET /capi/v3/market/ticker/bookTicker"],
    fields: BY_SYMBOL,
    answer: "ticker",
    note: "an array also with symbol; best prices are in bookTicker",
  },
  "GET /capi/v2/market/trades": {
    to: ["GET /capi/v3/market/trades"],
    fields: { ...BY_SYMBOL, limit: KEPT },
    answer: "trade",
  },
  "GET /capi/v2/market/candles": {
    to: [
      "GET /capi/v3/market/klines",
      "GET /capi/v3/market/markPriceKlines",
      "GET /capi/v3/market/indexPriceKlines",
    ],
    fields: { ...BY_SYMBOL, granularity: "interval, in small letters", limit: KEPT, priceType: "the path" },
    note: "newest first; quote volume is element 7, times are numbers",
  },
  "GET /capi/v2/market/historyCandles": {
    to: ["GET /capi/v3/market/historyKlines"],
    fields: {
      ...BY_SYMBOL,
      granularity: "interval, in small letters",
      startTime: KEPT,
      endTime: KEPT,
      limit: KEPT,
      priceType: KEPT,
    },
    note: "newest first; at most 90 days",
  },
  "GET /capi/v2/market/index": {
    to: ["GET /capi/v3/market/symbolPrice"],
    fields: { ...BY_SYMBOL, priceType: KEPT },
    note: "index is price, timestamp is time",
  },
  "GET /capi/v2/market/open_interest": {
    to: ["GET /capi/v3/market/openInterest"],
    fields: BY_SYMBOL,
    note: "an object; base_volume is openInterest, target_volume has no equivalent",
  },
  "GET /capi/v2/market/funding_time": {
    to: ["GET /capi/v3/market/premiumIndex"],
    fields: BY_SYMBOL,
    note: "nextFundingTime",
  },
  "GET /capi/v2/market/currentFundRate": {
    to: ["GET /capi/v3/market/premiumIndex"],
    fields: BY_SYMBOL,
    note: "fundingRate is forecastFundingRate, timestamp is nextFundingTime; lastFundingRate is the one settled",
  },
  "GET /capi/v2/market/getHistoryFundRate": {
    to: ["GET /capi/v3/market/fundingRate"],
    fields: { ...BY_SYMBOL, limit: KEPT },
  },
  "GET /capi/v2/account/getAccounts": {
    to: [
      "GET /capi/v3/account/balance",
      "GET /capi/v3/account/symbolConfig",
      "GET /capi/v3/account/commissionRate",
      "GET /capi/v3/account/accountConfig",
    ],
    fields: {},
    answer: "account",
    note: "split; counters (cum_…), pending amounts and version have no equivalent in REST",
  },
  "GET /capi/v2/account/getAccount": {
    to: ["GET /capi/v3/account/balance", "GET /capi/v3/account/symbolConfig"],
    fields: { coin: "nothing: rows carry asset" },
    answer: "account",
  },
  "GET /capi/v2/account/assets": {
    to: ["GET /capi/v3/account/balance"],
    fields: {},
    answer: "balance",
    note: "equity is balance; frozen counts the margin of positions too",
  },
  "GET /capi/v2/account/accounts": {
    to: ["GET /capi/v3/account/balance", "GET /capi/v3/account/position/allPosition"],
    fields: {},
    answer: "account",
  },
  "GET /capi/v2/account/account": {
    to: ["GET /capi/v3/account/balance", "GET /capi/v3/account/position/allPosition"],
    fields: { coinId: "nothing: rows carry asset" },
    answer: "account",
  },
  "POST /capi/v2/account/bills": {
    to: ["POST /capi/v3/account/income"],
    fields: {
      coin: "asset",
      ...BY_SYMBOL,
      businessType: "incomeType, the same words",
      startTime: "= (with endTime)",
      endTime: "= (with startTime)",
      limit: KEPT,
      beforeId: "nextKeyId (with nextKeyTime)",
    },
    answer: "bill",
    note: "pages go on with nextKeyId and nextKeyTime",
  },
  "GET /capi/v2/account/settings": {
    to: ["GET /capi/v3/account/symbolConfig"],
    fields: BY_SYMBOL,
    note: "an array: crossLeverage, isolatedLongLeverage, isolatedShortLeverage",
  },
  "GET /capi/v2/account/explain": {
    to: [],
    fields: {},
    note: "an operation of this venue's own; an account that trades over V3 asks it here",
  },
  "GET /capi/v2/account/snapshot": {
    to: [],
    fields: {},
    note: "an operation of this venue's own; an account that trades over V3 asks it here",
  },
  "GET /capi/v2/account/messages": {
    to: [],
    fields: { after: "nothing" },
    note: "an operation of this venue's own; an account that trades over V3 asks it here",
  },
  "GET /capi/v2/account/requestLog": {
    to: [],
    fields: { after: "nothing", limit: "nothing", refused: "nothing" },
    note: "an operation of this venue's own; it shows requests to V3 too",
  },
  "POST /capi/v2/account/socketTicket": {
    to: [],
    fields: {},
    note: "an operation of this venue's own; its tickets open V3's private socket too",
  },
  "POST /capi/v2/account/leverage": {
    to: ["POST /capi/v3/account/leverage"],
    fields: {
      ...BY_SYMBOL,
      marginMode: "marginType: 1 CROSSED, 3 ISOLATED",
      longLeverage: "crossLeverage, or isolatedLongLeverage",
      shortLeverage: "crossLeverage, or isolatedShortLeverage",
    },
    note: "answers the settings",
  },
  "POST /capi/v2/account/adjustMargin": {
    to: ["POST /capi/v3/account/positionMargin"],
    fields: {
      coinId: "nothing",
      isolatedPositionId: KEPT,
      collateralAmount: "amount, above 0, and type: 1 adds, 2 takes",
    },
  },
  "POST /capi/v2/account/modifyAutoAppendMargin": {
    to: ["POST /capi/v3/account/modifyAutoAppendMargin"],
    fields: { positionId: KEPT, autoAppendMargin: KEPT },
  },
  "GET /capi/v2/account/position/allPosition": {
    to: ["GET /capi/v3/account/position/allPosition"],
    fields: {},
    answer: "position",
  },
  "GET /capi/v2/account/position/singlePosition": {
    to: ["GET /capi/v3/account/position/singlePosition"],
    fields: BY_SYMBOL,
    answer: "position",
  },
  "POST /capi/v2/account/position/changeHoldModel": {
    to: ["POST /capi/v3/account/marginType"],
    fields: {
      ...BY_SYMBOL,
      marginMode: "marginType: 1 CROSSED, 3 ISOLATED",
      separatedMode: "separatedType: 1 COMBINED, 2 SEPARATED; not given: it stays",
    },
  },
  "POST /capi/v2/account/positionMode": {
    to: [],
    fields: { positionMode: "nothing" },
    note: "an operation of this venue's own; an account that trades over V3 asks it here",
  },
  "POST /capi/v2/order/placeOrder": {
    to: ["POST /capi/v3/order"],
    fields: {
      ...BY_SYMBOL,
      ...ORDER,
      order_type: "timeInForce: 0 GTC, 1 POST_ONLY, 2 FOK, 3 IOC",
      match_price: "type: 0 LIMIT, 1 MARKET",
      price: KEPT,
      presetTakeProfitPrice: "tpTriggerPrice",
      presetStopLossPrice: "slTriggerPrice",
      separatedMode: "nothing: the symbol's (account/marginType)",
      positionId: NO_POSITION,
      marginMode: NO_MARGIN_MODE,
      trigger_price: "POST algoOrder",
      match_type: "POST algoOrder",
      execute_price: "POST algoOrder",
    },
    answer: "placed",
    note: "a close that is too large shrinks to the position instead of being refused",
  },
  "POST /capi/v2/order/estimate": {
    to: [],
    fields: {
      symbol: "nothing",
      client_oid: "nothing",
      size: "nothing",
      type: "nothing",
      order_type: "nothing",
      match_price: "nothing",
      price: "nothing",
      presetTakeProfitPrice: "nothing",
      presetStopLossPrice: "nothing",
      separatedMode: "nothing",
      positionId: "nothing",
      marginMode: "nothing",
    },
    note: "an operation of this venue's own; an account that trades over V3 asks it here",
  },
  "GET /capi/v2/market/forecastFundRate": {
    to: [],
    fields: { symbol: "nothing" },
    note: "an operation of this venue's own; an account that trades over V3 asks it here",
  },
  "GET /capi/v2/market/leaderboard": {
    to: [],
    fields: { limit: "nothing", points: "nothing" },
    note: "an operation of this venue's own; who trades over V3 asks it here",
  },
  "GET /capi/v2/market/source": {
    to: [],
    fields: { symbol: "nothing" },
    note: "an operation of this venue's own; an account that trades over V3 asks it here",
  },
  "GET /capi/v2/account/explainLiquidation": {
    to: [],
    fields: { positionId: "nothing" },
    note: "an operation of this venue's own; an account that trades over V3 asks it here",
  },
  "GET /capi/v2/account/equitySeries": {
    to: [],
    fields: { granularity: "nothing", limit: "nothing" },
    note: "an operation of this venue's own; an account that trades over V3 asks it here",
  },
  "GET /capi/v2/account/equityHistory": {
    to: [],
    fields: { startTime: "nothing", endTime: "nothing", granularity: "nothing", limit: "nothing" },
    note: "an operation of this venue's own; an account that trades over V3 asks it here",
  },
  "GET /capi/v2/account/performance": {
    to: [],
    fields: { startTime: "nothing", endTime: "nothing" },
    note: "an operation of this venue's own; an account that trades over V3 asks it here",
  },
  "GET /capi/v2/account/position/closed": {
    to: [],
    fields: {
      symbol: "nothing",
      startTime: "nothing",
      endTime: "nothing",
      limit: "nothing",
      beforeId: "nothing",
    },
    note: "an operation of this venue's own; an account that trades over V3 asks it here",
  },
  "POST /capi/v2/order/amend": {
    to: [],
    fields: {
      orderId: "nothing",
      clientOid: "nothing",
      price: "nothing",
      size: "nothing",
      triggerPrice: "nothing",
    },
    note: "an operation of this venue's own; an account that trades over V3 asks it here",
  },
  "POST /capi/v2/order/batchOrders": {
    to: ["POST /capi/v3/batchOrders"],
    fields: {
      symbol: "symbol of each order",
      marginMode: NO_MARGIN_MODE,
      orderDataList: "batchOrders, at most 10, each as in POST order",
    },
    answer: "placed",
    note: "at most 10 instead of 20; a list, without a result of the whole",
  },
  "POST /capi/v2/order/cancel_order": {
    to: ["DELETE /capi/v3/order", "DELETE /capi/v3/batchOrders"],
    fields: {
      orderId: KEPT,
      clientOid: "origClientOrderId",
      ids: "orderIdList of DELETE batchOrders",
      cids: "origClientOrderIdList of DELETE batchOrders",
    },
    answer: "canceled",
    note: "fields of DELETE order are in the query",
  },
  "POST /capi/v2/order/cancel_batch_orders": {
    to: ["DELETE /capi/v3/batchOrders"],
    fields: { ids: "orderIdList", cids: "origClientOrderIdList" },
    answer: "canceled",
    note: "at most 10 instead of 50; a body that is signed; a list, failures among it",
  },
  "GET /capi/v2/order/detail": {
    to: ["GET /capi/v3/order"],
    fields: { orderId: "=, or origClientOrderId" },
    answer: "order",
  },
  "GET /capi/v2/order/history": {
    to: ["GET /capi/v3/order/history"],
    fields: {
      ...BY_SYMBOL,
      pageSize: "limit, at most 1000",
      limit: KEPT,
      createDate: "startTime, always Unix ms",
      endCreateDate: "endTime",
      states: "nothing: live orders are in GET openOrders and GET openAlgoOrders",
      beforeId: KEPT,
    },
    answer: "order",
    note: "page from 0",
  },
  "GET /capi/v2/order/current": {
    to: ["GET /capi/v3/openOrders"],
    fields: {
      ...BY_SYMBOL,
      orderId: "= shows orders with greater ids, not the one",
      ...SPAN,
      limit: KEPT,
      page: KEPT,
    },
    answer: "order",
  },
  "GET /capi/v2/order/fills": {
    to: ["GET /capi/v3/userTrades"],
    fields: { ...BY_SYMBOL, orderId: KEPT, ...SPAN, limit: KEPT, pageSize: "limit", beforeId: KEPT },
    answer: "fill",
    note: "at most 7 days, by default the last 7; an array, without totals",
  },
  "POST /capi/v2/order/plan_order": {
    to: ["POST /capi/v3/algoOrder"],
    fields: {
      ...BY_SYMBOL,
      size: "quantity",
      type: DIRECTION,
      client_oid: `clientAlgoId (${CLIENT_ID})`,
      match_type: "type: STOP or TAKE_PROFIT; with _MARKET for 1",
      execute_price: "price",
      trigger_price: "triggerPrice",
      presetTakeProfitPrice: "tpTriggerPrice",
      presetStopLossPrice: "slTriggerPrice",
      marginMode: NO_MARGIN_MODE,
      positionId: NO_POSITION,
    },
    answer: "placed",
    note: "the type says which way the price must go; a trigger that is met already is refused",
  },
  "POST /capi/v2/order/cancel_plan": {
    to: ["DELETE /capi/v3/algoOrder"],
    fields: { orderId: "=, in the query" },
    answer: "canceled",
  },
  "GET /capi/v2/order/currentPlan": {
    to: ["GET /capi/v3/openAlgoOrders"],
    fields: {
      ...BY_SYMBOL,
      orderId: "nothing: look in the list, or in allAlgoOrders",
      ...SPAN,
      limit: KEPT,
      page: "=, from 1",
    },
    answer: "plan",
    note: "waiting ones alone; triggered ones are among openOrders",
  },
  "GET /capi/v2/order/historyPlan": {
    to: ["GET /capi/v3/allAlgoOrders"],
    fields: {
      symbol: `${SYMBOL}; optional`,
      ...SPAN,
      delegateType: "nothing: look at side and positionSide",
      pageSize: "limit, at most 1000",
      beforeId: KEPT,
    },
    answer: "plan",
    note: "waiting ones too; list is orders, nextPage is hasMore",
  },
  "POST /capi/v2/order/closePositions": {
    to: ["POST /capi/v3/closePositions"],
    fields: BY_SYMBOL,
    note: "positionId closes one; take-profits and stop-losses of what it closes are cancelled, too",
  },
  "POST /capi/v2/order/cancelAllOrders": {
    to: ["DELETE /capi/v3/allOpenOrders", "DELETE /capi/v3/algoOpenOrders"],
    fields: { ...BY_SYMBOL, cancelOrderType: "the path: normal allOpenOrders, plan algoOpenOrders" },
  },
  "POST /capi/v2/order/placeTpSlOrder": {
    to: ["POST /capi/v3/placeTpSlOrder"],
    fields: {
      ...BY_SYMBOL,
      clientOrderId: `clientAlgoId (${CLIENT_ID})`,
      planType: "= profit_plan TAKE_PROFIT, loss_plan STOP_LOSS",
      triggerPrice: KEPT,
      executePrice: KEPT,
      size: "quantity",
      positionSide: "= LONG, SHORT in capitals",
      marginMode: NO_MARGIN_MODE,
      positionId: NO_POSITION,
    },
  },
  "POST /capi/v2/order/modifyTpSlOrder": {
    to: ["POST /capi/v3/modifyTpSlOrder"],
    fields: {
      orderId: KEPT,
      triggerPrice: KEPT,
      executePrice: KEPT,
      triggerPriceType: "= 1 CONTRACT_PRICE, 3 MARK_PRICE",
    },
    note: "answers success alone",
  },
  "POST /capi/v2/order/uploadAiLog": {
    to: [],
    fields: {
      orderId: "nothing",
      stage: "nothing",
      model: "nothing",
      input: "nothing",
      output: "nothing",
      explanation: "nothing",
    },
  },
};

/**
 * Answer fields of V2 by what replaces them. Fields that are not named keep their names in camelCase; those
 * of an account are gone.
 */
export const answerShapes = {
  account: {
    feeSetting: "GET account/commissionRate: makerCommissionRate, takerCommissionRate",
    modeSetting: "GET account/symbolConfig: marginType (SHARED is CROSSED), separatedType",
    leverageSetting: "GET account/symbolConfig: crossLeverage, isolatedLongLeverage, isolatedShortLeverage",
    positionMode: "GET account/accountConfig: dualSidePosition",
    "collateral.amount":
      "GET account/balance: balance − unrealizePnl (which counts open positions at their opening value)",
    version: "nothing",
  },
  balance: {
    coinName: "asset",
    available: "availableBalance",
    equity: "balance",
    frozen: "nothing: V3's frozen is balance − availableBalance",
    unrealizePnl: KEPT,
  },
  bill: {
    coin: "asset",
    amount: "income",
    businessType: "incomeType",
    ctime: "time, a number",
    cTime: "time, a number",
    billId: "=, a number",
  },
  contract: {
    underlying_index: "baseAsset",
    quote_currency: "quoteAsset",
    coin: "marginAsset",
    contract_val: "contractVal, which is 10^-quantityPrecision",
    size_increment: "quantityPrecision",
    tick_size: "pricePrecision",
    priceEndStep: "nothing",
  },
  ticker: {
    last: "lastPrice",
    best_ask: "askPrice of bookTicker",
    best_bid: "bidPrice of bookTicker",
    high_24h: "highPrice",
    low_24h: "lowPrice",
    volume_24h: "quoteVolume",
    base_volume: "volume",
    timestamp: "closeTime",
  },
  trade: {
    ticketId: "id",
    size: "qty",
    value: "quoteQty",
    symbol: "nothing",
    contractVal: "nothing",
  },
  position: {
    margin_mode: "marginType (SHARED is CROSSED)",
    account_id: "nothing",
    coin_id: "asset",
    contract_id: "nothing",
    contractVal: "nothing",
    is_auto_append_isolated_margin: "isAutoAppendIsolatedMargin",
  },
  placed: {
    order_info: "nothing: the answer is the array itself",
    order_id: "orderId",
    client_oid: "clientOrderId",
    result: "success",
    error_code: "errorCode",
    error_message: "errorMessage",
  },
  canceled: {
    order_id: "orderId",
    client_oid: "origClientOrderId",
    result: "success",
    err_msg: "errorMessage, with errorCode",
    cancelOrderResultList: "nothing: the answer is the array itself",
    failInfos: "nothing: rows with success false",
    symbol: "nothing",
    orderIds: "nothing",
    clientOids: "nothing",
  },
  order: {
    order_id: "orderId, a number",
    client_oid: "clientOrderId",
    size: "origQty",
    filled_qty: "executedQty",
    price_avg: "avgPrice",
    fee: "commission of its fills (userTrades)",
    totalProfits: "realizedPnl of its fills (userTrades)",
    status: "= pending PENDING, open NEW, filled FILLED, canceling CANCELING, canceled CANCELED",
    type: "side, positionSide and reduceOnly; orders of liquidation have no word of their own",
    order_type: "timeInForce, and type LIMIT or MARKET",
    createTime: "time, a number",
    contracts: "nothing",
    filledQtyContracts: "nothing",
    presetTakeProfitPrice: "nothing: the attached order, among openAlgoOrders",
    presetStopLossPrice: "nothing: the attached order, among openAlgoOrders",
  },
  plan: {
    list: "of historyPlan: orders",
    nextPage: "of historyPlan: hasMore",
    filled_qty: "executedQty of GET order, once it has triggered",
    fee: "commission of its fills (userTrades)",
    totalProfits: "realizedPnl of its fills (userTrades)",
    order_id: "algoId, a number",
    client_oid: "clientAlgoId",
    size: "quantity",
    status: "algoStatus: -1 CANCELED, 0 UNTRIGGERED, 1 NEW, 2 FILLED",
    type: "side and positionSide",
    order_type: "timeInForce, and orderType",
    triggerPriceType: "workingType: LIMIT CONTRACT_PRICE, MARK MARK_PRICE",
    presetTakeProfitPrice: "tpTriggerPrice",
    presetStopLossPrice: "slTriggerPrice",
    price_avg: "actualPrice",
    createTime: "createTime, a number",
    triggerTime: "=, a number, 0 until it triggers",
  },
  fill: {
    list: "nothing: the answer is the array itself",
    nextFlag: "nothing: a page that is not full is the last",
    totals: "nothing",
    tradeId: "id",
    turnedTradeId: "the same",
    fillSize: "qty",
    fillValue: "quoteQty",
    fillFee: "commission, with liquidateFee in it",
    liquidateFee: "commission",
    realizePnl: "realizedPnl",
    orderSide: "side",
    direction: "side and positionSide; maker says which side of the book",
    legacyOrdeDirection: "side and positionSide",
    liquidateType: "nothing",
    createdTime: "time",
    marginMode: "nothing",
    separatedMode: "nothing",
  },
} as const;
