import { isDecimal } from "../../wire/decimal.ts";
import { big } from "../format/decimal.ts";
import type { Contract } from "../market/contract.ts";
import type { DraftOrder } from "./draft.ts";

/**
 * The size of a draft in coin, on the contract's grid. An amount of quote coin buys as many whole lots as it pays for, a share
 * of a leg as many as are in it: rounded down.
 *
 * @param price of the order, or what a market order would begin at
 * @param held of the leg that a closing draft closes
 * @returns `undefined` while it cannot be told
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
