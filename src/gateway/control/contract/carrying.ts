import type { Query } from "../../../core/index.ts";
import { moneyText } from "../../../wire/index.ts";
import type { ControlContext } from "../operation.ts";

/** Who could not carry a contract's other rule or terms, in words; position null: the shared entry. */
export async function shownBreaches(
  { engine }: ControlContext,
  asked: Omit<Extract<Query, { type: "breachesUnder" }>, "type">,
) {
  const breaches = await engine.query({ type: "breachesUnder", ...asked });
  return breaches.map(({ account, position, equity, requirement, requirementNow }) => ({
    account,
    position: position === 0 ? null : position,
    equity: moneyText(equity),
    requirement: moneyText(requirement),
    requirementNow: moneyText(requirementNow),
  }));
}
