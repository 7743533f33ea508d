/**
 * The inputs and outputs of a `DecimalExchange`: prices, sizes and money are decimal text, ids are numbers,
 * times Unix ms.
 */

export type OrderAction = "open-long" | "open-short" | "close-long" | "close-short";

export interface NewOrder {
  readonly symbol: string;
  /**
   * What the order does. A one-way account may say a side, whatever it holds; the order is then one that
   * opens that side's leg.
   */
  readonly action: OrderAction | "buy" | "sell";
  readonly size: string;
  /** Limit price; absent: a market order, which the contract's price band protects. */
  readonly price?: string;
  readonly timeInForce?: "gtc" | "post-only" | "fok" | "ioc";
  /** In place of a price: the level of the book that gives it, "queue", "opponent-5" … */
  readonly priceMatch?: string;
  /** When it ends by itself, Unix ms. */
  readonly goodTill?: number;
  /** What happens when it meets orders of its account, "expire-taker" …; absent: as the account has it. */
  readonly selfTradePrevention?: string;
  /** A post-only order that would take, and a fill-or-kill that cannot fill, is refused instead of ended. */
  readonly orRefused?: boolean;
  /** Trigger prices of the orders that close the position opened by this order. */
  readonly takeProfit?: string;
  readonly stopLoss?: string;
  /** The client's id, unique among the account's live orders. */
  readonly clientId?: string;
}

export interface OrderSummary {
  readonly order: number;
  readonly account: string;
  readonly symbol: string;
  readonly action: OrderAction;
  /** Limit price; undefined for a market order. */
  readonly price: string | undefined;
  readonly size: string;
  readonly remaining: string;
  readonly clientId: string;
}

/** Two orders that met, and for how much. A fee is that of all that the order did in the trade. */
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
  /** Mark price that liquidates the position; undefined if none does. */
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

/** A book, each side best price first. */
export interface BookSummary {
  readonly bids: readonly { readonly price: string; readonly size: string }[];
  readonly asks: readonly { readonly price: string; readonly size: string }[];
}

/** Prices of a contract, each undefined while there is none. */
export interface PriceSummary {
  readonly index: string | undefined;
  readonly mark: string | undefined;
  readonly last: string | undefined;
  /** The running period's rate, as a fraction. */
  readonly fundingRate: string;
  readonly fundingDue: number;
}
