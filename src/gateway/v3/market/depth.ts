import { choice, optional, priceText, sizeText, v3 } from "../../../wire/index.ts";
import { publicOperation } from "../../operation.ts";
import { contractOf, symbolParameter } from "../symbol.ts";

/** The order book by price: the best 15 or 200 levels of each side. */
export const depth = publicOperation({
  path: "/capi/v3/market/depth",
  summary: "Order book",
  meaning: "The best levels of the order book; lastUpdateId is the version that depth streams count in.",
  call: "market.depth",
  source: "docs/reference/rest-v3.md",
  weight: 1,
  parameters: {
    symbol: symbolParameter,
    limit: optional(choice("Levels of each side", { 15: 15, 200: 200 }), 15),
  },
  response: v3.market.Depth,
  handle: ({ contracts, views }, input): v3.market.Depth => {
    const spec = contractOf(contracts, input.symbol);
    const { bids, asks, version } = views.depth(spec.contract, input.limit);
    const row = ({ price, size }: { readonly price: number; readonly size: number }): [string, string] => [
      priceText(spec, price),
      sizeText(spec, size),
    ];
    return { asks: asks.map(row), bids: bids.map(row), lastUpdateId: version };
  },
});
