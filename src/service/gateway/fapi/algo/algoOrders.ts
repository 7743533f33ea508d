import * as declared from "../../../../interface/wire/fapi/operations/algo.ts";
import type { AlgoOrder, PlacedAlgo } from "../../../../interface/wire/fapi/order.ts";
import { missingParameter, WireError } from "../../../../interface/wire/index.ts";
import { CANCEL_PLAN_ORDERS, isPlan } from "../../../../kernel/core/index.ts";
import { privateOperation } from "../../operation.ts";
import { cancelAll, submitCancels } from "../../trading/cancel.ts";
import { clientIdOf, findOrder } from "../../trading/ordersOf.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";
import { conditionalCommand } from "../order/conditionalCommand.ts";
import { queriedOrder } from "../order/find.ts";
import { ordersOf } from "../order/lists.ts";
import { leftIn } from "../order/outcome.ts";
import { showAlgo, showPlacedAlgo } from "../order/showOrder.ts";
import { type Forms, refusedAs } from "../refusedAs.ts";
import { contractOf, contractOfFilter } from "../symbol.ts";

/** The limit on conditional orders has a code of its own. */
const REFUSALS: Forms = { openOrderLimit: { code: -4045, text: "Reach max stop order limit." } };

export const placeAlgoOrder = privateOperation(
  declared.placeAlgoOrder,
  async (context, input): Promise<PlacedAlgo> => {
    const contract = contractOf(context.contracts, input.symbol);
    const command = conditionalCommand(context, contract, input, context.requestHash);
    const { id, events } = await refusedAs(REFUSALS, submitOrThrow(context, command, contract));
    const view = leftIn(events, id) ?? (await findOrder(context, id));
    if (view === undefined) throw new Error(`invariant: order ${id} was placed`);
    return showPlacedAlgo(view, contract, context.rules);
  },
);

/** How a request names a conditional order; where both are given, the id counts. */
interface NamedAlgo {
  readonly algoId: number | undefined;
  readonly clientAlgoId: string | undefined;
}

export const cancelAlgoOrder = privateOperation(declared.cancelAlgoOrder, async (context, named) => {
  const found = await queriedOrder(context, idsOf(named));
  if (found === undefined || !isPlan(found.kind)) throw new WireError("cancelNotFound");
  const { order: algoId } = found;
  const [result] = await submitCancels(context, [{ order: algoId, clientId: "" }], { plansOnly: true });
  if (result instanceof WireError) throw result;
  return { algoId, clientAlgoId: clientIdOf(found), code: "200" as const, msg: "success" };
});

export const getAlgoOrder = privateOperation(
  declared.getAlgoOrder,
  async (context, named): Promise<AlgoOrder> => {
    const { order, clientId } = idsOf(named);
    const found = await findOrder(context, order, clientId);
    if (found === undefined || !isPlan(found.kind)) throw new WireError("orderNotFound");
    return showAlgo(found, context.contracts.at(found.contract), context.rules);
  },
);

/** Conditional orders that wait for their trigger, oldest first. */
export const openAlgoOrders = privateOperation(
  declared.openAlgoOrders,
  async ({ engine, account, contracts, rules }, { symbol, algoId }): Promise<AlgoOrder[]> => {
    const contract = contractOfFilter(contracts, symbol)?.contract;
    const live = await engine.query({ type: "orders", account, contract, which: "plan" });
    return live
      .filter(({ order }) => algoId === undefined || order === algoId)
      .toReversed()
      .map((order) => showAlgo(order, contracts.at(order.contract), rules));
  },
);

/** Conditional orders of a symbol, waiting, triggered or ended, oldest first. */
export const allAlgoOrders = privateOperation(
  declared.allAlgoOrders,
  async (context, { symbol, algoId, page, limit, ...times }): Promise<AlgoOrder[]> => {
    const contract = contractOf(context.contracts, symbol);
    const asked = { orderId: algoId, limit: page * limit, ...times };
    const orders = await ordersOf(context, contract.contract, asked, ({ kind }) => isPlan(kind));
    const isFromStart = algoId !== undefined || times.startTime !== undefined;
    const from = (page - 1) * limit;
    const shown = isFromStart
      ? orders.slice(from, from + limit)
      : orders.slice(Math.max(0, orders.length - from - limit), Math.max(0, orders.length - from));
    return shown.map((order) => showAlgo(order, contract, context.rules));
  },
);

/** Cancels all conditional orders of a symbol that wait for their trigger. */
export const cancelAllAlgoOrders = privateOperation(
  declared.cancelAllAlgoOrders,
  async (context, { symbol }) => {
    await cancelAll(context, contractOf(context.contracts, symbol), CANCEL_PLAN_ORDERS);
    return { code: 200 as const, msg: "The operation of cancel all open order is done." };
  },
);

function idsOf({ algoId, clientAlgoId = "" }: NamedAlgo): {
  readonly order: number;
  readonly clientId: string;
} {
  if (algoId !== undefined) return { order: algoId || NO_ORDER, clientId: "" };
  if (clientAlgoId === "") throw missingParameter("algoId");
  return { order: 0, clientId: clientAlgoId };
}

/** Never an order's id. */
const NO_ORDER = 1;
