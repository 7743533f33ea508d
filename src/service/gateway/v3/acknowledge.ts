import type { v3 } from "../../../interface/wire/index.ts";
import type { Command } from "../../../kernel/core/index.ts";
import type { ContractSpec } from "../contracts.ts";
import type { PrivateContext } from "../operation.ts";
import { submitOrThrow } from "../trading/submitOrThrow.ts";

/** Submits a change of settings; answers with the acknowledgement of settings, or throws the refusal. */
export async function acknowledge(
  context: PrivateContext,
  command: Command,
  contract?: ContractSpec,
): Promise<v3.Acknowledgement> {
  await submitOrThrow(context, command, contract);
  return { code: "200", msg: "", requestTime: context.now() };
}
