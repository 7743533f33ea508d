import { priceText, sizeText } from "../../../interface/wire/index.ts";
import type { MarketViews } from "../../views/index.ts";
import type { ContractSpec } from "../contracts.ts";

/** The best price and its size on each side of a book, "0" where nobody quotes; and the book's version. */
export function bestPrices(views: MarketViews, spec: ContractSpec) {
  const { bids, asks, version } = views.depth(spec.contract, 1);
  const [bid] = bids;
  const [ask] = asks;
  const shown = {
    bidPrice: priceText(spec, bid?.price ?? 0),
    bidQty: sizeText(spec, bid?.size ?? 0),
    askPrice: priceText(spec, ask?.price ?? 0),
    askQty: sizeText(spec, ask?.size ?? 0),
  };
  return { shown, version };
}
