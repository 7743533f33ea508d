import type { Static } from "typebox";
import { Type } from "typebox";
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
  open_value: decimal("Value at opening prices; divided by size: the average entry price"),
  open_fee: decimal("Fees of opening what is held"),
  funding_fee: decimal("Funding of what is held, positive where it was received"),
  marginSize: decimal("Margin that it takes at the mark price; isolated: what it has"),
  isolated_margin: decimal("Margin that an isolated position has; 0 of a shared one"),
  is_auto_append_isolated_margin: flag("Whether margin is added by itself; isolated positions only"),
  cum_open_size: decimal("Quantity opened so far, base coin"),
  cum_open_value: decimal("Value opened so far"),
  cum_open_fee: decimal("Fees of opening so far"),
  cum_close_size: decimal("Quantity closed so far, base coin"),
  cum_close_value: decimal("Value closed so far"),
  cum_close_fee: decimal("Fees of closing so far"),
  cum_funding_fee: decimal("Funding settled so far, positive where it was received"),
  cum_liquidate_fee: decimal("Liquidation fees so far"),
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
