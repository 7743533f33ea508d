import type { FillImage, OrderImage, OrderView, TimeMs } from "../../../core/index.ts";
import { BUY, IOC, isOpening, legOf, presetSource, sideOf } from "../../../core/index.ts";
import type { FillRow } from "../../../readmodel/index.ts";
import {
  averagePriceText,
  moneyText,
  priceText,
  shortLeverageText,
  sizeText,
  v3,
} from "../../../wire/index.ts";
import type { OrderRow, FillRow as PushedFill } from "../../../wire/v3/sockets/index.ts";
import { pushWords } from "../../../wire/v3/sockets/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { FillPricesOfOrder } from "../../trading/fillPrices.ts";
import { clientIdOf } from "../../trading/findOrder.ts";
import type { AccountWords } from "../../trading/pushedRows.ts";
import { fillRow, orderRow } from "../../trading/pushedRows.ts";
import { named, symbolOf } from "../symbol.ts";

/*
 * What V3 says of orders and fills, in answers and in pushes. The meaning of each field: wire/v3/order.ts,
 * wire/accountRows.ts.
 */

const { words } = v3;

/** An order, live or ended. */
export function showOrder(view: OrderView, contract: ContractSpec): v3.Order {
  return {
    orderId: view.order,
    clientOrderId: clientIdOf(view),
    ...showCommon(view, contract),
    status: words.statuses[view.state]!,
    type: words.orderType(view),
    price: shownPrice(view, contract),
    avgPrice: averagePrice(view, contract),
    stopPrice: view.triggerPrice === 0 ? "0" : priceText(contract, view.triggerPrice),
    origQty: sizeText(contract, view.size),
    executedQty: sizeText(contract, view.size - view.remaining),
    cumQuote: moneyText(view.filledValue),
    time: view.createdTime,
    updateTime: view.updatedTime,
  };
}

/** A conditional order, live or ended. It keeps its id when it triggers, and is the order that trades then. */
export function showAlgoOrder(view: OrderView, contract: ContractSpec): v3.AlgoOrder {
  const { triggeredTime: triggerTime } = view;
  const preset = (price: number) => (price === 0 ? null : priceText(contract, price));
  return {
    algoId: view.order,
    clientAlgoId: clientIdOf(view),
    algoType: "CONDITIONAL",
    orderType: words.orderType(view),
    ...showCommon(view, contract),
    quantity: sizeText(contract, view.size),
    algoStatus: words.statuses[view.state]!,
    actualOrderId: view.parent !== 0 ? view.parent : triggerTime !== 0 ? view.order : null,
    actualPrice: averagePrice(view, contract),
    triggerPrice: priceText(contract, view.triggerPrice),
    price: shownPrice(view, contract),
    tpTriggerPrice: preset(view.presetTakeProfit),
    tpPrice: null,
    slTriggerPrice: preset(view.presetStopLoss),
    slPrice: null,
    tpOrderType:
      view.presetTakeProfit === 0 ? null : words.workingTypes[presetSource(view.presetsOnMark, true)]!,
    closePosition: view.size === 0,
    createTime: view.createdTime,
    updateTime: view.updatedTime,
    triggerTime,
  };
}

function showCommon(view: OrderView, contract: ContractSpec) {
  return {
    symbol: symbolOf(contract),
    side: words.sides[sideOf(view.action)]!,
    positionSide: words.positionSides[legOf(view.action)]!,
    timeInForce: words.timesInForce[view.market ? IOC : view.timeInForce]!,
    workingType: words.workingTypes[view.triggerPrice === 0 ? 0 : view.triggerSource]!,
    reduceOnly: !isOpening(view.action),
  };
}

function shownPrice(view: OrderView, contract: ContractSpec): string {
  return view.market ? priceText(contract, 0) : priceText(contract, view.price);
}

function averagePrice(view: OrderView, contract: ContractSpec): string {
  const filled = view.size - view.remaining;
  return filled === 0 ? "0" : averagePriceText(contract, view.filledValue, filled);
}

/** Fees are positive where they were paid; a liquidation's fee is among them. */
export function showFill(row: FillRow, contract: ContractSpec): v3.Fill {
  const side = sideOf(row.action);
  return {
    id: row.trade,
    orderId: row.order,
    symbol: symbolOf(contract),
    buyer: side === BUY,
    maker: row.maker,
    side: words.sides[side]!,
    positionSide: words.positionSides[legOf(row.action)]!,
    price: priceText(contract, row.price),
    qty: sizeText(contract, row.size),
    quoteQty: moneyText(row.value),
    realizedPnl: moneyText(row.realized),
    commission: moneyText(row.fee + row.liquidationFee),
    commissionAsset: contract.quoteCoin,
    time: row.time,
  };
}

const own: AccountWords = { ...pushWords, leverage: shortLeverageText, orderType: words.orderType };

export function pushedOrder(
  order: OrderImage,
  contract: ContractSpec,
  prices: FillPricesOfOrder | undefined,
): OrderRow {
  return { id: String(order.order), ...named(contract), ...orderRow(order, contract, prices, own) };
}

export function pushedFill(fill: FillImage, contract: ContractSpec, time: TimeMs): PushedFill {
  return { id: String(fill.trade), ...named(contract), ...fillRow(fill, contract, time, own) };
}
