import { Type } from "typebox";

/*
 * What the rows of account pushes have in both versions of the interface, field for field: they differ in how coin and contract are
 * named. Ids, amounts and times are texts. docs/reference/account-pushes.md
 */

const text = Type.String();
const flag = Type.Boolean();

/** Of a collateral entry. */
export const collateralFields = {
  /** "0" of the shared entry. */
  isolatedPositionId: text,
  amount: text,
  pendingDepositAmount: text,
  pendingWithdrawAmount: text,
  pendingTransferInAmount: text,
  pendingTransferOutAmount: text,
  liquidating: flag,
  legacyAmount: text,
  cumDepositAmount: text,
  cumWithdrawAmount: text,
  cumTransferInAmount: text,
  cumTransferOutAmount: text,
  cumMarginMoveInAmount: text,
  cumMarginMoveOutAmount: text,
  cumPositionOpenLongAmount: text,
  cumPositionOpenShortAmount: text,
  cumPositionCloseLongAmount: text,
  cumPositionCloseShortAmount: text,
  cumPositionFillFeeAmount: text,
  cumPositionLiquidateFeeAmount: text,
  cumPositionFundingAmount: text,
  cumOrderFillFeeIncomeAmount: text,
  cumOrderLiquidateFeeIncomeAmount: text,
  createdTime: text,
  updatedTime: text,
};

/** Of a position; size "0": it has ended, and its isolated collateral with it. */
export const positionFields = {
  side: text,
  marginMode: text,
  separatedMode: text,
  separatedOpenOrderId: text,
  leverage: text,
  size: text,
  openValue: text,
  openFee: text,
  fundingFee: text,
  isolatedMargin: text,
  autoAppendIsolatedMargin: flag,
  cumOpenSize: text,
  cumOpenValue: text,
  cumOpenFee: text,
  cumCloseSize: text,
  cumCloseValue: text,
  cumCloseFee: text,
  cumFundingFee: text,
  cumLiquidateFee: text,
  createdMatchSequenceId: text,
  updatedMatchSequenceId: text,
  createdTime: text,
  updatedTime: text,
};

/** Of one side of a trade. */
export const fillFields = {
  orderId: text,
  marginMode: text,
  separatedMode: text,
  separatedOpenOrderId: text,
  positionSide: text,
  orderSide: text,
  fillSize: text,
  fillValue: text,
  /** Positive = paid. */
  fillFee: text,
  liquidateFee: text,
  /** "0" when opening. */
  realizePnl: text,
  /** MAKER or TAKER. */
  direction: text,
  createdTime: text,
  updatedTime: text,
};

/** Of an order. */
export const orderFields = {
  marginMode: text,
  separatedMode: text,
  separatedOpenOrderId: text,
  positionSide: text,
  orderSide: text,
  /** "0.0" of a market order. */
  price: text,
  size: text,
  clientOrderId: text,
  type: text,
  timeInForce: text,
  reduceOnly: flag,
  /** "0": none. */
  triggerPrice: text,
  triggerPriceType: text,
  orderSource: text,
  /** "0": none. */
  openTpslParentOrderId: text,
  positionTpsl: flag,
  setOpenTp: flag,
  setOpenSl: flag,
  leverage: text,
  takerFeeRate: text,
  makerFeeRate: text,
  /** "1": the rates above are what is charged. */
  feeDiscount: text,
  liquidateFeeRate: text,
  status: text,
  /** "0" until it is triggered. */
  triggerTime: text,
  triggerPriceTime: text,
  triggerPriceValue: text,
  cancelReason: text,
  /** "0" without fills. */
  latestFillPrice: text,
  maxFillPrice: text,
  minFillPrice: text,
  cumFillSize: text,
  cumFillValue: text,
  cumFillFee: text,
  cumLiquidateFee: text,
  cumRealizePnl: text,
  createdTime: text,
  updatedTime: text,
};
