import { FapiError } from "../../../../interface/wire/fapi/errors.ts";
import * as declared from "../../../../interface/wire/fapi/operations/order.ts";
import type { Amendment, BatchItem, ChangedOrder } from "../../../../interface/wire/fapi/order.ts";
import { amendParameters } from "../../../../interface/wire/fapi/orderParameters.ts";
import { priceMatches } from "../../../../interface/wire/fapi/tradingWords.ts";
import type { Input } from "../../../../interface/wire/index.ts";
import {
  blankInsteadOfMissing,
  priceText,
  readParameters,
  sizeText,
  WireError,
} from "../../../../interface/wire/index.ts";
import { BUY, isOpening, sideOf } from "../../../../kernel/core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { PrivateContext } from "../../operation.ts";
import { privateOperation } from "../../operation.ts";
import { findOrder } from "../../trading/ordersOf.ts";
import { refusalOf } from "../../trading/refusals.ts";
import { checkOrder } from "../../trading/span.ts";
import { symbolOf } from "../symbol.ts";
import { cancelOne } from "./cancel.ts";
import { foundOrder, liveOrder } from "./find.ts";
import { lotsOf } from "./grid.ts";
import { limitPrice } from "./orderCommand.ts";
import { itemOf, leftIn } from "./outcome.ts";
import { hasNotTriggered, showChanged, shownClientId, shownOrderId } from "./showOrder.ts";

type Change = Input<typeof amendParameters>;

export const amendOrder = privateOperation(declared.amendOrder, (context, change) =>
  amendOne(context, change),
);

/** Changes up to 5 orders, one after the other; an order that fails does not affect the others. */
export const amendOrders = privateOperation(
  declared.amendOrders,
  async (context, { batchOrders }): Promise<BatchItem[]> => {
    const items: BatchItem[] = [];
    for (const item of batchOrders) {
      const amend = async (): Promise<ChangedOrder> => {
        try {
          return await amendOne(context, readParameters(amendParameters, item));
        } catch (cause) {
          throw blankInsteadOfMissing(cause, item);
        }
      };
      items.push(await itemOf(context, amend()));
    }
    return items;
  },
);

/**
 * Gives a resting order another price, another quantity, or both. An order that has already filled the new
 * quantity is cancelled. Refuses with -5027 a change of nothing, with -5025 a market order, with -5047 a
 * change that would turn the order into one that can only close.
 */
async function amendOne(context: PrivateContext, change: Change): Promise<ChangedOrder> {
  const { account, contracts } = context;
  const live = await liveOrder(context, change, "orderNotFound");
  const contract = contracts.at(live.contract);
  if (live.market || hasNotTriggered(live)) throw new FapiError(-5025, "Only limit order is supported.");
  if (sideOf(live.action) !== change.side)
    throw new FapiError(
      -1117,
      `Invalid side. side: the order's is ${sideOf(live.action) === BUY ? "BUY" : "SELL"}`,
    );
  if (change.reduceOnly === true && isOpening(live.action))
    throw new FapiError(
      -5047,
      "ReduceOnly is only allowed of a ReduceOnly order. reduceOnly: the order's is not",
    );
  const price = newPrice(context, contract, change);
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
  const view = leftIn(events, live.order) ?? (await findOrder(context, live.order));
  if (view === undefined) throw new WireError("orderNotFound");
  return showChanged(view, contract, context.rules);
}

/**
 * The price of a change; with `priceMatch` it is taken from the book as of the request. Refuses with -5041
 * where the book has too few levels.
 */
function newPrice({ views }: PrivateContext, contract: ContractSpec, change: Change): number {
  const { side, priceMatch } = change;
  const named = limitPrice(contract, change);
  if (priceMatch === 0) return named;
  const [whose, level = "1"] = priceMatches[priceMatch]!.split("_");
  const { bids, asks } = views.depth(contract.contract, Number(level));
  const found = ((whose === "QUEUE") === (side === BUY) ? bids : asks)[Number(level) - 1];
  if (found === undefined) throw new FapiError(-5041, "No depth matches this price match.");
  return found.price;
}

/** How price and quantity of an order, live or ended, changed while it rested; the last change first. */
export const orderAmendments = privateOperation(
  declared.orderAmendments,
  async (context, { startTime: from, endTime: to, limit, ...named }): Promise<Amendment[]> => {
    const { account, contracts, history, rules } = context;
    checkOrder({ startTime: from, endTime: to });
    const found = await foundOrder(context, named);
    const contract = contracts.at(found.contract);
    const symbol = symbolOf(contract);
    const { rows } = await history.amendments({ account, order: found.order, from, to, limit });
    return rows.map(({ seq, time, priceBefore, price, sizeBefore, size, id }) => ({
      amendmentId: seq,
      symbol,
      pair: symbol,
      orderId: shownOrderId(found, rules),
      clientOrderId: shownClientId(found),
      time,
      amendment: {
        price: { before: priceText(contract, priceBefore), after: priceText(contract, price) },
        origQty: { before: sizeText(contract, sizeBefore), after: sizeText(contract, size) },
        count: id,
      },
    }));
  },
);
