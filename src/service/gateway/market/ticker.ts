import { priceText, sizeText, textOf } from "../../../interface/wire/index.ts";
import type { Ticks } from "../../../kernel/core/index.ts";
import { divHalfEven } from "../../../kernel/core/index.ts";
import type { MarketViews } from "../../views/index.ts";
import type { ContractSpec } from "../contracts.ts";

const CHANGE_DECIMALS = 6;

/** last ÷ open − 1 as a fraction of six decimals, half-even; 0 while there is no price. */
export function changeText(open: Ticks, last: Ticks): string {
  return textOf(changeUnits(open, last), CHANGE_DECIMALS);
}

/** last ÷ open − 1 in per cent, of four decimals, half-even; 0 while there is no price. */
export function changePercentText(open: Ticks, last: Ticks): string {
  return textOf(changeUnits(open, last), CHANGE_DECIMALS - 2);
}

/** The change in millionths, half-even. */
function changeUnits(open: Ticks, last: Ticks): number {
  return open === 0 ? 0 : divHalfEven((last - open) * 10 ** CHANGE_DECIMALS, open);
}

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
