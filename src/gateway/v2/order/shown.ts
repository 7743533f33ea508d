import type { FillImage, OrderImage, OrderView, TimeMs } from "../../../core/index.ts";
import { IOC, legOf, presetSource, sideOf } from "../../../core/index.ts";
import type { FillRow } from "../../../readmodel/index.ts";
import { upper } from "../../../wire/fields.ts";
import type { WireProfile } from "../../../wire/index.ts";
import { averagePriceText, leverageText, moneyText, priceText, sizeText, v2 } from "../../../wire/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { FillPricesOfOrder } from "../../trading/fillPrices.ts";
import { clientIdOf } from "../../trading/findOrder.ts";
import type { AccountWords } from "../../trading/pushedRows.ts";
import { fillRow, orderRow } from "../../trading/pushedRows.ts";

/*
 * What V2 says of orders and fills, in answers and in pushes. The meaning of each field: wire/v2/order.ts, wire/v2/fill.ts,
 * wire/accountRows.ts.
 */

const { words } = v2;

/** An order in the words of order history, live or ended. A market order shows price "0.0" and type ioc. */
export function showOrder(view: OrderView, contract: ContractSpec): v2.Order {
  const filled = view.size - view.remaining;
  return {
    ...showCommon(view, contract),
    status: words.orderStatuses[view.state]!,
    type: words.orderType(view),
    order_type: words.timesInForce[view.market ? IOC : view.timeInForce]!,
    contracts: view.size * contract.contractsPerLot,
    filledQtyContracts: filled * contract.contractsPerLot,
    ...showPresets(view, contract),
  };
}

/** A plan order in codes, live or ended; in names under a profile that wants them. */
export function showPlanOrder(view: OrderView, contract: ContractSpec, profile: WireProfile): v2.PlanOrder {
  const names = profile.planWords === "names";
  return {
    ...showCommon(view, contract),
    status: names ? words.pushedStatuses[view.state]! : words.planStatusCode(view),
    type: names ? upper(words.orderType(view)) : words.planTypeCode(view),
    order_type: words.planTimesInForce[view.market ? IOC : view.timeInForce]!,
    triggerPrice: priceText(contract, view.triggerPrice),
    triggerPriceType: words.triggerPriceTypes[view.triggerSource]!,
    triggerTime: String(view.triggeredTime),
    ...showPresets(view, contract),
  };
}

function showCommon(view: OrderView, contract: ContractSpec) {
  const filled = view.size - view.remaining;
  return {
    symbol: contract.symbol,
    size: sizeText(contract, view.size),
    client_oid: clientIdOf(view),
    createTime: String(view.createdTime),
    filled_qty: filled === 0 ? "0" : sizeText(contract, filled),
    fee: moneyText(view.fee),
    order_id: String(view.order),
    price: view.market ? "0.0" : priceText(contract, view.price),
    price_avg: filled === 0 ? "0" : averagePriceText(contract, view.filledValue, filled),
    totalProfits: moneyText(view.realized),
  };
}

function showPresets(view: OrderView, contract: ContractSpec) {
  const { presetTakeProfit, presetStopLoss } = view;
  return {
    presetTakeProfitPrice: presetTakeProfit === 0 ? null : priceText(contract, presetTakeProfit),
    presetStopLossPrice: presetStopLoss === 0 ? null : priceText(contract, presetStopLoss),
  };
}

/** Fees are positive where they were paid. */
export function showFill(row: FillRow, contract: ContractSpec, profile: WireProfile): v2.Fill {
  const did = words.fillDirections[row.action]!;
  return {
    tradeId: row.trade,
    orderId: row.order,
    symbol: contract.symbol,
    marginMode: words.marginModes[row.marginMode]!,
    separatedMode: words.separatedModes[row.separatedMode]!,
    positionSide: words.positionSides[legOf(row.action)]!,
    orderSide: words.orderSides[sideOf(row.action)]!,
    fillSize: sizeText(contract, row.size),
    fillValue: moneyText(row.value),
    fillFee: moneyText(row.fee),
    liquidateFee: moneyText(row.liquidationFee),
    realizePnl: moneyText(row.realized),
    direction: profile.fillDirection === "action" ? did : row.maker ? "MAKER" : "TAKER",
    liquidateType: words.liquidateType(row.kind),
    legacyOrdeDirection: did,
    createdTime: row.time,
  };
}

const own: AccountWords = { ...v2.pushWords, leverage: leverageText, orderType: words.pushedOrderType };

export function pushedOrder(
  order: OrderImage,
  contract: ContractSpec,
  prices: FillPricesOfOrder | undefined,
): v2.OrderPush {
  const { presetTakeProfit, presetStopLoss, presetsOnMark } = order;
  const preset = (price: number, isTakeProfit: boolean): v2.PresetPush => ({
    triggerPrice: priceText(contract, price),
    triggerPriceType: words.pushedTriggerPriceTypes[presetSource(presetsOnMark, isTakeProfit)]!,
    type: isTakeProfit ? "TAKE_PROFIT_MARKET" : "STOP_MARKET",
  });
  return {
    id: String(order.order),
    ...named(contract),
    ...orderRow(order, contract, prices, own),
    ...(presetTakeProfit !== 0 && { openTpParam: preset(presetTakeProfit, true) }),
    ...(presetStopLoss !== 0 && { openSlParam: preset(presetStopLoss, false) }),
  };
}

export function pushedFill(fill: FillImage, contract: ContractSpec, time: TimeMs): v2.FillPush {
  return { id: String(fill.trade), ...named(contract), ...fillRow(fill, contract, time, own) };
}

/** How pushes of V2 name a contract and its coin. */
export function named(contract: ContractSpec) {
  return { coinId: contract.quoteCoin, contractId: contract.symbol };
}
