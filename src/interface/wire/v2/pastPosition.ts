import type { Static } from "typebox";
import { Type } from "typebox";
import { decimal, flag, integer, text, timeNumber, word } from "../fields.ts";
import * as words from "./words.ts";

/** GET account/position/closed, which is ours: a position that has ended, in one row. */
export const PastPosition = Type.Object({
  closeId: integer("Its place among the account's closed positions, for beforeId"),
  positionId: integer("Id of the position"),
  symbol: text("Symbol, such as cmt_btcusdt"),
  side: word(words.positionSides, "Direction of the position"),
  marginMode: word(words.marginModes, "Margin mode"),
  separatedMode: word(words.separatedModes, "Whether openings of a side make one position, or one each"),
  leverage: decimal("Leverage that it had at its end"),
  size: decimal("All that was ever opened of it, and so closed, base coin"),
  openValue: decimal("Value at opening prices"),
  closeValue: decimal("Value at closing prices"),
  openPrice: decimal("Average opening price"),
  closePrice: decimal("Average closing price"),
  openFee: decimal("Fees of opening"),
  closeFee: decimal("Fees of closing"),
  liquidateFee: decimal("Liquidation fees"),
  fundingFee: decimal("Funding, positive where it was received"),
  realizePnl: decimal("Difference of the two values, less the fees of closing: what its fills say, added up"),
  netPnl: decimal("The same after the fees of opening and with funding"),
  openedTime: timeNumber("When it was opened, Unix ms"),
  closedTime: timeNumber("When it ended, Unix ms"),
});
export type PastPosition = Static<typeof PastPosition>;

export const PastPositions = Type.Object({
  list: Type.Array(PastPosition, { description: "Newest first" }),
  nextPage: flag("Whether there are older ones"),
});
export type PastPositions = Static<typeof PastPositions>;
