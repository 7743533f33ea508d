import type { Query } from "../../../core/index.ts";
import { flag, moneyText, optional } from "../../../wire/index.ts";
import type { ControlContext } from "../operation.ts";

/** Parameters of a change that may put accounts in breach of what they must keep. */
export const carryingParameters = {
  preview: optional(flag("Show who would be in breach, and change nothing."), false),
  anyway: optional(
    flag("Do it although somebody would be in breach, and is liquidated at once; else it is refused then."),
    false,
  ),
};

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
