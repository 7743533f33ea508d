import { choice, optional, pointsText, v3 } from "../../../wire/index.ts";
import { publicOperation } from "../../operation.ts";
import { contractOf, symbolOf, symbolParameter } from "../symbol.ts";

/** The index price, or the mark price. */
export const symbolPrice = publicOperation({
  path: "/capi/v3/market/symbolPrice",
  summary: "Index or mark price",
  meaning: "The index price of a contract, or its mark price.",
  call: "market.symbolPrice",
  source: "docs/reference/rest-v3.md",
  weight: 1,
  parameters: {
    symbol: symbolParameter,
    priceType: optional<"mark" | "index">(choice("Which price", { INDEX: "index", MARK: "mark" }), "index"),
  },
  response: v3.market.SymbolPrice,
  handle: ({ contracts, views, now }, { symbol, priceType }): v3.market.SymbolPrice => {
    const spec = contractOf(contracts, symbol);
    const { points } = views.market(spec.contract)[priceType];
    return { symbol: symbolOf(spec), price: pointsText(spec, points), time: now() };
  },
});
