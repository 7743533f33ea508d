import type { Static } from "typebox";
import { Type } from "typebox";
import { autoAppend, held, sums } from "../accountRows.ts";
import { decimal, flag, integer, text, timeNumber, word } from "../fields.ts";
import * as words from "./words.ts";

/** One element of GET account/position/allPosition. */
export const Position = Type.Object({
  id: integer("Id of the position"),
  account_id: integer("Id of the account"),
  coin_id: integer("Id of the margin coin"),
  contract_id: integer("Id of the contract"),
  symbol: text("Symbol, such as cmt_btcusdt"),
  side: word(words.positionSides, "Direction of the position"),
  margin_mode: word(
    words.marginModes,
    "SHARED: backed by all that the account has; ISOLATED: by its own margin",
  ),
  separated_mode: word(words.separatedModes, "Whether openings of a side make one position, or one each"),
  separated_open_order_id: integer("Order that opened it, if it is separated; else 0"),
  leverage: decimal("Leverage"),
  size: decimal("Quantity held, base coin"),
  open_value: held.openValue,
  open_fee: held.openFee,
  funding_fee: held.fundingFee,
  marginSize: decimal("Margin that it takes at the mark price; isolated: what it has"),
  isolated_margin: held.isolatedMargin,
  is_auto_append_isolated_margin: autoAppend,
  cum_open_size: sums.cumOpenSize,
  cum_open_value: sums.cumOpenValue,
  cum_open_fee: sums.cumOpenFee,
  cum_close_size: sums.cumCloseSize,
  cum_close_value: sums.cumCloseValue,
  cum_close_fee: sums.cumCloseFee,
  cum_funding_fee: sums.cumFundingFee,
  cum_liquidate_fee: sums.cumLiquidateFee,
  created_match_sequence_id: integer("Sequence number of what opened it"),
  updated_match_sequence_id: integer("Sequence number of its last change"),
  created_time: timeNumber("When it was opened, Unix ms"),
  updated_time: timeNumber("When it last changed, Unix ms"),
  contractVal: decimal("Face value: base coin in one contract"),
  unrealizePnl: decimal("Unrealized profit at the mark price"),
  liquidatePrice: decimal("Estimated liquidation price; 0: no price liquidates it"),
});
export type Position = Static<typeof Position>;

/** One element of POST order/closePositions. */
export const ClosedPosition = Type.Object({
  positionId: integer("Id of the position"),
  success: flag("Whether the order that closes it was placed"),
  successOrderId: integer("Id of that order; 0 on failure"),
  errorMessage: text("Why it was not placed; empty on success"),
});
export type ClosedPosition = Static<typeof ClosedPosition>;

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
