import type { Quanta } from "../core/index.ts";
import { QUANTA_PER_UNIT } from "../core/index.ts";

const AMOUNT = /^(-?)(\d{1,15})(?:\.(\d{1,8}))?$/;

/** A decimal of USDT with at most eight places, in quanta. @throws RangeError naming the text and the rule */
export function parseQuanta(text: string): Quanta {
  const match = AMOUNT.exec(text);
  if (match === null) throw new RangeError(`an amount is a decimal with at most 8 places, got '${text}'`);
  const [, sign, whole, fraction = ""] = match;
  const quanta = BigInt(whole!) * BigInt(QUANTA_PER_UNIT) + BigInt(fraction.padEnd(8, "0"));
  return sign === "-" ? -quanta : quanta;
}
