import * as declared from "../../../../interface/wire/fapi/operations/order.ts";
import type { Order } from "../../../../interface/wire/fapi/order.ts";
import { missingParameter, WireError } from "../../../../interface/wire/index.ts";
import type { OrderView } from "../../../../kernel/core/index.ts";
import type { OrderRules, PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { findOrder } from "../../trading/ordersOf.ts";
import { contractOf } from "../symbol.ts";
import { isInOrders, orderOfId, shownOrderId, showOrder } from "./showOrder.ts";

/** How a request names an order; where both are given, the id counts. */
export interface Named {
  readonly symbol: string;
  readonly orderId: number | undefined;
  readonly origClientOrderId: string | undefined;
}

/** Never an order's id. */
const NO_ORDER = 1;

export const getOrder = privateOperation(declared.getOrder, async (context, named): Promise<Order> => {
  const found = await foundOrder(context, named);
  return showOrder(found, context.contracts.at(found.contract), context.rules);
});

/** An order of the book, live or ended. Refuses an unknown one with -2013. */
export async function foundOrder(context: PrivateContext, named: Named): Promise<OrderView> {
  const { order, clientId } = idsOf(named);
  const { contract } = contractOf(context.contracts, named.symbol);
  const found = await findOrder(context, order, clientId);
  if (found === undefined || found.contract !== contract || !isMeant(found, named, context.rules))
    throw new WireError("orderNotFound");
  return found;
}

export const openOrder = privateOperation(declared.openOrder, async (context, named): Promise<Order> => {
  const live = await liveOrder(context, named, "orderNotFound");
  return showOrder(live, context.contracts.at(live.contract), context.rules);
});

/**
 * A live order of the book. @param refusedAs the error for an order that is unknown, ended, of another
 * symbol, or waits for its trigger
 */
export async function liveOrder(
  { engine, account, contracts, rules }: Pick<PrivateContext, "engine" | "account" | "contracts" | "rules">,
  named: Named,
  refusedAs: "cancelNotFound" | "orderNotFound",
): Promise<OrderView> {
  const { contract } = contractOf(contracts, named.symbol);
  const found = await queriedOrder({ engine, account }, idsOf(named));
  if (found === undefined || found.contract !== contract || !isMeant(found, named, rules))
    throw new WireError(refusedAs);
  return found;
}

/**
 * A live order by its id, or, where that is 0, by its client id. One that no order has may be the one that
 * the venue gave an order without: the order's own id.
 */
export async function queriedOrder(
  { engine, account }: Pick<PrivateContext, "engine" | "account">,
  { order, clientId }: { readonly order: number; readonly clientId: string },
): Promise<OrderView | undefined> {
  const found = await engine.query({ type: "order", account, order, clientId });
  if (found !== undefined || order !== 0 || !/^\d{16}$/.test(clientId)) return found;
  return engine.query({ type: "order", account, order: Number(clientId), clientId: "" });
}

/** Whether the order is one of the book, and is named by the id that it is shown with. */
function isMeant(found: OrderView, { orderId }: Named, rules: OrderRules): boolean {
  return isInOrders(found, rules) && (orderId === undefined || shownOrderId(found, rules) === orderId);
}

function idsOf({ orderId, origClientOrderId = "" }: Named): {
  readonly order: number;
  readonly clientId: string;
} {
  if (orderId !== undefined) return { order: orderOfId(orderId) || NO_ORDER, clientId: "" };
  if (origClientOrderId === "") throw missingParameter("orderId");
  return { order: 0, clientId: origClientOrderId };
}
