import type { v3 } from "../../../wire/index.ts";
import { WireError } from "../../../wire/index.ts";
import type { PrivateContext } from "../../operation.ts";
import { byClientId, byId, cancel } from "../../trading/cancel.ts";
import { outcomeOf } from "./placed.ts";

/** Cancels by id, or by the client's id without one. Throws the refusal. */
export async function cancelOne(
  context: PrivateContext,
  { orderId, origClientOrderId }: { readonly orderId: string; readonly origClientOrderId: string },
  plansOnly: boolean,
): Promise<v3.Canceled> {
  if (orderId === "" && origClientOrderId === "") throw oneOf("orderId", "origClientOrderId");
  const target = orderId === "" ? byClientId(origClientOrderId) : byId(orderId);
  const [result] = await cancel(context, [target], plansOnly);
  if (result instanceof WireError) throw result;
  return {
    orderId: orderId === "" ? String(result) : orderId,
    origClientOrderId,
    ...outcomeOf(result!),
  };
}

/** The refusal of a request that names none of two. */
export function oneOf(first: string, second: string): WireError {
  return new WireError("requestMalformed", `Either ${first} or ${second} must be sent.`);
}
