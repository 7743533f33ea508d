import type { Command } from "commander";
import type { RemoteOptions } from "../remote.ts";
import { callAndShow, callControl, remoteOptions } from "../remote.ts";
import { show } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

/** A number as control explains it. */
interface Explained {
  readonly name: string;
  readonly value: string;
  readonly formula: string;
  readonly terms: Readonly<Record<string, string | number>>;
}

interface ExplainedAccount {
  readonly entries: readonly {
    readonly position: number;
    readonly marginMode: string;
    readonly numbers: readonly Explained[];
    readonly positions: readonly object[];
    readonly symbols: readonly { readonly symbol: string; readonly numbers: readonly Explained[] }[];
  }[];
}

/** Commands that say how a number came about. */
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
  remoteOptions(explain.command("liquidation"))
    .argument("<account>", "id or name")
    .option("--position <id>", "of this isolated position; 0: of the shared ones (default: the last of any)")
    .description("explain an account's last liquidation, fill by fill and bill by bill")
    .action((account: string, options: RemoteOptions & { readonly position?: string }) =>
      callAndShow(terminal, options, {
        method: "GET",
        path: "explain/liquidation",
        parameters: { account, position: options.position },
      }),
    );
  remoteOptions(explain.command("rejection"))
    .argument("<account>", "id or name")
    .option("--request <id>", "its id in the request log (default: the last one refused)")
    .description("explain why an account's request was refused")
    .action((account: string, options: RemoteOptions & { readonly request?: string }) =>
      callAndShow(terminal, options, {
        method: "GET",
        path: "explain/rejection",
        parameters: { account, request: options.request },
      }),
    );
}

/** Shows the numbers of an account, or only those of one name: a table of formulas, then the terms of each. */
async function numbers(
  account: string,
  wanted: string | undefined,
  options: RemoteOptions,
  terminal: Terminal,
): Promise<void> {
  const request = { method: "GET", path: "explain/account", parameters: { account } } as const;
  const explained = (await callControl(options, request)) as ExplainedAccount;
  const rows = explained.entries.flatMap((entry) => {
    const of = entry.position === 0 ? "shared" : `position ${entry.position}`;
    const ofSymbols = entry.symbols.flatMap(({ symbol, numbers }) =>
      numbers.map((each) => ({ of: `${of}, ${symbol}`, ...each })),
    );
    return [...entry.numbers.map((each) => ({ of, ...each })), ...ofSymbols];
  });
  const shown = wanted === undefined ? rows : rows.filter(({ name }) => name === wanted);
  if (options.json === true) {
    show(terminal, true, wanted === undefined ? explained : shown);
    return;
  }
  if (shown.length === 0) show(terminal, false, []);
  for (const [i, { of, name, value, formula, terms }] of shown.entries()) {
    if (i > 0) terminal.out("\n");
    show(terminal, false, { [`${name} of ${of}`]: value, "=": formula, ...terms });
  }
  const positions = wanted === undefined ? explained.entries.flatMap((entry) => entry.positions) : [];
  if (positions.length === 0) return;
  terminal.out("\n");
  show(terminal, false, positions);
}
