import { fapi, WireError } from "../../../interface/wire/index.ts";
import type { ContractList, ContractSpec } from "../contracts.ts";

/** The contract of a client's `symbol`. Refuses with -1121 what is not listed. */
export function contractOf(contracts: ContractList, symbol: string): ContractSpec {
  try {
    return contracts.of(fapi.words.listedSymbol(symbol));
  } catch (cause) {
    throw cause instanceof WireError ? fapi.invalidSymbol() : cause;
  }
}

/** The contract of a `symbol` that may be left out, as {@link contractOf} finds it. */
export function contractOfFilter(
  contracts: ContractList,
  symbol: string | undefined,
): ContractSpec | undefined {
  return symbol === undefined ? undefined : contractOf(contracts, symbol);
}

/** A contract's symbol as the dialect shows it. */
export function symbolOf(contract: { readonly symbol: string }): string {
  return fapi.words.symbolOf(contract.symbol);
}
