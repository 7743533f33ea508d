import { pointsText, type v3 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v3/operations/market.ts";
import { publicOperation } from "../../operation.ts";
import { contractOf, symbolOf } from "../symbol.ts";

/** The index price, or the mark price. */
export const symbolPrice = publicOperation(
  declared.symbolPrice,
  ({ contracts, views, now }, { symbol, priceType }): v3.market.SymbolPrice => {
    const spec = contractOf(contracts, symbol);
    const { points } = views.market(spec.contract)[priceType];
    return { symbol: symbolOf(spec), price: pointsText(spec, points), time: now() };
  },
);
