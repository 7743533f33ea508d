import type { FieldValues } from "../units/kinds.ts";
import type { Leverage, Rate } from "../units/units.ts";

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
