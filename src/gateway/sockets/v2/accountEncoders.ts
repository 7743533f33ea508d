import type { EntryImage, FillImage, OrderImage, PositionImage, UpdateCause } from "../../../core/index.ts";
import {
  CANCEL_NONE,
  IOC,
  isOpening,
  KIND_STOP_LOSS,
  KIND_TAKE_PROFIT,
  legOf,
  SEPARATED,
  sideOf,
} from "../../../core/index.ts";
import type { Grid, WireProfile } from "../../../wire/index.ts";
import {
  averagePriceText,
  leverageText,
  moneyText,
  priceText,
  rateText,
  sizeText,
  v2,
} from "../../../wire/index.ts";
import type { ContractSpec, Contracts } from "../../contracts.ts";
import type { FollowedUpdate, Speak } from "../account/accountFeed.ts";
import type { FillPricesOfOrder, PricedFill } from "../account/fillPrices.ts";

const { words } = v2;

const msgEvents: Readonly<Record<UpdateCause, v2.MsgEvent>> = {
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
  other: "AccountUpdate",
};

/** How V2 says what changed of an account. One for all subscribers of a profile, so that they share the texts. */
export function speaking(contracts: Contracts, profile: WireProfile): Speak {
  return (update, channel, name) => {
    if (update.cause === "leverage" && profile.leveragePush === "silent") return undefined;
    const rows = rowsOf(update, channel, contracts);
    if (rows.length === 0) return undefined;
    return JSON.stringify({
      type: "trade-event",
      channel: name,
      event: "payload",
      msg: {
        msgEvent: msgEvents[update.cause],
        version: update.version,
        data: { [v2.privateChannels[channel].key]: rows },
        time: update.time,
      },
    });
  };
}

function rowsOf(
  { entries, positions, fills, orders, fillPrices, time }: FollowedUpdate,
  channel: v2.PrivateChannel,
  contracts: Contracts,
): readonly object[] {
  switch (channel) {
    case "account":
      return entries.map(showCollateral);
    case "positions":
      return positions.map((each) => showPosition(each, contracts.at(each.contract)));
    case "fill":
      return fills.map((each) => showFill(each, contracts.at(each.contract), time));
    case "orders":
      return orders.map((each) => showOrder(each, contracts.at(each.contract), fillPrices.get(each.order)));
  }
}

function showCollateral(entry: EntryImage): v2.CollateralPush {
  const { counters } = entry;
  return {
    coinId: words.coins[entry.coin]!,
    marginMode: words.marginModes[entry.marginMode]!,
    crossContractId: "0",
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
    createdTime: String(entry.createdTime),
    updatedTime: String(entry.updatedTime),
  };
}

function showPosition(position: PositionImage, contract: ContractSpec): v2.PositionPush {
  return {
    id: String(position.position),
    coinId: contract.quoteCoin,
    contractId: contract.symbol,
    side: words.positionSides[position.leg]!,
    marginMode: words.marginModes[position.marginMode]!,
    separatedMode: words.separatedModes[position.separatedMode]!,
    separatedOpenOrderId: String(position.openOrder),
    leverage: leverageText(position.leverage),
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
    createdTime: String(position.createdTime),
    updatedTime: String(position.updatedTime),
  };
}

function showFill(fill: FillImage, contract: ContractSpec, time: number): v2.FillPush {
  return {
    id: String(fill.trade),
    coinId: contract.quoteCoin,
    contractId: contract.symbol,
    orderId: String(fill.order),
    marginMode: words.marginModes[fill.marginMode]!,
    separatedMode: words.separatedModes[fill.separatedMode]!,
    separatedOpenOrderId: String(fill.openOrder),
    positionSide: words.positionSides[legOf(fill.action)]!,
    orderSide: words.orderSides[sideOf(fill.action)]!,
    fillSize: sizeText(contract, fill.size),
    fillValue: moneyText(fill.value),
    fillFee: moneyText(fill.fee),
    liquidateFee: moneyText(fill.liquidationFee),
    realizePnl: moneyText(fill.realized),
    direction: fill.maker ? "MAKER" : "TAKER",
    createdTime: String(time),
    updatedTime: String(time),
  };
}

function showOrder(
  order: OrderImage,
  contract: ContractSpec,
  prices: FillPricesOfOrder | undefined,
): v2.OrderPush {
  const filled = order.size - order.remaining;
  const isTriggered = order.triggeredTime !== 0;
  const priceOf = (fill: PricedFill | undefined): string =>
    fill === undefined ? "0" : averagePriceText(contract, fill.value, fill.size);
  return {
    id: String(order.order),
    coinId: contract.quoteCoin,
    contractId: contract.symbol,
    marginMode: words.marginModes[order.marginMode]!,
    separatedMode: words.separatedModes[order.separatedMode]!,
    separatedOpenOrderId: String(order.separatedMode === SEPARATED ? order.order : 0),
    positionSide: words.positionSides[legOf(order.action)]!,
    orderSide: words.orderSides[sideOf(order.action)]!,
    price: order.market ? "0.0" : priceText(contract, order.price),
    size: sizeText(contract, order.size),
    clientOrderId: order.clientId === "" ? String(order.order) : order.clientId,
    type: words.pushedOrderType(order.kind, order.market),
    timeInForce: words.pushedTimesInForce[order.market ? IOC : order.timeInForce]!,
    reduceOnly: !isOpening(order.action),
    triggerPrice: order.triggerPrice === 0 ? "0" : priceText(contract, order.triggerPrice),
    triggerPriceType: words.pushedTriggerPriceTypes[order.triggerSource]!,
    orderSource: words.orderSource(order.kind),
    openTpslParentOrderId: String(order.parent),
    positionTpsl: order.kind === KIND_TAKE_PROFIT || order.kind === KIND_STOP_LOSS,
    setOpenTp: order.presetTakeProfit !== 0,
    setOpenSl: order.presetStopLoss !== 0,
    leverage: leverageText(order.leverage),
    takerFeeRate: rateText(order.takerRate),
    makerFeeRate: rateText(order.makerRate),
    feeDiscount: "1",
    liquidateFeeRate: rateText(contract.liquidationFeeRate),
    status: words.pushedStatus(order.state),
    triggerTime: String(order.triggeredTime),
    triggerPriceTime: String(order.triggeredTime),
    triggerPriceValue: isTriggered ? priceText(contract, order.triggerPrice) : "0",
    cancelReason: words.cancelReasons[order.cancelReason] ?? words.cancelReasons[CANCEL_NONE]!,
    latestFillPrice: priceOf(prices?.latest),
    maxFillPrice: priceOf(prices?.max),
    minFillPrice: priceOf(prices?.min),
    cumFillSize: amountText(contract, filled),
    cumFillValue: moneyText(order.filledValue),
    cumFillFee: moneyText(order.fee),
    cumLiquidateFee: moneyText(order.liquidationFee),
    cumRealizePnl: moneyText(order.realized),
    createdTime: String(order.createdTime),
    updatedTime: String(order.updatedTime),
    ...(order.presetTakeProfit !== 0 && {
      openTpParam: showPreset(contract, order.presetTakeProfit, "TAKE_PROFIT_MARKET"),
    }),
    ...(order.presetStopLoss !== 0 && {
      openSlParam: showPreset(contract, order.presetStopLoss, "STOP_MARKET"),
    }),
  };
}

function showPreset(contract: ContractSpec, price: number, type: string): v2.PresetPush {
  return { triggerPrice: priceText(contract, price), triggerPriceType: "LAST_PRICE", type };
}

/** Lots as text; nothing is "0". */
function amountText(grid: Grid, lots: number): string {
  return lots === 0 ? "0" : sizeText(grid, lots);
}
