import { choice, optional, pointsText } from "../../../wire/index.ts";
import { ReferencePrice } from "../../../wire/v2/market.ts";
import { publicOperation } from "../../operation.ts";
import { symbol } from "./symbol.ts";

/** The index price, or the mark price in the same field. */
export const indexPrice = publicOperation({
  path: "/capi/v2/market/index",
  summary: "Index or mark price",
  meaning: "The price that positions are valued at, or the index that it follows.",
  call: "market.index",
  source: "docs/reference/market-data.md#index",
  weight: 1,
  parameters: {
    symbol,
    priceType: optional<"MARK" | "INDEX">(choice("Which price", { MARK: "MARK", INDEX: "INDEX" }), "INDEX"),
  },
  response: ReferencePrice,
  handle: (context, input): ReferencePrice => {
    const spec = context.contracts.of(input.symbol);
    const market = context.views.market(spec.contract);
    const { points } = input.priceType === "MARK" ? market.mark : market.index;
    return { symbol: spec.symbol, index: pointsText(spec, points), timestamp: context.now().toString() };
  },
});
