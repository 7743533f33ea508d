import { decimal, optional } from "./parameter.ts";

/** When a take-profit or stop-loss on a position executes, and at which price. */
export const triggerParameters = {
  triggerPrice: decimal("Trigger price"),
  executePrice: optional(decimal("Limit price; none or 0: market")),
};
