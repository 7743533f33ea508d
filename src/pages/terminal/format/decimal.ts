import Big from "big.js";

/**
 * Decimal text for people, and arithmetic for display. Amounts come as text and stay decimal: a binary number
 * given by mistake throws. Rounding is half up, for display only; amounts that matter come rounded from the
 * venue.
 */
Big.strict = true;

/** U+2212: as wide as the plus sign. */
const MINUS = "−";
/** U+2009, the separator of thousands. */
const THIN = " ";

export function big(text: string): Big {
  return new Big(text);
}

/** A decimal with `places` decimal places: "60012.34" with one place is "60 012.3". */
export function fixed(text: string, places: number): string {
  return withThousands(big(text).toFixed(places));
}

/** Decimals of money in lists, so that its columns align; what a cell opens has every digit. */
const MONEY_PLACES = 4;

/** Money in a list: "60 012.3000". */
export function money(text: string): string {
  return fixed(text, MONEY_PLACES);
}

/** Money in a list, with its sign: "+12.3000". */
export function signedMoney(text: string): string {
  return signed(text, MONEY_PLACES);
}

/** A decimal with thousands separated and a minus as wide as the plus; the digits stay. */
export function withThousands(text: string): string {
  const [whole = "", fraction] = text.replace("-", "").split(".");
  const sign = text.startsWith("-") ? MINUS : "";
  const parted = whole.replace(/\B(?=(?:\d{3})+$)/g, THIN);
  return sign + (fraction === undefined ? parted : `${parted}.${fraction}`);
}

/** A decimal with its sign, except for zero: "+12.30", "−0.50", "0.00". */
export function signed(text: string, places: number): string {
  const value = big(big(text).toFixed(places));
  return (value.gt("0") ? "+" : "") + withThousands(value.toFixed(places).replace(/^-(?=0(?:\.0*)?$)/, ""));
}

/** A fraction as percent with its sign: "0.0123" is "+1.23 %". */
export function signedPercent(fraction: string, places = 2): string {
  return `${signed(big(fraction).times("100").toFixed(), places)} %`;
}

/** Large amounts in three or four digits: "1.24 M". */
export function compact(text: string): string {
  const value = big(text);
  for (const [unit, size] of UNITS) {
    if (value.abs().gte(size)) return `${withThousands(value.div(size).toFixed(2))} ${unit}`;
  }
  return withThousands(value.toFixed(2));
}

const UNITS = [
  ["B", "1000000000"],
  ["M", "1000000"],
  ["K", "1000"],
] as const;

/** The sign of a decimal: -1, 0 or 1. */
export function signOf(text: string): -1 | 0 | 1 {
  const value = big(text);
  return value.gt("0") ? 1 : value.lt("0") ? -1 : 0;
}

/** The colour role of a signed amount. */
export function toneOf(text: string): "up" | "down" | "flat" {
  return ({ 1: "up", 0: "flat", [-1]: "down" } as const)[signOf(text)];
}

/** A decimal without trailing zeros: "0.0200" is "0.02". */
export function short(text: string): string {
  return withThousands(big(text).toFixed());
}
