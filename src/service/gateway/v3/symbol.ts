import { v3 } from "../../../interface/wire/index.ts";
import type { ContractList, ContractSpec } from "../contracts.ts";

/** The contract of a client's `symbol`. Refuses with -1142 what is not listed. */
export function contractOf(contracts: ContractList, symbol: string): ContractSpec {
  return contracts.of(v3.words.listedSymbol(symbol));
}

/** Like {@link contractOf}; `undefined` stays `undefined`, for filters that may be left out. */
export function contractOfFilter(
  contracts: ContractList,
  symbol: string | undefined,
): ContractSpec | undefined {
  return symbol === undefined ? undefined : contractOf(contracts, symbol);
}

/** A contract's symbol as V3 shows it. */
export function symbolOf(contract: { readonly symbol: string }): string {
  return v3.words.symbolOf(contract.symbol);
}

/** How pushes of V3 name a contract and its coin. */
export function named(contract: ContractSpec) {
  return { coin: contract.quoteCoin, symbol: symbolOf(contract) };
}
