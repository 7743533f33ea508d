import type { Command } from "commander";
import { exemptAccount, showLimits, useLimits } from "../../wire/control/operations/venue.ts";
import { operationCommand } from "../operationCommand.ts";
import type { Terminal } from "../terminal.ts";

/** Commands about what clients may use. */
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
