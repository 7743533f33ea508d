import * as declared from "../../../wire/v3/operations/market.ts";
import { publicOperation } from "../../operation.ts";
import { onPaper } from "../sim/paperContracts.ts";
import { symbolOf } from "../symbol.ts";

/** Which symbols programs may trade, each followed by the one that it has on paper. */
export const apiTradingSymbols = publicOperation(declared.apiTradingSymbols, ({ contracts }): string[] =>
  contracts
    .listed()
    .filter(({ apiTradable }) => apiTradable)
    .flatMap((contract) => [symbolOf(contract), symbolOf(onPaper(contract))]),
);
