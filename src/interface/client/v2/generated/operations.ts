// Made by test/client/generated.test.ts out of the venue's declarations; --update makes it anew
import type { v2 } from "../../../wire/index.ts";
import type * as market from "../../../wire/v2/market.ts";
import type { Id, Nothing, OneOf } from "../../operation.ts";
import { operation } from "../../operation.ts";

/** What each operation of V2 takes, by group and name of its function; amounts and prices are decimal text, times Unix ms. */
export interface Requests {
  "market.contracts": {
    /** Symbol, such as cmt_btcusdt. */
    readonly symbol?: string;
  };
  "market.depth": {
    /** Symbol, such as cmt_btcusdt. */
    readonly symbol: string;
    /** Levels of each side; 15 if left out. */
    readonly limit?: "15" | "200" | 15 | 200;
  };
  "market.ticker": {
    /** Symbol, such as cmt_btcusdt. */
    readonly symbol: string;
  };
  "market.trades": {
    /** Symbol, such as cmt_btcusdt. */
    readonly symbol: string;
    /** Rows; 1 to 1000; 100 if left out. */
    readonly limit?: number;
  };
  "market.candles": {
    /** Symbol, such as cmt_btcusdt. */
    readonly symbol: string;
    /** Interval of a candle. */
    readonly granularity: "1m" | "5m" | "15m" | "30m" | "1h" | "4h" | "12h" | "1d" | "1w" | "1H" | "4H" | "12H" | "1D" | "1W";
    /** Rows; 1 to 1000; 100 if left out. */
    readonly limit?: number;
    /** Price that the candles follow; LAST if left out. */
    readonly priceType?: "LAST" | "MARK" | "INDEX";
  };
  "market.historyCandles": {
    /** Symbol, such as cmt_btcusdt. */
    readonly symbol: string;
    /** Interval of a candle. */
    readonly granularity: "1m" | "5m" | "15m" | "30m" | "1h" | "4h" | "12h" | "1d" | "1w" | "1H" | "4H" | "12H" | "1D" | "1W";
    /** Candles that open at this time or later, Unix ms; ignored beside endTime. */
    readonly startTime?: number;
    /** Candles that open at this time or earlier, Unix ms. */
    readonly endTime?: number;
    /** Rows; 1 to 100; 100 if left out. */
    readonly limit?: number;
    /** Price that the candles follow; LAST if left out. */
    readonly priceType?: "LAST" | "MARK" | "INDEX";
  };
  "market.index": {
    /** Symbol, such as cmt_btcusdt. */
    readonly symbol: string;
    /** Which price; INDEX if left out. */
    readonly priceType?: "MARK" | "INDEX";
  };
  "market.openInterest": {
    /** Symbol, such as cmt_btcusdt. */
    readonly symbol: string;
  };
  "market.fundingTime": {
    /** Symbol, such as cmt_btcusdt. */
    readonly symbol: string;
  };
  "market.fundingRate": {
    /** Symbol, such as cmt_btcusdt. */
    readonly symbol?: string;
  };
  "market.fundingForecast": {
    /** Symbol, such as cmt_btcusdt. */
    readonly symbol?: string;
  };
  "market.fundingRates": {
    /** Symbol, such as cmt_btcusdt. */
    readonly symbol: string;
    /** Rows; 1 to 100; 10 if left out. */
    readonly limit?: number;
  };
  "market.source": {
    /** Symbol, such as cmt_btcusdt. */
    readonly symbol?: string;
  };
  "market.leaderboard": {
    /** Teams, the best; 1 to 1000; 200 if left out. */
    readonly limit?: number;
    /** Points of each team's equity curve; 0 to 60; 0 if left out. */
    readonly points?: number;
  };
  "account.ofCoin": {
    /** Coin name. */
    readonly coin: "USDT" | "usdt";
  };
  "account.retiredOfCoin": {
    /** Coin id; 2 if left out. */
    readonly coinId?: number;
  };
  "account.bills": {
    /** Currency name. */
    readonly coin?: "USDT" | "usdt";
    /** Trading pair. */
    readonly symbol?: string;
    /** Business type. */
    readonly businessType?: "deposit" | "withdraw" | "transfer_in" | "transfer_out" | "margin_move_in" | "margin_move_out" | "position_open_long" | "position_open_short" | "position_close_long" | "position_close_short" | "position_funding" | "order_fill_fee_income" | "order_liquidate_fee_income" | "start_liquidate" | "finish_liquidate" | "order_fix_margin_amount" | "tracking_follow_pay" | "tracking_system_pre_receive" | "tracking_follow_back" | "tracking_trader_income" | "tracking_third_party_share";
    /** Start, Unix ms. */
    readonly startTime?: number;
    /** End, Unix ms. */
    readonly endTime?: number;
    /** Records returned; 1 to 100; 20 if left out. */
    readonly limit?: number;
    /** Only rows with a smaller id; the id of the last row for the next page (a parameter of ours). */
    readonly beforeId?: Id;
  };
  "account.settings": {
    /** Trading pair; all without it. */
    readonly symbol?: string;
  };
  "account.explainLiquidation": {
    /** Only the liquidation of this isolated position; 0: of the shared positions. */
    readonly positionId?: Id;
  };
  "account.equity": {
    /** Interval of a candle. */
    readonly granularity: "1m" | "5m" | "15m" | "30m" | "1h" | "4h" | "12h" | "1d" | "1w" | "1H" | "4H" | "12H" | "1D" | "1W";
    /** Points before the present one; 1 to 500; 200 if left out. */
    readonly limit?: number;
  };
  "account.equityHistory": {
    /** Start, Unix ms; default: 30 days before the end. */
    readonly startTime?: number;
    /** End, Unix ms; default: now. */
    readonly endTime?: number;
    /** How far apart points are at least; 1m if left out. */
    readonly granularity?: "1m" | "5m" | "15m" | "30m" | "1h" | "4h" | "1d";
    /** Points returned, the last ones; 1 to 1000; 500 if left out. */
    readonly limit?: number;
  };
  "account.performance": {
    /** Start, Unix ms; default: 30 days before the end. */
    readonly startTime?: number;
    /** End, Unix ms; default: now. */
    readonly endTime?: number;
  };
  "account.messages": {
    /** Only messages after this id. */
    readonly after?: Id;
  };
  "account.requestLog": {
    /** Only entries after this id, oldest first; without it the newest. */
    readonly after?: Id;
    /** Number of entries; 1 to 100; 100 if left out. */
    readonly limit?: number;
    /** Only refused requests; false if left out. */
    readonly refused?: boolean;
  };
  "account.setLeverage": {
    /** Trading pair, such as cmt_btcusdt. */
    readonly symbol: string;
    /** 1 cross margin; 3 isolated margin. */
    readonly marginMode: 1 | 3 | "1" | "3";
    /** Leverage of the long side. */
    readonly longLeverage?: string;
    /** Leverage of the short side. */
    readonly shortLeverage?: string;
  };
  "positions.adjustMargin": {
    /** Coin id; 2 if left out. */
    readonly coinId?: number;
    /** Id of the isolated position. */
    readonly isolatedPositionId: Id;
    /** Positive adds, negative takes. */
    readonly collateralAmount: string;
  };
  "positions.setAutoAppend": {
    /** Id of the isolated position. */
    readonly positionId: Id;
    /** Whether margin is added automatically. */
    readonly autoAppendMargin: boolean;
  };
  "positions.closed": {
    /** Trading pair. */
    readonly symbol?: string;
    /** Ended at or after, Unix ms. */
    readonly startTime?: number;
    /** Ended at or before, Unix ms. */
    readonly endTime?: number;
    /** Records returned; 1 to 100; 100 if left out. */
    readonly limit?: number;
    /** Only rows with a smaller id; the id of the last row for the next page (a parameter of ours). */
    readonly beforeId?: Id;
  };
  "positions.ofSymbol": {
    /** Trading pair, such as cmt_btcusdt. */
    readonly symbol: string;
  };
  "positions.setMode": {
    /** Trading pair, such as cmt_btcusdt. */
    readonly symbol: string;
    /** 1 cross margin; 3 isolated margin. */
    readonly marginMode: 1 | 3 | "1" | "3";
    /** 1 combined; 2 separated; 1 if left out. */
    readonly separatedMode?: "1" | "2" | 1 | 2;
  };
  "account.setPositionMode": {
    /** HEDGE: a leg each way; ONE_WAY: one net position a contract. */
    readonly positionMode: "HEDGE" | "ONE_WAY";
  };
  "orders.place": {
    /** Trading pair, such as cmt_btcusdt. */
    readonly symbol: string;
    /** Own id: at most 40 letters, digits or _ - . : /. */
    readonly client_oid?: string;
    /** Quantity in base currency. */
    readonly size: string;
    /**
     * 1 open long; 2 open short; 3 close long; 4 close short; buy, sell: in one-way mode, what closes the
     * other leg first and opens with the rest (ours).
     */
    readonly type: "1" | "2" | "3" | "4" | "buy" | "sell" | 1 | 2 | 3 | 4;
    /** 0 normal; 1 maker only; 2 fill-or-kill; 3 immediate-or-cancel. */
    readonly order_type: "0" | "1" | "2" | "3" | 0 | 1 | 2 | 3;
    /** 0 limit; 1 market. */
    readonly match_price: "0" | "1" | 0 | 1;
    /** Order price; required for limit orders. */
    readonly price?: string;
    /** Preset take-profit price. */
    readonly presetTakeProfitPrice?: string;
    /** Preset stop-loss price. */
    readonly presetStopLossPrice?: string;
    /** 1 combined; 2 separated. */
    readonly separatedMode?: "1" | "2" | 1 | 2;
    /** Position to close, in separated mode; without it the oldest first (ours). */
    readonly positionId?: Id;
    /** 1 cross margin; 3 isolated margin; 1 if left out. */
    readonly marginMode?: 1 | 3 | "1" | "3";
  };
  "orders.estimate": {
    /** Trading pair, such as cmt_btcusdt. */
    readonly symbol: string;
    /** Own id: at most 40 letters, digits or _ - . : /. */
    readonly client_oid?: string;
    /** Quantity in base currency. */
    readonly size: string;
    /**
     * 1 open long; 2 open short; 3 close long; 4 close short; buy, sell: in one-way mode, what closes the
     * other leg first and opens with the rest (ours).
     */
    readonly type: "1" | "2" | "3" | "4" | "buy" | "sell" | 1 | 2 | 3 | 4;
    /** 0 normal; 1 maker only; 2 fill-or-kill; 3 immediate-or-cancel. */
    readonly order_type: "0" | "1" | "2" | "3" | 0 | 1 | 2 | 3;
    /** 0 limit; 1 market. */
    readonly match_price: "0" | "1" | 0 | 1;
    /** Order price; required for limit orders. */
    readonly price?: string;
    /** Preset take-profit price. */
    readonly presetTakeProfitPrice?: string;
    /** Preset stop-loss price. */
    readonly presetStopLossPrice?: string;
    /** 1 combined; 2 separated. */
    readonly separatedMode?: "1" | "2" | 1 | 2;
    /** Position to close, in separated mode; without it the oldest first (ours). */
    readonly positionId?: Id;
    /** 1 cross margin; 3 isolated margin; 1 if left out. */
    readonly marginMode?: 1 | 3 | "1" | "3";
  };
  "orders.amend": OneOf<{
    /** Order id. */
    readonly orderId: Id;
    /** Client's own id, if there is no order id. */
    readonly clientOid: string;
  }> & {
    /** New price; of a waiting order the price at which it executes. Without it the order keeps its own. */
    readonly price?: string;
    /** New size of the whole order, what is filled included; without it the order keeps its own. */
    readonly size?: string;
    /** New trigger price of an order that waits; without it the order keeps its own. */
    readonly triggerPrice?: string;
  };
  "orders.placeBatch": {
    /** Trading pair, such as cmt_btcusdt. */
    readonly symbol: string;
    /** 1 cross margin; 3 isolated margin; 1 if left out. */
    readonly marginMode?: 1 | 3 | "1" | "3";
    /** Orders, as in placeOrder; symbol, if sent, is the batch's; at most 20. */
    readonly orderDataList: readonly {
      /** Trading pair, such as cmt_btcusdt. */
      readonly symbol?: string;
      /** Own id: at most 40 letters, digits or _ - . : /. */
      readonly client_oid?: string;
      /** Quantity in base currency. */
      readonly size: string;
      /**
       * 1 open long; 2 open short; 3 close long; 4 close short; buy, sell: in one-way mode, what closes the
       * other leg first and opens with the rest (ours).
       */
      readonly type: "1" | "2" | "3" | "4" | "buy" | "sell" | 1 | 2 | 3 | 4;
      /** 0 normal; 1 maker only; 2 fill-or-kill; 3 immediate-or-cancel. */
      readonly order_type: "0" | "1" | "2" | "3" | 0 | 1 | 2 | 3;
      /** 0 limit; 1 market. */
      readonly match_price: "0" | "1" | 0 | 1;
      /** Order price; required for limit orders. */
      readonly price?: string;
      /** Preset take-profit price. */
      readonly presetTakeProfitPrice?: string;
      /** Preset stop-loss price. */
      readonly presetStopLossPrice?: string;
      /** 1 combined; 2 separated. */
      readonly separatedMode?: "1" | "2" | 1 | 2;
      /** Position to close, in separated mode; without it the oldest first (ours). */
      readonly positionId?: Id;
      /** 1 cross margin; 3 isolated margin. */
      readonly marginMode?: 1 | 3 | "1" | "3";
    }[];
  };
  "orders.cancel": OneOf<{
    /** Order id. */
    readonly orderId: Id;
    /** Client's own id, if there is no order id. */
    readonly clientOid: string;
  }>;
  "orders.cancelBatch": {
    /** Order ids; either ids or cids must be given. */
    readonly ids?: readonly string[];
    /** Client's own ids; either ids or cids must be given. */
    readonly cids?: readonly string[];
  };
  "orders.detail": {
    /** Order id. */
    readonly orderId: Id;
  };
  "orders.history": {
    /** Trading pair. */
    readonly symbol?: string;
    /** Records per page; more than 100 are cut to 100. */
    readonly pageSize?: number;
    /** Start time, Unix ms, at most 90 days before the end; up to 90: days before now; left out: 90 days. */
    readonly createDate?: number;
    /** End time, Unix ms; left out: now. */
    readonly endCreateDate?: number;
    /** Only rows with a smaller id; the id of the last row for the next page (a parameter of ours). */
    readonly beforeId?: Id;
    /**
     * ended: orders that have ended; all: live ones too; left out: what the wire profile says, else ended.
     */
    readonly states?: "ended" | "all";
  };
  "orders.current": {
    /** Trading pair. */
    readonly symbol?: string;
    /** Order id. */
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
  "orders.fills": {
    /** Trading pair. */
    readonly symbol?: string;
    /** Order id. */
    readonly orderId?: Id;
    /** Start, Unix ms. */
    readonly startTime?: number;
    /** End, Unix ms. */
    readonly endTime?: number;
    /** Number of records; 1 to 100. */
    readonly limit?: number;
    /** Only rows with a smaller id; the id of the last row for the next page (a parameter of ours). */
    readonly beforeId?: Id;
  };
  "plans.place": {
    /** Trading pair, such as cmt_btcusdt. */
    readonly symbol: string;
    /** Own id: at most 40 letters, digits or _ - . : /. */
    readonly client_oid?: string;
    /** Quantity in base currency. */
    readonly size: string;
    /**
     * 1 open long; 2 open short; 3 close long; 4 close short; buy, sell: in one-way mode, what closes the
     * other leg first and opens with the rest (ours).
     */
    readonly type: "1" | "2" | "3" | "4" | "buy" | "sell" | 1 | 2 | 3 | 4;
    /** 0 limit; 1 market. */
    readonly match_type: "0" | "1" | 0 | 1;
    /** Execution price; required for limit execution. */
    readonly execute_price?: string;
    /** Trigger price. */
    readonly trigger_price: string;
    /** Preset take-profit price. */
    readonly presetTakeProfitPrice?: string;
    /** Preset stop-loss price. */
    readonly presetStopLossPrice?: string;
    /** Position to close, in separated mode; without it the oldest first (ours). */
    readonly positionId?: Id;
    /** 1 cross margin; 3 isolated margin; 1 if left out. */
    readonly marginMode?: 1 | 3 | "1" | "3";
  };
  "plans.cancel": {
    /** Order id. */
    readonly orderId: Id;
  };
  "plans.current": {
    /** Trading pair. */
    readonly symbol?: string;
    /** Order id; an invalid character makes the filter ineffective. */
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
  "plans.history": {
    /** Trading pair, such as cmt_btcusdt. */
    readonly symbol: string;
    /** Start, Unix ms. */
    readonly startTime?: number;
    /** End, Unix ms. */
    readonly endTime?: number;
    /** 1 open long; 2 open short; 3 close long; 4 close short. */
    readonly delegateType?: "1" | "2" | "3" | "4" | 1 | 2 | 3 | 4;
    /** Records per page; 1 to 100; 100 if left out. */
    readonly pageSize?: number;
    /** Only rows with a smaller id; the id of the last row for the next page (a parameter of ours). */
    readonly beforeId?: Id;
  };
  "positions.close": {
    /** Trading pair; all without it. */
    readonly symbol?: string;
  };
  "orders.cancelAll": {
    /** Trading pair; all without it. */
    readonly symbol?: string;
    /** Which orders; normal if left out. */
    readonly cancelOrderType?: "normal" | "plan";
  };
  "plans.placeTpSl": {
    /** Trading pair, such as cmt_btcusdt. */
    readonly symbol: string;
    /** Own id: at most 40 letters, digits or _ - . : /. */
    readonly clientOrderId?: string;
    /** Take-profit or stop-loss. */
    readonly planType: "profit_plan" | "loss_plan";
    /** Trigger price. */
    readonly triggerPrice: string;
    /** Limit price; none or 0: market. */
    readonly executePrice?: string;
    /** Quantity in base currency; none: the whole position. */
    readonly size?: string;
    /** Side of the position. */
    readonly positionSide: "long" | "short";
    /** 1 cross margin; 3 isolated margin; 1 if left out. */
    readonly marginMode?: 1 | 3 | "1" | "3";
    /** Position to close, in separated mode; without it the oldest first (ours). */
    readonly positionId?: Id;
  };
  "plans.modifyTpSl": {
    /** Order id. */
    readonly orderId: Id;
    /** Trigger price. */
    readonly triggerPrice: string;
    /** Limit price; none or 0: market. */
    readonly executePrice?: string;
    /** 1 last price; 3 mark price; 1 if left out. */
    readonly triggerPriceType?: "1" | "3" | 1 | 3;
  };
  "contest.uploadLog": {
    /** Order that the entry explains. */
    readonly orderId?: Id;
    /** Stage of the decision. */
    readonly stage: string;
    /** Name of the model. */
    readonly model: string;
    /** What the model was given. */
    readonly input: unknown;
    /** What the model answered. */
    readonly output: unknown;
    /** Why. */
    readonly explanation: string;
  };
}

/** Every operation of V2 by group: the functions of its client are made from this table. */
export const operations = {
  market: {
    /** The venue's clock, which stamps everything and decides what a time range covers. */
    time: operation<Nothing, market.ServerTime>({ method: "GET", path: "/capi/v2/market/time", isSigned: false, weight: { ip: 1, uid: 0 } }),
    /**
     * The terms of what is traded: steps of price and size, limits of orders and positions, leverage, fee
     * rates.
     */
    contracts: operation<Requests["market.contracts"], market.Contracts>({ method: "GET", path: "/capi/v2/market/contracts", isSigned: false, weight: { ip: 10, uid: 0 } }),
    /** The best levels of the order book, and the time they stood at. */
    depth: operation<Requests["market.depth"], market.Depth>({ method: "GET", path: "/capi/v2/market/depth", isSigned: false, weight: { ip: 1, uid: 0 } }),
    /** The ticker of every listed contract. */
    tickers: operation<Nothing, readonly market.Ticker[]>({ method: "GET", path: "/capi/v2/market/tickers", isSigned: false, weight: { ip: 40, uid: 0 } }),
    /** Last, best, mark and index price of a contract, and what the last 24 hours came to. */
    ticker: operation<Requests["market.ticker"], market.Ticker>({ method: "GET", path: "/capi/v2/market/ticker", isSigned: false, weight: { ip: 1, uid: 0 } }),
    /** The latest trades of a contract, newest first. */
    trades: operation<Requests["market.trades"], readonly market.Trade[]>({ method: "GET", path: "/capi/v2/market/trades", isSigned: false, weight: { ip: 5, uid: 0 } }),
    /** The latest candles, the running one included. */
    candles: operation<Requests["market.candles"], readonly market.Candle[]>({ method: "GET", path: "/capi/v2/market/candles", isSigned: false, weight: { ip: 1, uid: 0 } }),
    /** Candles of any time since the contract was listed. */
    historyCandles: operation<Requests["market.historyCandles"], readonly market.Candle[]>({ method: "GET", path: "/capi/v2/market/historyCandles", isSigned: false, weight: { ip: 5, uid: 0 } }),
    /** The price that positions are valued at, or the index that it follows. */
    index: operation<Requests["market.index"], market.ReferencePrice>({ method: "GET", path: "/capi/v2/market/index", isSigned: false, weight: { ip: 1, uid: 0 } }),
    /** How much is held open in a contract, on one side. */
    openInterest: operation<Requests["market.openInterest"], readonly market.OpenInterest[]>({ method: "GET", path: "/capi/v2/market/open_interest", isSigned: false, weight: { ip: 2, uid: 0 } }),
    /** When funding is exchanged next. */
    fundingTime: operation<Requests["market.fundingTime"], market.FundingTime>({ method: "GET", path: "/capi/v2/market/funding_time", isSigned: false, weight: { ip: 1, uid: 0 } }),
    /** The rate at which funding will be exchanged at the end of the period. */
    fundingRate: operation<Requests["market.fundingRate"], readonly market.FundingRate[]>({ method: "GET", path: "/capi/v2/market/currentFundRate", isSigned: false, weight: { ip: 1, uid: 0 } }),
    /**
     * The funding rate of the period after the running one, if that ended now: from the premium sampled so
     * far. An operation of this venue.
     */
    fundingForecast: operation<Requests["market.fundingForecast"], readonly market.FundingForecast[]>({ method: "GET", path: "/capi/v2/market/forecastFundRate", isSigned: false, weight: { ip: 1, uid: 0 } }),
    /** The rates of past settlements, newest first. */
    fundingRates: operation<Requests["market.fundingRates"], readonly market.SettledRate[]>({ method: "GET", path: "/capi/v2/market/getHistoryFundRate", isSigned: false, weight: { ip: 5, uid: 0 } }),
    /**
     * The state of each contract of the market that this venue shows: another exchange, or files of the past.
     * Empty where the venue makes its own prices. An operation of this venue.
     */
    source: operation<Requests["market.source"], readonly market.SourceState[]>({ method: "GET", path: "/capi/v2/market/source", isSigned: false, weight: { ip: 1, uid: 0 } }),
    /**
     * Who is ahead, by market time: by return, deposits left out. 404 where the operator shows it to nobody.
     * An operation of this venue.
     */
    leaderboard: operation<Requests["market.leaderboard"], { readonly time: number; readonly delayMs: number; readonly contest: { readonly name: string; readonly title: string; readonly phase: "before" | "practice" | "between" | "running" | "ended"; readonly leftMs: number } | null; readonly teams: readonly ({ readonly rank: number | null; readonly team: string; readonly title: string; readonly score: string; readonly return: string; readonly equity: string; readonly drawdown: string; readonly trades: number; readonly fees: string; readonly liquidations: number; readonly curve: readonly string[] })[] }>({ method: "GET", path: "/capi/v2/market/leaderboard", isSigned: false, weight: { ip: 10, uid: 0 } }),
  },
  account: {
    /**
     * Settings of the account, of each symbol, and everything that it holds as collateral. Fee rates are
     * those that are charged.
     */
    list: operation<Nothing, v2.AccountList>({ method: "GET", path: "/capi/v2/account/getAccounts", isSigned: true, weight: { ip: 5, uid: 5 } }),
    /** The same as the account list, for one coin. */
    ofCoin: operation<Requests["account.ofCoin"], v2.SingleAccount>({ method: "GET", path: "/capi/v2/account/getAccount", isSigned: true, weight: { ip: 1, uid: 1 } }),
    /**
     * What account list, assets, positions, live orders, waiting plan orders, fills and messages answer, the
     * first page of each list: what a program begins with. An operation of this venue.
     */
    snapshot: operation<Nothing, v2.Snapshot>({ method: "GET", path: "/capi/v2/account/snapshot", isSigned: true, weight: { ip: 15, uid: 25 } }),
    /** What the account is worth, and what of it may back new orders. */
    assets: operation<Nothing, readonly v2.Asset[]>({ method: "GET", path: "/capi/v2/account/assets", isSigned: true, weight: { ip: 5, uid: 10 } }),
    /** The account list in its retired form: other names, positions included. */
    retired: operation<Nothing, v2.RetiredAccount>({ method: "GET", path: "/capi/v2/account/accounts", isSigned: true, weight: { ip: 5, uid: 5 } }),
    /** The retired form of the account list, for one coin. */
    retiredOfCoin: operation<Requests["account.retiredOfCoin"], v2.RetiredAccount>({ method: "GET", path: "/capi/v2/account/account", isSigned: true, weight: { ip: 1, uid: 1 } }),
    /** What changed the account's money and by how much, newest first; one page at a time. */
    bills: operation<Requests["account.bills"], v2.Bills>({ method: "POST", path: "/capi/v2/account/bills", isSigned: true, weight: { ip: 2, uid: 5 }, isQuestion: true }),
    /** The leverages of a symbol, or of all. */
    settings: operation<Requests["account.settings"], v2.Settings>({ method: "GET", path: "/capi/v2/account/settings", isSigned: true, weight: { ip: 1, uid: 1 } }),
    /**
     * The account's numbers at this instant, each with its formula and the terms that went into it, and where
     * its positions stand in the queues of auto-deleveraging. An operation of this venue.
     */
    explain: operation<Nothing, v2.Explanation>({ method: "GET", path: "/capi/v2/account/explain", isSigned: true, weight: { ip: 5, uid: 10 } }),
    /**
     * The last liquidation of the key's own account step by step: its fills, and each bill with the amount
     * after it; null where there was none. An operation of this venue.
     */
    explainLiquidation: operation<Requests["account.explainLiquidation"], v2.LiquidationExplanation>({ method: "GET", path: "/capi/v2/account/explainLiquidation", isSigned: true, weight: { ip: 5, uid: 10 } }),
    /**
     * What the key's own account was worth at the end of each interval, and now: its money, and its positions
     * at the mark. An operation of this venue.
     */
    equity: operation<Requests["account.equity"], v2.EquitySeries>({ method: "GET", path: "/capi/v2/account/equitySeries", isSigned: true, weight: { ip: 10, uid: 20 } }),
    /**
     * What the key's own account was worth when minutes of market time began, each time that it changed, and
     * now. An operation of this venue.
     */
    equityHistory: operation<Requests["account.equityHistory"], v2.EquityHistory>({ method: "GET", path: "/capi/v2/account/equityHistory", isSigned: true, weight: { ip: 5, uid: 10 } }),
    /**
     * What the key's own account made of its money in a span: PnL by contract and day, return without
     * deposits, drawdown, Sharpe, win rate, fees, funding, turnover, maker share. An operation of this venue.
     */
    performance: operation<Requests["account.performance"], v2.Performance>({ method: "GET", path: "/capi/v2/account/performance", isSigned: true, weight: { ip: 10, uid: 20 } }),
    /**
     * What the operator told the key's own account, as far as it is kept: the latest 200 messages to anybody.
     * An operation of this venue.
     */
    messages: operation<Requests["account.messages"], v2.Messages>({ method: "GET", path: "/capi/v2/account/messages", isSigned: true, weight: { ip: 1, uid: 1 } }),
    /** The account's own requests and why they were refused. An operation of this venue. */
    requestLog: operation<Requests["account.requestLog"], v2.Requests>({ method: "GET", path: "/capi/v2/account/requestLog", isSigned: true, weight: { ip: 2, uid: 2 } }),
    /**
     * A ticket that opens one private socket where the handshake cannot carry headers. An operation of this
     * venue.
     */
    socketTicket: operation<Nothing, v2.SocketTicket>({ method: "POST", path: "/capi/v2/account/socketTicket", isSigned: true, weight: { ip: 1, uid: 1 }, isQuestion: true }),
    /** Sets the leverage of a symbol in the margin mode that it is in. Refused while orders rest. */
    setLeverage: operation<Requests["account.setLeverage"], v2.Acknowledgement>({ method: "POST", path: "/capi/v2/account/leverage", isSigned: true, weight: { ip: 10, uid: 20 } }),
    /**
     * Whether the account holds a leg each way or one net position a contract. Refused while it, or its paper
     * account, has an order or a position, waiting orders included. An operation of this venue.
     */
    setPositionMode: operation<Requests["account.setPositionMode"], v2.Acknowledgement>({ method: "POST", path: "/capi/v2/account/positionMode", isSigned: true, weight: { ip: 20, uid: 50 } }),
  },
  positions: {
    /** Adds margin to an isolated position, or takes what it can spare. */
    adjustMargin: operation<Requests["positions.adjustMargin"], v2.Acknowledgement>({ method: "POST", path: "/capi/v2/account/adjustMargin", isSigned: true, weight: { ip: 15, uid: 30 }, isForgotten: true }),
    /** Decides whether an isolated position draws margin from the account before it would be liquidated. */
    setAutoAppend: operation<Requests["positions.setAutoAppend"], v2.Acknowledgement>({ method: "POST", path: "/capi/v2/account/modifyAutoAppendMargin", isSigned: true, weight: { ip: 15, uid: 30 } }),
    /** Every open position. */
    all: operation<Nothing, readonly v2.Position[]>({ method: "GET", path: "/capi/v2/account/position/allPosition", isSigned: true, weight: { ip: 10, uid: 15 } }),
    /**
     * Positions that have ended, one row each: what was opened and closed, fees, funding, and what it came
     * to. An operation of this venue.
     */
    closed: operation<Requests["positions.closed"], v2.PastPositions>({ method: "GET", path: "/capi/v2/account/position/closed", isSigned: true, weight: { ip: 5, uid: 5 } }),
    /** The open positions of a symbol. */
    ofSymbol: operation<Requests["positions.ofSymbol"], readonly v2.Position[]>({ method: "GET", path: "/capi/v2/account/position/singlePosition", isSigned: true, weight: { ip: 2, uid: 3 } }),
    /**
     * Changes margin mode and segregation of a symbol. Refused while the account has a position or an order
     * in it.
     */
    setMode: operation<Requests["positions.setMode"], v2.Acknowledgement>({ method: "POST", path: "/capi/v2/account/position/changeHoldModel", isSigned: true, weight: { ip: 20, uid: 50 } }),
    /** Closes positions at the market, of a symbol or all. */
    close: operation<Requests["positions.close"], readonly v2.ClosedPosition[]>({ method: "POST", path: "/capi/v2/order/closePositions", isSigned: true, weight: { ip: 40, uid: 50 }, orders: { family: "place" }, isForgotten: true, takesMarket: {} }),
  },
  orders: {
    /**
     * Places a limit or market order that opens or closes a position. The answer comes when the order is safe
     * on the disk; whether it traded is in its fills.
     */
    place: operation<Requests["orders.place"], v2.Placed>({ method: "POST", path: "/capi/v2/order/placeOrder", isSigned: true, weight: { ip: 2, uid: 5 }, orders: { family: "place" }, takesMarket: {"match_price":"1"} }),
    /**
     * What placeOrder would do with this body now: what it freezes, trades and pays, the liquidation price
     * after it, the largest size, or why it would be refused. Places nothing. An operation of this venue.
     */
    estimate: operation<Requests["orders.estimate"], v2.Estimate>({ method: "POST", path: "/capi/v2/order/estimate", isSigned: true, weight: { ip: 2, uid: 5 }, isQuestion: true }),
    /**
     * Changes price or size of a resting order, which keeps its id. A smaller size keeps its place in the
     * queue; another price or a larger size is judged as a new order and loses it. Of an order that waits
     * (plan order, take-profit, stop-loss) it changes trigger, price of execution or size. What is refused
     * stays as it was. An operation of this venue.
     */
    amend: operation<Requests["orders.amend"], v2.Amended>({ method: "POST", path: "/capi/v2/order/amend", isSigned: true, weight: { ip: 2, uid: 5 }, orders: { family: "place" } }),
    /** Places up to 20 orders of a symbol. One that is refused leaves the others alone. */
    placeBatch: operation<Requests["orders.placeBatch"], v2.BatchPlaced>({ method: "POST", path: "/capi/v2/order/batchOrders", isSigned: true, weight: { ip: 5, uid: 10 }, orders: { family: "place", count: ["orderDataList"] }, takesMarket: {"match_price":"1"} }),
    /** Cancels one order by its id or its client id. Given lists of ids it cancels all of them. */
    cancel: operation<Requests["orders.cancel"], v2.Canceled>({ method: "POST", path: "/capi/v2/order/cancel_order", isSigned: true, weight: { ip: 2, uid: 3 }, orders: { family: "cancel" } }),
    /** Cancels up to 50 orders. Those that could not be canceled are listed with the reason. */
    cancelBatch: operation<Requests["orders.cancelBatch"], v2.BatchCanceled>({ method: "POST", path: "/capi/v2/order/cancel_batch_orders", isSigned: true, weight: { ip: 5, uid: 10 }, orders: { family: "cancel", count: ["ids","cids"] } }),
    /** One order, live or ended. */
    detail: operation<Requests["orders.detail"], v2.Order>({ method: "GET", path: "/capi/v2/order/detail", isSigned: true, weight: { ip: 2, uid: 2 } }),
    /**
     * Orders by creation, newest first: those that have ended, or, with states=all, in every state: pending,
     * open, filled, canceling, canceled, untriggered. Without times the last 90 days.
     */
    history: operation<Requests["orders.history"], readonly v2.Order[]>({ method: "GET", path: "/capi/v2/order/history", isSigned: true, weight: { ip: 10, uid: 10 } }),
    /** Orders that rest in the book, newest first. */
    current: operation<Requests["orders.current"], readonly v2.Order[]>({ method: "GET", path: "/capi/v2/order/current", isSigned: true, weight: { ip: 2, uid: 2 } }),
    /** Executions of the account's orders, newest first, with fee and realized profit. */
    fills: operation<Requests["orders.fills"], v2.Fills>({ method: "GET", path: "/capi/v2/order/fills", isSigned: true, weight: { ip: 5, uid: 5 } }),
    /** Cancels every order, or every plan order, of a symbol or of all. */
    cancelAll: operation<Requests["orders.cancelAll"], readonly v2.AllCanceled[]>({ method: "POST", path: "/capi/v2/order/cancelAllOrders", isSigned: true, weight: { ip: 40, uid: 50 }, orders: { family: "cancel" }, isForgotten: true }),
  },
  plans: {
    /** Places an order that waits until the last price reaches its trigger. */
    place: operation<Requests["plans.place"], v2.Placed>({ method: "POST", path: "/capi/v2/order/plan_order", isSigned: true, weight: { ip: 2, uid: 5 }, orders: { family: "place" } }),
    /** Cancels an order that has not been triggered. */
    cancel: operation<Requests["plans.cancel"], v2.Canceled>({ method: "POST", path: "/capi/v2/order/cancel_plan", isSigned: true, weight: { ip: 2, uid: 3 }, orders: { family: "cancel" } }),
    /** Plan orders that wait, and those that were triggered and are not done. */
    current: operation<Requests["plans.current"], readonly v2.PlanOrder[]>({ method: "GET", path: "/capi/v2/order/currentPlan", isSigned: true, weight: { ip: 3, uid: 3 } }),
    /** Plan orders that have ended, newest first. */
    history: operation<Requests["plans.history"], v2.PlanHistory>({ method: "GET", path: "/capi/v2/order/historyPlan", isSigned: true, weight: { ip: 5, uid: 10 } }),
    /** Places a take-profit or stop-loss for a position. */
    placeTpSl: operation<Requests["plans.placeTpSl"], readonly v2.TpSlPlaced[]>({ method: "POST", path: "/capi/v2/order/placeTpSlOrder", isSigned: true, weight: { ip: 2, uid: 5 }, orders: { family: "place" } }),
    /** Moves trigger and price of a take-profit or stop-loss. */
    modifyTpSl: operation<Requests["plans.modifyTpSl"], v2.Envelope>({ method: "POST", path: "/capi/v2/order/modifyTpSlOrder", isSigned: true, weight: { ip: 2, uid: 5 }, orders: { family: "place" } }),
  },
  contest: {
    /**
     * Keeps a note about a decision for the operator of a contest: the account's last 1000, 1 MiB of them at
     * most, in memory. A restart, a reset and a change of the node that leads lose them.
     */
    uploadLog: operation<Requests["contest.uploadLog"], v2.Envelope>({ method: "POST", path: "/capi/v2/order/uploadAiLog", isSigned: true, weight: { ip: 1, uid: 1 }, isForgotten: true }),
  },
} as const;
