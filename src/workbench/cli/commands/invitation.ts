import type { Command } from "commander";
import * as operations from "../../../interface/wire/control/operations/invitation.ts";
import { operationCommand } from "../operationCommand.ts";
import type { Terminal } from "../terminal.ts";

/** Commands about invitations. */
export function addInvitationCommands(program: Command, terminal: Terminal): void {
  const invitation = program
    .command("invitation")
    .description("codes by which users open accounts themselves: create, list, revoke");
  operationCommand(invitation.command("create"), terminal, operations.createInvitation, {
    places: ["name"],
    options: { permissions: "permission" },
  });
  operationCommand(invitation.command("list"), terminal, operations.listInvitations);
  operationCommand(invitation.command("revoke"), terminal, operations.revokeInvitation, { places: ["name"] });
}
