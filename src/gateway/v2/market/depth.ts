import { priceText, sizeText } from "../../../wire/index.ts";
import type { Depth } from "../../../wire/v2/market.ts";
import * as declared from "../../../wire/v2/operations/market.ts";
import { publicOperation } from "../../operation.ts";

/** The order book by price: the best 15 or 200 levels of each side. */
export const depth = publicOperation(declared.depth, (context, input): Depth => {
  const spec = context.contracts.of(input.symbol);
  const { bids, asks } = context.views.depth(spec.contract, input.limit);
  const row = ({ price, size }: { readonly price: number; readonly size: number }): [string, string] => [
    priceText(spec, price),
    sizeText(spec, size),
  ];
  return { asks: asks.map(row), bids: bids.map(row), timestamp: context.now().toString() };
});
