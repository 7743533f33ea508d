import type { Static, TSchema } from "typebox";
import { Type } from "typebox";
import { amounts } from "../accountRows.ts";
import { decimal, flag, integer, orNull, shape, text, timeNumber, word } from "../fields.ts";
import { Messages } from "./accountHistory.ts";
import { Fills } from "./fill.ts";
import { Order, PlanOrder } from "./order.ts";
import { Position } from "./position.ts";
import * as words from "./words.ts";

const symbol = text("Symbol, such as cmt_btcusdt");
/** A string, or a number if the profile says so. */
const textOrNumber = (description: string) => Type.Union([Type.String(), Type.Integer()], { description });
const createdTime = textOrNumber("When it was opened, Unix ms");
const updatedTime = textOrNumber("When it last changed, Unix ms");

const feeFields = {
  is_set_fee_rate: flag("Whether the rates are its own"),
  taker_fee_rate: decimal("Taker fee rate, before discounts"),
  maker_fee_rate: decimal("Maker fee rate, before discounts"),
  is_set_fee_discount: flag("Whether there is a discount for both sides"),
  fee_discount: decimal("Factor that it puts on both rates"),
  is_set_taker_maker_fee_discount: flag("Whether there are discounts for taker and maker apart"),
  taker_fee_discount: decimal("Factor on the taker fee rate"),
  maker_fee_discount: decimal("Factor on the maker fee rate"),
};

export const FeeSetting = Type.Object(feeFields, { description: "Fee rates and discounts" });
export type FeeSetting = Static<typeof FeeSetting>;
export const SymbolFeeSetting = Type.Object({ symbol, ...feeFields });

const modeFields = {
  symbol,
  marginMode: word(
    words.marginModes,
    "SHARED: backed by all that the account has; ISOLATED: by its own margin",
  ),
  separatedMode: word(words.separatedModes, "Whether openings of a side make one position, or one each"),
  positionMode: word(
    words.positionModes,
    "Whether long and short positions stand side by side, or there is one net position",
  ),
};
export const ModeSetting = Type.Object(modeFields);
export type ModeSetting = Static<typeof ModeSetting>;

const leverageFields = {
  isolated_long_leverage: decimal("Leverage of an isolated long position"),
  isolated_short_leverage: decimal("Leverage of an isolated short position"),
  cross_leverage: decimal("Leverage of shared positions"),
};
export const LeverageFields = Type.Object(leverageFields);
export type LeverageFields = Static<typeof LeverageFields>;
export const LeverageSetting = Type.Object({ symbol, ...leverageFields });

/** The amounts of a collateral entry, the same in both generations of the account list. */
const collateralAmounts = {
  amount: amounts.amount,
  pending_deposit_amount: amounts.pendingDepositAmount,
  pending_withdraw_amount: amounts.pendingWithdrawAmount,
  pending_transfer_in_amount: amounts.pendingTransferInAmount,
  pending_transfer_out_amount: amounts.pendingTransferOutAmount,
  is_liquidating: amounts.liquidating,
  legacy_amount: amounts.legacyAmount,
  cum_deposit_amount: amounts.cumDepositAmount,
  cum_withdraw_amount: amounts.cumWithdrawAmount,
  cum_transfer_in_amount: amounts.cumTransferInAmount,
  cum_transfer_out_amount: amounts.cumTransferOutAmount,
  cum_margin_move_in_amount: amounts.cumMarginMoveInAmount,
  cum_margin_move_out_amount: amounts.cumMarginMoveOutAmount,
  cum_position_open_long_amount: amounts.cumPositionOpenLongAmount,
  cum_position_open_short_amount: amounts.cumPositionOpenShortAmount,
  cum_position_close_long_amount: amounts.cumPositionCloseLongAmount,
  cum_position_close_short_amount: amounts.cumPositionCloseShortAmount,
  cum_position_fill_fee_amount: amounts.cumPositionFillFeeAmount,
  cum_position_liquidate_fee_amount: amounts.cumPositionLiquidateFeeAmount,
  cum_position_funding_amount: amounts.cumPositionFundingAmount,
  cum_order_fill_fee_income_amount: amounts.cumOrderFillFeeIncomeAmount,
  cum_order_liquidate_fee_income_amount: amounts.cumOrderLiquidateFeeIncomeAmount,
};
export const CollateralAmounts = Type.Object(collateralAmounts);
export type CollateralAmounts = Static<typeof CollateralAmounts>;

export const Collateral = Type.Object({
  coin: word(words.coins, "Coin"),
  marginMode: word(words.marginModes, "SHARED; ISOLATED: the margin of one position"),
  crossSymbol: orNull(text("Symbol"), "Always null: no entry is tied to one symbol"),
  isolated_position_id: text("Position whose margin it is; 0 of the shared entry"),
  isolatedPositionId: textOrNumber("The same; a number where the wire profile has times as numbers"),
  ...collateralAmounts,
  created_time: createdTime,
  updated_time: updatedTime,
});
export type Collateral = Static<typeof Collateral>;

const accountFields = {
  defaultFeeSetting: FeeSetting,
  feeSetting: Type.Array(SymbolFeeSetting, { description: "Fees of each symbol" }),
  leverageSetting: Type.Array(LeverageSetting, { description: "Leverage of each symbol" }),
  createOrderRateLimitPerMinute: integer("Orders that it may place in a minute; 0: as many as all"),
  createOrderDelayMilliseconds: integer("How long its orders are delayed, ms; 0: not"),
  createdTime,
  updatedTime,
};
const modeSetting = <T extends TSchema>(mode: T) => Type.Array(mode, { description: "Modes of each symbol" });
const listOf = <T extends TSchema>(account: T) =>
  Type.Object({
    account,
    collateral: Type.Array(Collateral, {
      description: "The shared entry first, then those of isolated positions",
    }),
    version: orNull(text("Version"), "Version of the account, as its pushes carry it"),
  });
const ACCOUNT = { description: "Settings of the account" };

/** GET account/getAccounts. */
export const AccountList = listOf(
  Type.Object({ ...accountFields, modeSetting: modeSetting(ModeSetting) }, ACCOUNT),
);
export type AccountList = Static<typeof AccountList>;

/** GET account/getAccount: the account list of one coin; its mode settings have two more spellings. */
export const SingleAccount = listOf(
  Type.Object(
    {
      ...accountFields,
      modeSetting: modeSetting(
        Type.Object({
          ...modeFields,
          separatedModeEnum: word(words.separatedModes, "The same as separatedMode"),
          positionModeEnum: word(words.positionModes, "The same as positionMode"),
        }),
      ),
    },
    ACCOUNT,
  ),
);
export type SingleAccount = Static<typeof SingleAccount>;

/** One element of GET account/assets. */
export const Asset = Type.Object({
  coinName: word(words.coins, "Coin"),
  available: decimal("What may back new orders"),
  equity: decimal("What the account is worth at mark prices, isolated positions included"),
  frozen: decimal("Margin of orders that open"),
  unrealizePnl: decimal("Unrealized profit at mark prices; equity less this is the wallet balance"),
});
export type Asset = Static<typeof Asset>;

/** GET account/settings: leverage by symbol. */
export const Settings = Type.Record(Type.String(), LeverageFields);
export type Settings = Static<typeof Settings>;

/** The answer of operations that change a setting. */
export const Acknowledgement = Type.Object({
  msg: Type.Literal("success"),
  requestTime: timeNumber("Time of the answer, Unix ms"),
  code: Type.Literal("200"),
});
export type Acknowledgement = Static<typeof Acknowledgement>;

/** The envelope of the few operations that have one. */
export const Envelope = Type.Object({
  code: Type.Literal("00000"),
  msg: Type.Literal("success"),
  requestTime: timeNumber("Time of the answer, Unix ms"),
  data: text("Always empty"),
});
export type Envelope = Static<typeof Envelope>;

/** POST account/socketTicket, which is ours. */
export const SocketTicket = Type.Object({
  ticket: text("The second subprotocol of the handshake"),
  expiresIn: integer("How long it is good, ms"),
});
export type SocketTicket = Static<typeof SocketTicket>;

/**
 * GET account/snapshot, which is ours: what seven operations answer without parameters, each under its own
 * shape.
 */
export const Snapshot = shape({
  accounts: Type.Object(AccountList.properties, { description: "As account/getAccounts answers" }),
  assets: Type.Array(Asset, { description: "As account/assets answers" }),
  positions: Type.Array(Position, { description: "As account/position/allPosition answers" }),
  orders: Type.Array(Order, { description: "The first page of order/current" }),
  plans: Type.Array(PlanOrder, { description: "The first page of order/currentPlan" }),
  fills: Type.Object(Fills.properties, { description: "The first page of order/fills" }),
  messages: Messages,
});
export type Snapshot = Static<typeof Snapshot>;
