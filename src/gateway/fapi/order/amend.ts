import { BUY, sideOf } from "../../../core/index.ts";
import { FapiError } from "../../../wire/fapi/errors.ts";
import * as declared from "../../../wire/fapi/operations/order.ts";
import type { BatchItem, ChangedOrder } from "../../../wire/fapi/order.ts";
import { amendParameters } from "../../../wire/fapi/orderParameters.ts";
import type { Input } from "../../../wire/index.ts";
import { blankIfGiven, readParameters, WireError } from "../../../wire/index.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { findOrder } from "../../trading/findOrder.ts";
import { refusalOf } from "../../trading/refusals.ts";
import { itemOf } from "./batchItem.ts";
import { cancelOne } from "./cancel.ts";
import { liveOrder } from "./find.ts";
import { lotsOf, ticksOf } from "./grid.ts";
import { notRequired } from "./orderCommand.ts";
import { orderIn } from "./orderIn.ts";
import { hasNotTriggered, showChanged } from "./showOrder.ts";

type Change = Input<typeof amendParameters>;

export const amendOrder = privateOperation(declared.amendOrder, (context, change) =>
  amendOne(context, change),
);

/** Changes up to 5 orders, one after the other; one that fails leaves the others alone. */
export const amendOrders = privateOperation(
  declared.amendOrders,
  async (context, { batchOrders }): Promise<BatchItem[]> => {
    const items: BatchItem[] = [];
    for (const item of batchOrders) {
      const amend = async (): Promise<ChangedOrder> => {
        try {
          return await amendOne(context, readParameters(amendParameters, item));
        } catch (cause) {
          throw blankIfGiven(cause, item);
        }
      };
      items.push(await itemOf(context, amend()));
    }
    return items;
  },
);

/**
 * Gives an order that rests another price, another quantity, or both. One of which as much is filled already
 * is cancelled. Refuses with -5027 what changes nothing, with -5025 an order at market.
 */
async function amendOne(context: PrivateContext, change: Change): Promise<ChangedOrder> {
  const { account, contracts } = context;
  const live = await liveOrder(context, change, "orderNotFound");
  const contract = contracts.at(live.contract);
  if (change.priceMatch !== 0) throw notRequired("priceMatch", "a change names its price");
  if (live.market || hasNotTriggered(live)) throw new FapiError(-5025, "Only limit order is supported.");
  if (sideOf(live.action) !== change.side)
    throw new FapiError(
      -1117,
      `Invalid side. side: the order's is ${sideOf(live.action) === BUY ? "BUY" : "SELL"}`,
    );
  const price = ticksOf(contract, "price", change.price);
  const size = lotsOf(contract, "quantity", change.quantity);
  if (price === live.price && size === live.size) throw new FapiError(-5027, "No need to modify the order.");
  const command = {
    type: "amendOrder" as const,
    account,
    order: live.order,
    triggerPrice: 0,
    price,
    size,
    clientId: "",
  };
  const { rejection, events } = await context.submit(command);
  if (rejection?.type === "sizeFilled") return cancelOne(context, change);
  if (rejection !== undefined)
    throw refusalOf(rejection, { contract, command, operation: context.operation });
  const view = orderIn(events, live.order).left ?? (await findOrder(context, live.order));
  if (view === undefined) throw new WireError("orderNotFound");
  return showChanged(view, contract, context.rules);
}
