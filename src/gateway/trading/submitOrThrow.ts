import type { Command } from "../../core/index.ts";
import type { Outcome } from "../../engine/index.ts";
import type { ContractSpec } from "../contracts.ts";
import type { PrivateContext } from "../operation.ts";
import { refusalOf } from "./refusals.ts";

/** Submits a command; throws the refusal. @param contract what the command is about, if anything */
export function submitOrThrow(
  context: PrivateContext,
  command: Command,
  contract?: ContractSpec,
): Promise<Outcome> {
  return context.submit(command).then((outcome) => {
    if (outcome.rejection !== undefined) throw refusalOf(outcome.rejection, contract);
    return outcome;
  });
}
