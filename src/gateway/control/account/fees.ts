import type { FeeView } from "../../../core/index.ts";
import { NO_FEE_SETTING } from "../../../core/index.ts";
import type { feeParameters } from "../../../wire/control/parameters.ts";
import { invalidParameter } from "../../../wire/index.ts";

type Given = number | null | undefined;
export type FeeChange = { readonly [K in keyof typeof feeParameters]: Given };

/** The whole settings after a change. The rates of the two sides are given or lifted together; so are their discounts. */
export function changedFees(before: FeeView | undefined, change: FeeChange): FeeView {
  const { discount } = change;
  const rates = pairOf("takerFeeRate", "makerFeeRate", change);
  const discounts = pairOf("takerDiscount", "makerDiscount", change);
  return {
    ...(before ?? NO_FEE_SETTING),
    ...(rates && { feeSet: rates !== "none", takerRate: side(rates, 0), makerRate: side(rates, 1) }),
    ...(discount !== undefined && { discountSet: discount !== null, discount: discount ?? 0 }),
    ...(discounts && {
      sideDiscountSet: discounts !== "none",
      takerDiscount: side(discounts, 0),
      makerDiscount: side(discounts, 1),
    }),
  };
}

type Pair = readonly [number, number] | "none" | undefined;

function pairOf(taker: keyof FeeChange, maker: keyof FeeChange, change: FeeChange): Pair {
  const [a, b] = [change[taker], change[maker]];
  if (a === undefined && b === undefined) return undefined;
  if (a === null && b === null) return "none";
  if (typeof a === "number" && typeof b === "number") return [a, b];
  throw invalidParameter(typeof a === "number" ? maker : taker, `${taker} and ${maker} go together`);
}

function side(pair: Exclude<Pair, undefined>, at: 0 | 1): number {
  return pair === "none" ? 0 : pair[at];
}
