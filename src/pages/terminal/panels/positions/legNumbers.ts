import type { v2 } from "../../../../interface/wire/index.ts";
import { big } from "../../format/decimal.ts";

export function entryOf({ open_value, size }: v2.Position, places: number): string {
  return big(open_value).div(big(size)).toFixed(places);
}

/**
 * The price that gives back entry, fees paid and funding, before the fee of the close; 0 where no price does.
 */
export function breakEvenOf(
  { side, size, open_value, open_fee, funding_fee }: v2.Position,
  places: number,
): string {
  const paid = big(open_fee)
    .minus(big(funding_fee))
    .times(side === "LONG" ? "1" : "-1");
  const value = big(open_value).plus(paid);
  return (value.lte("0") ? big("0") : value.div(big(size))).toFixed(places);
}

/** The mark price, derived from the venue's own figures of the leg: its open value and its gain since. */
export function markOf({ side, size, open_value, unrealizePnl }: v2.Position, places: number): string {
  const gained = side === "LONG" ? big(unrealizePnl) : big(unrealizePnl).times("-1");
  return big(open_value).plus(gained).div(big(size)).toFixed(places);
}

/** What the leg has gained once its price is there, before fees. */
export function unrealizedAt({ side, size, open_value }: v2.Position, price: string): string {
  const gained = big(price).times(size).minus(big(open_value));
  return (side === "LONG" ? gained : gained.times("-1")).toFixed();
}

/**
 * The liquidation price of an isolated leg with more margin or less, from the venue's own: a long's is (open
 * value - margin) over what its size and maintenance rate make, a short's (open value + margin), and only the
 * margin changes. "0": none.
 */
export function liquidationAfter(leg: v2.Position, change: string, places: number): string {
  const { side, open_value, isolated_margin, liquidatePrice } = leg;
  const sign = side === "LONG" ? "-1" : "1";
  const borne = big(open_value).plus(big(isolated_margin).times(sign));
  if (borne.lte("0") || big(liquidatePrice).lte("0")) return liquidatePrice;
  const after = borne.plus(big(change).times(sign)).times(liquidatePrice).div(borne);
  return after.lte("0") ? "0" : after.toFixed(places);
}
