import type { Command } from "commander";
import { Option } from "commander";
import * as invitations from "../../../interface/wire/control/operations/invitation.ts";
import * as operators from "../../../interface/wire/control/operations/operator.ts";
import { exemptAccount, showLimits, useLimits } from "../../../interface/wire/control/operations/venue.ts";
import { operationCommand } from "../operationCommand.ts";
import type { Terminal } from "../terminal.ts";

/** Commands about the venue's operators. */
export function addOperatorCommands(program: Command, terminal: Terminal): void {
  const operator = program
    .command("operator")
    .description("who operates the venue: add, list, rotate, remove");
  operationCommand(operator.command("add"), terminal, operators.addOperator, {
    places: ["name"],
    without: ["role"],
    send: (typed, { role }) => ({ ...typed, role }),
  }).addOption(
    new Option("--role <role>", "what it may do").choices(["read", "operate", "admin"]).default("operate"),
  );
  operationCommand(operator.command("list"), terminal, operators.listOperators);
  operationCommand(operator.command("rotate"), terminal, operators.rotateOperator, { places: ["name"] });
  operationCommand(operator.command("remove"), terminal, operators.removeOperator, { places: ["name"] });
}

/** Commands about the limits of clients. */
export function addLimitsCommands(program: Command, terminal: Terminal): void {
  const limits = program.command("limits").description("limits: show, use, exempt");
  operationCommand(limits.command("show"), terminal, showLimits);
  operationCommand(limits.command("use"), terminal, useLimits, { places: ["profile"] });
  operationCommand(limits.command("exempt"), terminal, exemptAccount, {
    places: ["account"],
    without: ["exempt"],
    send: (typed, { restore }) => ({ ...typed, exempt: restore !== true }),
  })
    .description("lift the limits of an account (not its address's) until the venue stops")
    .option("--restore", "restore the limits instead");
}

/** Commands about invitations. */
export function addInvitationCommands(program: Command, terminal: Terminal): void {
  const invitation = program
    .command("invitation")
    .description("codes by which users open accounts themselves: create, list, revoke");
  operationCommand(invitation.command("create"), terminal, invitations.createInvitation, {
    places: ["name"],
    options: { permissions: "permission" },
  });
  operationCommand(invitation.command("list"), terminal, invitations.listInvitations);
  operationCommand(invitation.command("revoke"), terminal, invitations.revokeInvitation, {
    places: ["name"],
  });
}
