import type { Contract } from "../contract/contract.ts";
import { bigDivCeil } from "../units/divide.ts";
import type { Lots, Points, Quanta, Rate } from "../units/units.ts";
import { RATE_ONE } from "../units/units.ts";
import { bracketAt } from "./brackets.ts";

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

/**
 * What must be kept at `mark`, or liquidation starts:
 *
 * ```
 * net = |long − short|     m = mmr_k + fee rate     k the tier of (long + short) · mark
 * requirement = ⌈ net·mark·m − ded_k · net / (long + short) ⌉
 * ```
 *
 * Only the net size is at risk, so only it carries the requirement; the deduction counts in the same share, which keeps the
 * requirement ≥ 0. Rounded up to a quantum, on the venue's side. Flat tiers have no deduction (brackets.ts).
 *
 * @see docs/reference/margin.md, maintenance margin
 */
export function maintenance(contract: Contract, legs: Legs, mark: Points): Quanta {
  const { both, net } = sizesOf(legs);
  if (net === 0n) return 0n;
  const perLot = BigInt(mark) * BigInt(contract.quantaPerPointLot);
  const bracket = bracketAt(contract.brackets, both * perLot);
  const rate = BigInt(bracket.rate + legs.feeRate);
  return bigDivCeil(net * (both * perLot * rate - bracket.deduction * RATE), both * RATE);
}

/** Both legs together, and what is left of them netted. */
export function sizesOf(legs: Legs): { readonly both: bigint; readonly net: bigint } {
  return { both: BigInt(legs.long + legs.short), net: BigInt(Math.abs(legs.long - legs.short)) };
}

const RATE = BigInt(RATE_ONE);
