import { priceText, sizeText, type v3 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v3/operations/market.ts";
import { publicOperation } from "../../operation.ts";
import { contractOf } from "../symbol.ts";

/** The order book by price: the best 15 or 200 levels of each side. */
export const depth = publicOperation(declared.depth, ({ contracts, views }, input): v3.market.Depth => {
  const spec = contractOf(contracts, input.symbol);
  const { bids, asks, version } = views.depth(spec.contract, input.limit);
  const row = ({ price, size }: { readonly price: number; readonly size: number }): [string, string] => [
    priceText(spec, price),
    sizeText(spec, size),
  ];
  return { asks: asks.map(row), bids: bids.map(row), lastUpdateId: version };
});
