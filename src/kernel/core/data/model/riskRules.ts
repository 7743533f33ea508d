/**
 * Options per contract in which venues differ: docs/reference/liquidation.md, options. In the order of the
 * records and of the snapshot; the default of every field is false, or code 0.
 */
import type { FieldValues } from "../units/kinds.ts";
import { blankFields, fieldsOfNumbers } from "../units/kinds.ts";
import type { Quanta } from "../units/units.ts";

export const riskRuleFields = {
  /**
   * Isolated payers of funding pay in full, even below their requirement and their margin; else only down to
   * the requirement.
   */
  fundingInFull: "flag",
  /**
   * What is left of an isolated entry after its liquidation goes to the insurance fund; else back to its
   * account.
   */
  residualToFund: "flag",
  /** A tier's rate counts for the whole notional; else each slice of it at the rate of its own tier. */
  flatTiers: "flag",
  /** The net of both legs of a shared symbol picks its tier; else their sum. */
  tierByNet: "flag",
  /** Which size of a hedged shared symbol carries its requirement: a HEDGE_ code. */
  hedge: "int",
  /** The margin of a shared position is its entry value over its leverage; else its value at mark. */
  marginAtEntry: "flag",
  /** All premium samples of a funding period weigh the same; else later ones weigh more. */
  fundingMean: "flag",
  /** Presets are placed with the fill that completes their order; else with its first fill, and then grow. */
  presetsWhenFilled: "flag",
  /** The fee of a fill is rounded up; else truncated. A rebate is truncated either way. */
  feesUp: "flag",
  /** How far the ladder reduces a large position at a time: a REDUCE_ code. */
  reduction: "int",
  /**
   * Counterparties are deleveraged in an order drawn by lot for each command; else by profit and leverage.
   */
  adlRandom: "flag",
  /**
   * A triggered close and closePositions take only what no resting close has reserved; else they shrink or
   * cancel resting closes.
   */
  exitsYield: "flag",
} as const;

/** A risk rule in the units of its record. */
export type RiskRule = FieldValues<typeof riskRuleFields>;

/** The rule out of one number a field. */
export function riskRuleFrom(next: (field: keyof RiskRule) => number): RiskRule {
  return fieldsOfNumbers(riskRuleFields, next);
}

/** Whether two rules require the same of every position. */
export function requiresAlike(a: RiskRule, b: RiskRule): boolean {
  return a.flatTiers === b.flatTiers && a.tierByNet === b.tierByNet && a.hedge === b.hedge;
}

export const DEFAULT_RISK_RULE: RiskRule = blankFields(riskRuleFields);

/** What the insurance fund may take over. */
export interface FundRule {
  /** Its equity at mark stays at or above this, losses of the take-over included. */
  readonly floor: Quanta;
  /** Σ notional of its positions at mark stays at or below this; 0: no limit. */
  readonly notionalMax: Quanta;
}

export const DEFAULT_FUND_RULE: FundRule = { floor: 0n, notionalMax: 0n };
