import type { Command } from "commander";
import * as faults from "../../../interface/wire/control/operations/faults.ts";
import { operationCommand } from "../operationCommand.ts";
import type { Terminal } from "../terminal.ts";

/** Commands that inject faults between clients and the venue. */
export function addFaultCommands(program: Command, terminal: Terminal): void {
  const fault = program
    .command("fault")
    .description("what is made to go wrong between clients and the venue: list, add, remove");
  operationCommand(fault.command("list"), terminal, faults.listFaults);
  operationCommand(fault.command("add"), terminal, faults.addFault, {
    places: ["kind"],
    options: { routes: "route", channels: "channel", accounts: "account", keys: "key" },
  });
  operationCommand(fault.command("remove"), terminal, faults.removeFault, { places: ["fault"] });
}
