import { CONTRACT_TRADING } from "../codes.ts";
import type { FieldKind, FieldValue, FieldValues } from "../units/kinds.ts";
import type { Leverage, Rate } from "../units/units.ts";
import type { PublishedValues } from "./entity.ts";
import { persisted, published } from "./entity.ts";

/**
 * A tier of a contract: up to `boundUnits` of notional (whole units of the margin coin), this maintenance
 * rate and this maximum leverage.
 */
export interface TierView {
  readonly boundUnits: number;
  readonly maintenanceRate: Rate;
  readonly leverageMax: Leverage;
}

/** How a contract's mark is made; docs/reference/mark.md. */
export const markRuleFields = {
  method: "int",
  /** N of the exponential average: α = 2 / (N + 1). */
  window: "int",
  /** The mark stays within this share of the index, by any method; 0: no bound. */
  boundRate: "Rate",
  /**
   * Notional that a side of the book must hold for the mark and for funding's premium to count it, in units
   * of the margin coin.
   */
  impactUnits: "int",
} as const;

export type MarkRule = FieldValues<typeof markRuleFields>;

/*
 * A contract: what it is, what of it may be replaced, and its market at this moment. Contracts are few, so
 * each is an object of its own and no row of a pool; what else is declared here goes where the columns of a
 * pool go.
 */

/** What never changes: tick = priceStep × 10^−priceDecimals, lot = lotStep × 10^−sizeDecimals. */
export const contractGrid = {
  priceDecimals: "int",
  priceStep: "int",
  sizeDecimals: "int",
  lotStep: "int",
  /** Face value: contracts in one lot (0.0001 BTC at a face value of 0.000001 is 100). */
  contractsPerLot: "int",
} as const;

/** What it is called, and what it is of; never changes either. */
export const contractTexts = ["symbol", "baseCoin", "quoteCoin"] as const;

/** What `changeContract` may replace, in a listing's order. */
export const termFields = {
  orderLotsMin: "Lots",
  orderLotsMax: "Lots",
  marketOpenLotsMax: "Lots",
  /** The largest order at market, of whatever action; 0: as large as any. */
  marketLotsMax: "Lots",
  /** The smallest value of an order that opens, in whole units of the margin coin; 0: none. */
  notionalMinUnits: "int",
  positionLotsMax: "Lots",
  leverageMin: "Leverage",
  leverageMax: "Leverage",
  leverageDefault: "Leverage",
  bandBuyRate: "Rate",
  bandSellRate: "Rate",
  makerRate: "Rate",
  takerRate: "Rate",
  liquidationFeeRate: "Rate",
  /** Funding settles every interval, at multiples of it since the epoch plus the offset. */
  fundingIntervalMs: "int",
  fundingOffsetMs: "int",
  interestRate: "Rate",
  fundingClampRate: "Rate",
  fundingCapRate: "Rate",
  openOrdersMax: "int",
  /**
   * How far the last price may be from the mark, a part of it, when a trigger with price protection fires.
   */
  triggerProtectRate: "Rate",
  /** 1: triggers outlive their position (default); 0: they are canceled with it. */
  orphanTriggersKeep: "flag",
  /** 0: a close in separated mode without a position is refused; 1: first opened, first closed. */
  separatedCloseFifo: "flag",
  apiTradable: "flag",
} as const;

/** Its tiers, ascending by bound; of the terms too. */
export const contractTiers = {
  name: "tiers",
  columns: ["boundUnits", "maintenanceRate", "leverageMax"],
} as const;

/** Its market at this moment. */
export const contractMarket = {
  status: published("int", { initially: CONTRACT_TRADING }),
  indexPoints: published("Points", { as: "index", note: "0 while there is none, as the mark." }),
  markPoints: published("Points", { as: "mark" }),
  lastPrice: published("Ticks", { as: "last" }),
  openInterest: published("Lots", { note: "Σ long size = Σ short size." }),
  exponentialBasis: persisted("int", {
    note: "The exponential average of the basis, in millionths of a point; kept where the mark rule wants it.",
  }),
  fundingRate: published("Rate", {
    note: "Rate of the running funding period, fixed at its start, and when it is paid.",
  }),
  fundingDue: published("TimeMs"),
  delistingDue: published("TimeMs", { note: "When it is delisted; 0 while no notice runs." }),
  pushed: published("flag", { note: "1: its index was pushed last, and pushes feed it." }),
  sourceMark: published("Points", {
    note: "What another market says, which this one shows (rules/contract/source.ts): its mark, 0 for none; its rate, where 1 says that there is one.",
  }),
  sourceRate: persisted("Rate"),
  hasSourceRate: persisted("flag"),
  held: published("flag", { note: "1: nothing is heard of it any more." }),
} as const;

type Values<F extends Readonly<Record<string, FieldKind>>> = { [K in keyof F]: FieldValue<F[K]> };

/** Specification that `changeContract` may replace. */
export type ContractTerms = Values<typeof termFields> & { tiers: readonly TierView[] };
/** What never changes, as records and views show it. */
export type ContractGrid = Readonly<Values<typeof contractGrid>> &
  Readonly<Record<(typeof contractTexts)[number], string>>;
/** A contract as views show it. */
export type PublishedContract = ContractGrid &
  Readonly<ContractTerms> &
  PublishedValues<{ columns: typeof contractMarket }>;
