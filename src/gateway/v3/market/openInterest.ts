import { sizeText, v3 } from "../../../wire/index.ts";
import { publicOperation } from "../../operation.ts";
import { contractOf, symbolOf, symbolParameter } from "../symbol.ts";

/** What is held on each side of a contract. */
export const openInterest = publicOperation({
  path: "/capi/v3/market/openInterest",
  summary: "Open interest",
  meaning: "How much is held open in a contract, on one side.",
  call: "market.openInterest",
  source: "docs/reference/rest-v3.md",
  weight: 2,
  parameters: { symbol: symbolParameter },
  response: v3.market.OpenInterest,
  handle: ({ contracts, views, now }, { symbol }): v3.market.OpenInterest => {
    const spec = contractOf(contracts, symbol);
    const { lots } = views.openInterest(spec.contract);
    return { symbol: symbolOf(spec), openInterest: sizeText(spec, lots), time: now() };
  },
});
