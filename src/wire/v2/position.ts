import type { Static } from "typebox";
import { Type } from "typebox";

const text = Type.String();
const id = Type.Integer();

/** One element of GET account/position/allPosition. */
export const Position = Type.Object({
  id,
  account_id: id,
  coin_id: Type.Integer(),
  contract_id: id,
  symbol: text,
  side: text,
  margin_mode: text,
  separated_mode: text,
  separated_open_order_id: id,
  leverage: text,
  size: text,
  open_value: text,
  open_fee: text,
  funding_fee: text,
  marginSize: text,
  isolated_margin: text,
  is_auto_append_isolated_margin: Type.Boolean(),
  cum_open_size: text,
  cum_open_value: text,
  cum_open_fee: text,
  cum_close_size: text,
  cum_close_value: text,
  cum_close_fee: text,
  cum_funding_fee: text,
  cum_liquidate_fee: text,
  created_match_sequence_id: id,
  updated_match_sequence_id: id,
  created_time: Type.Integer(),
  updated_time: Type.Integer(),
  contractVal: text,
  unrealizePnl: text,
  liquidatePrice: text,
});
export type Position = Static<typeof Position>;

/** One element of POST order/closePositions. */
export const ClosedPosition = Type.Object({
  positionId: id,
  success: Type.Boolean(),
  successOrderId: id,
  errorMessage: text,
});
export type ClosedPosition = Static<typeof ClosedPosition>;
