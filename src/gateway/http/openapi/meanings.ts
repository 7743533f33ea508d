/**
 * What each operation means, for the OpenAPI document; by method and path. Who may call it and what it costs is said by
 * its declaration, what its parameters are by their own.
 */
export const meanings: Readonly<Record<string, string>> = {
  "GET /capi/v2/market/time":
    "The venue's clock, which stamps everything and decides what a time range covers.",
  "GET /capi/v2/market/contracts":
    "The terms of what is traded: steps of price and size, limits of orders and positions, leverage, fee rates.",
  "GET /capi/v2/market/depth": "The best levels of the order book, and the time they stood at.",
  "GET /capi/v2/market/tickers": "The ticker of every listed contract.",
  "GET /capi/v2/market/ticker":
    "Last, best, mark and index price of a contract, and what the last 24 hours came to.",
  "GET /capi/v2/market/trades": "The latest trades of a contract, newest first.",
  "GET /capi/v2/market/candles": "The latest candles, the running one included.",
  "GET /capi/v2/market/historyCandles": "Candles of any time since the contract was listed.",
  "GET /capi/v2/market/index": "The price that positions are valued at, or the index that it follows.",
  "GET /capi/v2/market/open_interest": "How much is held open in a contract, on one side.",
  "GET /capi/v2/market/funding_time": "When funding is exchanged next.",
  "GET /capi/v2/market/currentFundRate":
    "The rate at which funding will be exchanged at the end of the period.",
  "GET /capi/v2/market/getHistoryFundRate": "The rates of past settlements, newest first.",
  "GET /capi/v2/account/getAccounts":
    "Settings of the account, of each symbol, and everything that it holds as collateral. Fee rates are those that are charged.",
  "GET /capi/v2/account/getAccount": "The same as the account list, for one coin.",
  "GET /capi/v2/account/assets": "What the account is worth, and what of it may back new orders.",
  "GET /capi/v2/account/accounts": "The account list in its retired form: other names, positions included.",
  "GET /capi/v2/account/account": "The retired form of the account list, for one coin.",
  "POST /capi/v2/account/bills":
    "What changed the account's money and by how much, newest first; one page at a time.",
  "GET /capi/v2/account/settings": "The leverages of a symbol, or of all.",
  "GET /capi/v2/account/explain":
    "The account's numbers at this instant, each with its formula and the terms that went into it, and where its positions stand in the queues of auto-deleveraging. An operation of this venue.",
  "GET /capi/v2/account/requestLog":
    "The account's own requests and why they were refused. An operation of this venue.",
  "POST /capi/v2/account/socketTicket":
    "A ticket that opens one private socket where the handshake cannot carry headers. An operation of this venue.",
  "POST /capi/v2/account/leverage":
    "Sets the leverage of a symbol in the margin mode that it is in. Refused while orders rest.",
  "POST /capi/v2/account/adjustMargin": "Adds margin to an isolated position, or takes what it can spare.",
  "POST /capi/v2/account/modifyAutoAppendMargin":
    "Decides whether an isolated position draws margin from the account before it would be liquidated.",
  "GET /capi/v2/account/position/allPosition": "Every open position.",
  "GET /capi/v2/account/position/singlePosition": "The open positions of a symbol.",
  "POST /capi/v2/account/position/changeHoldModel":
    "Changes margin mode and segregation of a symbol. Refused with a position or an order there.",
  "POST /capi/v2/order/placeOrder":
    "Places a limit or market order that opens or closes a position. The answer comes when the order is safe on the disk; whether it traded is in its fills.",
  "POST /capi/v2/order/estimate":
    "What placeOrder would do with this body now: what it freezes, trades and pays, the liquidation price after it, the largest size, or why it would be refused. Places nothing. An operation of this venue.",
  "GET /capi/v2/market/forecastFundRate":
    "The funding rate of the period after the running one, if that ended now: from the premium sampled so far. An operation of this venue.",
  "GET /capi/v2/account/explainLiquidation":
    "The last liquidation of the key's own account step by step: its fills, and each bill with the amount after it; null where there was none. An operation of this venue.",
  "GET /capi/v2/account/equitySeries":
    "What the key's own account was worth at the end of each interval, and now: its money, and its positions at the mark. An operation of this venue.",
  "GET /capi/v2/account/position/closed":
    "Positions that have ended, one row each: what was opened and closed, fees, funding, and what it came to. An operation of this venue.",
  "POST /capi/v2/order/amend":
    "Changes price or size of a resting order, which keeps its id. A smaller size keeps its place in the queue; another price or a larger size is judged as a new order and loses it. Of an order that waits (plan order, take-profit, stop-loss) it changes trigger, price of execution or size. What is refused stays as it was. An operation of this venue.",
  "POST /capi/v2/order/batchOrders":
    "Places up to 20 orders of a symbol. One that is refused leaves the others alone.",
  "POST /capi/v2/order/cancel_order":
    "Cancels one order by its id or the client's. Given lists it cancels them all.",
  "POST /capi/v2/order/cancel_batch_orders":
    "Cancels up to 50 orders. Those that could not be canceled are listed with the reason.",
  "GET /capi/v2/order/detail": "One order, live or ended.",
  "GET /capi/v2/order/history":
    "Orders by creation, newest first: those that have ended, or, with states=all, in every state: pending, open, filled, canceling, canceled, untriggered. Without times the last 90 days.",
  "GET /capi/v2/order/current": "Orders that rest in the book, newest first.",
  "GET /capi/v2/order/fills":
    "Executions of the account's orders, newest first, with fee and realized profit.",
  "POST /capi/v2/order/plan_order": "Places an order that waits until the last price reaches its trigger.",
  "POST /capi/v2/order/cancel_plan": "Cancels an order that has not been triggered.",
  "GET /capi/v2/order/currentPlan": "Plan orders that wait, and those that were triggered and are not done.",
  "GET /capi/v2/order/historyPlan": "Plan orders that have ended, newest first.",
  "POST /capi/v2/order/closePositions": "Closes positions at the market, of a symbol or all.",
  "POST /capi/v2/order/cancelAllOrders": "Cancels every order, or every plan order, of a symbol or of all.",
  "POST /capi/v2/order/placeTpSlOrder": "Places a take-profit or stop-loss for a position.",
  "POST /capi/v2/order/modifyTpSlOrder": "Moves trigger and price of a take-profit or stop-loss.",
  "POST /capi/v2/order/uploadAiLog": "Keeps a note about a decision for the operator of a contest.",
  "GET /capi/v3/market/time": "The venue's clock.",
  "GET /capi/v3/market/exchangeInfo": "Coins that margin is held in, and the terms of every contract.",
  "GET /capi/v3/market/apiTradingSymbols": "The symbols that keys may trade, paper ones included.",
  "GET /capi/v3/market/depth":
    "The best levels of the order book; lastUpdateId is the version that depth streams count in.",
  "GET /capi/v3/market/ticker/24hr": "What the last 24 hours came to, of a symbol or of all; always a list.",
  "GET /capi/v3/market/ticker/bookTicker": "The best bid and ask, of a symbol or of all; always a list.",
  "GET /capi/v3/market/trades": "The latest trades of a contract, newest first.",
  "GET /capi/v3/market/klines":
    "The latest candles of the last price, newest first, the running one included.",
  "GET /capi/v3/market/indexPriceKlines": "The latest candles of the index price, newest first.",
  "GET /capi/v3/market/markPriceKlines": "The latest candles of the mark price, newest first.",
  "GET /capi/v3/market/historyKlines":
    "Candles of any time since the contract was listed, newest first; without times the latest.",
  "GET /capi/v3/market/symbolPrice": "The index price of a contract, or its mark price.",
  "GET /capi/v3/market/openInterest": "How much is held open in a contract, on one side.",
  "GET /capi/v3/market/premiumIndex":
    "Mark and index price, and the funding rates: settled last, and due next.",
  "GET /capi/v3/market/fundingRate": "The rates of past settlements, newest first.",
  "GET /capi/v3/market/riskLimits":
    "The tiers of a contract: how much may be held at which leverage, and what must be kept.",
  "GET /api/v3/coins": "The coins of the contracts, for clients that ask a spot market when they start.",
  "GET /api/v3/exchangeInfo": "There is no spot market: an empty list, for clients that ask when they start.",
  "GET /api/v3/ping": "Answers that the venue is there.",
  "GET /api/v3/time": "The venue's clock, where clients of a spot market look for it.",
  "GET /capi/v3/account/balance":
    "What the account is worth, and how that divides into available and frozen: the two add up to the balance.",
  "GET /capi/v3/account/commissionRate": "The fee rates that the account is charged in a symbol.",
  "GET /capi/v3/account/accountConfig": "What the account may do.",
  "GET /capi/v3/account/symbolConfig": "Margin mode, segregation and leverages of a symbol, or of all.",
  "POST /capi/v3/account/marginType":
    "Changes margin mode and segregation of a symbol. Refused with a position or an order there.",
  "POST /capi/v3/account/leverage":
    "Sets leverages of a symbol, and its margin mode where marginType names the other one: all of it or nothing. What is left out stays.",
  "POST /capi/v3/account/positionMargin": "Adds margin to an isolated position, or takes what it can spare.",
  "POST /capi/v3/account/modifyAutoAppendMargin":
    "Decides whether an isolated position draws margin from the account before it would be liquidated.",
  "POST /capi/v3/account/income":
    "What changed the account's money and by how much, newest first; nextKey leads to the next page.",
  "GET /capi/v3/account/position/allPosition": "Every open position.",
  "GET /capi/v3/account/position/singlePosition": "The open positions of a symbol.",
  "POST /capi/v3/order":
    "Places a limit or market order; side and positionSide say whether it opens or closes. The answer comes when the order is safe on the disk.",
  "DELETE /capi/v3/order": "Cancels one order by its id or the client's.",
  "GET /capi/v3/order": "One order, live or ended.",
  "POST /capi/v3/batchOrders": "Places up to 10 orders. One that is refused leaves the others alone.",
  "DELETE /capi/v3/batchOrders": "Cancels up to 10 orders, by ids or by the client's.",
  "DELETE /capi/v3/allOpenOrders": "Cancels every order that rests, of a symbol or of all.",
  "POST /capi/v3/closePositions": "Closes positions at the market: one, those of a symbol, or all.",
  "GET /capi/v3/openOrders": "Orders that rest in the book, newest first.",
  "GET /capi/v3/order/history":
    "Orders that have ended, conditional ones included, newest first; without times the last 90 days.",
  "GET /capi/v3/userTrades":
    "Executions of the account's orders, newest first; without times the last 7 days.",
  "POST /capi/v3/algoOrder":
    "Places an order that waits for a price: a stop when the price goes its way, a take-profit when it comes towards it.",
  "DELETE /capi/v3/algoOrder": "Cancels a conditional order that has not been triggered.",
  "DELETE /capi/v3/algoOpenOrders": "Cancels every conditional order that waits, of a symbol or of all.",
  "GET /capi/v3/openAlgoOrders": "Conditional orders that wait, newest first.",
  "GET /capi/v3/allAlgoOrders": "Conditional orders, waiting, triggered and ended, newest first.",
  "POST /capi/v3/placeTpSlOrder":
    "Places a take-profit or stop-loss for a position, the whole of it where no quantity is given.",
  "POST /capi/v3/modifyTpSlOrder": "Moves trigger and price of a take-profit or stop-loss; its id stays.",
  "GET /api/v3/rebate/affiliate/getAffiliateUIDs": "The users that an agent brought.",
  "GET /api/v3/rebate/affiliate/getChannelUserTradeAndAsset":
    "What the users that an agent brought traded and moved.",
  "GET /api/v3/rebate/affiliate/getAffiliateCommission":
    "The rebates that an agent was paid, by user and day.",
  "POST /api/v3/rebate/affiliate/querySubChannelTransactions":
    "What the agents below an agent traded and earned.",
  "GET /api/v3/agency/verifyReferrals": "Whether users were brought by the agent who asks.",
  "GET /api/v3/agency/getAssert": "What a user that an agent brought holds and deposited.",
  "GET /api/v3/agency/getDealData": "How much users that an agent brought traded in a time.",
  "GET /health": "200 while orders are accepted, 503 when the venue has stopped or is flooded.",
};
