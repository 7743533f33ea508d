import { sizeText, type v3 } from "../../../wire/index.ts";
import * as declared from "../../../wire/v3/operations/market.ts";
import { publicOperation } from "../../operation.ts";
import { contractOf, symbolOf } from "../symbol.ts";

/** What is held on each side of a contract. */
export const openInterest = publicOperation(
  declared.openInterest,
  ({ contracts, views, now }, { symbol }): v3.market.OpenInterest => {
    const spec = contractOf(contracts, symbol);
    const { lots } = views.openInterest(spec.contract);
    return { symbol: symbolOf(spec), openInterest: sizeText(spec, lots), time: now() };
  },
);
