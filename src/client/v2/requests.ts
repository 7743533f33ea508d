import type {
  MarginMode,
  OrderAction,
  PriceKind,
  SeparatedMode,
  TimeInForce,
  TriggerPriceType,
} from "./words.ts";

/**
 * Parameters of the operations, under the interface's names. Amounts, prices and sizes are decimal text, sizes in base
 * coin; times are Unix ms.
 */

/** "60000.5", "0.01": exact, and on the contract's grid. */
export type Decimal = string;
/** An id as any answer gives it. */
export type Id = string | number;
/** Unix ms. */
export type Time = number;

/** No parameters. */
export type Nothing = Record<never, never>;

export interface OfSymbol {
  /** "cmt_btcusdt" */
  readonly symbol: string;
}
export type OfAnySymbol = Partial<OfSymbol>;

export interface DepthRequest extends OfSymbol {
  /** Levels of each side; 15 if left out. */
  readonly limit?: 15 | 200;
}

export interface RowsOfSymbol extends OfSymbol {
  readonly limit?: number;
}

export type Granularity = "1m" | "5m" | "15m" | "30m" | "1h" | "4h" | "12h" | "1d" | "1w";
export type CandlePrice = "LAST" | "MARK" | "INDEX";

export interface CandlesRequest extends RowsOfSymbol {
  readonly granularity: Granularity;
  /** LAST if left out. */
  readonly priceType?: CandlePrice;
}

/** `startTime` is ignored beside `endTime`. */
export interface HistoryCandlesRequest extends CandlesRequest {
  readonly startTime?: Time;
  readonly endTime?: Time;
}

export interface ReferencePriceRequest extends OfSymbol {
  /** INDEX if left out. */
  readonly priceType?: "MARK" | "INDEX";
}

export interface BillsRequest extends OfAnySymbol {
  readonly coin?: string;
  /** "position_funding", "transfer_in"… */
  readonly businessType?: string;
  readonly startTime?: Time;
  readonly endTime?: Time;
  /** 1 to 100; 20 if left out. */
  readonly limit?: number;
  /** Only rows with a smaller id: that of the last row, for the next page. */
  readonly beforeId?: Id;
}

export interface RequestLogRequest {
  /** Only entries after this id, oldest first; without it the newest. */
  readonly after?: number;
  readonly limit?: number;
  readonly refused?: boolean;
}

export interface LeverageRequest extends OfSymbol {
  /** The symbol's own. */
  readonly marginMode: MarginMode;
  /** With cross margin one of the two may be left out. */
  readonly longLeverage?: Decimal;
  readonly shortLeverage?: Decimal;
}

export interface AdjustMarginRequest {
  readonly coinId?: number;
  readonly isolatedPositionId: Id;
  /** Positive adds, negative takes. */
  readonly collateralAmount: Decimal;
}

export interface AutoAppendMarginRequest {
  readonly positionId: Id;
  readonly autoAppendMargin: boolean;
}

export interface HoldModelRequest extends OfSymbol {
  readonly marginMode: MarginMode;
  readonly separatedMode?: SeparatedMode;
}

/** What `orders.place` and each order of a batch say. */
export interface OrderTerms {
  /** At most 40 letters, digits or `_ - . : /`; not that of a live order. The venue assigns one if it is left out. */
  readonly client_oid?: string;
  readonly size: Decimal;
  readonly type: OrderAction;
  readonly order_type: TimeInForce;
  readonly match_price: PriceKind;
  /** Of a limit order. */
  readonly price?: Decimal;
  readonly presetTakeProfitPrice?: Decimal;
  readonly presetStopLossPrice?: Decimal;
  readonly separatedMode?: SeparatedMode;
  /** What a close closes, in separated mode; the oldest position first if left out. Only this venue has it. */
  readonly positionId?: Id;
}

export interface OrderRequest extends OfSymbol, OrderTerms {
  /** The symbol's own; 1 if left out. */
  readonly marginMode?: MarginMode;
}

export interface BatchRequest extends OfSymbol {
  readonly marginMode?: MarginMode;
  /** Up to 20. */
  readonly orderDataList: readonly OrderTerms[];
}

/** Another price, another size of the whole order, or both; what is left out stays. */
export type AmendRequest = CancelRequest & {
  readonly price?: Decimal;
  readonly size?: Decimal;
  /** Of an order that waits. */
  readonly triggerPrice?: Decimal;
};

/** By the venue's id, or by the client's own. */
export type CancelRequest =
  | { readonly orderId: Id; readonly clientOid?: never }
  | { readonly orderId?: never; readonly clientOid: string };

/** Up to 50; ids first, then client ids. */
export interface BatchCancelRequest {
  readonly ids?: readonly string[];
  readonly cids?: readonly string[];
}

export interface CancelAllRequest extends OfAnySymbol {
  /** normal if left out. */
  readonly cancelOrderType?: "normal" | "plan";
}

export interface OfOrder {
  readonly orderId: Id;
}

/** A page of live orders, newest first. */
export interface LiveOrdersRequest extends OfAnySymbol {
  readonly orderId?: Id;
  readonly startTime?: Time;
  readonly endTime?: Time;
  /** 1 to 100; 100 if left out. */
  readonly limit?: number;
  /** From 0. */
  readonly page?: number;
}

export interface HistoryRequest extends OfAnySymbol {
  /** Up to 100, which it is if left out. */
  readonly pageSize?: number;
  /** Created at or after: Unix ms, or up to 90: days before now. */
  readonly createDate?: Time;
  readonly endCreateDate?: Time;
  /** Only rows with a smaller id: that of the last row, for the next page. */
  readonly beforeId?: Id;
  /** ended, if left out: orders that have ended; all: live ones too. Only this venue has it. */
  readonly states?: "ended" | "all";
}

export interface ClosedRequest extends OfAnySymbol {
  readonly startTime?: Time;
  readonly endTime?: Time;
  /** 1 to 100; 100 if left out. */
  readonly limit?: number;
  /** Only rows with a smaller `closeId`: that of the last row, for the next page. */
  readonly beforeId?: Id;
}

export interface EquityRequest {
  readonly granularity: Granularity;
  /** Points beside that of now, 1 to 500; 200 if left out. */
  readonly limit?: number;
}

export interface FillsRequest extends OfAnySymbol {
  readonly orderId?: Id;
  readonly startTime?: Time;
  readonly endTime?: Time;
  /** 1 to 100; 100 if left out. */
  readonly limit?: number;
  /** Only rows with a smaller id: that of the last row, for the next page. */
  readonly beforeId?: Id;
}

export interface PlanRequest extends OfSymbol {
  readonly client_oid?: string;
  readonly size: Decimal;
  readonly type: OrderAction;
  readonly match_type: PriceKind;
  /** Of a limit order. */
  readonly execute_price?: Decimal;
  /** Watches the last price. */
  readonly trigger_price: Decimal;
  readonly marginMode?: MarginMode;
  /** What a close closes, in separated mode; the oldest position first if left out. Only this venue has it. */
  readonly positionId?: Id;
}

export interface TpSlRequest extends OfSymbol {
  readonly clientOrderId?: string;
  readonly planType: "profit_plan" | "loss_plan";
  readonly triggerPrice: Decimal;
  /** None or "0": at market. */
  readonly executePrice?: Decimal;
  /** The whole position if left out. */
  readonly size?: Decimal;
  readonly positionSide: "long" | "short";
  readonly marginMode?: MarginMode;
  /** What a close closes, in separated mode; the oldest position first if left out. Only this venue has it. */
  readonly positionId?: Id;
}

export interface ModifyTpSlRequest extends OfOrder {
  readonly triggerPrice: Decimal;
  /** None or "0": at market. */
  readonly executePrice?: Decimal;
  readonly triggerPriceType?: TriggerPriceType;
}

export interface PlanHistoryRequest extends OfSymbol {
  readonly startTime?: Time;
  readonly endTime?: Time;
  readonly delegateType?: OrderAction;
  /** 1 to 100; 100 if left out. */
  readonly pageSize?: number;
  /** Only rows with a smaller id: that of the last row, for the next page. */
  readonly beforeId?: Id;
}

/** An entry of a contest's log. */
export interface LogEntry {
  readonly orderId?: Id;
  readonly stage: string;
  readonly model: string;
  readonly input: unknown;
  readonly output: unknown;
  /** At most 10 000 characters. */
  readonly explanation: string;
}
