import type { v2 } from "../../../../interface/wire/index.ts";
import { type RowNumber, rateOf } from "../../account/rowNumbers.ts";
import { big, signedPercent } from "../../format/decimal.ts";

/**
 * The question, and the numbers of account and market that the answer depends on; `undefined` where one is
 * unknown.
 */
export interface Asked {
  readonly opens: boolean;
  /** In the base coin. */
  readonly size: string | undefined;
  /** A limit order's price; a market order has none. */
  readonly price: string | undefined;
  readonly mark: string | undefined;
  readonly leverage: string | undefined;
  readonly available: string | undefined;
}

/**
 * What an order would do, figure by figure: docs/reference/orders.md and margin.md. All amounts are the
 * venue's; none is computed here.
 */
export function estimateNumbers(of: v2.Estimate, asked: Asked): readonly RowNumber[] {
  const { filledSize, restingSize, averagePrice, fee } = of;
  const fills = big(filledSize).gt("0");
  const traded = fills ? { filledSize, averagePrice } : {};
  const rate = fills ? rateOf(fee, big(filledSize).times(averagePrice).toFixed()) : undefined;
  const { opens, size, price = "walks the book", mark, leverage, available } = asked;
  const base = "base: the price of a long, of a short the higher of price and mark";
  return [
    {
      name: "cost",
      value: of.frozen,
      formula: opens
        ? `base · size / leverage + base · size · fee rate + size · what the price is worse than the mark; ${base}`
        : "a close holds nothing",
      terms: opens ? known({ size, price, mark, leverage }) : {},
    },
    {
      name: "averagePrice",
      value: fills ? averagePrice : "rests",
      formula:
        "Σ price · size of the fills that it would get at once / their size, walked through the book as it is",
      terms: known({ ...traded, restingSize }),
    },
    {
      name: "fee",
      value: fee,
      formula:
        "what trades at once · average price · the account's rate as taker; what rests pays when it fills",
      terms: known({ ...traded, rate }),
    },
    {
      name: "slippage",
      value: fills ? signedPercent(of.slippage, 3).replace("+", "") : "none",
      formula: "what the average price is worse than the best price, a part of that",
      terms: known({ averagePrice: fills ? averagePrice : undefined }),
    },
    {
      name: "liquidationPrice",
      value:
        of.liquidatePrice === null
          ? "not foreseen"
          : big(of.liquidatePrice).eq("0")
            ? "none"
            : of.liquidatePrice,
      formula:
        "the mark at which the equity of the position after these fills is no more than its maintenance margin, all else as it is",
      terms: known({ ...traded, leverage }),
    },
    {
      name: "largestSize",
      value: of.largestSize,
      formula: opens
        ? "the largest whose cost is available, within the limits on orders and positions and the tier that the leverage allows"
        : "what of the position no other close has reserved",
      terms: known(opens ? { available, leverage } : {}),
    },
  ];
}

function known(terms: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(terms).filter((term): term is [string, string] => term[1] !== undefined),
  );
}
