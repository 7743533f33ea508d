import type { Contract } from "../contract/contract.ts";
import type { Money } from "../units/money.ts";
import type { Rate } from "../units/units.ts";

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
