import type { TierView } from "../model/terms.ts";
import type { Money } from "../units/money.ts";
import type { Leverage } from "../units/units.ts";

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
