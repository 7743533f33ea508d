import type { Static } from "typebox";
import { Type } from "typebox";

const text = Type.String();

/** One number with its formula and what went into it, as decimals. */
const Explained = Type.Object({
  name: text,
  value: text,
  formula: text,
  terms: Type.Record(text, Type.Union([text, Type.Number()])),
});

/** GET account/explain, which is ours. */
export const Explanation = Type.Object({
  /** Sequence number and market time at which it holds. */
  seq: Type.Integer(),
  time: Type.Integer(),
  /** Equity, wallet and unrealized PnL of the account: the sums over its entries. */
  numbers: Type.Array(Explained),
  /** The shared entry first (position 0), then one for each isolated position. */
  entries: Type.Array(
    Type.Object({
      position: Type.Integer(),
      marginMode: text,
      numbers: Type.Array(Explained),
      positions: Type.Array(
        Type.Object({
          position: Type.Integer(),
          symbol: text,
          leg: text,
          size: text,
          mark: text,
          entryValue: text,
          markValue: text,
          unrealized: text,
          leverage: text,
          margin: text,
        }),
      ),
      symbols: Type.Array(Type.Object({ symbol: text, numbers: Type.Array(Explained) })),
    }),
  ),
  /**
   * The account's positions in the queues of auto-deleveraging: light 5 marks the fifth of a queue that is closed
   * first, 1 the last fifth.
   */
  adl: Type.Array(
    Type.Object({
      position: Type.Integer(),
      symbol: text,
      /** From 1; null where the order is drawn when it comes to that. */
      rank: Type.Union([Type.Null(), Type.Integer()]),
      light: Type.Integer(),
    }),
  ),
});
export type Explanation = Static<typeof Explanation>;
