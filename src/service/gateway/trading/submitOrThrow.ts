import type { Command } from "../../../kernel/core/index.ts";
import type { Outcome } from "../../../kernel/engine/index.ts";
import type { ContractSpec } from "../contracts.ts";
import type { PrivateContext } from "../operation.ts";
import { contractNamed, refusalOf } from "./refusals.ts";

/**
 * Submits a command; throws the refusal.
 *
 * @param contract the contract that the command is about; without it, the one that the refusal names
 * @param operation the operation whose parameters name the command's fields in the refusal
 */
export function submitOrThrow(
  context: PrivateContext,
  command: Command,
  contract?: ContractSpec,
  operation = context.operation,
): Promise<Outcome> {
  return context.submit(command).then((outcome) => {
    const { rejection } = outcome;
    if (rejection === undefined) return outcome;
    const named = context.contracts.all()[contractNamed(rejection) ?? -1];
    throw refusalOf(rejection, { contract: contract ?? named, command, operation });
  });
}
