import type { Command, OperatorView } from "../../kernel/core/index.ts";
import type { EnginePort } from "../../kernel/engine/index.ts";
import { must } from "./firstStart.ts";
import type { Store } from "./storage.ts";

/**
 * Gives a market that starts over the operators of the market before it: so an older saved state neither
 * brings back an operator who was removed nor locks out one who was added since. This happens before anybody
 * may connect; a start that a crash interrupted repeats it.
 */
export async function takeOperators(engine: EnginePort, store: Store): Promise<void> {
  const wanted = await store.operatorsToTake();
  if (wanted === undefined) return;
  for (const command of changes(await engine.query({ type: "operators" }), wanted))
    await must(engine, command);
  await store.operatorsTaken();
}

function changes(present: readonly OperatorView[], wanted: readonly OperatorView[]): readonly Command[] {
  const isSame = (a: OperatorView) => (b: OperatorView) =>
    a.name === b.name && a.role === b.role && a.tokenHash === b.tokenHash;
  const removed = present.filter((each) => !wanted.some(isSame(each)));
  const added = wanted.filter((each) => !present.some(isSame(each)));
  return [
    ...removed.map(({ name }) => ({ type: "removeOperator", name }) as const),
    ...added.map(({ name, role, tokenHash }) => ({ type: "addOperator", name, role, tokenHash }) as const),
  ];
}
