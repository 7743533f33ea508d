import type { Command } from "commander";
import * as risk from "../../../interface/wire/control/operations/risk.ts";
import { operationCommand } from "../operationCommand.ts";
import type { RemoteOptions } from "../remote.ts";
import { callControl, remoteOptions } from "../remote.ts";
import { showJson, showText } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

/** Commands that explain how a number was computed. */
export function addExplainCommands(program: Command, terminal: Terminal): void {
  const explain = program
    .command("explain")
    .description("how numbers come about: account, amount, liquidation-price, liquidation, rejection");
  for (const [name, what, wanted] of [
    ["account", "explain everything about an account's money, formula by formula", undefined],
    ["amount", "explain an account's amount: the sum of its counters", "amount"],
    ["liquidation-price", "explain the estimated liquidation prices", "liquidationPrice"],
  ] as const) {
    remoteOptions(explain.command(name))
      .argument("<account>", "id or name")
      .description(what)
      .action((account: string, options: RemoteOptions) => numbers(account, wanted, options, terminal));
  }
  operationCommand(explain.command("liquidation"), terminal, risk.explainLiquidation, {
    places: ["account"],
  });
  operationCommand(explain.command("rejection"), terminal, risk.explainRejection, { places: ["account"] });
}

/** Shows an account's numbers, or those of one name: a table of formulas, then the terms of each. */
async function numbers(
  account: string,
  wanted: string | undefined,
  options: RemoteOptions,
  terminal: Terminal,
): Promise<void> {
  const explained = await callControl(options, risk.explainAccount, { account });
  const rows = explained.entries.flatMap((entry) => {
    const of = entry.position === 0 ? "shared" : `position ${entry.position}`;
    const ofSymbols = entry.symbols.flatMap(({ symbol, numbers }) =>
      numbers.map((each) => ({ of: `${of}, ${symbol}`, ...each })),
    );
    return [...entry.numbers.map((each) => ({ of, ...each })), ...ofSymbols];
  });
  const shown = wanted === undefined ? rows : rows.filter(({ name }) => name === wanted);
  if (options.json === true) {
    showJson(terminal, wanted === undefined ? explained : shown);
    return;
  }
  if (shown.length === 0) showText(terminal, []);
  for (const [i, { of, name, value, formula, terms }] of shown.entries()) {
    if (i > 0) terminal.out("\n");
    showText(terminal, { [`${name} of ${of}`]: value, "=": formula, ...terms });
  }
  const positions = wanted === undefined ? explained.entries.flatMap((entry) => entry.positions) : [];
  if (positions.length === 0) return;
  terminal.out("\n");
  showText(terminal, positions);
}
