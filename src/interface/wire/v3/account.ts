import type { Static } from "typebox";
import { Type } from "typebox";
import { autoAppend, held, sums } from "../accountRows.ts";
import { transferReasonField, typeField } from "../billWords.ts";
import { decimal, flag, integer as id, orNull, shape, text, timeNumber, word } from "../fields.ts";
import * as words from "./words.ts";

/** What the account operations of V3 answer, field for field. */

const symbol = text("Symbol, such as BTCUSDT");

/** One element of GET account/balance. */
export const Balance = shape({
  asset: word(words.assets, "Coin"),
  balance: decimal(
    "What the account is worth at mark prices, isolated positions included: availableBalance + frozen",
  ),
  availableBalance: decimal("What may back new orders"),
  frozen: decimal(
    "What may not: margin of positions and of opening orders, and withdrawals and transfers under way",
  ),
  unrealizePnl: decimal("Profit of open positions at mark price"),
});
export type Balance = Static<typeof Balance>;

/** GET account/commissionRate. */
export const CommissionRate = shape({
  symbol,
  makerCommissionRate: decimal("Maker fee rate of the account, discounts included"),
  takerCommissionRate: decimal("Taker fee rate of the account, discounts included"),
});
export type CommissionRate = Static<typeof CommissionRate>;

/** GET account/accountConfig. */
export const AccountConfig = shape({
  canTrade: flag("Whether it may trade"),
  canDeposit: flag("Whether it may be given money"),
  canWithdraw: flag("Whether money may be taken out"),
  dualSidePosition: flag("Long and short positions side by side; false in one-way mode"),
  updateTime: timeNumber("When it last changed, Unix ms"),
});
export type AccountConfig = Static<typeof AccountConfig>;

const leverages = {
  crossLeverage: decimal("Leverage under cross margin"),
  isolatedLongLeverage: decimal("Leverage of an isolated long position"),
  isolatedShortLeverage: decimal("Leverage of an isolated short position"),
};

/** One element of GET account/symbolConfig. */
export const SymbolConfig = shape({
  symbol,
  marginType: word(
    words.marginTypes,
    "CROSSED: backed by all that the account has; ISOLATED: by its own margin",
  ),
  separatedType: word(words.separatedTypes, "Whether openings of a side make one position, or one each"),
  ...leverages,
});
export type SymbolConfig = Static<typeof SymbolConfig>;

/** POST account/leverage. Leverages that do not apply are 0. */
export const Leverage = shape({
  symbol,
  marginType: word(
    words.marginTypes,
    "CROSSED: backed by all that the account has; ISOLATED: by its own margin",
  ),
  ...leverages,
});
export type Leverage = Static<typeof Leverage>;

/**
 * The answer of operations that change a setting. `msg` is empty: some clients take any other for an error.
 */
export const Acknowledgement = shape({
  code: Type.Literal("200"),
  msg: Type.Literal(""),
  requestTime: timeNumber("Time of the answer, Unix ms"),
});
export type Acknowledgement = Static<typeof Acknowledgement>;

export const Income = shape({
  billId: id("Id of the bill"),
  asset: word(words.assets, "Coin"),
  symbol: text("Symbol, empty where none is concerned"),
  income: decimal("Amount, positive where the account gained"),
  incomeType: typeField,
  balance: decimal("What the collateral entry held afterwards"),
  fillFee: decimal("Fee in it"),
  time: timeNumber("When it was booked, Unix ms"),
  transferReason: transferReasonField,
});
export type Income = Static<typeof Income>;

/** POST account/income. */
export const Incomes = shape({
  hasNextPage: flag("Whether there are older ones"),
  nextKey: orNull(
    shape({ nextKeyId: id("Give it back for the next page"), nextKeyTime: timeNumber("Likewise") }),
    "Where the next page begins; null: there is none",
  ),
  items: Type.Array(Income, { description: "Newest first" }),
});
export type Incomes = Static<typeof Incomes>;

/** One element of GET account/position/allPosition. */
export const Position = shape({
  id: id("Id of the position"),
  asset: text("Margin coin"),
  symbol,
  side: word(words.positionSides, "Direction of the position"),
  marginType: word(
    words.marginTypes,
    "CROSSED: backed by all that the account has; ISOLATED: by its own margin",
  ),
  separatedMode: word(words.separatedTypes, "Whether openings of a side make one position, or one each"),
  separatedOpenOrderId: id("Order that opened it; 0 when combined"),
  leverage: decimal("Leverage"),
  size: decimal("Quantity, base coin"),
  openValue: held.openValue,
  openFee: held.openFee,
  fundingFee: held.fundingFee,
  marginSize: decimal("Margin at mark price, or the isolated margin"),
  isolatedMargin: held.isolatedMargin,
  isAutoAppendIsolatedMargin: autoAppend,
  ...sums,
  createdMatchSequenceId: id("Sequence number of its opening"),
  updatedMatchSequenceId: id("Sequence number of its last change"),
  createdTime: timeNumber("When it was opened, Unix ms"),
  updatedTime: timeNumber("When it last changed, Unix ms"),
  unrealizePnl: decimal("Profit at mark price"),
  liquidatePrice: decimal("Price at which it would be liquidated; 0: none"),
});
export type Position = Static<typeof Position>;
