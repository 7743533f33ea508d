import { isDecimal, quantaOfText } from "../../interface/wire/index.ts";
import type { Quanta } from "../../kernel/core/index.ts";

/** A decimal of USDT with at most eight places, in quanta. @throws RangeError naming the text and the rule */
export function parseQuanta(text: string): Quanta {
  const quanta = isDecimal(text) ? quantaOfText(text) : undefined;
  if (quanta === undefined)
    throw new RangeError(`an amount is a decimal with at most 8 places, got '${text}'`);
  return quanta;
}
