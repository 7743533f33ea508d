import type { Static } from "typebox";
import { Type } from "typebox";

const text = Type.String();
const textOrNull = Type.Union([Type.Null(), text]);

/** GET account/explainLiquidation, which is ours; `liquidation` is null where there was none. */
export const LiquidationExplanation = Type.Object({
  liquidation: Type.Union([
    Type.Null(),
    Type.Object({
      /** The isolated position that was liquidated; 0: the shared ones. */
      position: Type.Integer(),
      seq: Type.Integer(),
      time: Type.Integer(),
      forced: Type.Union([Type.Null(), Type.Boolean()]),
      /** What it was worth at the marks, and had to keep. */
      equity: textOrNull,
      requirement: textOrNull,
      /** The bills below add up from the one to the other. */
      amountBefore: text,
      amountAfter: text,
      /** Of it, what went back to the shared margin when an isolated position was over. */
      returned: text,
      fills: Type.Array(
        Type.Object({
          order: Type.Integer(),
          type: text,
          symbol: text,
          leg: text,
          position: Type.Integer(),
          size: text,
          price: text,
          value: text,
          fee: text,
          liquidationFee: text,
          realized: text,
        }),
      ),
      bills: Type.Array(
        Type.Object({
          bill: Type.Integer(),
          type: text,
          symbol: text,
          amount: text,
          fee: text,
          /** The entry's amount after it. */
          balance: text,
        }),
      ),
    }),
  ]),
});
export type LiquidationExplanation = Static<typeof LiquidationExplanation>;
