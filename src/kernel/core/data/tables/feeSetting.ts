import { feeFields } from "../messages/command.ts";
import type { FeeView } from "../messages/query.ts";
import { bigDivFloor } from "../units/divide.ts";
import { blankFields } from "../units/kinds.ts";
import type { Rate } from "../units/units.ts";
import { RATE_ONE } from "../units/units.ts";

/** The settings of a new account: no rate of its own, no discount. */
export const NO_FEE_SETTING: FeeView = blankFields(feeFields);

/** Fee rates of an account in one contract, resolved. */
export interface EffectiveRates {
  readonly taker: Rate;
  readonly maker: Rate;
}

interface ContractRates {
  readonly takerRate: Rate;
  readonly makerRate: Rate;
}

/**
 * The rates before a discount: the symbol's setting if it sets a rate, else the account's, else the
 * contract's.
 */
export function ownRates(
  contract: ContractRates,
  account: FeeView,
  symbol: FeeView | undefined,
): EffectiveRates {
  const { takerRate, makerRate } = symbol?.feeSet ? symbol : account.feeSet ? account : contract;
  return { taker: takerRate, maker: makerRate };
}

/**
 * The rates that an account pays in a contract: {@link ownRates} times the discount of whichever setting has
 * one, the symbol's before the account's (side discounts before the common one). A discount is a multiplier.
 * The product is floored to 1e-8: in the payer's favour.
 *
 * @see docs/reference/fees.md
 */
export function effectiveRates(
  contract: ContractRates,
  account: FeeView,
  symbol: FeeView | undefined,
): EffectiveRates {
  const { taker, maker } = ownRates(contract, account, symbol);
  const discounts = symbol && (symbol.sideDiscountSet || symbol.discountSet) ? symbol : account;
  return {
    taker: discounted(taker, discounts, discounts.takerDiscount),
    maker: discounted(maker, discounts, discounts.makerDiscount),
  };
}

function discounted(rate: Rate, setting: FeeView, sideDiscount: Rate): Rate {
  if (setting.sideDiscountSet) return timesFloor(rate, sideDiscount);
  if (setting.discountSet) return timesFloor(rate, setting.discount);
  return rate;
}

/** ⌊rate × discount⌋ at 1e-8. Rare, so in bigint: two rates near 1 pass 2^53. */
function timesFloor(rate: Rate, discount: Rate): Rate {
  return Number(bigDivFloor(BigInt(rate) * BigInt(discount), BigInt(RATE_ONE)));
}
