import type { v2 } from "../../../interface/wire/index.ts";
import type { Command } from "../../../kernel/core/index.ts";
import type { ContractSpec } from "../contracts.ts";
import type { PrivateContext } from "../operation.ts";
import { submitOrThrow } from "../trading/submitOrThrow.ts";

/** Submits a change of settings; answers with the acknowledgement of settings, or throws the refusal. */
export async function acknowledge(
  context: PrivateContext,
  command: Command,
  contract?: ContractSpec,
): Promise<v2.Acknowledgement> {
  await submitOrThrow(context, command, contract);
  return acknowledged(context);
}

/** The acknowledgement of settings, once they are made. */
export function acknowledged(context: PrivateContext): v2.Acknowledgement {
  return { msg: "success", requestTime: context.now(), code: "200" };
}
