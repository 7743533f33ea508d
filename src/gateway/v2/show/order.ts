import type { OrderView } from "../../../core/index.ts";
import { STATE_UNTRIGGERED } from "../../../core/index.ts";
import type { WireProfile } from "../../../wire/index.ts";
import { averagePriceText, moneyText, priceText, sizeText, v2 } from "../../../wire/index.ts";
import type { ContractSpec } from "../../contracts.ts";

const { words } = v2;

/** Time in force of market orders, whatever was asked for. */
const IOC = 3;

/** An order in the words of order history, live or ended. A market order shows price "0.0" and type ioc. */
export function showOrder(view: OrderView, contract: ContractSpec): v2.Order {
  const filled = view.size - view.remaining;
  return {
    ...showCommon(view, contract),
    status: words.orderStatuses[view.state]!,
    type: words.orderType(view.kind, view.action),
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
    status: names
      ? words.orderStatuses[view.state]!.toUpperCase()
      : words.planStatusCode(view.state, view.remaining < view.size),
    type: names
      ? words.orderType(view.kind, view.action).toUpperCase()
      : words.planTypeCode(view.kind, view.action),
    order_type: String(view.market ? IOC : view.timeInForce),
    triggerPrice: priceText(contract, view.triggerPrice),
    triggerPriceType: words.triggerPriceTypes[view.triggerSource]!,
    triggerTime: String(
      view.state === STATE_UNTRIGGERED || view.triggeredTime === 0 ? view.createdTime : view.triggeredTime,
    ),
    ...showPresets(view, contract),
  };
}

/** The client's own id, or the one that the venue assigned: the order's. */
export function clientOidOf({ order, clientId }: OrderView): string {
  return clientId === "" ? String(order) : clientId;
}

function showCommon(view: OrderView, contract: ContractSpec) {
  const filled = view.size - view.remaining;
  return {
    symbol: contract.symbol,
    size: sizeText(contract, view.size),
    client_oid: clientOidOf(view),
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
