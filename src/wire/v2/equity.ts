import type { Static } from "typebox";
import { Type } from "typebox";

const text = Type.String();

/** GET account/equitySeries, which is ours. */
export const EquitySeries = Type.Object({
  coin: text,
  /** Ascending by time; the last one is now. */
  points: Type.Array(
    Type.Object({
      time: Type.Integer(),
      /** What the account was worth then: its money, and its positions at the mark. */
      equity: text,
      /** What came in from outside since the point before, less what went out. */
      deposited: text,
    }),
  ),
  /** Nothing is missing at its beginning: it reaches as far back as was asked, or to the account's first movement. */
  complete: Type.Boolean(),
});
export type EquitySeries = Static<typeof EquitySeries>;
