import type { PushWords } from "../../../interface/wire/accountRows.ts";
import type { Words } from "../../../interface/wire/fields.ts";
import type { Grid } from "../../../interface/wire/index.ts";
import {
  averagePriceText,
  moneyText,
  priceText,
  rateText,
  sizeText,
  v2,
} from "../../../interface/wire/index.ts";
import type {
  EntryImage,
  FillImage,
  OrderImage,
  OrderView,
  PositionImage,
  TimeMs,
  UpdateCause,
} from "../../../kernel/core/index.ts";
import {
  CANCEL_NONE,
  IOC,
  isOpening,
  KIND_STOP_LOSS,
  KIND_TAKE_PROFIT,
  legOf,
  SEPARATED,
  sideOf,
} from "../../../kernel/core/index.ts";
import type { ContractSpec } from "../contracts.ts";
import type { FillPricesOfOrder, PricedFill } from "./fillPrices.ts";
import { clientIdOf } from "./ordersOf.ts";

/*
 * The rows of account pushes, as far as the versions of the interface agree. They differ in how they name
 * coin and contract, and in the words of {@link AccountWords}. docs/reference/account-pushes.md
 */

/** The words in which versions of the interface differ. */
export interface AccountWords extends PushWords {
  leverage(leverage: number): string;
  orderType(order: OrderView): string;
}

const { words } = v2;

export const msgEvents: Readonly<Record<UpdateCause, v2.MsgEvent>> = {
  order: "OrderUpdate",
  deposit: "DepositUpdate",
  withdraw: "WithdrawUpdate",
  transferIn: "TransferInUpdate",
  transferOut: "TransferOutUpdate",
  margin: "AccountUpdate",
  funding: "PositionFundingSettle",
  startLiquidate: "StartLiquidate",
  finishLiquidate: "FinishLiquidate",
  leverage: "AccountUpdate",
  mode: "AccountUpdate",
  notice: "MessageUpdate",
  other: "AccountUpdate",
};

export function collateralRow<M extends string>(entry: EntryImage, marginModes: Words<M>) {
  const { counters } = entry;
  return {
    marginMode: marginModes[entry.marginMode]!,
    isolatedPositionId: String(entry.position),
    amount: moneyText(entry.amount),
    pendingDepositAmount: moneyText(entry.pendingDeposit),
    pendingWithdrawAmount: moneyText(entry.pendingWithdraw),
    pendingTransferInAmount: moneyText(entry.pendingTransferIn),
    pendingTransferOutAmount: moneyText(entry.pendingTransferOut),
    liquidating: entry.liquidating,
    legacyAmount: moneyText(entry.legacy),
    cumDepositAmount: moneyText(counters.deposit),
    cumWithdrawAmount: moneyText(counters.withdraw),
    cumTransferInAmount: moneyText(counters.transferIn),
    cumTransferOutAmount: moneyText(counters.transferOut),
    cumMarginMoveInAmount: moneyText(counters.marginMoveIn),
    cumMarginMoveOutAmount: moneyText(counters.marginMoveOut),
    cumPositionOpenLongAmount: moneyText(counters.openLong),
    cumPositionOpenShortAmount: moneyText(counters.openShort),
    cumPositionCloseLongAmount: moneyText(counters.closeLong),
    cumPositionCloseShortAmount: moneyText(counters.closeShort),
    cumPositionFillFeeAmount: moneyText(counters.fillFee),
    cumPositionLiquidateFeeAmount: moneyText(counters.liquidateFee),
    cumPositionFundingAmount: moneyText(counters.funding),
    cumOrderFillFeeIncomeAmount: moneyText(counters.fillFeeIncome),
    cumOrderLiquidateFeeIncomeAmount: moneyText(counters.liquidateFeeIncome),
    ...times(entry.createdTime, entry.updatedTime),
  };
}

export function positionRow(
  position: PositionImage,
  contract: ContractSpec,
  own: Pick<AccountWords, "marginModes" | "leverage">,
) {
  return {
    side: words.positionSides[position.leg]!,
    marginMode: own.marginModes[position.marginMode]!,
    separatedMode: words.separatedModes[position.separatedMode]!,
    separatedOpenOrderId: String(position.openOrder),
    leverage: own.leverage(position.leverage),
    size: amountText(contract, position.size),
    openValue: moneyText(position.openValue),
    openFee: moneyText(position.openFee),
    fundingFee: moneyText(position.fundingFee),
    isolatedMargin: moneyText(position.isolatedMargin),
    autoAppendIsolatedMargin: position.autoAppend,
    cumOpenSize: sizeText(contract, position.cumOpenSize),
    cumOpenValue: moneyText(position.cumOpenValue),
    cumOpenFee: moneyText(position.cumOpenFee),
    cumCloseSize: sizeText(contract, position.cumCloseSize),
    cumCloseValue: moneyText(position.cumCloseValue),
    cumCloseFee: moneyText(position.cumCloseFee),
    cumFundingFee: moneyText(position.cumFunding),
    cumLiquidateFee: moneyText(position.cumLiquidateFee),
    createdMatchSequenceId: String(position.createdSeq),
    updatedMatchSequenceId: String(position.updatedSeq),
    ...times(position.createdTime, position.updatedTime),
  };
}

export function fillRow(
  fill: FillImage,
  contract: ContractSpec,
  time: TimeMs,
  { marginModes }: Pick<AccountWords, "marginModes">,
) {
  return {
    ...(fill.fill !== fill.trade && { turnedTradeId: String(fill.trade) }),
    orderId: String(fill.order),
    marginMode: marginModes[fill.marginMode]!,
    separatedMode: words.separatedModes[fill.separatedMode]!,
    separatedOpenOrderId: String(fill.openOrder),
    positionSide: words.positionSides[legOf(fill.action)]!,
    orderSide: words.orderSides[sideOf(fill.action)]!,
    fillSize: sizeText(contract, fill.size),
    fillValue: moneyText(fill.value),
    fillFee: moneyText(fill.fee),
    liquidateFee: moneyText(fill.liquidationFee),
    realizePnl: moneyText(fill.realized),
    direction: fill.maker ? ("MAKER" as const) : ("TAKER" as const),
    ...times(time, time),
  };
}

export function orderRow(
  order: OrderImage,
  contract: ContractSpec,
  prices: FillPricesOfOrder | undefined,
  own: AccountWords,
) {
  const priceOf = (fill: PricedFill | undefined): string =>
    fill === undefined ? "0" : averagePriceText(contract, fill.value, fill.size);
  const triggered = String(order.triggeredTime);
  return {
    marginMode: own.marginModes[order.marginMode]!,
    separatedMode: words.separatedModes[order.separatedMode]!,
    separatedOpenOrderId: String(order.separatedMode === SEPARATED ? order.order : 0),
    positionSide: words.positionSides[legOf(order.action)]!,
    orderSide: words.orderSides[sideOf(order.action)]!,
    price: order.market ? "0.0" : priceText(contract, order.price),
    size: sizeText(contract, order.size),
    clientOrderId: clientIdOf(order),
    type: own.orderType(order),
    timeInForce: own.timesInForce[order.market ? IOC : order.timeInForce]!,
    reduceOnly: !isOpening(order.action),
    triggerPrice: order.triggerPrice === 0 ? "0" : priceText(contract, order.triggerPrice),
    triggerPriceType: own.triggerPriceTypes[order.triggerSource]!,
    orderSource: words.orderSource(order.kind),
    openTpslParentOrderId: String(order.parent),
    positionTpsl: order.kind === KIND_TAKE_PROFIT || order.kind === KIND_STOP_LOSS,
    setOpenTp: order.presetTakeProfit !== 0,
    setOpenSl: order.presetStopLoss !== 0,
    leverage: own.leverage(order.leverage),
    takerFeeRate: rateText(order.takerRate),
    makerFeeRate: rateText(order.makerRate),
    feeDiscount: "1",
    liquidateFeeRate: rateText(contract.liquidationFeeRate),
    status: own.statuses[order.state]!,
    triggerTime: triggered,
    triggerPriceTime: triggered,
    triggerPriceValue: order.triggeredTime === 0 ? "0" : priceText(contract, order.triggerPrice),
    cancelReason: words.cancelReasons[order.cancelReason] ?? words.cancelReasons[CANCEL_NONE]!,
    latestFillPrice: priceOf(prices?.latest),
    maxFillPrice: priceOf(prices?.max),
    minFillPrice: priceOf(prices?.min),
    cumFillSize: amountText(contract, order.size - order.remaining),
    cumFillValue: moneyText(order.filledValue),
    cumFillFee: moneyText(order.fee),
    cumLiquidateFee: moneyText(order.liquidationFee),
    cumRealizePnl: moneyText(order.realized),
    ...times(order.createdTime, order.updatedTime),
  };
}

function times(created: TimeMs, updated: TimeMs) {
  return { createdTime: String(created), updatedTime: String(updated) };
}

/** Lots as a decimal; "0" for none. */
function amountText(grid: Grid, lots: number): string {
  return lots === 0 ? "0" : sizeText(grid, lots);
}
