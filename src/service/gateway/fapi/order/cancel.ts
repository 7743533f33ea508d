import * as declared from "../../../../interface/wire/fapi/operations/order.ts";
import type { BatchItem, ChangedOrder } from "../../../../interface/wire/fapi/order.ts";
import { missingParameter, WireError, wholeNumber } from "../../../../interface/wire/index.ts";
import { CANCEL_ALL_ORDERS, CANCEL_NORMAL_ORDERS } from "../../../../kernel/core/index.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { cancelAll, submitCancels } from "../../trading/cancel.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";
import { contractOf, symbolOf } from "../symbol.ts";
import { liveOrder, type Named } from "./find.ts";
import { itemOf, leftIn } from "./outcome.ts";
import { isOneOrder, showChanged } from "./showOrder.ts";

export const cancelOrder = privateOperation(declared.cancelOrder, (context, named) =>
  cancelOne(context, named),
);

/** Cancels up to 10 orders of a symbol, each once. */
export const cancelOrders = privateOperation(
  declared.cancelOrders,
  async (context, input): Promise<BatchItem[]> => {
    const { symbol } = input;
    const ids = [...new Set(input.orderIdList)];
    const clientIds = [...new Set(input.origClientOrderIdList)];
    if (ids.length + clientIds.length === 0) throw missingParameter("orderIdList");
    const named: Named[] = [
      ...ids.map((id) => ({ symbol, orderId: wholeNumber(id) ?? 0, origClientOrderId: undefined })),
      ...clientIds.map((origClientOrderId) => ({ symbol, orderId: undefined, origClientOrderId })),
    ];
    return Promise.all(named.map((each) => itemOf(context, cancelOne(context, each))));
  },
);

/**
 * Cancels a symbol's orders of the book, and, under a profile that shows conditional orders among them,
 * these too.
 */
export const cancelAllOrders = privateOperation(declared.cancelAllOrders, async (context, { symbol }) => {
  const which = isOneOrder(context.rules) ? CANCEL_ALL_ORDERS : CANCEL_NORMAL_ORDERS;
  await cancelAll(context, contractOf(context.contracts, symbol), which);
  return { code: 200 as const, msg: "The operation of cancel all open order is done." };
});

/**
 * Has all orders of the symbol canceled after a time, conditional ones too, unless the client sets the
 * countdown anew before.
 */
export const setCountdown = privateOperation(
  declared.countdown,
  async (context, { symbol, countdownTime }) => {
    const { contract, ...spec } = contractOf(context.contracts, symbol);
    const command = { contract, which: CANCEL_ALL_ORDERS, afterMs: countdownTime };
    await submitOrThrow(context, { type: "setCountdown", account: context.account, ...command });
    return { symbol: symbolOf(spec), countdownTime: String(countdownTime) };
  },
);

/**
 * Cancels an order of the book, and answers it as that leaves it. Refuses with -2011 an unknown order and
 * one that has ended.
 */
export async function cancelOne(context: PrivateContext, named: Named): Promise<ChangedOrder> {
  const live = await liveOrder(context, named, "cancelNotFound");
  const [result] = await submitCancels(context, [{ order: live.order, clientId: "" }], { plansOnly: false });
  if (result instanceof WireError) throw result;
  const changed = leftIn(result!.events, live.order) ?? live;
  return showChanged(changed, context.contracts.at(changed.contract), context.rules);
}
