import type { Command } from "commander";
import * as contract from "../../../interface/wire/control/operations/contract.ts";
import {
  followPrices,
  pushPrices,
  reportPrices,
  showPrices,
} from "../../../interface/wire/control/operations/market.ts";
import { assignments } from "../arguments.ts";
import { operationCommand } from "../operationCommand.ts";
import type { RemoteOptions } from "../remote.ts";
import { callAndShow, callControl, remoteOptions } from "../remote.ts";
import { show } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

/** Commands about contracts and prices. */
export function addMarketCommands(program: Command, terminal: Terminal): void {
  const contracts = program
    .command("contract")
    .description("contracts: list, add, change, status, mark, risk");
  remoteOptions(contracts.command("list"))
    .argument("[symbol]", "symbol or coin; shows all of its terms")
    .description("list the contracts")
    .action((symbol: string | undefined, options: RemoteOptions) => list(symbol, options, terminal));
  const terms = { places: ["symbol"], assigned: "terms" } as const;
  operationCommand(contracts.command("add"), terminal, contract.addContract, terms);
  operationCommand(contracts.command("change"), terminal, contract.changeContract, terms);
  operationCommand(contracts.command("status"), terminal, contract.setContractStatus, {
    places: ["symbol", "status"],
    options: { noticeMs: "notice" },
  });
  operationCommand(contracts.command("mark"), terminal, contract.setMarkRule, {
    places: ["symbol"],
    options: { boundRate: "bound", impactUnits: "impact" },
  });
  operationCommand(contracts.command("risk"), terminal, contract.setRiskRule, { places: ["symbol"] });

  const price = program.command("price").description("index prices: show, set, report, follow");
  operationCommand(price.command("show"), terminal, showPrices);
  remoteOptions(price.command("set"))
    .argument("<prices...>", "coin=price, such as btc=60000, or a move, such as btc=-10%")
    .description(
      "set index prices, to a value or by a percentage; they stay until they are set again, or `outcry price follow`",
    )
    .action((prices: readonly string[], options: RemoteOptions) =>
      callAndShow(terminal, options, pushPrices, { prices: assignments(prices) }),
    );
  remoteOptions(price.command("report"))
    .argument("<prices...>", "coin=price, such as btc=60000")
    .requiredOption("--source <number>", "a number that names the source")
    .option("--weight <number>", "what the source counts (default: 1)")
    .description("report what one of several sources says; the venue makes the index of the live ones")
    .action((prices: readonly string[], options: ReportOptions) => report(prices, options, terminal));
  operationCommand(price.command("follow"), terminal, followPrices, { places: ["symbol"] });
}

type ReportOptions = RemoteOptions & { readonly source: string; readonly weight?: string };

function report(words: readonly string[], options: ReportOptions, terminal: Terminal): Promise<void> {
  const { source, weight } = options;
  const prices = Object.entries(assignments(words)).map(([symbol, price]) => ({
    symbol,
    price,
    source,
    ...(weight !== undefined && { weight }),
  }));
  return callAndShow(terminal, options, reportPrices, { prices });
}

/** The columns of a contract that fit into a line of a list. */
const LISTED = [
  "symbol",
  "status",
  "tick",
  "lot",
  "index",
  "mark",
  "last",
  "bestBid",
  "bestAsk",
  "openInterest",
  "leverageMax",
];

async function list(symbol: string | undefined, options: RemoteOptions, terminal: Terminal): Promise<void> {
  const contracts: readonly object[] = await callControl(options, contract.listContracts, { symbol });
  const isJson = options.json === true;
  if (isJson || symbol !== undefined) show(terminal, isJson, isJson ? contracts : contracts[0]);
  else
    show(
      terminal,
      false,
      contracts.map((each) =>
        Object.fromEntries(LISTED.map((name) => [name, (each as Record<string, unknown>)[name]])),
      ),
    );
}
