import type { Static } from "typebox";
import { Type } from "typebox";

const text = Type.String();

export const Fill = Type.Object({
  tradeId: Type.Integer(),
  orderId: Type.Integer(),
  symbol: text,
  marginMode: text,
  separatedMode: text,
  positionSide: text,
  orderSide: text,
  fillSize: text,
  fillValue: text,
  fillFee: text,
  liquidateFee: text,
  realizePnl: text,
  direction: text,
  liquidateType: text,
  /** Spelled exactly so. */
  legacyOrdeDirection: text,
  createdTime: Type.Integer(),
});
export type Fill = Static<typeof Fill>;

/** GET order/fills. */
export const Fills = Type.Object({
  list: Type.Array(Fill),
  nextFlag: Type.Boolean(),
  totals: Type.Integer(),
});
export type Fills = Static<typeof Fills>;
