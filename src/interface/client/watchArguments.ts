import { fieldsOf, filledText, flag, must, optional, requireArguments } from "../wire/argument.ts";

const symbol = filledText;
const levels = must("15 or 200", (value) => value === 15 || value === 200);
const candles = { symbol, interval: filledText, price: filledText };
const account = { options: optional(fieldsOf({ paper: optional(flag) })) };

/**
 * What the functions of a client's `watch` take, and its order book; which contracts and words there are, the
 * venue says.
 */
const ARGUMENTS = {
  ticker: { symbol },
  trades: { symbol },
  depth: { symbol, levels },
  orderBook: { symbol, depth: levels },
  candles,
  klines: candles,
  orders: account,
  fills: account,
  positions: account,
  collateral: account,
};

/** Checks the arguments of a function. @throws RangeError naming function, argument, value and rule */
export function requireFor(called: keyof typeof ARGUMENTS, ...given: readonly unknown[]): void {
  requireArguments(called, ARGUMENTS[called], given);
}
