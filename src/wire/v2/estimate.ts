import type { Static } from "typebox";
import { Type } from "typebox";

const text = Type.String();

/** POST order/estimate, which is ours. */
export const Estimate = Type.Object({
  /** The refusal that the placement would get; null where it would be accepted. */
  refusal: Type.Union([Type.Null(), Type.Object({ code: text, msg: text })]),
  frozen: text,
  /** What it trades at once, at which price on average, and the fee for it. */
  filledSize: text,
  averagePrice: text,
  fee: text,
  /** How much worse than the best price the average is: 0.001 is a tenth of a percent. */
  slippage: text,
  /** What rests after that. */
  restingSize: text,
  /** Of the position after that; "0" when no price liquidates, null where it cannot be foreseen. */
  liquidatePrice: Type.Union([Type.Null(), text]),
  largestSize: text,
  /** Nothing on the way may cut the order short. */
  certain: Type.Boolean(),
});
export type Estimate = Static<typeof Estimate>;
