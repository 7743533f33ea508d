import {
  invalidParameter,
  missingParameter,
  priceText,
  sizeText,
  type v2,
  WireError,
  wholeNumber,
} from "../../../../interface/wire/index.ts";
import * as declared from "../../../../interface/wire/v2/operations/order.ts";
import type { OrderView } from "../../../../kernel/core/index.ts";
import { eventLayouts } from "../../../../kernel/core/index.ts";
import type { Outcome } from "../../../../kernel/engine/index.ts";
import { privateOperation } from "../../operation.ts";
import { lotsOf, ticksOf } from "../../trading/grid.ts";
import { findLive } from "../../trading/ordersOf.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";

/**
 * Ours: no other venue of this interface has it. Gives a resting order another price or size, or a waiting
 * one another trigger besides, under the same id.
 */
export const amend = privateOperation(
  declared.amend,
  async (context, { orderId, clientOid, price, size, triggerPrice }): Promise<v2.Amended> => {
    if (orderId === "" && clientOid === "") throw missingParameter("orderId or clientOid");
    if (price === undefined && size === undefined && triggerPrice === undefined) {
      throw invalidParameter("price", "price, size or triggerPrice must be given", "combinationInvalid");
    }
    const { account, contracts } = context;
    const order = orderId === "" ? 0 : (wholeNumber(orderId) ?? 0);
    if (orderId !== "" && order === 0) throw new WireError("orderNotFound");
    const live = await findLive(context, order, clientOid);
    if (live === undefined) throw new WireError("orderNotFound");
    const contract = contracts.at(live.contract);
    const ticks = price === undefined ? 0 : ticksOf(contract, "price", price);
    const lots = size === undefined ? 0 : lotsOf(contract, "size", size);
    const trigger = triggerPrice === undefined ? 0 : ticksOf(contract, "triggerPrice", triggerPrice);
    const outcome = await submitOrThrow(
      context,
      {
        type: "amendOrder",
        account,
        order: live.order,
        triggerPrice: trigger,
        price: ticks,
        size: lots,
        clientId: "",
      },
      contract,
    );
    const waits = live.triggerPrice !== 0;
    return {
      order_id: String(live.order),
      client_oid: live.clientId === "" ? null : live.clientId,
      price: priceText(contract, ticks || live.price),
      size: sizeText(contract, lots || live.size),
      triggerPrice: waits ? priceText(contract, trigger || live.triggerPrice) : null,
      keepsPlace: keepsPlace(outcome, live),
    };
  },
);

const { kind: AMENDED } = eventLayouts.orderAmended;

/** Whether the order kept its place in the queue: it was not sent into the book anew. */
function keepsPlace({ events }: Outcome, { order }: OrderView): boolean {
  for (let at = 0; at < events.length; at = events.next(at)) {
    if (events.kind(at) === AMENDED && events.words[at + 1] === order) return false;
  }
  return true;
}
