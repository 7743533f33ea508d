import type { ContractView, OrderView } from "../../../core/index.ts";
import * as declared from "../../../wire/control/operations/market.ts";
import { priceText, sizeText } from "../../../wire/index.ts";
import { controlOperation } from "../operation.ts";
import { accountNamed } from "../parameters.ts";
import { orderActions, orderStates, wordOf } from "../words.ts";

/** `GET /control/orders`: an account's live orders, newest first. */
export const listOrders = controlOperation(declared.listOrders, async (context, { account: name }) => {
  const { engine } = context;
  const { account } = await accountNamed(context, name);
  const contracts = await engine.query({ type: "contracts" });
  const orders = await engine.query({ type: "orders", account, contract: undefined, which: "all" });
  return orders.map((order) => shownOrder(contracts[order.contract]!, order));
});

/** A live order as control shows it. */
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
  };
}
