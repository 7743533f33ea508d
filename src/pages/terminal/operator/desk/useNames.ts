import type { control as answers } from "../../../../interface/client/index.ts";
import { usePolled } from "./polled.ts";
import { useOperator } from "./useOperator.ts";

/** The choices of a {@link PickField}: value and text. */
type Options = readonly (readonly [string, string])[];

/** Names of the accounts of some kinds, as choices. */
export function useNames(...kinds: readonly answers.AccountKind[]): Options {
  const { data: accounts = [] } = usePolled(useOperator().accounts);
  return accounts.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => [name, name] as const);
}

/** Symbols of the contracts that are not delisted, as choices. */
export function useSymbols(): Options {
  const { data: contracts = [] } = usePolled(useOperator().contracts);
  return contracts
    .filter(({ status }) => status !== "delisted")
    .map(({ symbol }) => [symbol, symbol] as const);
}

/** A function that gives an account's name by its id. */
export function useNameOf(): (account: number) => string {
  const { data: accounts = [] } = usePolled(useOperator().accounts);
  return (account) => accounts.find((row) => row.account === account)?.name ?? String(account);
}
