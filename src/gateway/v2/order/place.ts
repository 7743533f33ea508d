import type { Command } from "../../../core/index.ts";
import type { ContractSpec } from "../../contracts.ts";
import type { PrivateContext } from "../../operation.ts";
import { JsonText } from "../../operation.ts";
import { refusalOf } from "../../trading/refusals.ts";

/**
 * Submits a placement; answers `{"client_oid":…,"order_id":"…"}`, the client's id echoed or null, or throws the refusal.
 * Built by hand, since this is the hottest answer: client ids hold nothing that JSON would escape.
 */
export function place(
  context: PrivateContext,
  command: Extract<Command, { type: "placeOrder" | "placePlan" }>,
  contract: ContractSpec,
): Promise<JsonText> {
  return context.submit(command).then(({ id, rejection }) => {
    if (rejection !== undefined) throw refusalOf(rejection, contract);
    const clientId = command.clientId === "" ? "null" : `"${command.clientId}"`;
    return new JsonText(`{"client_oid":${clientId},"order_id":"${id}"}`);
  });
}
