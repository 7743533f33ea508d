import type { Static, TSchema } from "typebox";
import { Type } from "typebox";
import { decimal, flag, integer, oneOf, shape, text, timeNumber, word } from "../fields.ts";
import * as words from "./tradingWords.ts";

/** What the account operations of the fapi dialect answer, field for field. */

const symbol = text("Symbol, such as BTCUSDT");
const asset = text("Coin");
const positionSide = oneOf(words.positionSides, "BOTH in one-way mode, else the leg");
const updateTime = timeNumber("Of its last change, Unix ms; 0: never");

/** Of a coin, and of the account as a whole. */
const crossWalletBalance = decimal("The wallet less what isolated positions hold");
const crossUnPnl = decimal("Profit of cross positions at mark price");
const availableBalance = decimal("What may back new orders");
const maxWithdrawAmount = decimal("What may be taken out");
const marginAvailable = flag("Whether it counts as margin");

/** What margin is needed. */
const margins = {
  initialMargin: decimal("Margin of positions and of orders, at mark price"),
  maintMargin: decimal("Margin below which it is liquidated, closing fee included"),
  positionInitialMargin: decimal("Margin of positions, at mark price"),
  openOrderInitialMargin: decimal("Margin of orders that open"),
};

/** One element of GET balance. */
export const Balance = shape({
  accountAlias: text("Name of the account"),
  asset,
  balance: decimal("Wallet: all that the account has but the profit of open positions"),
  crossWalletBalance,
  crossUnPnl,
  availableBalance,
  maxWithdrawAmount,
  marginAvailable,
  updateTime,
});
export type Balance = Static<typeof Balance>;

const assetFields = {
  asset,
  walletBalance: decimal("All that the account has but the profit of open positions"),
  unrealizedProfit: decimal("Profit of open positions at mark price"),
  marginBalance: decimal("The two together: what the account is worth"),
  ...margins,
  crossWalletBalance,
  crossUnPnl,
  availableBalance,
  maxWithdrawAmount,
  updateTime,
};

/** The account as a whole. */
const totals = {
  totalInitialMargin: margins.initialMargin,
  totalMaintMargin: margins.maintMargin,
  totalWalletBalance: assetFields.walletBalance,
  totalUnrealizedProfit: assetFields.unrealizedProfit,
  totalMarginBalance: assetFields.marginBalance,
  totalPositionInitialMargin: margins.positionInitialMargin,
  totalOpenOrderInitialMargin: margins.openOrderInitialMargin,
  totalCrossWalletBalance: crossWalletBalance,
  totalCrossUnPnl: crossUnPnl,
  availableBalance,
  maxWithdrawAmount,
};

const held = {
  symbol,
  positionSide,
  positionAmt: decimal("Quantity, base coin; below 0: short"),
};
const isolatedMargin = decimal("What an isolated position has, its profit included; 0 of a cross one");
const isolatedWallet = decimal("The same without its profit");
const notional = decimal("Value at mark price; below 0: short");
const entryPrice = decimal("Average price of what is held; 0 when flat");
const breakEvenPrice = decimal(
  "Price at which what is held would have earned its fees and funding; 0 when flat",
);
const notionals = {
  bidNotional: decimal("Value of orders that buy to open"),
  askNotional: decimal("Value of orders that sell to open"),
};

/** A position of GET v1 and v2 account. */
export const AccountPosition = shape({
  ...held,
  ...margins,
  unrealizedProfit: decimal("Profit at mark price"),
  leverage: text("Leverage"),
  isolated: flag("Whether it has margin of its own"),
  entryPrice,
  breakEvenPrice,
  maxNotional: text("Largest value at this leverage"),
  ...notionals,
  updateTime,
});
export type AccountPosition = Static<typeof AccountPosition>;

/** A position of GET v3 account. */
export const AccountPositionV3 = shape({
  ...held,
  unrealizedProfit: decimal("Profit at mark price"),
  isolatedMargin,
  notional,
  isolatedWallet,
  initialMargin: margins.initialMargin,
  maintMargin: margins.maintMargin,
  updateTime,
});
export type AccountPositionV3 = Static<typeof AccountPositionV3>;

/** GET v1 and v2 account. */
export const Account = shape({
  feeTier: integer("Level of fees; 0: fees are the account's own"),
  canTrade: flag("Whether it may trade"),
  canDeposit: flag("Whether it may be given money"),
  canWithdraw: flag("Whether money may be taken out"),
  updateTime: timeNumber("Always 0"),
  multiAssetsMargin: flag("Always false: each coin backs its own contracts"),
  tradeGroupId: integer("Always -1"),
  ...totals,
  assets: Type.Array(shape({ ...assetFields, marginAvailable }), { description: "Its coins" }),
  positions: Type.Array(AccountPosition, {
    description: "A row a symbol, and in hedge mode one a leg besides",
  }),
});
export type Account = Static<typeof Account>;

/** GET v3 account. */
export const AccountV3 = shape({
  ...totals,
  assets: Type.Array(shape(assetFields), { description: "Its coins" }),
  positions: Type.Array(AccountPositionV3, { description: "Rows with a position or an order" }),
});
export type AccountV3 = Static<typeof AccountV3>;

const risk = {
  ...held,
  entryPrice,
  breakEvenPrice,
  markPrice: decimal("Mark price"),
  unRealizedProfit: decimal("Profit at mark price"),
  liquidationPrice: decimal("Mark price at which it would be liquidated; 0: none"),
  isolatedMargin,
  notional,
  isolatedWallet,
  updateTime,
};

/** One element of GET v1 and v2 positionRisk. */
export const PositionRisk = shape({
  ...risk,
  leverage: text("Leverage"),
  maxNotionalValue: text("Largest value at this leverage"),
  marginType: word(words.positionMarginTypes, "Whether all of the account backs it, or its own margin"),
  isAutoAddMargin: oneOf(["true", "false"], "Whether margin is added by itself"),
});
export type PositionRisk = Static<typeof PositionRisk>;

/** One element of GET v3 positionRisk. */
export const PositionRiskV3 = shape({
  ...risk,
  marginAsset: text("Coin of its margin"),
  ...margins,
  adl: integer("Place in the queue of deleveraging: 4 is among the first, 0 the last"),
  ...notionals,
});
export type PositionRiskV3 = Static<typeof PositionRiskV3>;

/** POST leverage. */
export const Leverage = shape({
  leverage: integer("Leverage"),
  maxNotionalValue: text("Largest value at this leverage"),
  symbol,
});
export type Leverage = Static<typeof Leverage>;

/** GET positionSide/dual, multiAssetsMargin and feeBurn. */
export const PositionMode = shape({ dualSidePosition: flag("Long and short side by side; false: one-way") });
export type PositionMode = Static<typeof PositionMode>;
export const AssetMode = shape({
  multiAssetsMargin: flag("Always false: each coin backs its own contracts"),
});
export type AssetMode = Static<typeof AssetMode>;
export const FeeBurn = shape({ feeBurn: flag("Always false: no coin pays fees at a discount") });
export type FeeBurn = Static<typeof FeeBurn>;

/** POST positionMargin. */
export const MarginMoved = shape({
  amount: Type.Number({ description: "Amount" }),
  code: Type.Literal(200, { description: "200" }),
  msg: text("That it was done"),
  type: integer("1: added, 2: taken"),
});
export type MarginMoved = Static<typeof MarginMoved>;

/** One element of GET positionMargin/history. */
export const MarginMove = shape({
  symbol,
  type: integer("1: added, 2: taken"),
  deltaType: oneOf(["TRADE", "USER_ADJUST"], "Whether a fill moved it, or its owner"),
  amount: decimal("Amount, positive"),
  asset,
  time: timeNumber("Unix ms"),
  positionSide,
});
export type MarginMove = Static<typeof MarginMove>;

/** One element of GET income. */
export const Income = shape({
  symbol: text("Symbol, empty where none is concerned"),
  incomeType: oneOf(words.incomeTypes, "What it is"),
  income: decimal("Amount, positive where the account gained"),
  asset,
  info: text("Which bill it is of"),
  time: timeNumber("When it was booked, Unix ms"),
  tranId: integer("Id of the bill"),
  tradeId: text("Trade that it is of; empty where it is of none"),
});
export type Income = Static<typeof Income>;

/** One element of GET leverageBracket. */
export const LeverageBrackets = shape({
  symbol,
  notionalCoef: Type.Number({ description: "What bounds are multiplied by: 1" }),
  brackets: Type.Array(
    shape({
      bracket: integer("Number of the tier, from 1"),
      initialLeverage: integer("Its largest leverage"),
      notionalCap: Type.Number({ description: "Its upper bound, quote coin" }),
      notionalFloor: Type.Number({ description: "Its lower bound" }),
      maintMarginRatio: Type.Number({ description: "Its maintenance rate" }),
      cum: Type.Number({ description: "What is taken off value times rate" }),
    }),
    { description: "Tiers, ascending" },
  ),
});
export type LeverageBrackets = Static<typeof LeverageBrackets>;

/** GET commissionRate. */
export const CommissionRate = shape({
  symbol,
  makerCommissionRate: decimal("Maker fee rate of the account, discounts included"),
  takerCommissionRate: decimal("Taker fee rate of the account, discounts included"),
});
export type CommissionRate = Static<typeof CommissionRate>;

/** GET accountConfig. */
export const AccountConfig = shape({
  feeTier: Account.properties.feeTier,
  canTrade: Account.properties.canTrade,
  canDeposit: Account.properties.canDeposit,
  canWithdraw: Account.properties.canWithdraw,
  dualSidePosition: PositionMode.properties.dualSidePosition,
  updateTime: timeNumber("Always 0"),
  multiAssetsMargin: AssetMode.properties.multiAssetsMargin,
  tradeGroupId: integer("Always -1"),
});
export type AccountConfig = Static<typeof AccountConfig>;

/** One element of GET symbolConfig. */
export const SymbolConfig = shape({
  symbol,
  marginType: word(
    words.marginTypes,
    "CROSSED: backed by all that the account has; ISOLATED: by its own margin",
  ),
  isAutoAddMargin: flag("Whether new positions draw margin by themselves: never"),
  leverage: integer("Leverage"),
  maxNotionalValue: text("Largest value at this leverage"),
});
export type SymbolConfig = Static<typeof SymbolConfig>;

/** One element of GET adlQuantile. */
export const AdlQuantile = shape({
  symbol,
  adlQuantile: Type.Record(Type.String({ pattern: "^(BOTH|LONG|SHORT)$" }), Type.Integer(), {
    description:
      "By side of the position, its place in the queue of deleveraging: 4 is among the first, 0 the last",
  }),
});
export type AdlQuantile = Static<typeof AdlQuantile>;

/** GET apiTradingStatus. */
export const TradingStatus = shape({
  indicators: Type.Record(Type.String(), Type.Unknown(), {
    description: "Always empty: nothing is restricted by ratios",
  }),
  updateTime: timeNumber("Time of the answer, Unix ms"),
});
export type TradingStatus = Static<typeof TradingStatus>;

/** What an answer is a list of. */
export const listOf = <S extends TSchema>(each: S, description: string) => Type.Array(each, { description });
