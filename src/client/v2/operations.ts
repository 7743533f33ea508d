import type { v2 } from "../../wire/index.ts";
import type * as market from "../../wire/v2/market.ts";
import type { Operation, OrderCount } from "../operation.ts";
import type * as request from "./requests.ts";

/**
 * The operations of V2 by group: name, parameters, answer, weight. The one table that the client's functions are made from;
 * a test compares it with what the venue serves.
 */

const BASE = "/capi/v2/";

/** Anybody may ask. */
function open<In, Out>(path: string, ip: number): Operation<In, Out> {
  return { method: "GET", path: `${BASE}${path}`, isSigned: false, weight: { ip, uid: 0 } };
}

/** Asks with a key. */
function read<In, Out>(path: string, ip: number, uid: number): Operation<In, Out> {
  return { method: "GET", path: `${BASE}${path}`, isSigned: true, weight: { ip, uid } };
}

/** Does something, with a key. */
function change<In, Out>(path: string, ip: number, uid: number, orders?: OrderCount<In>): Operation<In, Out> {
  const signed = { method: "POST", path: `${BASE}${path}`, isSigned: true, weight: { ip, uid } } as const;
  return orders === undefined ? signed : { ...signed, orders };
}

/** Market data; no key needed. */
export const marketOperations = {
  /** The venue's time. */
  time: open<request.Nothing, market.ServerTime>("market/time", 1),
  /** Grid, limits, fees and leverage of every contract, or of one. */
  contracts: open<request.OfAnySymbol, readonly market.ContractInformation[]>("market/contracts", 10),
  /** The best levels of the order book. */
  depth: open<request.DepthRequest, market.Depth>("market/depth", 1),
  tickers: open<request.Nothing, readonly market.Ticker[]>("market/tickers", 40),
  ticker: open<request.OfSymbol, market.Ticker>("market/ticker", 1),
  /** Recent trades, newest first. */
  trades: open<request.RowsOfSymbol, readonly market.Trade[]>("market/trades", 5),
  /** The latest candles, the running one included. */
  candles: open<request.CandlesRequest, readonly market.Candle[]>("market/candles", 1),
  /** Candles of the past, up to 100. */
  historyCandles: open<request.HistoryCandlesRequest, readonly market.Candle[]>("market/historyCandles", 5),
  /** Index price, or mark price. */
  index: open<request.ReferencePriceRequest, market.ReferencePrice>("market/index", 1),
  openInterest: open<request.OfSymbol, readonly market.OpenInterest[]>("market/open_interest", 2),
  /** When funding settles next. */
  fundingTime: open<request.OfSymbol, market.FundingTime>("market/funding_time", 1),
  /** Rates of the running period. */
  fundingRate: open<request.OfAnySymbol, readonly market.FundingRate[]>("market/currentFundRate", 1),
  /** Rates that were settled, newest first. */
  /** The rate of the period to come, as it stands now. Only this venue has it. */
  fundingForecast: open<request.OfAnySymbol, readonly market.FundingForecast[]>("market/forecastFundRate", 1),
  fundingRates: open<request.RowsOfSymbol, readonly market.SettledRate[]>("market/getHistoryFundRate", 5),
} as const;

/** Settings, money and its movements. */
export const accountOperations = {
  /** Settings and collateral. */
  list: read<request.Nothing, v2.AccountList>("account/getAccounts", 5, 5),
  /** The same for one coin. */
  ofCoin: read<{ readonly coin: string }, v2.SingleAccount>("account/getAccount", 1, 1),
  /** Available, equity, frozen by coin. */
  assets: read<request.Nothing, readonly v2.Asset[]>("account/assets", 5, 10),
  /** Movements of money, newest first. */
  bills: change<request.BillsRequest, v2.Bills>("account/bills", 2, 5),
  /** Leverage by symbol. */
  settings: read<request.OfAnySymbol, v2.Settings>("account/settings", 1, 1),
  setLeverage: change<request.LeverageRequest, v2.Acknowledgement>("account/leverage", 10, 20),
  /** What became of one's own requests, and why. Only this venue has it. */
  requestLog: read<request.RequestLogRequest, v2.Requests>("account/requestLog", 2, 2),
  /** Own numbers formula by formula, and ADL lights. Only this venue has it. */
  explain: read<request.Nothing, v2.Explanation>("account/explain", 5, 10),
  /** The last liquidation, step by step; null where there was none. Only this venue has it. */
  explainLiquidation: read<{ readonly positionId?: request.Id }, v2.LiquidationExplanation>(
    "account/explainLiquidation",
    5,
    10,
  ),
  /** What the account was worth at the end of each interval, and now. Only this venue has it. */
  equity: read<request.EquityRequest, v2.EquitySeries>("account/equitySeries", 10, 20),
  /** A ticket for one private socket, where the handshake cannot be signed; the client's own feeds ask by themselves. */
  socketTicket: change<request.Nothing, v2.SocketTicket>("account/socketTicket", 1, 1),
  /** The account list's retired form, with positions. */
  retired: read<request.Nothing, v2.RetiredAccount>("account/accounts", 5, 5),
  /** The same for one coin. */
  retiredOfCoin: read<{ readonly coinId?: number }, v2.RetiredAccount>("account/account", 1, 1),
} as const;

export const positionOperations = {
  /** All open positions. */
  all: read<request.Nothing, readonly v2.Position[]>("account/position/allPosition", 10, 15),
  ofSymbol: read<request.OfSymbol, readonly v2.Position[]>("account/position/singlePosition", 2, 3),
  /** Those that have ended, one row each, newest first. Only this venue has it. */
  closed: read<request.ClosedRequest, v2.PastPositions>("account/position/closed", 5, 5),
  /** Closes at market: one position's symbol, or all. */
  close: {
    ...change<request.OfAnySymbol, readonly v2.ClosedPosition[]>("order/closePositions", 40, 50, {
      family: "place",
    }),
    isForgotten: true,
  },
  /** Adds margin to an isolated position, or takes some out. */
  adjustMargin: {
    ...change<request.AdjustMarginRequest, v2.Acknowledgement>("account/adjustMargin", 15, 30),
    isForgotten: true,
  },
  /** Lets an isolated position draw margin by itself, or not. */
  setAutoAppend: change<request.AutoAppendMarginRequest, v2.Acknowledgement>(
    "account/modifyAutoAppendMargin",
    15,
    30,
  ),
  /** Changes margin mode and separation of a symbol. */
  setMode: change<request.HoldModelRequest, v2.Acknowledgement>("account/position/changeHoldModel", 20, 50),
} as const;

export const orderOperations = {
  place: change<request.OrderRequest, v2.Placed>("order/placeOrder", 2, 5, { family: "place" }),
  /** What placing would do now, or why it would be refused; places nothing. Only this venue has it. */
  estimate: change<request.OrderRequest, v2.Estimate>("order/estimate", 2, 5),
  /** Another price, size or trigger for an order that rests or waits, under its own id. Only this venue has it. */
  amend: change<request.AmendRequest, v2.Amended>("order/amend", 2, 5, { family: "place" }),
  /** Up to 20 of one symbol; each succeeds or fails alone. */
  placeBatch: change<request.BatchRequest, v2.BatchPlaced>("order/batchOrders", 5, 10, {
    family: "place",
    count: ({ orderDataList }) => orderDataList.length,
  }),
  cancel: change<request.CancelRequest, v2.Canceled>("order/cancel_order", 2, 3, { family: "cancel" }),
  /** Up to 50. */
  cancelBatch: change<request.BatchCancelRequest, v2.BatchCanceled>("order/cancel_batch_orders", 5, 10, {
    family: "cancel",
    count: ({ ids = [], cids = [] }) => ids.length + cids.length,
  }),
  /** All resting, or all waiting, orders; of a symbol, or of all. */
  cancelAll: {
    ...change<request.CancelAllRequest, readonly v2.AllCanceled[]>("order/cancelAllOrders", 40, 50, {
      family: "cancel",
    }),
    isForgotten: true,
  },
  /** One order, live or ended. */
  detail: read<request.OfOrder, v2.Order>("order/detail", 2, 2),
  /** Resting orders. */
  current: read<request.LiveOrdersRequest, readonly v2.Order[]>("order/current", 2, 2),
  /** Ended orders. */
  history: read<request.HistoryRequest, readonly v2.Order[]>("order/history", 10, 10),
  fills: read<request.FillsRequest, v2.Fills>("order/fills", 5, 5),
} as const;

/** Orders that wait for a price. */
export const planOperations = {
  place: change<request.PlanRequest, v2.Placed>("order/plan_order", 2, 5, { family: "place" }),
  /** A take-profit or stop-loss of a position. */
  placeTpSl: change<request.TpSlRequest, readonly v2.TpSlPlaced[]>("order/placeTpSlOrder", 2, 5, {
    family: "place",
  }),
  modifyTpSl: change<request.ModifyTpSlRequest, v2.Envelope>("order/modifyTpSlOrder", 2, 5, {
    family: "place",
  }),
  cancel: change<request.OfOrder, v2.Canceled>("order/cancel_plan", 2, 3, { family: "cancel" }),
  /** Waiting, and triggered but not done. */
  current: read<request.LiveOrdersRequest, readonly v2.PlanOrder[]>("order/currentPlan", 3, 3),
  history: read<request.PlanHistoryRequest, v2.PlanHistory>("order/historyPlan", 5, 10),
} as const;

/** Duties of trading contests. */
export const contestOperations = {
  uploadLog: { ...change<request.LogEntry, v2.Envelope>("order/uploadAiLog", 1, 1), isForgotten: true },
} as const;
