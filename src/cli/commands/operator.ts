import type { Command } from "commander";
import { Option } from "commander";
import * as operators from "../../wire/control/operations/operator.ts";
import { operationCommand } from "../operationCommand.ts";
import type { Terminal } from "../terminal.ts";

/** Commands about who operates the venue. */
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
