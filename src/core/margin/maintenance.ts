import type { Contract } from "../contract/contract.ts";
import type { TierView } from "../query.ts";
import { bigDivCeil } from "../units/divide.ts";
import { QUANTA_PER_UNIT } from "../units/money.ts";
import type { Lots, Points, Quanta, Rate } from "../units/units.ts";
import { RATE_ONE } from "../units/units.ts";

/**
 * What one requirement is computed over: both legs of a symbol in shared mode, where they net, or one isolated
 * position, where the other leg is 0.
 */
export interface Legs {
  readonly long: Lots;
  readonly short: Lots;
  /** The closing fee that counts towards the requirement: the account's taker rate in shared mode, 0 in isolated. */
  readonly feeRate: Rate;
}

/** A tier in the form of a tax bracket: notional in (from, to] requires notional × rate − deduction. */
export interface Bracket {
  readonly from: Quanta;
  /** Undefined in the last one, which goes on past its bound: a mark can carry a position there, an order cannot. */
  readonly to: Quanta | undefined;
  readonly rate: Rate;
  readonly deduction: Quanta;
}

/**
 * What must be kept at `mark`, or liquidation starts:
 *
 * ```
 * net = |long − short|     m = mmr_k + fee rate     k the tier of (long + short) · mark
 * requirement = ⌈ net·mark·m − ded_k · net / (long + short) ⌉
 * ```
 *
 * Only the net size is at risk, so only it carries the requirement; the deduction counts in the same share, which keeps the
 * requirement ≥ 0. Rounded up to a quantum, on the venue's side.
 *
 * @see docs/reference/margin.md, maintenance margin
 */
export function maintenance(contract: Contract, legs: Legs, mark: Points): Quanta {
  const { both, net } = sizesOf(legs);
  if (net === 0n) return 0n;
  const perLot = BigInt(mark) * BigInt(contract.quantaPerPointLot);
  const bracket = bracketAt(bracketsOf(contract.terms.tiers), both * perLot);
  const rate = BigInt(bracket.rate + legs.feeRate);
  return bigDivCeil(net * (both * perLot * rate - bracket.deduction * RATE), both * RATE);
}

/** The tiers with their deductions: ded_1 = 0, ded_k = ded_{k−1} + bound_{k−1} · (mmr_k − mmr_{k−1}), exact in quanta. */
export function bracketsOf(tiers: readonly TierView[]): readonly Bracket[] {
  const brackets: Bracket[] = [];
  let from = 0n;
  let deduction = 0n;
  for (const [k, tier] of tiers.entries()) {
    const lower = tiers[k - 1];
    if (lower !== undefined) {
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

/** Both legs together, and what is left of them netted. */
export function sizesOf(legs: Legs): { readonly both: bigint; readonly net: bigint } {
  return { both: BigInt(legs.long + legs.short), net: BigInt(Math.abs(legs.long - legs.short)) };
}

/** The bracket of a notional. */
export function bracketAt(brackets: readonly Bracket[], notional: Quanta): Bracket {
  for (const bracket of brackets) if (bracket.to === undefined || notional <= bracket.to) return bracket;
  return brackets.at(-1)!;
}

const UNIT = BigInt(QUANTA_PER_UNIT);
/** A bound in units times a rate in 1e-8 is the product in quanta, since a unit has as many quanta as 1 has rate steps. */
const RATE = BigInt(RATE_ONE);
