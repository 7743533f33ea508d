import { LONG } from "../codes.ts";
import type { Contract } from "../contract/contract.ts";
import type { Leg } from "../units/kinds.ts";
import type { Money } from "../units/money.ts";
import type { Quanta, Rate } from "../units/units.ts";

/**
 * What a fill of `value` pays at an effective rate, into `into`; negative for a rebate.
 *
 * ```
 * fee = trunc(value × rate)         by default: towards zero, so that a fee and a rebate lose their fraction
 *     = ⌈ value × rate ⌉            where the contract's risk rule says up: a fee gains it, a rebate loses it
 * ```
 *
 * So a rebate is truncated either way.
 *
 * @see docs/reference/fees.md
 */
export function fillFee(contract: Contract, value: Money, rate: Rate, into: Money): Money {
  into.copy(value);
  return rate > 0 && contract.riskRule.feesUp ? into.timesRateCeil(rate) : into.timesRateTrunc(rate);
}

/**
 * What a position is open for, and what was paid (fee) and received (funding, below 0: paid) for what is
 * open.
 */
interface OpenPosition {
  readonly leg: Leg;
  readonly openValue: Quanta;
  readonly openFee: Quanta;
  readonly fundingFee: Quanta;
}

/**
 * The value at which closing all of a position gives back what it is open for, with the fees paid for that
 * and the funding since, before the fee of the close. Exact; over the size it is the break-even price. 0
 * where a short cannot reach it, or a long is ahead at any price.
 *
 * @see docs/reference/margin.md, break-even price
 */
export function breakEvenValue({ leg, openValue, openFee, fundingFee }: OpenPosition): Quanta {
  const paid = openFee - fundingFee;
  const value = leg === LONG ? openValue + paid : openValue - paid;
  return value > 0n ? value : 0n;
}
