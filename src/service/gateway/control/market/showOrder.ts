import * as declared from "../../../../interface/wire/control/operations/market.ts";
import {
  averagePriceText,
  leverageText,
  moneyText,
  priceText,
  rateText,
  sizeText,
  WireError,
  wholeNumber,
} from "../../../../interface/wire/index.ts";
import type { ContractView, OrderView } from "../../../../kernel/core/index.ts";
import { patiently } from "../../../readmodel/index.ts";
import { findOrder } from "../../trading/ordersOf.ts";
import {
  cancelReasons,
  marginModes,
  orderActions,
  orderKinds,
  orderStates,
  priceMatches,
  selfTradePreventions,
  timesInForce,
  triggerSources,
  wordOf,
} from "../../words.ts";
import { readBack } from "../carriedOut.ts";
import type { ControlContext } from "../operation.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";

/** `GET /control/orders/show`: one order of an account, live or ended, with what it traded. */
export const showOrder = controlOperation(
  declared.showOrder,
  async (context, { account: name, order: asked }) => {
    const { account } = await accountNamed(context, name);
    const order = await orderNamed(context, account, asked);
    if (order === undefined) throw new WireError("refused", `account ${name} never had an order ${asked}`);
    return shownWhole(context, order);
  },
);

/**
 * An order of an account, live or ended, by its id or by the client's id, which may consist of digits, too.
 */
export async function orderNamed(
  { engine, history }: ControlContext,
  account: number,
  name: string,
): Promise<OrderView | undefined> {
  const services = { engine, history, account };
  const byId = await patiently(history, () => findOrder(services, wholeNumber(name) ?? 0));
  return byId ?? patiently(history, () => findOrder(services, 0, name));
}

/** An order as it is after a command on it was carried out. @param done "placed" */
export async function orderAfter(
  { engine, history }: ControlContext,
  account: number,
  order: number,
  done: string,
): Promise<OrderView> {
  const what = `order ${order} was ${done}`;
  const found = await readBack(history, what, () => findOrder({ engine, history, account }, order));
  if (found === undefined) throw new Error(`invariant: ${what}`);
  return found;
}

/** A live order as control shows it. Fields that only some orders have are left out of the others. */
export function shownOrder(contract: ContractView, order: OrderView) {
  return {
    order: order.order,
    symbol: contract.symbol,
    action: wordOf(orderActions, order.action),
    state: wordOf(orderStates, order.state),
    price: order.market ? "market" : priceText(contract, order.price),
    triggerPrice: priceText(contract, order.triggerPrice),
    size: sizeText(contract, order.size),
    remaining: sizeText(contract, order.remaining),
    clientId: order.clientId,
    callbackRate: order.callbackRate === 0 ? undefined : rateText(order.callbackRate),
    activationPrice: priceOrNone(contract, order.activationPrice),
    endsWithPosition: order.endsWithLeg || undefined,
    priceProtect: order.priceProtect || undefined,
  };
}

/** An order with everything that is known of it. Fields that do not apply are left out. */
export async function shownWhole({ engine }: ControlContext, order: OrderView) {
  const contracts = await engine.query({ type: "contracts" });
  const contract = contracts[order.contract]!;
  const { clientId, ...shown } = shownOrder(contract, order);
  const filled = order.size - order.remaining;
  return {
    ...shown,
    kind: wordOf(orderKinds, order.kind),
    timeInForce: wordOf(timesInForce, order.timeInForce),
    priceMatch: order.priceMatch === 0 ? undefined : wordOf(priceMatches, order.priceMatch),
    goodTill: order.goodTill || undefined,
    selfTradePrevention:
      order.selfTradeMode === 0 ? undefined : wordOf(selfTradePreventions, order.selfTradeMode - 1),
    triggerPrice: priceOrNone(contract, order.triggerPrice),
    triggerOn: order.triggerPrice === 0 ? undefined : wordOf(triggerSources, order.triggerSource),
    takeProfit: priceOrNone(contract, order.presetTakeProfit),
    stopLoss: priceOrNone(contract, order.presetStopLoss),
    marginMode: wordOf(marginModes, order.marginMode),
    leverage: leverageText(order.leverage),
    position: order.position === 0 ? undefined : order.position,
    averagePrice: filled === 0 ? undefined : averagePriceText(contract, order.filledValue, filled),
    filledValue: moneyText(order.filledValue),
    fee: moneyText(order.fee),
    realized: moneyText(order.realized),
    cancelReason: wordOf(cancelReasons, order.cancelReason) || undefined,
    clientId,
    createdTime: order.createdTime,
    updatedTime: order.updatedTime,
  };
}

function priceOrNone(contract: ContractView, ticks: number): string | undefined {
  return ticks === 0 ? undefined : priceText(contract, ticks);
}
