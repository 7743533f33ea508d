import { withThousands } from "../../format/decimal.ts";

/** Decimals of an amount in a table; the explanation shows all of them. */
export const PLACES = 2;

/** USDT to the cent, truncated towards zero: a figure never shows more than there is. */
export function amountText(value: string): string {
  const [whole = "", fraction = ""] = value.split(".");
  return withThousands(`${whole}.${fraction.slice(0, PLACES).padEnd(PLACES, "0")}`);
}
