import type { Static } from "typebox";
import { Type } from "typebox";
import { decimal, integer, oneOf, orNull, text, timeNumber } from "../fields.ts";

const symbol = text("Symbol, such as cmt_btcusdt");

/** One number with its formula and what went into it, as decimals. */
const Explained = Type.Object({
  name: text("Name of the number"),
  value: text("Its value"),
  formula: text("How it comes about"),
  terms: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    description: "What went into the formula, by name",
  }),
});
const numbers = (description: string) => Type.Array(Explained, { description });

/** GET account/explain, which is ours. */
export const Explanation = Type.Object({
  seq: integer("Sequence number at which it holds"),
  time: timeNumber("Market time at which it holds, Unix ms"),
  numbers: numbers("Equity, wallet and unrealized profit of the account: the sums over its entries"),
  entries: Type.Array(
    Type.Object({
      position: integer("Isolated position whose entry it is; 0: the shared one"),
      marginMode: oneOf(["shared", "isolated"], "Margin mode of the entry"),
      numbers: numbers("Of the entry"),
      positions: Type.Array(
        Type.Object({
          position: integer("Id of the position"),
          symbol,
          leg: oneOf<string>(["long", "short"], "Direction of the position"),
          size: decimal("Quantity held, base coin"),
          mark: decimal("Mark price"),
          entryValue: decimal("Value at opening prices"),
          markValue: decimal("Value at the mark price"),
          unrealized: decimal("Profit at the mark price"),
          leverage: decimal("Leverage"),
          margin: decimal("Margin that it takes"),
        }),
        { description: "Its positions" },
      ),
      symbols: Type.Array(Type.Object({ symbol, numbers: numbers("What the symbol requires") }), {
        description: "What its symbols require",
      }),
    }),
    { description: "The shared entry first, then one for each isolated position" },
  ),
  adl: Type.Array(
    Type.Object({
      position: integer("Id of the position"),
      symbol,
      rank: orNull(Type.Integer(), "From 1; null where the order is drawn when it comes to that"),
      light: integer("Fifth of the queue that it is in: 5 is closed first, 1 last"),
    }),
    { description: "The account's positions in the queues of auto-deleveraging" },
  ),
});
export type Explanation = Static<typeof Explanation>;
