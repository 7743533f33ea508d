import type { Command } from "../../../core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { PrivateContext } from "../../operation.ts";
import { JsonText } from "../../operation.ts";
import { submitOrThrow } from "../../trading/submitOrThrow.ts";

/**
 * Submits a placement; answers `{"client_oid":…,"order_id":"…"}`, the client's id echoed or null, or throws the refusal.
 * Built by hand, since this is the hottest answer: client ids hold nothing that JSON would escape.
 */
export function place(
  context: PrivateContext,
  command: Extract<Command, { type: "placeOrder" | "placePlan" }>,
  contract: ContractSpec,
): Promise<JsonText> {
  return submitOrThrow(context, command, contract).then(({ id }) => {
    const clientId = command.clientId === "" ? "null" : `"${command.clientId}"`;
    return new JsonText(`{"client_oid":${clientId},"order_id":"${id}"}`);
  });
}
