/**
 * The commands of a tape, in words: what the reference exchange executes, and what the differential test
 * translates for the core. Prices in ticks, `…Points` in hundredths of a tick, sizes in lots, rates in 1e-8,
 * leverage in hundredths, money in quanta (1e-8). Orders, positions and pending movements are named by the
 * order in which they came to be, from 1.
 */

export type Action = "open long" | "open short" | "close long" | "close short";
export type Leg = "long" | "short";
export type TimeInForce = "gtc" | "post-only" | "fok" | "ioc";
export type MarginMode = "shared" | "isolated";
export type SeparatedMode = "combined" | "separated";
export type Source = "last" | "mark";
export type SelfTrade = "expire maker" | "expire taker" | "expire both" | "decrement" | "none";
/** The n-th level of the other side, or of one's own. */
export type PriceMatch = readonly ["opponent" | "queue", 1 | 5 | 10 | 20];
export type MarkMethod = "mean" | "exponential" | "median";
export type Status = "trading" | "cancel-only" | "halted" | "delisted";
export type PositionMode = "hedge" | "one-way";
export type AccountStatus = "normal" | "frozen" | "restricted";
export type Movement =
  | "deposit"
  | "withdraw"
  | "transfer"
  | "gift"
  | "gift back"
  | "fee refund"
  | "follow pay"
  | "follow back"
  | "trader income"
  | "third-party share";

/** Accounts that exist from the start. */
export const EXTERNAL = 1;
export const FEES = 2;
export const INSURANCE = 3;
export const FIRST_USER = 4;

export interface Tier {
  readonly boundUnits: number;
  readonly maintenanceRate: number;
  readonly leverageMax: number;
}

/** What may change of a contract. */
export interface Terms {
  readonly orderLotsMin: number;
  readonly orderLotsMax: number;
  readonly marketOpenLotsMax: number;
  /** 0: as large as any. */
  readonly marketLotsMax: number;
  /** Whole units of the margin coin; 0: none. */
  readonly notionalMinUnits: number;
  readonly positionLotsMax: number;
  readonly leverageMin: number;
  readonly leverageMax: number;
  readonly leverageDefault: number;
  readonly bandBuyRate: number;
  readonly bandSellRate: number;
  readonly makerRate: number;
  readonly takerRate: number;
  readonly liquidationFeeRate: number;
  readonly triggerProtectRate: number;
  readonly fundingIntervalMs: number;
  readonly fundingOffsetMs: number;
  readonly interestRate: number;
  readonly fundingClampRate: number;
  readonly fundingCapRate: number;
  readonly openOrdersMax: number;
  readonly orphanTriggersKeep: boolean;
  readonly separatedCloseFifo: boolean;
  readonly apiTradable: boolean;
  readonly tiers: readonly Tier[];
}

export interface Specification extends Terms {
  readonly symbol: string;
  readonly baseCoin: string;
  readonly quoteCoin: string;
  readonly priceDecimals: number;
  readonly priceStep: number;
  readonly sizeDecimals: number;
  readonly lotStep: number;
  readonly contractsPerLot: number;
}

/** A fee setting of an account, or of an account for one symbol. */
export interface FeeSetting {
  readonly feeSet: boolean;
  readonly takerRate: number;
  readonly makerRate: number;
  readonly discountSet: boolean;
  readonly discount: number;
  readonly sideDiscountSet: boolean;
  readonly takerDiscount: number;
  readonly makerDiscount: number;
}

export const NO_FEES: FeeSetting = {
  ...{ feeSet: false, takerRate: 0, makerRate: 0, discountSet: false, discount: 0 },
  ...{ sideDiscountSet: false, takerDiscount: 0, makerDiscount: 0 },
};

export interface AccountSettings extends FeeSetting {
  readonly status: AccountStatus;
  readonly orderDelayMs: number;
  readonly cancelDelayMs: number;
  readonly selfTrade: SelfTrade;
  /** 0: margin is never called for. */
  readonly marginCallPercent: number;
  /** 0: of none. */
  readonly group: number;
  readonly positionMode: PositionMode;
}

/** What a contract does otherwise than by default: docs/reference/liquidation.md, options. */
export interface RiskRule {
  readonly fundingInFull: boolean;
  readonly residualToFund: boolean;
  readonly tiers: "bracketed" | "flat";
  readonly tierNotional: "both" | "net";
  readonly hedge: "net" | "larger" | "sum";
  readonly positionMargin: "mark" | "entry";
  readonly fundingAverage: "weighted" | "mean";
  readonly presets: "first fill" | "filled";
  readonly feeRounding: "trunc" | "up";
  readonly reduction: "two tiers" | "minimum" | "fifth";
  readonly adl: "score" | "random";
  readonly exits: "make room" | "yield";
}
export const DEFAULT_RISK: RiskRule = {
  ...{ fundingInFull: false, residualToFund: false, tiers: "bracketed", tierNotional: "both", hedge: "net" },
  ...{ positionMargin: "mark", fundingAverage: "weighted", presets: "first fill", feeRounding: "trunc" },
  ...{ reduction: "two tiers", adl: "score", exits: "make room" },
};

export const DEFAULT_SETTINGS: AccountSettings = {
  ...{ ...NO_FEES, status: "normal", orderDelayMs: 0, cancelDelayMs: 0, selfTrade: "expire maker" },
  ...{ marginCallPercent: 0, group: 0, positionMode: "hedge" },
};

/** What goes with an order that opens. */
export interface Presets {
  readonly takeProfit?: number;
  readonly stopLoss?: number;
  /** Absent: last. */
  readonly takeProfitSource?: Source;
  readonly stopLossSource?: Source;
}

/** How an order behaves in the book. */
export interface InTheBook {
  /** Absent: the account's. */
  readonly selfTrade?: SelfTrade;
  /** The book gives the price, which is left out. */
  readonly match?: PriceMatch;
  /** When it ends by itself, in market time; 0 or absent: never. Of a drawn one: so long after now. */
  readonly till?: number;
}

/** What is asked by an account. */
interface Asked<T extends string> {
  readonly type: T;
  readonly account: number;
}

/** What is asked by an account of a contract. */
interface AskedOf<T extends string> extends Asked<T> {
  readonly contract: number;
}

export interface PlaceOrder extends AskedOf<"place">, Presets, InTheBook {
  readonly action: Action;
  readonly size: number;
  /** Absent: market. */
  readonly price?: number;
  readonly timeInForce?: TimeInForce;
  readonly clientId?: string;
  readonly marginMode?: MarginMode;
  readonly separatedMode?: SeparatedMode;
  /** The position that a close is bound to. */
  readonly position?: number;
  /** A close larger than closable shrinks to it. */
  readonly capped?: boolean;
  /** A post-only order that would take, and a fill-or-kill that cannot fill, is refused. */
  readonly orRefused?: boolean;
  /** The side of the opening is meant, of a one-way account that may hold the other leg. */
  readonly net?: boolean;
  /** Identity of the signed request; 0 or absent: none. */
  readonly request?: number;
}

/** `rising`: the side from which it fires is said, and what else is said of an order in the book. */
export interface PlacePlan extends AskedOf<"plan">, Presets, InTheBook {
  readonly action: Action;
  readonly size: number;
  readonly price?: number;
  readonly trigger: number;
  readonly source: Source;
  readonly rising?: boolean;
  /** Of one that says its side: at its trigger it ends where last and mark are too far apart. */
  readonly priceProtect?: boolean;
  readonly marginMode?: MarginMode;
  /** The position that a close is bound to. */
  readonly position?: number;
  readonly net?: boolean;
  readonly clientId?: string;
}

export interface PlaceTpSl extends AskedOf<"tpsl"> {
  readonly leg: Leg;
  readonly takeProfit: boolean;
  /** 0: the whole position. */
  readonly size: number;
  /** Of the whole position: it ends when that does. */
  readonly endsWithLeg?: boolean;
  /** At its trigger it ends where last and mark are too far apart. */
  readonly priceProtect?: boolean;
  readonly price?: number;
  readonly trigger: number;
  readonly source: Source;
  readonly position?: number;
  readonly marginMode?: MarginMode;
  readonly clientId?: string;
}

/** A plan order at market whose trigger follows the price. */
export interface PlaceTrailing
  extends Omit<
    PlacePlan,
    "type" | "price" | "trigger" | "rising" | "position" | keyof Presets | keyof InTheBook
  > {
  readonly type: "trailing";
  readonly callbackRate: number;
  /** 0: active from the start. */
  readonly activation: number;
  readonly priceProtect: boolean;
}

/** Money that goes from one account to another. */
interface Moved {
  readonly movement: Movement;
  readonly from: number;
  readonly to: number;
  readonly amount: bigint;
}

export type TapeCommand =
  | { readonly type: "list"; readonly specification: Specification }
  | { readonly type: "change"; readonly contract: number; readonly terms: Terms; readonly anyway?: boolean }
  | { readonly type: "status"; readonly contract: number; readonly status: Exclude<Status, "delisted"> }
  /** `at`: market time; of a drawn one, from when it is given. */
  | { readonly type: "delist"; readonly contract: number; readonly at: number }
  | { readonly type: "account"; readonly name: string }
  | (Asked<"position mode"> & { readonly positionMode: AccountSettings["positionMode"] })
  | (Asked<"margin call"> & { readonly percent: number })
  | (Asked<"settings"> & { readonly settings: AccountSettings })
  | (AskedOf<"symbol fee"> & { readonly fee: FeeSetting })
  | ({ readonly type: "move" } & Moved)
  | ({ readonly type: "begin" } & Moved)
  | { readonly type: "settle"; readonly movement: number; readonly complete: boolean }
  | (AskedOf<"leverage"> & {
      /** Which must be the symbol's, unless the command `switches` to it. */
      readonly marginMode: MarginMode;
      readonly switches: boolean;
      /** Whether resting orders take the leverage, too, in place of being in its way. */
      readonly ordersFollow: boolean;
      /** 0: stays. */
      readonly cross: number;
      readonly isolatedLong: number;
      readonly isolatedShort: number;
    })
  | (AskedOf<"mode"> & { readonly marginMode: MarginMode; readonly separatedMode: SeparatedMode })
  | (Asked<"margin"> & {
      readonly position: number;
      readonly amount: bigint;
      /** Of a drawn one: percent of what the position's leverage leaves, taken out in place of the amount. */
      readonly share?: number | undefined;
    })
  | PlaceOrder
  | PlacePlan
  | PlaceTpSl
  | PlaceTrailing
  | (Asked<"modify"> & {
      readonly order: number;
      readonly trigger: number;
      readonly source: Source;
      readonly price?: number;
    })
  | (Asked<"amend"> & {
      readonly order: number;
      /** Of one that waits. */
      readonly trigger?: number;
      readonly price?: number;
      /** Of the whole order, filled or not. */
      readonly size?: number;
    })
  | (Asked<"cancel"> & { readonly order: number; readonly plansOnly?: boolean })
  | (Asked<"cancel client"> & { readonly clientId: string })
  | (Asked<"cancel all"> & {
      /** Absent: all contracts. */
      readonly contract?: number;
      readonly which: "normal" | "plan" | "all";
    })
  | (AskedOf<"countdown"> & {
      readonly which: "normal" | "plan" | "all";
      /** 0: it is stopped. */
      readonly afterMs: number;
    })
  | (Asked<"close all"> & {
      readonly contract?: number;
      /** Only this one. */
      readonly position?: number;
      /** Take-profits and stop-losses of what ends go with it. */
      readonly cancelAttached?: boolean;
    })
  | { readonly type: "admin cancel"; readonly order: number }
  | (AskedOf<"mirror"> & {
      readonly proportional: boolean;
      /** Levels (their whole size) and trades (by what the taker did; those only told meet nobody). */
      readonly rows: readonly {
        readonly what: "bids" | "asks" | "bought" | "sold" | "reported bought" | "reported sold";
        readonly price: number;
        readonly size: number;
      }[];
    })
  | {
      readonly type: "index";
      readonly prices: readonly { readonly contract: number; readonly points: number }[];
    }
  | (Asked<"auto append"> & { readonly position: number; readonly on: boolean })
  | {
      readonly type: "report";
      readonly prices: readonly {
        readonly contract: number;
        readonly source: number;
        readonly points: number;
        readonly weight: number;
      }[];
    }
  | {
      /** What another market says of a contract; left out: nothing. `held`: nothing is heard of it. */
      readonly type: "follow";
      readonly contract: number;
      readonly mark?: number | undefined;
      readonly rate?: number | undefined;
      readonly held: boolean;
    }
  | {
      readonly type: "mark rule";
      readonly contract: number;
      readonly method: MarkMethod;
      readonly window: number;
      readonly boundRate: number;
      readonly impactUnits: number;
    }
  | {
      readonly type: "risk rule";
      readonly contract: number;
      readonly rule: RiskRule;
      /** Absent: true. */
      readonly anyway?: boolean;
      readonly newOnly?: boolean;
    }
  | { readonly type: "fund rule"; readonly floor: bigint; readonly notionalMax: bigint }
  | { readonly type: "funding"; readonly contract: number; readonly skip: boolean }
  | (Asked<"liquidate"> & { readonly position: number })
  | (AskedOf<"deleverage"> & { readonly leg: Leg; readonly size: number })
  | { readonly type: "time" }
  | { readonly type: "proceed" };

export type CommandOf<T extends TapeCommand["type"]> = Extract<TapeCommand, { type: T }>;
