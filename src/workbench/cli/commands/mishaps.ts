import type { Command } from "commander";
import * as faults from "../../../interface/wire/control/operations/faults.ts";
import * as risk from "../../../interface/wire/control/operations/risk.ts";
import { operationCommand } from "../operationCommand.ts";
import type { Terminal } from "../terminal.ts";

/**
 * Commands that cause what otherwise only the market causes: liquidation, auto-deleveraging, funding, an
 * empty fund.
 */
export function addRiskCommands(program: Command, terminal: Terminal): void {
  operationCommand(program.command("liquidate"), terminal, risk.liquidateAccount, { places: ["account"] });

  const adl = program.command("adl").description("auto-deleveraging: run, ranks");
  operationCommand(adl.command("run"), terminal, risk.deleverageAccount, {
    places: ["account", "symbol", "leg", "size"],
  });
  operationCommand(adl.command("ranks"), terminal, risk.adlRanks, { places: ["symbol"] });

  const funding = program.command("funding").description("funding: show, settle, skip");
  operationCommand(funding.command("show"), terminal, risk.showFunding);
  operationCommand(funding.command("settle"), terminal, risk.settleFunding, { places: ["symbol"] });
  operationCommand(funding.command("skip"), terminal, risk.skipFunding, { places: ["symbol"] });

  const fund = program.command("fund").description("the insurance fund: show, deposit, withdraw, rule");
  operationCommand(fund.command("show"), terminal, risk.showFund);
  operationCommand(fund.command("deposit"), terminal, risk.depositFund, { places: ["amount"] });
  operationCommand(fund.command("withdraw"), terminal, risk.withdrawFund, { places: ["amount"] });
  operationCommand(fund.command("rule"), terminal, risk.setFundRule);
}

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
