/** What goes in and out of a `DecimalExchange`: prices, sizes and money are decimal text, ids are numbers, times Unix ms. */

export interface NewOrder {
  readonly symbol: string;
  readonly action: "open-long" | "open-short" | "close-long" | "close-short";
  readonly size: string;
  /** Without one it is a market order, whose price the band of the contract protects. */
  readonly price?: string;
  readonly timeInForce?: "gtc" | "post-only" | "fok" | "ioc";
  /** Trigger prices of what ends the position that this order opens. */
  readonly takeProfit?: string;
  readonly stopLoss?: string;
  /** The client's id, unique among the account's live orders. */
  readonly clientId?: string;
}

export interface OrderSummary {
  readonly order: number;
  readonly account: string;
  readonly symbol: string;
  readonly action: NewOrder["action"];
  /** Undefined of a market order. */
  readonly price: string | undefined;
  readonly size: string;
  readonly remaining: string;
  readonly clientId: string;
}

/** What happened in the book, and how much of it. */
export interface Trade {
  readonly trade: number;
  readonly symbol: string;
  readonly price: string;
  readonly size: string;
  readonly makerOrder: number;
  readonly makerFee: string;
  readonly takerOrder: number;
  readonly takerFee: string;
}

export interface PositionSummary {
  readonly position: number;
  readonly symbol: string;
  readonly leg: "long" | "short";
  readonly size: string;
  readonly leverage: string;
  readonly unrealized: string;
  readonly maintenance: string;
  /** Undefined where no price liquidates it. */
  readonly liquidationPrice: string | undefined;
}

export interface AccountSummary {
  readonly account: string;
  readonly wallet: string;
  readonly equity: string;
  readonly available: string;
  readonly withdrawable: string;
  readonly unrealized: string;
  readonly maintenance: string;
  readonly positions: readonly PositionSummary[];
  /** Live orders, newest first. */
  readonly orders: readonly OrderSummary[];
}

/** Best first. */
export interface BookSummary {
  readonly bids: readonly { readonly price: string; readonly size: string }[];
  readonly asks: readonly { readonly price: string; readonly size: string }[];
}

/** Undefined: there is none yet. */
export interface PriceSummary {
  readonly index: string | undefined;
  readonly mark: string | undefined;
  readonly last: string | undefined;
  /** A fraction, of the running period. */
  readonly fundingRate: string;
  readonly fundingDue: number;
}
