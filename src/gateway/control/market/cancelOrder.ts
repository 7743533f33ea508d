import * as declared from "../../../wire/control/operations/market.ts";
import { controlOperation } from "../operation.ts";

/** `POST /control/orders/cancel`: cancels an order of anybody; its owner sees the reason as the operator's. */
export const cancelOrder = controlOperation(declared.cancelOrder, async ({ submit }, { order }) => {
  await submit({ type: "adminCancel", order });
  return { order };
});
