import type { Static } from "typebox";
import { Type } from "typebox";

const text = Type.String();
/** A string, or a number if the profile says so. */
const time = Type.Union([Type.String(), Type.Integer()]);

const feeFields = {
  is_set_fee_rate: Type.Boolean(),
  taker_fee_rate: text,
  maker_fee_rate: text,
  is_set_fee_discount: Type.Boolean(),
  fee_discount: text,
  is_set_taker_maker_fee_discount: Type.Boolean(),
  taker_fee_discount: text,
  maker_fee_discount: text,
};

export const FeeSetting = Type.Object(feeFields);
export type FeeSetting = Static<typeof FeeSetting>;
export const SymbolFeeSetting = Type.Object({ symbol: text, ...feeFields });

export const ModeSetting = Type.Object({
  symbol: text,
  marginMode: text,
  separatedMode: text,
  positionMode: text,
});
export type ModeSetting = Static<typeof ModeSetting>;

const leverageFields = {
  isolated_long_leverage: text,
  isolated_short_leverage: text,
  cross_leverage: text,
};
export const LeverageFields = Type.Object(leverageFields);
export type LeverageFields = Static<typeof LeverageFields>;
export const LeverageSetting = Type.Object({ symbol: text, ...leverageFields });

/** The amounts of a collateral entry, the same in both generations of the account list. */
const collateralAmounts = {
  amount: text,
  pending_deposit_amount: text,
  pending_withdraw_amount: text,
  pending_transfer_in_amount: text,
  pending_transfer_out_amount: text,
  is_liquidating: Type.Boolean(),
  legacy_amount: text,
  cum_deposit_amount: text,
  cum_withdraw_amount: text,
  cum_transfer_in_amount: text,
  cum_transfer_out_amount: text,
  cum_margin_move_in_amount: text,
  cum_margin_move_out_amount: text,
  cum_position_open_long_amount: text,
  cum_position_open_short_amount: text,
  cum_position_close_long_amount: text,
  cum_position_close_short_amount: text,
  cum_position_fill_fee_amount: text,
  cum_position_liquidate_fee_amount: text,
  cum_position_funding_amount: text,
  cum_order_fill_fee_income_amount: text,
  cum_order_liquidate_fee_income_amount: text,
};
export const CollateralAmounts = Type.Object(collateralAmounts);
export type CollateralAmounts = Static<typeof CollateralAmounts>;

export const Collateral = Type.Object({
  coin: text,
  marginMode: text,
  crossSymbol: Type.Union([text, Type.Null()]),
  isolated_position_id: text,
  /** The same id; a number where the profile has times as numbers. */
  isolatedPositionId: time,
  ...collateralAmounts,
  created_time: time,
  updated_time: time,
});
export type Collateral = Static<typeof Collateral>;

const accountFields = {
  defaultFeeSetting: FeeSetting,
  feeSetting: Type.Array(SymbolFeeSetting),
  leverageSetting: Type.Array(LeverageSetting),
  createOrderRateLimitPerMinute: Type.Integer(),
  createOrderDelayMilliseconds: Type.Integer(),
  createdTime: time,
  updatedTime: time,
};

/** GET account/getAccounts. */
export const AccountList = Type.Object({
  account: Type.Object({ ...accountFields, modeSetting: Type.Array(ModeSetting) }),
  collateral: Type.Array(Collateral),
  version: Type.Union([text, Type.Null()]),
});
export type AccountList = Static<typeof AccountList>;

/** GET account/getAccount: the account list of one coin; its mode settings have two more spellings. */
export const SingleAccount = Type.Object({
  account: Type.Object({
    ...accountFields,
    modeSetting: Type.Array(
      Type.Object({
        symbol: text,
        marginMode: text,
        separatedMode: text,
        positionMode: text,
        separatedModeEnum: text,
        positionModeEnum: text,
      }),
    ),
  }),
  collateral: Type.Array(Collateral),
  version: Type.Union([text, Type.Null()]),
});
export type SingleAccount = Static<typeof SingleAccount>;

/** One element of GET account/assets. */
export const Asset = Type.Object({
  coinName: text,
  available: text,
  equity: text,
  frozen: text,
  unrealizePnl: text,
});
export type Asset = Static<typeof Asset>;

/** GET account/settings: leverage by symbol. */
export const Settings = Type.Record(Type.String(), LeverageFields);
export type Settings = Static<typeof Settings>;

/** The answer of operations that change a setting. */
export const Acknowledgement = Type.Object({
  msg: Type.Literal("success"),
  requestTime: Type.Integer(),
  code: Type.Literal("200"),
});
export type Acknowledgement = Static<typeof Acknowledgement>;

/** The envelope of the few operations that have one. */
export const Envelope = Type.Object({
  code: Type.Literal("00000"),
  msg: Type.Literal("success"),
  requestTime: Type.Integer(),
  data: Type.String(),
});
export type Envelope = Static<typeof Envelope>;

/** POST account/socketTicket, which is ours. */
export const SocketTicket = Type.Object({
  /** The second subprotocol of the handshake. */
  ticket: Type.String(),
  /** Milliseconds for which it is good. */
  expiresIn: Type.Integer(),
});
export type SocketTicket = Static<typeof SocketTicket>;
