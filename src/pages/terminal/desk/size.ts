import { isDecimal } from "../../../interface/wire/decimal.ts";
import { big } from "../format/decimal.ts";
import type { Contract } from "../market/contract.ts";
import type { DraftOrder } from "./draft.ts";

/**
 * The size of a draft in the base coin, on the contract's grid. An amount of the quote coin buys as many
 * whole lots as it pays for, and a share of a leg is as many whole lots as it contains: both rounded down.
 *
 * @param price of the order, or the price at which a market order would begin
 * @param held size of the leg that a closing draft closes
 * @returns `undefined` while it is unknown
 */
export function sizeInCoin(
  { size, unit }: DraftOrder,
  { lot }: Contract,
  price: string | undefined,
  held: string | undefined,
): string | undefined {
  if (!isDecimal(size) || big(size).lte("0")) return undefined;
  if (unit === "coin") return size;
  const whole = (coin: ReturnType<typeof big>) => {
    const lots = coin.div(lot).round(0, 0);
    return lots.lte("0") ? undefined : lots.times(lot).toFixed();
  };
  if (unit === "quote") {
    return price === undefined || !isDecimal(price) || big(price).lte("0")
      ? undefined
      : whole(big(size).div(price));
  }
  return held === undefined ? undefined : whole(big(held).times(size).div("100"));
}
