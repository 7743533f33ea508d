import { isDecimal } from "../../../interface/wire/decimal.ts";

/**
 * The decimal that typed text means. Thousands may be parted by blanks, points or commas, and the point may
 * be a comma. Text with more than one meaning, or none, stays as it is, which is no decimal.
 */
export function meaningOf(text: string): string {
  const plain = text.replace(/[\s\u2009_]/g, "");
  if (readingsOf(plain) !== undefined) return plain;
  if (/^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(plain)) return plain.replaceAll(",", "");
  if (/^[1-9]\d{0,2}(\.\d{3})+,\d*$/.test(plain)) return plain.replaceAll(".", "").replace(",", ".");
  return /^\d*,\d*$/.test(plain) ? plain.replace(",", ".") : plain;
}

/**
 * Both readings of "60,000": with thousands, and with a decimal point; `undefined` where there are not two.
 */
export function readingsOf(text: string): readonly [string, string] | undefined {
  if (!/^\d+,\d{3}$/.test(text)) return undefined;
  const whole = text.replace(",", "");
  return isDecimal(whole) ? [whole, text.replace(",", ".")] : undefined;
}
