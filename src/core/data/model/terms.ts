import type { Leverage, Lots, Rate } from "../units/units.ts";

/** A tier of a contract: up to which notional, in whole units of the margin coin, what is kept and how far it may be leveraged. */
export interface TierView {
  readonly boundUnits: number;
  readonly maintenanceRate: Rate;
  readonly leverageMax: Leverage;
}

/** Specification that `changeContract` may replace. */
export interface ContractTerms {
  orderLotsMin: Lots;
  orderLotsMax: Lots;
  marketOpenLotsMax: Lots;
  positionLotsMax: Lots;
  leverageMin: number;
  leverageMax: number;
  leverageDefault: number;
  bandBuyRate: number;
  bandSellRate: number;
  makerRate: number;
  takerRate: number;
  liquidationFeeRate: number;
  fundingIntervalMs: number;
  fundingOffsetMs: number;
  interestRate: number;
  fundingClampRate: number;
  fundingCapRate: number;
  openOrdersMax: number;
  orphanTriggersKeep: boolean;
  separatedCloseFifo: boolean;
  apiTradable: boolean;
  tiers: readonly TierView[];
}

/** How a contract's mark is made; docs/reference/mark.md. */
export interface MarkRule {
  readonly method: number;
  /** N of the exponential average: α = 2 / (N + 1). */
  readonly window: number;
  /** The mark stays within this share of the index, by any method; 0: no bound. */
  readonly boundRate: Rate;
  /** Notional that either side of the book must hold to be listened to, in units of the margin coin; funding's premium too. */
  readonly impactUnits: number;
}
