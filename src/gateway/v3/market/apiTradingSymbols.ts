import { v3 } from "../../../wire/index.ts";
import { publicOperation } from "../../operation.ts";
import { onPaper } from "../sim/paperContracts.ts";
import { symbolOf } from "../symbol.ts";

/** Which symbols programs may trade, each followed by the one that it has on paper. */
export const apiTradingSymbols = publicOperation({
  path: "/capi/v3/market/apiTradingSymbols",
  summary: "Symbols open to API trading",
  meaning: "The symbols that keys may trade, paper ones included.",
  call: "market.apiTradingSymbols",
  source: "docs/reference/rest-v3.md",
  weight: 5,
  parameters: {},
  response: v3.market.Symbols,
  handle: ({ contracts }): string[] =>
    contracts
      .listed()
      .filter(({ apiTradable }) => apiTradable)
      .flatMap((contract) => [symbolOf(contract), symbolOf(onPaper(contract))]),
});
