import type { Static } from "typebox";
import { Type } from "typebox";
import { decimal, flag, orNull, text } from "../fields.ts";

/** POST order/estimate, which is ours. */
export const Estimate = Type.Object({
  refusal: orNull(
    Type.Object({ code: text("Code of the error"), msg: text("Why it would be refused") }),
    "The refusal that the placement would get; null where it would be accepted",
  ),
  frozen: decimal("Margin that it would freeze"),
  filledSize: decimal("What it would trade at once, base coin"),
  averagePrice: decimal("Average price of that"),
  fee: decimal("Fee for it; below 0: a rebate"),
  slippage: decimal("How much worse than the best price the average is: 0.001 is a tenth of a percent"),
  restingSize: decimal("What would rest after that, base coin"),
  liquidatePrice: orNull(
    decimal("Price"),
    "Liquidation price of the position after that; 0 when no price liquidates, null where it cannot be foreseen",
  ),
  largestSize: decimal("Largest size that would be accepted, base coin"),
  certain: flag("Whether nothing on the way may cut the order short"),
});
export type Estimate = Static<typeof Estimate>;
