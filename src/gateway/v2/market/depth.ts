import { choice, optional, priceText, sizeText } from "../../../wire/index.ts";
import { Depth } from "../../../wire/v2/market.ts";
import { publicOperation } from "../../operation.ts";
import { symbol } from "./symbol.ts";

/** The order book by price: the best 15 or 200 levels of each side. */
export const depth = publicOperation({
  path: "/capi/v2/market/depth",
  summary: "Order book",
  meaning: "The best levels of the order book, and the time they stood at.",
  call: "market.depth",
  source: "docs/reference/market-data.md#depth",
  weight: 1,
  parameters: { symbol, limit: optional(choice("Levels of each side", { 15: 15, 200: 200 }), 15) },
  response: Depth,
  handle: (context, input): Depth => {
    const spec = context.contracts.of(input.symbol);
    const { bids, asks } = context.views.depth(spec.contract, input.limit);
    const row = ({ price, size }: { readonly price: number; readonly size: number }): [string, string] => [
      priceText(spec, price),
      sizeText(spec, size),
    ];
    return { asks: asks.map(row), bids: bids.map(row), timestamp: context.now().toString() };
  },
});
