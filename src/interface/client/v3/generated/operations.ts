// Made by test/client/generated.test.ts out of the venue's declarations; --update makes it anew
import type { v3 } from "../../../wire/index.ts";
import type { Id, Nothing, OneOf } from "../../operation.ts";
import { operation } from "../../operation.ts";

/** What each operation of V3 takes, by group and name of its function; amounts and prices are decimal text, times Unix ms. */
export interface Requests {
  "market.exchangeInfo": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol?: string;
  };
  "market.depth": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol: string;
    /** Levels of each side; 15 if left out. */
    readonly limit?: "15" | "200" | 15 | 200;
  };
  "market.ticker24hr": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol?: string;
  };
  "market.bookTicker": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol?: string;
  };
  "market.trades": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol: string;
    /** Rows; 1 to 1000; 100 if left out. */
    readonly limit?: number;
  };
  "market.klines": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol: string;
    /** Interval of a candle. */
    readonly interval: "1m" | "5m" | "15m" | "30m" | "1h" | "4h" | "12h" | "1d" | "1w";
    /** Rows; 1 to 1000; 100 if left out. */
    readonly limit?: number;
  };
  "market.indexPriceKlines": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol: string;
    /** Interval of a candle. */
    readonly interval: "1m" | "5m" | "15m" | "30m" | "1h" | "4h" | "12h" | "1d" | "1w";
    /** Rows; 1 to 1000; 100 if left out. */
    readonly limit?: number;
  };
  "market.markPriceKlines": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol: string;
    /** Interval of a candle. */
    readonly interval: "1m" | "5m" | "15m" | "30m" | "1h" | "4h" | "12h" | "1d" | "1w";
    /** Rows; 1 to 1000; 100 if left out. */
    readonly limit?: number;
  };
  "market.historyKlines": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol: string;
    /** Interval of a candle. */
    readonly interval: "1m" | "5m" | "15m" | "30m" | "1h" | "4h" | "12h" | "1d" | "1w";
    /** Candles that open at this time or later, Unix ms. */
    readonly startTime?: number;
    /** Candles that open at this time or earlier, Unix ms; at most 90 days later. */
    readonly endTime?: number;
    /** Rows; 1 to 100; 100 if left out. */
    readonly limit?: number;
    /** Price that the candles follow; LAST if left out. */
    readonly priceType?: "LAST" | "INDEX" | "MARK";
  };
  "market.symbolPrice": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol: string;
    /** Which price; INDEX if left out. */
    readonly priceType?: "INDEX" | "MARK";
  };
  "market.openInterest": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol: string;
  };
  "market.premiumIndex": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol?: string;
  };
  "market.fundingRate": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol: string;
    /** Start, Unix ms; within 365 days. */
    readonly startTime?: number;
    /** End, Unix ms; at most 7 days after the start. */
    readonly endTime?: number;
    /** Rows; 1 to 1000; 100 if left out. */
    readonly limit?: number;
  };
  "market.riskLimits": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol?: string;
  };
  "account.commissionRate": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol: string;
  };
  "account.symbolConfig": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol?: string;
  };
  "account.marginType": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol: string;
    /** Margin mode. */
    readonly marginType: "CROSSED" | "ISOLATED";
    /** One position a side, or one an opening order. */
    readonly separatedType?: "COMBINED" | "SEPARATED";
  };
  "account.leverage": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol: string;
    /** Margin mode. */
    readonly marginType?: "CROSSED" | "ISOLATED";
    /** Leverage under cross margin. */
    readonly crossLeverage?: string;
    /** Leverage of an isolated long position. */
    readonly isolatedLongLeverage?: string;
    /** Leverage of an isolated short position. */
    readonly isolatedShortLeverage?: string;
  };
  "account.positionMargin": {
    /** Id of the isolated position. */
    readonly isolatedPositionId: Id;
    /** Amount, above 0. */
    readonly amount: string;
    /** 1 adds, 2 takes. */
    readonly type: 1 | 2 | "1" | "2";
  };
  "account.modifyAutoAppendMargin": {
    /** Id of the isolated position. */
    readonly positionId: Id;
    /** Whether margin is added automatically. */
    readonly autoAppendMargin: boolean;
  };
  "account.income": {
    /** Coin. */
    readonly asset?: "USDT" | "usdt" | "SUSDT";
    /** Coin. */
    readonly currency?: "USDT" | "usdt" | "SUSDT";
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol?: string;
    /** What it was. */
    readonly incomeType?: "deposit" | "withdraw" | "transfer_in" | "transfer_out" | "margin_move_in" | "margin_move_out" | "position_open_long" | "position_open_short" | "position_close_long" | "position_close_short" | "position_funding" | "order_fill_fee_income" | "order_liquidate_fee_income" | "start_liquidate" | "finish_liquidate" | "order_fix_margin_amount" | "tracking_follow_pay" | "tracking_system_pre_receive" | "tracking_follow_back" | "tracking_trader_income" | "tracking_third_party_share";
    /** Start, Unix ms; with endTime. */
    readonly startTime?: number;
    /** End, Unix ms; with startTime, at most 100 days later. */
    readonly endTime?: number;
    /** Rows; 1 to 100; 20 if left out. */
    readonly limit?: number;
    /** From nextKey of the page before; with nextKeyTime. */
    readonly nextKeyId?: Id;
    /** From nextKey of the page before; with nextKeyId. */
    readonly nextKeyTime?: number;
  };
  "account.singlePosition": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol: string;
  };
  "orders.placeOrder": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol: string;
    /** Side. */
    readonly side: "BUY" | "SELL";
    /** Side of the position. */
    readonly positionSide: "LONG" | "SHORT";
    /** LIMIT or MARKET. */
    readonly type: "LIMIT" | "MARKET";
    /** Quantity, base coin. */
    readonly quantity: string;
    /** Limit price; required for LIMIT. */
    readonly price?: string;
    /** GTC, POST_ONLY, FOK or IOC. */
    readonly timeInForce?: "GTC" | "POST_ONLY" | "FOK" | "IOC";
    /** Own id: at most 36 letters, digits or _ - . : /. */
    readonly newClientOrderId: string;
    /** Attached take-profit, executed at market. */
    readonly tpTriggerPrice?: string;
    /** Attached stop-loss, executed at market. */
    readonly slTriggerPrice?: string;
    /** Price that is watched: that of the last trade, or mark; CONTRACT_PRICE if left out. */
    readonly TpWorkingType?: "CONTRACT_PRICE" | "MARK_PRICE";
    /** Price that is watched: that of the last trade, or mark; CONTRACT_PRICE if left out. */
    readonly SlWorkingType?: "CONTRACT_PRICE" | "MARK_PRICE";
    /** Whether it may only close; false if left out. */
    readonly reduceOnly?: boolean;
    /** The same as timeInForce POST_ONLY; false if left out. */
    readonly postOnly?: boolean;
  };
  "orders.cancelOrder": OneOf<{
    /** Order id. */
    readonly orderId: Id;
    /** Client's own id, if there is no order id. */
    readonly origClientOrderId: string;
  }>;
  "orders.getOrder": OneOf<{
    /** Order id. */
    readonly orderId: Id;
    /** Client's own id, if there is no order id. */
    readonly origClientOrderId: string;
  }>;
  "orders.placeOrders": {
    /** Orders, as in POST order; at most 10. */
    readonly batchOrders: readonly {
      /** Symbol, such as BTCUSDT, in either case. */
      readonly symbol: string;
      /** Side. */
      readonly side: "BUY" | "SELL";
      /** Side of the position. */
      readonly positionSide: "LONG" | "SHORT";
      /** LIMIT or MARKET. */
      readonly type: "LIMIT" | "MARKET";
      /** Quantity, base coin. */
      readonly quantity: string;
      /** Limit price; required for LIMIT. */
      readonly price?: string;
      /** GTC, POST_ONLY, FOK or IOC. */
      readonly timeInForce?: "GTC" | "POST_ONLY" | "FOK" | "IOC";
      /** Own id: at most 36 letters, digits or _ - . : /. */
      readonly newClientOrderId: string;
      /** Attached take-profit, executed at market. */
      readonly tpTriggerPrice?: string;
      /** Attached stop-loss, executed at market. */
      readonly slTriggerPrice?: string;
      /** Price that is watched: that of the last trade, or mark; CONTRACT_PRICE if left out. */
      readonly TpWorkingType?: "CONTRACT_PRICE" | "MARK_PRICE";
      /** Price that is watched: that of the last trade, or mark; CONTRACT_PRICE if left out. */
      readonly SlWorkingType?: "CONTRACT_PRICE" | "MARK_PRICE";
      /** Whether it may only close; false if left out. */
      readonly reduceOnly?: boolean;
      /** The same as timeInForce POST_ONLY; false if left out. */
      readonly postOnly?: boolean;
    }[];
  };
  "orders.cancelOrders": {
    /** Order ids; either these or the clients' must be given. */
    readonly orderIdList?: readonly string[];
    /** Client's own ids. */
    readonly origClientOrderIdList?: readonly string[];
  };
  "orders.cancelAllOrders": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol?: string;
  };
  "orders.closePositions": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol?: string;
    /** Id of the position; it must be of the symbol, where both are given. */
    readonly positionId?: Id;
  };
  "orders.openOrders": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol?: string;
    /** Only orders with a greater id. */
    readonly orderId?: Id;
    /** Start, Unix ms. */
    readonly startTime?: number;
    /** End, Unix ms. */
    readonly endTime?: number;
    /** Records per page; 1 to 100; 100 if left out. */
    readonly limit?: number;
    /** Page, from 0; 0 if left out. */
    readonly page?: number;
  };
  "orders.orderHistory": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol?: string;
    /** Start, Unix ms; default 90 days before the end. */
    readonly startTime?: number;
    /** End, Unix ms; at most 90 days after the start; default now. */
    readonly endTime?: number;
    /** Rows of a page; 1 to 1000; 500 if left out. */
    readonly limit?: number;
    /** Page, from 0; 0 to 1000000; 0 if left out. */
    readonly page?: number;
    /** Only rows with a smaller id; the id of the last row for the next page (a parameter of ours). */
    readonly beforeId?: Id;
  };
  "orders.userTrades": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol?: string;
    /** Only fills of this order. */
    readonly orderId?: Id;
    /** Start, Unix ms, within 365 days; default 7 days before the end. */
    readonly startTime?: number;
    /** End, Unix ms; at most 7 days after the start; default now. */
    readonly endTime?: number;
    /** Rows; 1 to 100; 100 if left out. */
    readonly limit?: number;
    /** Only rows with a smaller id; the id of the last row for the next page (a parameter of ours). */
    readonly beforeId?: Id;
  };
  "algo.placeAlgoOrder": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol: string;
    /** Side. */
    readonly side: "BUY" | "SELL";
    /** Side of the position. */
    readonly positionSide: "LONG" | "SHORT";
    /** A STOP fires when the price goes the order's own way, a TAKE_PROFIT when it comes towards it. */
    readonly type: "STOP" | "TAKE_PROFIT" | "STOP_MARKET" | "TAKE_PROFIT_MARKET";
    /** Quantity, base coin. */
    readonly quantity: string;
    /** Trigger price. */
    readonly triggerPrice: string;
    /** Limit price; required for STOP and TAKE_PROFIT. */
    readonly price?: string;
    /** GTC, POST_ONLY, FOK or IOC. */
    readonly timeInForce?: "GTC" | "POST_ONLY" | "FOK" | "IOC";
    /** Own id: at most 36 letters, digits or _ - . : /. */
    readonly clientAlgoId: string;
    /** Attached take-profit of an order that opens, executed at market. */
    readonly presetTakeProfitPrice?: string;
    /** Attached stop-loss of an order that opens, executed at market. */
    readonly presetStopLossPrice?: string;
    /** Price that is watched: that of the last trade, or mark; CONTRACT_PRICE if left out. */
    readonly TpWorkingType?: "CONTRACT_PRICE" | "MARK_PRICE";
    /** Price that is watched: that of the last trade, or mark; CONTRACT_PRICE if left out. */
    readonly SlWorkingType?: "CONTRACT_PRICE" | "MARK_PRICE";
    /** Whether it may only close; false if left out. */
    readonly reduceOnly?: boolean;
  };
  "algo.cancelAlgoOrder": {
    /** Order id. */
    readonly orderId: Id;
  };
  "algo.cancelAllAlgoOrders": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol?: string;
  };
  "algo.openAlgoOrders": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol?: string;
    /** Placed at this time or later, Unix ms. */
    readonly startTime?: number;
    /** Placed at this time or earlier, Unix ms. */
    readonly endTime?: number;
    /** Page, from 1; 1 if left out. */
    readonly page?: number;
    /** Rows of a page; 1 to 100; 100 if left out. */
    readonly limit?: number;
  };
  "algo.allAlgoOrders": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol?: string;
    /** Start, Unix ms; default 90 days before the end. */
    readonly startTime?: number;
    /** End, Unix ms; at most 90 days after the start; default now. */
    readonly endTime?: number;
    /** Rows; 1 to 1000; 500 if left out. */
    readonly limit?: number;
    /** Only rows with a smaller id; the id of the last row for the next page (a parameter of ours). */
    readonly beforeId?: Id;
  };
  "algo.openTrailingOrders": Requests["algo.openAlgoOrders"];
  "algo.trailingHistory": Requests["algo.allAlgoOrders"];
  "algo.placeTpSlOrder": {
    /** Symbol, such as BTCUSDT, in either case. */
    readonly symbol: string;
    /** Own id: at most 36 letters, digits or _ - . : /. */
    readonly clientAlgoId: string;
    /** Take-profit or stop-loss. */
    readonly planType: "TAKE_PROFIT" | "STOP_LOSS";
    /** Trigger price. */
    readonly triggerPrice: string;
    /** Limit price; none or 0: market. */
    readonly executePrice?: string;
    /** Quantity, base coin; none or 0: the whole position. */
    readonly quantity?: string;
    /** Side of the position. */
    readonly positionSide: "LONG" | "SHORT";
    /** Price that is watched: that of the last trade, or mark; CONTRACT_PRICE if left out. */
    readonly triggerPriceType?: "CONTRACT_PRICE" | "MARK_PRICE";
  };
  "algo.modifyTpSlOrder": {
    /** Order id. */
    readonly orderId: Id;
    /** Trigger price. */
    readonly triggerPrice: string;
    /** Limit price; none or 0: market. */
    readonly executePrice?: string;
    /** Price that is watched: that of the last trade, or mark; CONTRACT_PRICE if left out. */
    readonly triggerPriceType?: "CONTRACT_PRICE" | "MARK_PRICE";
  };
  "paper.placeOrder": Requests["orders.placeOrder"];
  "paper.orderHistory": Requests["orders.orderHistory"];
  "paper.symbolConfig": Requests["account.symbolConfig"];
  "paper.commissionRate": Requests["account.commissionRate"];
  "paper.leverage": Requests["account.leverage"];
  "paper.marginType": Requests["account.marginType"];
  "paper.positionMargin": Requests["account.positionMargin"];
  "paper.modifyAutoAppendMargin": Requests["account.modifyAutoAppendMargin"];
  "paper.income": Requests["account.income"];
  "paper.singlePosition": Requests["account.singlePosition"];
  "paper.cancelOrder": Requests["orders.cancelOrder"];
  "paper.getOrder": Requests["orders.getOrder"];
  "paper.placeOrders": Requests["orders.placeOrders"];
  "paper.cancelOrders": Requests["orders.cancelOrders"];
  "paper.cancelAllOrders": Requests["orders.cancelAllOrders"];
  "paper.closePositions": Requests["orders.closePositions"];
  "paper.openOrders": Requests["orders.openOrders"];
  "paper.userTrades": Requests["orders.userTrades"];
  "paper.placeAlgoOrder": Requests["algo.placeAlgoOrder"];
  "paper.cancelAlgoOrder": Requests["algo.cancelAlgoOrder"];
  "paper.cancelAllAlgoOrders": Requests["algo.cancelAllAlgoOrders"];
  "paper.openAlgoOrders": Requests["algo.openAlgoOrders"];
  "paper.allAlgoOrders": Requests["algo.allAlgoOrders"];
  "paper.placeTpSlOrder": Requests["algo.placeTpSlOrder"];
  "paper.modifyTpSlOrder": Requests["algo.modifyTpSlOrder"];
  "paper.reset": {
    /** Balance to begin with, above 0, at most 1000000000; 100000 if left out. */
    readonly amount?: string;
  };
  "partner.getAffiliateUIDs": {
    /** Only this account. */
    readonly uid?: Id;
    /** Start, Unix ms, within 365 days. */
    readonly startTime?: number;
    /** End, Unix ms; at most 90 days after the start; default now. */
    readonly endTime?: number;
    /** Page, from 1; 1 to 1000000; 1 if left out. */
    readonly page?: number;
    /** Rows of a page; 1 to 100; 100 if left out. */
    readonly pageSize?: number;
  };
  "partner.getChannelUserTradeAndAsset": Requests["partner.getAffiliateUIDs"];
  "partner.getAffiliateCommission": {
    /** Only this account. */
    readonly uid?: Id;
    /** Start, Unix ms, within 365 days. */
    readonly startTime?: number;
    /** End, Unix ms; at most 90 days after the start; default now. */
    readonly endTime?: number;
    /** Only rebates in this coin; all are in USDT. */
    readonly coin?: string;
    /** FUTURES, or SPOT, where there is nothing; SPOT if left out. */
    readonly productType?: "SPOT" | "FUTURES";
    /** Page, from 1; 1 to 1000000; 1 if left out. */
    readonly page?: number;
    /** Rows of a page; 1 to 100; 100 if left out. */
    readonly pageSize?: number;
  };
  "partner.querySubChannelTransactions": {
    /** Only this sub-agent. */
    readonly subUid?: Id;
    /** Start, Unix ms, within 365 days. */
    readonly startTime?: number;
    /** End, Unix ms; at most 90 days after the start; default now. */
    readonly endTime?: number;
    /** FUTURES, or SPOT, where there is nothing. */
    readonly productType: "SPOT" | "FUTURES";
    /** Page, from 1; 1 to 1000000; 1 if left out. */
    readonly pageNum?: number;
    /** Rows of a page; 1 to 100; 100 if left out. */
    readonly pageSize?: number;
  };
  "partner.verifyReferrals": {
    /** Accounts, separated by commas, at most 100. */
    readonly userIds: string;
  };
  "partner.getAssert": {
    /** The account. */
    readonly userId: Id;
    /** First day, yyyy-MM-dd in UTC, within 365 days; default 89 days before the last. */
    readonly startTime?: string;
    /** Last day, yyyy-MM-dd in UTC; at most 90 days in all; default today. */
    readonly endTime?: string;
  };
  "partner.getDealData": {
    /** Accounts, separated by commas, at most 100; default all. */
    readonly userIds?: string;
    /** First day, yyyy-MM-dd in UTC, within 365 days; default 89 days before the last. */
    readonly startTime?: string;
    /** Last day, yyyy-MM-dd in UTC; at most 90 days in all; default today. */
    readonly endTime?: string;
  };
}

/** Every operation of V3 by group: the functions of its client are made from this table. */
export const operations = {
  spot: {
    /** The coins of the contracts, for clients that ask a spot market when they start. */
    coins: operation<Nothing, readonly v3.spot.Coin[]>({ method: "GET", path: "/api/v3/coins", isSigned: false, weight: { ip: 5, uid: 0 } }),
    /** There is no spot market: an empty list, for clients that ask when they start. */
    exchangeInfo: operation<Nothing, v3.spot.SpotExchangeInformation>({ method: "GET", path: "/api/v3/exchangeInfo", isSigned: false, weight: { ip: 5, uid: 0 } }),
    /** Answers that the venue is there. */
    ping: operation<Nothing, v3.spot.Pong>({ method: "GET", path: "/api/v3/ping", isSigned: false, weight: { ip: 1, uid: 0 } }),
    /** The venue's clock, where clients of a spot market look for it. */
    time: operation<Nothing, v3.spot.SpotTime>({ method: "GET", path: "/api/v3/time", isSigned: false, weight: { ip: 1, uid: 0 } }),
  },
  market: {
    /** The venue's clock. */
    time: operation<Nothing, v3.market.ServerTime>({ method: "GET", path: "/capi/v3/market/time", isSigned: false, weight: { ip: 1, uid: 0 } }),
    /** Coins that margin is held in, and the terms of every contract. */
    exchangeInfo: operation<Requests["market.exchangeInfo"], v3.market.ExchangeInformation>({ method: "GET", path: "/capi/v3/market/exchangeInfo", isSigned: false, weight: { ip: 1, uid: 0 } }),
    /** The symbols that keys may trade, paper ones included. */
    apiTradingSymbols: operation<Nothing, readonly string[]>({ method: "GET", path: "/capi/v3/market/apiTradingSymbols", isSigned: false, weight: { ip: 5, uid: 0 } }),
    /** The best levels of the order book; lastUpdateId is the version that depth streams count in. */
    depth: operation<Requests["market.depth"], v3.market.Depth>({ method: "GET", path: "/capi/v3/market/depth", isSigned: false, weight: { ip: 1, uid: 0 } }),
    /** What the last 24 hours came to, of a symbol or of all; always a list. */
    ticker24hr: operation<Requests["market.ticker24hr"], readonly v3.market.Ticker[]>({ method: "GET", path: "/capi/v3/market/ticker/24hr", isSigned: false, weight: { ip: 40, uid: 0 } }),
    /** The best bid and ask, of a symbol or of all; always a list. */
    bookTicker: operation<Requests["market.bookTicker"], readonly v3.market.BookTicker[]>({ method: "GET", path: "/capi/v3/market/ticker/bookTicker", isSigned: false, weight: { ip: 1, uid: 0 } }),
    /** The latest trades of a contract, newest first. */
    trades: operation<Requests["market.trades"], readonly v3.market.Trade[]>({ method: "GET", path: "/capi/v3/market/trades", isSigned: false, weight: { ip: 5, uid: 0 } }),
    /** The latest candles of the last price, newest first, the running one included. */
    klines: operation<Requests["market.klines"], readonly v3.market.Kline[]>({ method: "GET", path: "/capi/v3/market/klines", isSigned: false, weight: { ip: 1, uid: 0 } }),
    /** The latest candles of the index price, newest first. */
    indexPriceKlines: operation<Requests["market.indexPriceKlines"], readonly v3.market.Kline[]>({ method: "GET", path: "/capi/v3/market/indexPriceKlines", isSigned: false, weight: { ip: 1, uid: 0 } }),
    /** The latest candles of the mark price, newest first. */
    markPriceKlines: operation<Requests["market.markPriceKlines"], readonly v3.market.Kline[]>({ method: "GET", path: "/capi/v3/market/markPriceKlines", isSigned: false, weight: { ip: 1, uid: 0 } }),
    /** Candles of any time since the contract was listed, newest first; without times the latest. */
    historyKlines: operation<Requests["market.historyKlines"], readonly v3.market.Kline[]>({ method: "GET", path: "/capi/v3/market/historyKlines", isSigned: false, weight: { ip: 5, uid: 0 } }),
    /** The index price of a contract, or its mark price. */
    symbolPrice: operation<Requests["market.symbolPrice"], v3.market.SymbolPrice>({ method: "GET", path: "/capi/v3/market/symbolPrice", isSigned: false, weight: { ip: 1, uid: 0 } }),
    /** How much is held open in a contract, on one side. */
    openInterest: operation<Requests["market.openInterest"], v3.market.OpenInterest>({ method: "GET", path: "/capi/v3/market/openInterest", isSigned: false, weight: { ip: 2, uid: 0 } }),
    /** Mark and index price, and the funding rates: settled last, and due next. */
    premiumIndex: operation<Requests["market.premiumIndex"], readonly v3.market.PremiumIndex[]>({ method: "GET", path: "/capi/v3/market/premiumIndex", isSigned: false, weight: { ip: 1, uid: 0 } }),
    /** The rates of past settlements, newest first. */
    fundingRate: operation<Requests["market.fundingRate"], readonly v3.market.FundingRate[]>({ method: "GET", path: "/capi/v3/market/fundingRate", isSigned: false, weight: { ip: 5, uid: 0 } }),
    /** The tiers of a contract: how much may be held at which leverage, and what must be kept. */
    riskLimits: operation<Requests["market.riskLimits"], readonly v3.market.RiskLimit[]>({ method: "GET", path: "/capi/v3/market/riskLimits", isSigned: false, weight: { ip: 1, uid: 0 } }),
  },
  account: {
    /**
     * What the account is worth, and how that divides into available and frozen: the two add up to the
     * balance.
     */
    balance: operation<Nothing, readonly v3.Balance[]>({ method: "GET", path: "/capi/v3/account/balance", isSigned: true, weight: { ip: 5, uid: 10 } }),
    /** The fee rates that the account is charged in a symbol. */
    commissionRate: operation<Requests["account.commissionRate"], v3.CommissionRate>({ method: "GET", path: "/capi/v3/account/commissionRate", isSigned: true, weight: { ip: 5, uid: 10 } }),
    /** What the account may do. */
    accountConfig: operation<Nothing, v3.AccountConfig>({ method: "GET", path: "/capi/v3/account/accountConfig", isSigned: true, weight: { ip: 5, uid: 10 } }),
    /** Margin mode, segregation and leverages of a symbol, or of all. */
    symbolConfig: operation<Requests["account.symbolConfig"], readonly v3.SymbolConfig[]>({ method: "GET", path: "/capi/v3/account/symbolConfig", isSigned: true, weight: { ip: 5, uid: 10 } }),
    /**
     * Changes margin mode and segregation of a symbol. Refused while the account has a position or an order
     * in it.
     */
    marginType: operation<Requests["account.marginType"], v3.Acknowledgement>({ method: "POST", path: "/capi/v3/account/marginType", isSigned: true, weight: { ip: 20, uid: 50 } }),
    /**
     * Sets leverages of a symbol, and its margin mode where marginType names the other one: all of it or
     * nothing. What is left out stays.
     */
    leverage: operation<Requests["account.leverage"], v3.Leverage>({ method: "POST", path: "/capi/v3/account/leverage", isSigned: true, weight: { ip: 10, uid: 20 } }),
    /** Adds margin to an isolated position, or takes what it can spare. */
    positionMargin: operation<Requests["account.positionMargin"], v3.Acknowledgement>({ method: "POST", path: "/capi/v3/account/positionMargin", isSigned: true, weight: { ip: 15, uid: 30 }, isForgotten: true }),
    /** Decides whether an isolated position draws margin from the account before it would be liquidated. */
    modifyAutoAppendMargin: operation<Requests["account.modifyAutoAppendMargin"], v3.Acknowledgement>({ method: "POST", path: "/capi/v3/account/modifyAutoAppendMargin", isSigned: true, weight: { ip: 15, uid: 30 } }),
    /** What changed the account's money and by how much, newest first; nextKey leads to the next page. */
    income: operation<Requests["account.income"], v3.Incomes>({ method: "POST", path: "/capi/v3/account/income", isSigned: true, weight: { ip: 2, uid: 5 }, isQuestion: true }),
    /** Every open position. */
    allPosition: operation<Nothing, readonly v3.Position[]>({ method: "GET", path: "/capi/v3/account/position/allPosition", isSigned: true, weight: { ip: 10, uid: 15 } }),
    /** The open positions of a symbol. */
    singlePosition: operation<Requests["account.singlePosition"], readonly v3.Position[]>({ method: "GET", path: "/capi/v3/account/position/singlePosition", isSigned: true, weight: { ip: 2, uid: 3 } }),
  },
  orders: {
    /**
     * Places a limit or market order; side and positionSide say whether it opens or closes. The answer comes
     * when the order is safe on the disk.
     */
    placeOrder: operation<Requests["orders.placeOrder"], v3.Placed>({ method: "POST", path: "/capi/v3/order", isSigned: true, weight: { ip: 0, uid: 0 }, orders: { family: "place" }, takesMarket: {"type":"MARKET"} }),
    /** Cancels one order by its id or its client id. */
    cancelOrder: operation<Requests["orders.cancelOrder"], v3.Canceled>({ method: "DELETE", path: "/capi/v3/order", isSigned: true, weight: { ip: 1, uid: 3 }, orders: { family: "cancel" } }),
    /** One order, live or ended. */
    getOrder: operation<Requests["orders.getOrder"], v3.Order>({ method: "GET", path: "/capi/v3/order", isSigned: true, weight: { ip: 2, uid: 3 } }),
    /** Places up to 10 orders. One that is refused leaves the others alone. */
    placeOrders: operation<Requests["orders.placeOrders"], readonly v3.Placed[]>({ method: "POST", path: "/capi/v3/batchOrders", isSigned: true, weight: { ip: 0, uid: 0 }, orders: { family: "place", count: ["batchOrders"], least: 5 }, takesMarket: {"type":"MARKET"} }),
    /** Cancels up to 10 orders, by their ids or by their client ids. */
    cancelOrders: operation<Requests["orders.cancelOrders"], readonly v3.Canceled[]>({ method: "DELETE", path: "/capi/v3/batchOrders", isSigned: true, weight: { ip: 5, uid: 10 }, sendsBody: true, orders: { family: "cancel", count: ["orderIdList","origClientOrderIdList"] } }),
    /** Cancels every order that rests, of a symbol or of all. */
    cancelAllOrders: operation<Requests["orders.cancelAllOrders"], readonly v3.OrderOutcome[]>({ method: "DELETE", path: "/capi/v3/allOpenOrders", isSigned: true, weight: { ip: 5, uid: 10 }, orders: { family: "cancel" }, isForgotten: true }),
    /** Closes positions at the market: one, those of a symbol, or all. */
    closePositions: operation<Requests["orders.closePositions"], readonly v3.ClosedPosition[]>({ method: "POST", path: "/capi/v3/closePositions", isSigned: true, weight: { ip: 40, uid: 50 }, orders: { family: "place" }, isForgotten: true, takesMarket: {} }),
    /** Orders that rest in the book, newest first. */
    openOrders: operation<Requests["orders.openOrders"], readonly v3.Order[]>({ method: "GET", path: "/capi/v3/openOrders", isSigned: true, weight: { ip: 2, uid: 5 } }),
    /** Orders that have ended, conditional ones included, newest first; without times the last 90 days. */
    orderHistory: operation<Requests["orders.orderHistory"], readonly v3.Order[]>({ method: "GET", path: "/capi/v3/order/history", isSigned: true, weight: { ip: 10, uid: 10 } }),
    /**
     * Executions of the account's orders, newest first; with a start and no end the first ones from there,
     * without times the last 7 days.
     */
    userTrades: operation<Requests["orders.userTrades"], readonly v3.Fill[]>({ method: "GET", path: "/capi/v3/userTrades", isSigned: true, weight: { ip: 5, uid: 5 } }),
  },
  algo: {
    /**
     * Places an order that waits for a price: a stop when the price goes its way, a take-profit when it comes
     * towards it.
     */
    placeAlgoOrder: operation<Requests["algo.placeAlgoOrder"], v3.Placed>({ method: "POST", path: "/capi/v3/algoOrder", isSigned: true, weight: { ip: 0, uid: 0 }, orders: { family: "place" } }),
    /** Cancels a conditional order that has not been triggered. */
    cancelAlgoOrder: operation<Requests["algo.cancelAlgoOrder"], v3.Canceled>({ method: "DELETE", path: "/capi/v3/algoOrder", isSigned: true, weight: { ip: 1, uid: 3 }, orders: { family: "cancel" } }),
    /** Cancels every conditional order that waits, of a symbol or of all. */
    cancelAllAlgoOrders: operation<Requests["algo.cancelAllAlgoOrders"], readonly v3.OrderOutcome[]>({ method: "DELETE", path: "/capi/v3/algoOpenOrders", isSigned: true, weight: { ip: 5, uid: 10 }, orders: { family: "cancel" }, isForgotten: true }),
    /** Conditional orders that wait, newest first. */
    openAlgoOrders: operation<Requests["algo.openAlgoOrders"], readonly v3.AlgoOrder[]>({ method: "GET", path: "/capi/v3/openAlgoOrders", isSigned: true, weight: { ip: 3, uid: 3 } }),
    /** Conditional orders, waiting, triggered and ended, newest first. */
    allAlgoOrders: operation<Requests["algo.allAlgoOrders"], v3.AlgoOrders>({ method: "GET", path: "/capi/v3/allAlgoOrders", isSigned: true, weight: { ip: 5, uid: 10 } }),
    /**
     * Trailing stops that wait, newest first, in the shape of conditional orders, which is ours: of the
     * interface only the path is known.
     */
    openTrailingOrders: operation<Requests["algo.openTrailingOrders"], readonly v3.AlgoOrder[]>({ method: "GET", path: "/capi/v3/trailing/openOrders", isSigned: true, weight: { ip: 3, uid: 3 } }),
    /**
     * Trailing stops that have ended, newest first, in the shape of conditional orders, which is ours: of the
     * interface only the path is known.
     */
    trailingHistory: operation<Requests["algo.trailingHistory"], readonly v3.AlgoOrder[]>({ method: "GET", path: "/capi/v3/trailing/historyOrders", isSigned: true, weight: { ip: 5, uid: 10 } }),
    /** Places a take-profit or stop-loss for a position, the whole of it where no quantity is given. */
    placeTpSlOrder: operation<Requests["algo.placeTpSlOrder"], readonly v3.OrderOutcome[]>({ method: "POST", path: "/capi/v3/placeTpSlOrder", isSigned: true, weight: { ip: 2, uid: 5 }, orders: { family: "place" } }),
    /** Moves trigger and price of a take-profit or stop-loss; its id stays. */
    modifyTpSlOrder: operation<Requests["algo.modifyTpSlOrder"], v3.Modified>({ method: "POST", path: "/capi/v3/modifyTpSlOrder", isSigned: true, weight: { ip: 2, uid: 5 }, orders: { family: "place" } }),
  },
  paper: {
    /**
     * On paper, with simulated funds: What the account is worth, and how that divides into available and
     * frozen: the two add up to the balance.
     */
    balance: operation<Nothing, readonly v3.Balance[]>({ method: "GET", path: "/capi/v3/sim/balance", isSigned: true, weight: { ip: 5, uid: 10 } }),
    /** On paper, with simulated funds: Every open position. */
    allPosition: operation<Nothing, readonly v3.Position[]>({ method: "GET", path: "/capi/v3/sim/position/allPosition", isSigned: true, weight: { ip: 10, uid: 15 } }),
    /**
     * On paper, with simulated funds: Places a limit or market order; side and positionSide say whether it
     * opens or closes. The answer comes when the order is safe on the disk.
     */
    placeOrder: operation<Requests["paper.placeOrder"], v3.Placed>({ method: "POST", path: "/capi/v3/sim/order", isSigned: true, weight: { ip: 0, uid: 5 }, orders: { family: "place" }, takesMarket: {"type":"MARKET"} }),
    /**
     * On paper, with simulated funds: Orders that have ended, conditional ones included, newest first;
     * without times the last 90 days.
     */
    orderHistory: operation<Requests["paper.orderHistory"], readonly v3.Order[]>({ method: "GET", path: "/capi/v3/sim/order/history", isSigned: true, weight: { ip: 10, uid: 10 } }),
    /** On paper, with simulated funds: Margin mode, segregation and leverages of a symbol, or of all. */
    symbolConfig: operation<Requests["paper.symbolConfig"], readonly v3.SymbolConfig[]>({ method: "GET", path: "/capi/v3/sim/symbolConfig", isSigned: true, weight: { ip: 5, uid: 10 } }),
    /** On paper, with simulated funds: The fee rates that the account is charged in a symbol. */
    commissionRate: operation<Requests["paper.commissionRate"], v3.CommissionRate>({ method: "GET", path: "/capi/v3/sim/commissionRate", isSigned: true, weight: { ip: 5, uid: 10 } }),
    /**
     * On paper, with simulated funds: Sets leverages of a symbol, and its margin mode where marginType names
     * the other one: all of it or nothing. What is left out stays.
     */
    leverage: operation<Requests["paper.leverage"], v3.Leverage>({ method: "POST", path: "/capi/v3/sim/leverage", isSigned: true, weight: { ip: 10, uid: 20 } }),
    /**
     * On paper, with simulated funds: Changes margin mode and segregation of a symbol. Refused while the
     * account has a position or an order in it.
     */
    marginType: operation<Requests["paper.marginType"], v3.Acknowledgement>({ method: "POST", path: "/capi/v3/sim/marginType", isSigned: true, weight: { ip: 20, uid: 50 } }),
    /** On paper, with simulated funds: Adds margin to an isolated position, or takes what it can spare. */
    positionMargin: operation<Requests["paper.positionMargin"], v3.Acknowledgement>({ method: "POST", path: "/capi/v3/sim/positionMargin", isSigned: true, weight: { ip: 15, uid: 30 }, isForgotten: true }),
    /**
     * On paper, with simulated funds: Decides whether an isolated position draws margin from the account
     * before it would be liquidated.
     */
    modifyAutoAppendMargin: operation<Requests["paper.modifyAutoAppendMargin"], v3.Acknowledgement>({ method: "POST", path: "/capi/v3/sim/modifyAutoAppendMargin", isSigned: true, weight: { ip: 15, uid: 30 } }),
    /**
     * On paper, with simulated funds: What changed the account's money and by how much, newest first; nextKey
     * leads to the next page.
     */
    income: operation<Requests["paper.income"], v3.Incomes>({ method: "POST", path: "/capi/v3/sim/income", isSigned: true, weight: { ip: 2, uid: 5 }, isQuestion: true }),
    /** On paper, with simulated funds: The open positions of a symbol. */
    singlePosition: operation<Requests["paper.singlePosition"], readonly v3.Position[]>({ method: "GET", path: "/capi/v3/sim/position/singlePosition", isSigned: true, weight: { ip: 2, uid: 3 } }),
    /** On paper, with simulated funds: Cancels one order by its id or its client id. */
    cancelOrder: operation<Requests["paper.cancelOrder"], v3.Canceled>({ method: "DELETE", path: "/capi/v3/sim/order", isSigned: true, weight: { ip: 1, uid: 3 }, orders: { family: "cancel" } }),
    /** On paper, with simulated funds: One order, live or ended. */
    getOrder: operation<Requests["paper.getOrder"], v3.Order>({ method: "GET", path: "/capi/v3/sim/order", isSigned: true, weight: { ip: 2, uid: 3 } }),
    /**
     * On paper, with simulated funds: Places up to 10 orders. One that is refused leaves the others alone.
     */
    placeOrders: operation<Requests["paper.placeOrders"], readonly v3.Placed[]>({ method: "POST", path: "/capi/v3/sim/batchOrders", isSigned: true, weight: { ip: 0, uid: 0 }, orders: { family: "place", count: ["batchOrders"], least: 5 }, takesMarket: {"type":"MARKET"} }),
    /** On paper, with simulated funds: Cancels up to 10 orders, by their ids or by their client ids. */
    cancelOrders: operation<Requests["paper.cancelOrders"], readonly v3.Canceled[]>({ method: "DELETE", path: "/capi/v3/sim/batchOrders", isSigned: true, weight: { ip: 5, uid: 10 }, sendsBody: true, orders: { family: "cancel", count: ["orderIdList","origClientOrderIdList"] } }),
    /** On paper, with simulated funds: Cancels every order that rests, of a symbol or of all. */
    cancelAllOrders: operation<Requests["paper.cancelAllOrders"], readonly v3.OrderOutcome[]>({ method: "DELETE", path: "/capi/v3/sim/allOpenOrders", isSigned: true, weight: { ip: 5, uid: 10 }, orders: { family: "cancel" }, isForgotten: true }),
    /** On paper, with simulated funds: Closes positions at the market: one, those of a symbol, or all. */
    closePositions: operation<Requests["paper.closePositions"], readonly v3.ClosedPosition[]>({ method: "POST", path: "/capi/v3/sim/closePositions", isSigned: true, weight: { ip: 40, uid: 50 }, orders: { family: "place" }, isForgotten: true, takesMarket: {} }),
    /** On paper, with simulated funds: Orders that rest in the book, newest first. */
    openOrders: operation<Requests["paper.openOrders"], readonly v3.Order[]>({ method: "GET", path: "/capi/v3/sim/openOrders", isSigned: true, weight: { ip: 2, uid: 5 } }),
    /**
     * On paper, with simulated funds: Executions of the account's orders, newest first; with a start and no
     * end the first ones from there, without times the last 7 days.
     */
    userTrades: operation<Requests["paper.userTrades"], readonly v3.Fill[]>({ method: "GET", path: "/capi/v3/sim/userTrades", isSigned: true, weight: { ip: 5, uid: 5 } }),
    /**
     * On paper, with simulated funds: Places an order that waits for a price: a stop when the price goes its
     * way, a take-profit when it comes towards it.
     */
    placeAlgoOrder: operation<Requests["paper.placeAlgoOrder"], v3.Placed>({ method: "POST", path: "/capi/v3/sim/algoOrder", isSigned: true, weight: { ip: 0, uid: 0 }, orders: { family: "place" } }),
    /** On paper, with simulated funds: Cancels a conditional order that has not been triggered. */
    cancelAlgoOrder: operation<Requests["paper.cancelAlgoOrder"], v3.Canceled>({ method: "DELETE", path: "/capi/v3/sim/algoOrder", isSigned: true, weight: { ip: 1, uid: 3 }, orders: { family: "cancel" } }),
    /** On paper, with simulated funds: Cancels every conditional order that waits, of a symbol or of all. */
    cancelAllAlgoOrders: operation<Requests["paper.cancelAllAlgoOrders"], readonly v3.OrderOutcome[]>({ method: "DELETE", path: "/capi/v3/sim/algoOpenOrders", isSigned: true, weight: { ip: 5, uid: 10 }, orders: { family: "cancel" }, isForgotten: true }),
    /** On paper, with simulated funds: Conditional orders that wait, newest first. */
    openAlgoOrders: operation<Requests["paper.openAlgoOrders"], readonly v3.AlgoOrder[]>({ method: "GET", path: "/capi/v3/sim/openAlgoOrders", isSigned: true, weight: { ip: 3, uid: 3 } }),
    /** On paper, with simulated funds: Conditional orders, waiting, triggered and ended, newest first. */
    allAlgoOrders: operation<Requests["paper.allAlgoOrders"], v3.AlgoOrders>({ method: "GET", path: "/capi/v3/sim/allAlgoOrders", isSigned: true, weight: { ip: 5, uid: 10 } }),
    /**
     * On paper, with simulated funds: Places a take-profit or stop-loss for a position, the whole of it where
     * no quantity is given.
     */
    placeTpSlOrder: operation<Requests["paper.placeTpSlOrder"], readonly v3.OrderOutcome[]>({ method: "POST", path: "/capi/v3/sim/placeTpSlOrder", isSigned: true, weight: { ip: 2, uid: 5 }, orders: { family: "place" } }),
    /**
     * On paper, with simulated funds: Moves trigger and price of a take-profit or stop-loss; its id stays.
     */
    modifyTpSlOrder: operation<Requests["paper.modifyTpSlOrder"], v3.Modified>({ method: "POST", path: "/capi/v3/sim/modifyTpSlOrder", isSigned: true, weight: { ip: 2, uid: 5 }, orders: { family: "place" } }),
    /**
     * Cancels the paper account's orders, closes its positions at mark without fees, and sets its balance.
     */
    reset: operation<Requests["paper.reset"], readonly v3.Balance[]>({ method: "POST", path: "/capi/v3/sim/reset", isSigned: true, weight: { ip: 20, uid: 50 }, isForgotten: true }),
  },
  partner: {
    /** The users that an agent brought. */
    getAffiliateUIDs: operation<Requests["partner.getAffiliateUIDs"], v3.partner.AffiliateUids>({ method: "GET", path: "/api/v3/rebate/affiliate/getAffiliateUIDs", isSigned: true, weight: { ip: 20, uid: 20 } }),
    /** What the users that an agent brought traded and moved. */
    getChannelUserTradeAndAsset: operation<Requests["partner.getChannelUserTradeAndAsset"], v3.partner.UserTradeAndAsset>({ method: "GET", path: "/api/v3/rebate/affiliate/getChannelUserTradeAndAsset", isSigned: true, weight: { ip: 20, uid: 20 } }),
    /** The rebates that an agent was paid, by user and day. */
    getAffiliateCommission: operation<Requests["partner.getAffiliateCommission"], v3.partner.AffiliateCommission>({ method: "GET", path: "/api/v3/rebate/affiliate/getAffiliateCommission", isSigned: true, weight: { ip: 20, uid: 20 } }),
    /** What the agents below an agent traded and earned. */
    querySubChannelTransactions: operation<Requests["partner.querySubChannelTransactions"], v3.partner.SubChannelTransactions>({ method: "POST", path: "/api/v3/rebate/affiliate/querySubChannelTransactions", isSigned: true, weight: { ip: 10, uid: 10 }, isQuestion: true }),
    /** Whether users were brought by the agent who asks. */
    verifyReferrals: operation<Requests["partner.verifyReferrals"], v3.partner.VerifiedReferrals>({ method: "GET", path: "/api/v3/agency/verifyReferrals", isSigned: true, weight: { ip: 10, uid: 10 } }),
    /** What a user that an agent brought holds and deposited. */
    getAssert: operation<Requests["partner.getAssert"], v3.partner.ReferralAssets>({ method: "GET", path: "/api/v3/agency/getAssert", isSigned: true, weight: { ip: 10, uid: 10 } }),
    /** How much users that an agent brought traded in a time. */
    getDealData: operation<Requests["partner.getDealData"], v3.partner.DealData>({ method: "GET", path: "/api/v3/agency/getDealData", isSigned: true, weight: { ip: 10, uid: 10 } }),
  },
} as const;
