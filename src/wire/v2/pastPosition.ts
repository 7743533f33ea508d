import type { Static } from "typebox";
import { Type } from "typebox";

const text = Type.String();

/** GET account/position/closed, which is ours: a position that has ended, in one row. */
export const PastPosition = Type.Object({
  /** For `beforeId`: its place among the account's closed positions. */
  closeId: Type.Integer(),
  positionId: Type.Integer(),
  symbol: text,
  side: text,
  marginMode: text,
  separatedMode: text,
  /** That it had at its end. */
  leverage: text,
  /** All that was ever opened of it, and so closed. */
  size: text,
  openValue: text,
  closeValue: text,
  openPrice: text,
  closePrice: text,
  openFee: text,
  closeFee: text,
  liquidateFee: text,
  /** Got, where positive. */
  fundingFee: text,
  /** The difference of the two values, less the fees of closing: what its fills say, added up. */
  realizePnl: text,
  /** After the fees of opening, too, and with funding. */
  netPnl: text,
  openedTime: Type.Integer(),
  closedTime: Type.Integer(),
});
export type PastPosition = Static<typeof PastPosition>;

export const PastPositions = Type.Object({ list: Type.Array(PastPosition), nextPage: Type.Boolean() });
export type PastPositions = Static<typeof PastPositions>;
