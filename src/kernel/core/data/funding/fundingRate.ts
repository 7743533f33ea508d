import { bigDivHalfEven, divFloor, divHalfEven } from "../units/divide.ts";
import type { Rate, TimeMs } from "../units/units.ts";
import { RATE_ONE } from "../units/units.ts";
import { PREMIUM_ONE } from "./premium.ts";

const PREMIUM_PER_RATE = PREMIUM_ONE / RATE_ONE;

/**
 * The premium samples of a running period. The contract's risk rule says how they are averaged when the rate
 * is made: the k-th weighs k, so that the end of the period counts most, or all weigh the same. Both sums are
 * kept, so that a rule set in the middle of a period holds for all of it.
 *
 * A premium that stands still for n samples is taken in closed form, so that hours without trading cost
 * nothing.
 */
export class PremiumAverage {
  count = 0;
  /** Σ k·p_k. Beyond 2^53 in long periods. */
  weighted = 0n;
  /** Σ p_k. */
  sum = 0n;

  /** Takes the same premium `times` times. */
  push(premium: number, times: number): void {
    const weights = BigInt(times) * BigInt(this.count) + (BigInt(times) * BigInt(times + 1)) / 2n;
    this.weighted += BigInt(premium) * weights;
    this.sum += BigInt(premium) * BigInt(times);
    this.count += times;
  }

  /** Σ k·p_k / Σ k in units of 1e-10, half-even; with equal weights Σ p_k / n; 0 without samples. */
  average({ equalWeights }: { readonly equalWeights: boolean }): number {
    if (this.count === 0) return 0;
    const count = BigInt(this.count);
    if (equalWeights) return Number(bigDivHalfEven(this.sum, count));
    return Number(bigDivHalfEven(this.weighted * 2n, count * (count + 1n)));
  }

  clear(): void {
    this.count = 0;
    this.weighted = 0n;
    this.sum = 0n;
  }
}

/**
 * The rate of a period from its predecessor's average premium (units of 1e-10):
 *
 * ```
 * F = clamp( P + clamp(interest − P, −clampRate, +clampRate), −cap, +cap )        half-even at 1e-8
 * ```
 */
export function fundingRateOf(
  premium: number,
  terms: { readonly interestRate: Rate; readonly fundingClampRate: Rate; readonly fundingCapRate: Rate },
): Rate {
  const toInterest = terms.interestRate * PREMIUM_PER_RATE - premium;
  const pull = bounded(toInterest, terms.fundingClampRate * PREMIUM_PER_RATE);
  return divHalfEven(bounded(premium + pull, terms.fundingCapRate * PREMIUM_PER_RATE), PREMIUM_PER_RATE) + 0;
}

function bounded(value: number, bound: number): number {
  return Math.max(-bound, Math.min(bound, value));
}

/** The first settlement instant after `time`: settlements are at offset + k × interval since the epoch. */
export function nextSettlement(
  terms: { readonly fundingIntervalMs: number; readonly fundingOffsetMs: number },
  time: TimeMs,
): TimeMs {
  const { fundingIntervalMs: interval, fundingOffsetMs: offset } = terms;
  return (divFloor(time - offset, interval) + 1) * interval + offset;
}
