import { priceText, rateText } from "../../../interface/wire/index.ts";
import type { OrderView } from "../../../kernel/core/index.ts";
import type { ContractSpec } from "../contracts.ts";

/**
 * The fields that V2 and V3 show alike: those of a trailing stop, and of a trigger that ends with its
 * position. Other orders have none of them.
 */
export function showFollowing(view: OrderView, contract: ContractSpec) {
  const { callbackRate, activationPrice, endsWithLeg } = view;
  return {
    ...(callbackRate !== 0 && {
      callbackRate: rateText(callbackRate),
      activationPrice: activationPrice === 0 ? "0" : priceText(contract, activationPrice),
    }),
    ...(endsWithLeg && { endsWithPosition: true }),
  };
}
