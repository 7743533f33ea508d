import type { TierView } from "../model/contracts.ts";
import type { RiskRule } from "../model/riskRules.ts";
import type { Money } from "../units/money.ts";
import { QUANTA_PER_UNIT } from "../units/money.ts";
import type { Leverage, Quanta, Rate } from "../units/units.ts";

/**
 * A tier as requirements are computed with it: notional in (from, to] requires notional × rate − deduction.
 */
export interface Bracket {
  readonly from: Quanta;
  /**
   * Undefined in the last bracket, which has no end: the mark can carry a position past the last tier's
   * bound, though no order may.
   */
  readonly to: Quanta | undefined;
  readonly rate: Rate;
  /** 0 where tiers are flat. */
  readonly deduction: Quanta;
}

/** The part of a contract that decides the maintenance margin. */
export interface MarginTerms {
  readonly quantaPerPointLot: number;
  readonly riskRule: RiskRule;
  readonly brackets: readonly Bracket[];
}

/**
 * The tiers with their deductions, exact in quanta:
 *
 * ```
 * bracketed : ded_1 = 0, ded_k = ded_{k−1} + bound_{k−1} · (mmr_k − mmr_{k−1})      each slice at the rate of its own tier
 * flat      : ded_k = 0                                                              the whole at the rate of its tier
 * ```
 *
 * @see docs/reference/margin.md, maintenance margin
 */
export function bracketsOf(tiers: readonly TierView[], flat: boolean): readonly Bracket[] {
  const brackets: Bracket[] = [];
  let from = 0n;
  let deduction = 0n;
  for (const [k, tier] of tiers.entries()) {
    const lower = tiers[k - 1];
    if (lower !== undefined && !flat) {
      // A bound in units times a rate in 1e-8 is the product in quanta: a unit has as many quanta as 1 has
      // rate steps.
      deduction += BigInt(lower.boundUnits) * BigInt(tier.maintenanceRate - lower.maintenanceRate);
    }
    const bound = BigInt(tier.boundUnits) * UNIT;
    brackets.push({
      from,
      to: k === tiers.length - 1 ? undefined : bound,
      rate: tier.maintenanceRate,
      deduction,
    });
    from = bound;
  }
  return brackets;
}

/** The bracket of a notional. */
export function bracketAt(brackets: readonly Bracket[], notional: Quanta): Bracket {
  for (const bracket of brackets) if (bracket.to === undefined || notional <= bracket.to) return bracket;
  return brackets.at(-1)!;
}

const UNIT = BigInt(QUANTA_PER_UNIT);

/**
 * The largest notional, in whole units of the margin coin, that may be held at `leverage`: the bound of the
 * largest tier that allows it; 0 if none does. Bounds ascend, maximum leverages descend.
 */
export function notionalMaxUnits(tiers: readonly TierView[], leverage: Leverage): number {
  let bound = 0;
  for (const tier of tiers) if (tier.leverageMax >= leverage) bound = tier.boundUnits;
  return bound;
}

/** The highest leverage allowed at `notional`. */
export function leverageMaxAt(tiers: readonly TierView[], notional: Money): Leverage {
  for (const tier of tiers) if (!exceeds(notional, tier.boundUnits)) return tier.leverageMax;
  return 0;
}

/** notional > bound. */
export function exceeds(notional: Money, boundUnits: number): boolean {
  return notional.hi > boundUnits || (notional.hi === boundUnits && notional.lo > 0);
}
