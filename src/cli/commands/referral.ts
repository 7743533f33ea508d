import type { Command } from "commander";
import { listReferrals, payRebates, setReferral } from "../../wire/control/operations/referral.ts";
import { operationCommand } from "../operationCommand.ts";
import type { Terminal } from "../terminal.ts";

/** Commands about agents, whom they brought, and their part of the fees. */
export function addReferralCommands(program: Command, terminal: Terminal): void {
  const referral = program.command("referral").description("agents and their rebates: list, set, pay");
  operationCommand(referral.command("list"), terminal, listReferrals);
  operationCommand(referral.command("set"), terminal, setReferral, {
    places: ["account", "agent", "rebateRate"],
  });
  operationCommand(referral.command("pay"), terminal, payRebates, { places: ["account"] });
}
