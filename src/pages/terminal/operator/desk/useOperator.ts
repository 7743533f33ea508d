import { createContext, useContext, useMemo } from "react";
import type {
  control as answers,
  ControlAnswer,
  ControlInput,
  ControlName,
} from "../../../../interface/client/index.ts";
import { ReferencedSend } from "./once.ts";
import type { OperatorDesk } from "./operatorDesk.ts";
import { type Loaded, usePolled } from "./polled.ts";

export const OperatorContext = createContext<OperatorDesk | undefined>(undefined);

/** The desk of the operator who is signed in. */
export function useOperator(): OperatorDesk {
  const desk = useContext(OperatorContext);
  if (desk === undefined) throw new Error("invariant: every view is inside a desk");
  return desk;
}

/** How a form sends what must not be done twice. */
export function useReferencedSend(): ReferencedSend {
  const { control } = useOperator();
  return useMemo(() => new ReferencedSend(control), [control]);
}

/** The answer of a read, asked for again while the component is there. */
export function useAnswer<N extends ControlName>(name: N, input: ControlInput<N>): Loaded<ControlAnswer<N>> {
  const desk = useOperator();
  const asked = JSON.stringify(input);
  const polled = useMemo(() => desk.answer(name, JSON.parse(asked) as ControlInput<N>), [desk, name, asked]);
  return usePolled(polled);
}

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
