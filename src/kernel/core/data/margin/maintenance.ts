import { HEDGE_LARGER, HEDGE_SUM, LONG } from "../codes.ts";
import type { Bracket, MarginTerms } from "../contract/brackets.ts";
import { bracketAt } from "../contract/brackets.ts";
import type { RiskRule } from "../model/riskRules.ts";
import { bigDivCeil } from "../units/divide.ts";
import type { Leg } from "../units/kinds.ts";
import type { Lots, Points, Quanta, Rate } from "../units/units.ts";
import { assert, RATE_ONE } from "../units/units.ts";

/**
 * What one requirement is computed over: both legs of a symbol in shared mode, where they net, or one
 * isolated position, where the other leg is 0.
 */
export interface Legs {
  readonly long: Lots;
  readonly short: Lots;
  /**
   * The closing fee that counts towards the requirement: the account's taker rate in shared mode, 0 in
   * isolated.
   */
  readonly feeRate: Rate;
  /**
   * Lots of the same leg in other isolated positions: they require their own, and count towards the tier of
   * all.
   */
  readonly beside?: Lots;
  /** The net size to use where it differs from that of the legs: for fills that are only estimated. */
  readonly net?: Lots;
}

/**
 * The legs over which the requirement of an isolated position is computed: `lots` of the `legLots` of its
 * leg.
 */
export function isolatedLegs(leg: Leg, lots: Lots, legLots: Lots): Legs {
  assert(lots >= 0 && lots <= legLots, "a position is part of its leg");
  const isLong = leg === LONG;
  return { long: isLong ? lots : 0, short: isLong ? 0 : lots, feeRate: 0, beside: legLots - lots };
}

/** A size that carries a requirement, and the size whose notional picks its tier. */
export interface Charge {
  readonly lots: bigint;
  readonly tierLots: bigint;
}

/**
 * What must be kept at `mark`, or liquidation starts:
 *
 * ```
 * net = |long − short|     m = mmr_k + fee rate     k the tier of (long + short) · mark
 * requirement = ⌈ net·mark·m − ded_k · net / (long + short) ⌉
 * ```
 *
 * Only the net size is at risk, so only it carries the requirement; the deduction counts in the same share,
 * which keeps the requirement ≥ 0. Isolated positions of one leg share its deduction in the same way:
 * together they require what one position of their total size would. Rounded up to a quantum, on the venue's
 * side. Flat tiers have no deduction (brackets.ts). Where the contract's risk rule says so, other sizes take
 * the place of net and of long + short ({@link chargesOf}).
 *
 * @see docs/reference/margin.md, maintenance margin
 */
export function maintenance(contract: MarginTerms, legs: Legs, mark: Points): Quanta {
  const perLot = BigInt(mark) * BigInt(contract.quantaPerPointLot);
  const charges = chargesOf(contract.riskRule, legs);
  const scale = scaleOf(charges);
  let sum = 0n;
  for (const { lots, tierLots } of charges) {
    const bracket = bracketAt(contract.brackets, tierLots * perLot);
    sum += lots * perLot * BigInt(bracket.rate + legs.feeRate) * scale;
    sum -= deducted(bracket, { lots, tierLots }, scale);
  }
  assert(sum >= 0n, "a requirement is not negative");
  return sum === 0n ? 0n : bigDivCeil(sum, scale * RATE);
}

/**
 * The sizes that carry a requirement, none for legs that require nothing:
 *
 * ```
 * net      |long − short|       in the tier of long + short, or of the net
 * larger   max(long, short)     the same
 * sum      long and short       each in its own tier
 * ```
 *
 * One leg alone is all of these; an isolated position's is in the tier of its whole leg.
 */
export function chargesOf(
  rule: RiskRule,
  { long, short, net = Math.abs(long - short), beside = 0 }: Legs,
): readonly Charge[] {
  if (beside > 0) return [{ lots: BigInt(long + short), tierLots: BigInt(long + short + beside) }];
  if (rule.hedge === HEDGE_SUM) {
    return [long, short]
      .filter((lots) => lots > 0)
      .map((lots) => ({ lots: BigInt(lots), tierLots: BigInt(lots) }));
  }
  const lots = rule.hedge === HEDGE_LARGER ? Math.max(long, short) : net;
  if (lots === 0) return NO_CHARGES;
  return [{ lots: BigInt(lots), tierLots: BigInt(rule.tierByNet ? net : long + short) }];
}
const NO_CHARGES: readonly Charge[] = [];

/** A scale for which every share lots / tierLots is a whole multiple of 1 / scale. */
export function scaleOf(charges: readonly Charge[]): bigint {
  let scale = 1n;
  for (const { tierLots } of charges) if (tierLots > 0n) scale *= tierLots;
  return scale;
}

/**
 * A charge's share of its bracket's deduction, in quanta · scale · 1e8; nothing is deducted where the net
 * that picks the tier is 0.
 */
export function deducted(bracket: Bracket, { lots, tierLots }: Charge, scale: bigint): bigint {
  return tierLots === 0n ? 0n : bracket.deduction * lots * (scale / tierLots) * RATE;
}

const RATE = BigInt(RATE_ONE);
