import { dressed } from "../../format/decimal.ts";

/** Places of an amount in a table: what is finer is in the explanation. */
export const PLACES = 2;

/** USDT to the cent, truncated towards zero: a figure never shows more than there is. */
export function amountText(value: string): string {
  const [whole = "", fraction = ""] = value.split(".");
  return dressed(`${whole}.${fraction.slice(0, PLACES).padEnd(PLACES, "0")}`);
}
