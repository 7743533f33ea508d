import type { OrderView } from "../../../core/index.ts";
import { IOC, isOpening, legOf, presetSource, STATE_UNTRIGGERED, sideOf } from "../../../core/index.ts";
import { averagePriceText, moneyText, priceText, sizeText, v3 } from "../../../wire/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import { symbolOf } from "../symbol.ts";

const { words } = v3;

/** An order, live or ended. */
export function showOrder(view: OrderView, contract: ContractSpec): v3.Order {
  return {
    orderId: view.order,
    clientOrderId: clientIdOf(view),
    ...showCommon(view, contract),
    status: words.statuses[view.state]!,
    type: orderTypeOf(view),
    price: limitPrice(view, contract),
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
  const hasTriggered = view.state !== STATE_UNTRIGGERED && view.triggeredTime !== 0;
  const preset = (price: number) => (price === 0 ? null : priceText(contract, price));
  return {
    algoId: view.order,
    clientAlgoId: clientIdOf(view),
    algoType: "CONDITIONAL",
    orderType: orderTypeOf(view),
    ...showCommon(view, contract),
    quantity: sizeText(contract, view.size),
    algoStatus: words.statuses[view.state]!,
    actualOrderId: view.parent !== 0 ? view.parent : hasTriggered ? view.order : null,
    actualPrice: averagePrice(view, contract),
    triggerPrice: priceText(contract, view.triggerPrice),
    price: limitPrice(view, contract),
    tpTriggerPrice: preset(view.presetTakeProfit),
    tpPrice: null,
    slTriggerPrice: preset(view.presetStopLoss),
    slPrice: null,
    tpOrderType:
      view.presetTakeProfit === 0 ? null : words.workingTypes[presetSource(view.presetsOnMark, true)]!,
    closePosition: view.size === 0,
    createTime: view.createdTime,
    updateTime: view.updatedTime,
    triggerTime: hasTriggered ? view.triggeredTime : 0,
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

function clientIdOf({ clientId, order }: OrderView): string {
  return clientId === "" ? String(order) : clientId;
}

/** `type` of an order, in lists and in pushes. */
export function orderTypeOf({ market, action, triggerPrice, triggerDirection }: OrderView): string {
  return words.orderType({
    market,
    side: sideOf(action),
    triggerDirection: triggerPrice === 0 ? 0 : triggerDirection,
  });
}

function limitPrice(view: OrderView, contract: ContractSpec): string {
  return view.market ? priceText(contract, 0) : priceText(contract, view.price);
}

function averagePrice(view: OrderView, contract: ContractSpec): string {
  const filled = view.size - view.remaining;
  return filled === 0 ? "0" : averagePriceText(contract, view.filledValue, filled);
}
