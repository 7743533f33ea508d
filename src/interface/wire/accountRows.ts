import { Type } from "typebox";
import { decimal, flag, oneOf, text, timeText, type Words, word } from "./fields.ts";
import * as v2 from "./v2/words.ts";

/*
 * What the rows of account pushes have in both versions of the interface, field for field: they differ in how
 * coin and contract are named, and in some words. Ids, amounts and times are texts.
 * docs/reference/account-pushes.md
 */

/** `msgEvent` of a push: what happened. */
export const msgEvents = [
  "OrderUpdate",
  "AccountUpdate",
  "DepositUpdate",
  "WithdrawUpdate",
  "TransferInUpdate",
  "TransferOutUpdate",
  "PositionFundingSettle",
  "StartLiquidate",
  "FinishLiquidate",
  "MessageUpdate",
] as const;
export type MsgEvent = (typeof msgEvents)[number];

/** The words that a version has of its own. */
export interface PushWords {
  readonly marginModes: Words;
  readonly timesInForce: Words;
  readonly triggerPriceTypes: Words;
  readonly statuses: Words;
  readonly orderTypes: readonly string[];
}

const marginMode = ({ marginModes }: Pick<PushWords, "marginModes">) => word(marginModes, "Margin mode");
const separatedMode = word(v2.separatedModes, "Whether openings of a side make one position, or one each");
const separatedOpenOrderId = text("Order that opened the position, if it is separated; else 0");
const positionSide = word(v2.positionSides, "Direction of the position");
const orderSide = word(v2.orderSides, "Whether it buys or sells");
const leverage = decimal("Leverage");

/** The amounts of a collateral entry; REST of V2 has them under names of its own. */
export const amounts = {
  amount: decimal("What it holds; the value of longs is taken out of it, that of shorts is in it"),
  pendingDepositAmount: decimal("Deposits under way"),
  pendingWithdrawAmount: decimal("Withdrawals under way"),
  pendingTransferInAmount: decimal("Transfers in under way"),
  pendingTransferOutAmount: decimal("Transfers out under way"),
  liquidating: flag("Whether its positions are being liquidated"),
  legacyAmount: decimal("What it holds, its positions at their opening values: the wallet balance"),
  cumDepositAmount: decimal("Deposited so far"),
  cumWithdrawAmount: decimal("Withdrawn so far"),
  cumTransferInAmount: decimal("Transferred in so far"),
  cumTransferOutAmount: decimal("Transferred out so far"),
  cumMarginMoveInAmount: decimal("Margin moved in from other entries so far"),
  cumMarginMoveOutAmount: decimal("Margin moved out to other entries so far"),
  cumPositionOpenLongAmount: decimal("Value of long openings so far, which lowered the amount"),
  cumPositionOpenShortAmount: decimal("Value of short openings so far, which raised it"),
  cumPositionCloseLongAmount: decimal("Value of long closings so far, which raised it"),
  cumPositionCloseShortAmount: decimal("Value of short closings so far, which lowered it"),
  cumPositionFillFeeAmount: decimal("Trading fees so far"),
  cumPositionLiquidateFeeAmount: decimal("Liquidation fees so far"),
  cumPositionFundingAmount: decimal("Funding so far, positive where it was received"),
  cumOrderFillFeeIncomeAmount: decimal("Trading fees taken in so far; of the fee account alone"),
  cumOrderLiquidateFeeIncomeAmount: decimal("Liquidation fees taken in so far; of the fee account alone"),
};

/** Of a position: what is held, and what came together so far. REST of V3 has the same names, V2 its own. */
export const held = {
  openValue: decimal("Value at opening prices; divided by size: the average entry price"),
  openFee: decimal("Fees of opening what is held"),
  fundingFee: decimal("Funding of what is held, positive where it was received"),
  isolatedMargin: decimal("Margin that an isolated position has; 0 of a shared one"),
};
export const sums = {
  cumOpenSize: decimal("Quantity opened so far, base coin"),
  cumOpenValue: decimal("Value opened so far"),
  cumOpenFee: decimal("Fees of opening so far"),
  cumCloseSize: decimal("Quantity closed so far, base coin"),
  cumCloseValue: decimal("Value closed so far"),
  cumCloseFee: decimal("Fees of closing so far"),
  cumFundingFee: decimal("Funding settled so far, positive where it was received"),
  cumLiquidateFee: decimal("Liquidation fees so far"),
};
export const autoAppend = flag("Whether margin is added by itself; isolated positions only");

/** Of a collateral entry. */
export const collateralFields = {
  isolatedPositionId: text("Position whose margin it is; 0 of the shared entry"),
  ...amounts,
  createdTime: timeText("When it was opened, Unix ms"),
  updatedTime: timeText("When it last changed, Unix ms"),
};

/** Of a position; size "0": it has ended, and its isolated collateral with it. */
export const positionFields = (own: Pick<PushWords, "marginModes">) => ({
  side: positionSide,
  marginMode: marginMode(own),
  separatedMode,
  separatedOpenOrderId,
  leverage,
  size: decimal("Quantity held, base coin; 0: it has ended"),
  ...held,
  autoAppendIsolatedMargin: autoAppend,
  ...sums,
  createdMatchSequenceId: text("Sequence number of what opened it"),
  updatedMatchSequenceId: text("Sequence number of its last change"),
  createdTime: timeText("When it was opened, Unix ms"),
  updatedTime: timeText("When it last changed, Unix ms"),
});

/** Of one side of a trade. */
export const fillFields = (own: Pick<PushWords, "marginModes">) => ({
  turnedTradeId: Type.Optional(
    text("Id of the trade, of which the fill before this closed a part; left out of every other fill"),
  ),
  orderId: text("Id of the order that was filled"),
  marginMode: marginMode(own),
  separatedMode,
  separatedOpenOrderId,
  positionSide,
  orderSide,
  fillSize: decimal("Quantity filled, base coin"),
  fillValue: decimal("Its value, quote coin; divided by fillSize: the price"),
  fillFee: decimal("Fee, positive where it was paid"),
  liquidateFee: decimal("Liquidation fee; 0 unless the venue liquidated"),
  realizePnl: decimal("Profit that it realized, after its fees; 0 where it opened"),
  direction: oneOf(v2.liquidities, "Whether the order rested or took"),
  createdTime: timeText("When it traded, Unix ms"),
  updatedTime: timeText("The same"),
});

/** Of an order. */
export const orderFields = (own: PushWords) => ({
  marginMode: marginMode(own),
  separatedMode,
  separatedOpenOrderId: text("The order itself, if the position that it opens is separated; else 0"),
  positionSide,
  orderSide,
  price: decimal("Limit price; 0.0 of a market order"),
  size: decimal("Quantity ordered, base coin"),
  clientOrderId: text("The client's own id; the order's where none was given"),
  type: oneOf(own.orderTypes, "How it executes, and what it waits for"),
  timeInForce: word(own.timesInForce, "How long it waits; a market order is immediate or cancel"),
  reduceOnly: flag("Whether it closes"),
  triggerPrice: decimal("Price that triggers it; 0: none"),
  triggerPriceType: word(own.triggerPriceTypes, "Price that it watches"),
  orderSource: oneOf(v2.orderSources, "SYSTEM: the venue placed it, to liquidate"),
  openTpslParentOrderId: text("Opening order that carried it; 0: none"),
  positionTpsl: flag("Whether it is a take-profit or stop-loss that was placed by itself"),
  setOpenTp: flag("Whether it carries a take-profit"),
  setOpenSl: flag("Whether it carries a stop-loss"),
  leverage,
  takerFeeRate: decimal("Taker fee rate, discounts included"),
  makerFeeRate: decimal("Maker fee rate, discounts included"),
  feeDiscount: decimal("Always 1: the rates above are what is charged"),
  liquidateFeeRate: decimal("Liquidation fee rate of the contract"),
  status: word(own.statuses, "What has become of it; open also when it is partly filled"),
  triggerTime: text("When it was triggered, Unix ms; 0 until then"),
  triggerPriceTime: text("The same"),
  triggerPriceValue: decimal("Price that triggered it; 0 until then"),
  cancelReason: word(v2.cancelReasons, "Why it was canceled; the first word until then"),
  latestFillPrice: decimal("Price of its latest fill; 0 before the first"),
  maxFillPrice: decimal("Highest price of its fills; 0 before the first"),
  minFillPrice: decimal("Lowest price of its fills; 0 before the first"),
  cumFillSize: decimal("Quantity filled, base coin; 0 before the first fill"),
  cumFillValue: decimal("Value of its fills, quote coin"),
  cumFillFee: decimal("Fees of its fills; below 0: a rebate"),
  cumLiquidateFee: decimal("Liquidation fees of its fills"),
  cumRealizePnl: decimal("Profit that its fills realized, after their fees"),
  createdTime: timeText("When it was placed, Unix ms"),
  updatedTime: timeText("When it last changed, Unix ms"),
});
