import { pointsText } from "../../../wire/index.ts";
import type { ReferencePrice } from "../../../wire/v2/market.ts";
import * as declared from "../../../wire/v2/operations/market.ts";
import { publicOperation } from "../../operation.ts";

/** The index price, or the mark price in the same field. */
export const indexPrice = publicOperation(declared.indexPrice, (context, input): ReferencePrice => {
  const spec = context.contracts.of(input.symbol);
  const market = context.views.market(spec.contract);
  const { points } = input.priceType === "MARK" ? market.mark : market.index;
  return { symbol: spec.symbol, index: pointsText(spec, points), timestamp: context.now().toString() };
});
