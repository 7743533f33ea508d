import type { Command } from "commander";
import { assignments } from "../assignments.ts";
import type { RemoteOptions } from "../remote.ts";
import { callAndShow, callControl, remoteOptions } from "../remote.ts";
import { show } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";
import { addRiskCommand } from "./contractRisk.ts";

/** Commands about contracts and prices. */
export function addMarketCommands(program: Command, terminal: Terminal): void {
  const contract = program.command("contract").description("contracts: list, add, change, status");
  remoteOptions(contract.command("list"))
    .argument("[symbol]", "symbol or coin; shows all of its terms")
    .description("list the contracts")
    .action((symbol: string | undefined, options: RemoteOptions) => list(symbol, options, terminal));
  remoteOptions(contract.command("add"))
    .argument("<symbol>", "cmt_<coin>usdt")
    .argument(
      "<terms...>",
      "name=value: priceDecimals and sizeDecimals must be given; price=… opens it at once",
    )
    .description("list a new contract")
    .action((symbol: string, terms: readonly string[], options: RemoteOptions) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "contracts/add",
        parameters: { ...assignments(terms), symbol },
      }),
    );
  remoteOptions(contract.command("change"))
    .argument("<symbol>", "symbol or coin")
    .argument(
      "<terms...>",
      "name=value, such as leverageMax=50 or takerRate=0.0005; preview=true shows who would be in breach",
    )
    .description("change terms of a contract; the rest stays")
    .action((symbol: string, terms: readonly string[], options: RemoteOptions) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "contracts/change",
        parameters: { ...assignments(terms), symbol },
      }),
    );
  remoteOptions(contract.command("status"))
    .argument("<symbol>", "symbol or coin")
    .argument("<status>", "trading, cancel-only, halted or delisted")
    .option(
      "--notice <ms>",
      "of delisted: market time until positions are settled; 0: at once (default: a day)",
    )
    .description("let a contract trade, only close and cancel, halt it, or delist it for good after a notice")
    .action((symbol: string, status: string, options: RemoteOptions & { readonly notice?: string }) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "contracts/status",
        parameters: { symbol, status, noticeMs: options.notice },
      }),
    );

  remoteOptions(contract.command("mark"))
    .argument("<symbol>", "symbol or coin")
    .requiredOption("--method <method>", "mean-basis, exponential-basis or median-of-three")
    .option("--window <samples>", "samples that the exponential average remembers (default: 30)")
    .option(
      "--bound <rate>",
      "how far the mark may be from the index, a fraction (default: 0.005; 0: no bound)",
    )
    .option("--impact <units>", "notional that a side of the book must hold to move it (default: as it is)")
    .description("choose how a contract's mark is made")
    .action((symbol: string, options: MarkOptions) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "contracts/mark",
        parameters: {
          symbol,
          method: options.method,
          window: options.window,
          boundRate: options.bound,
          impactUnits: options.impact,
        },
      }),
    );

  addRiskCommand(contract, terminal);

  const price = program.command("price").description("index prices: show, set, report");
  remoteOptions(price.command("show"))
    .description("show index and mark prices, and what feeds them")
    .action((options: RemoteOptions) => callAndShow(terminal, options, { method: "GET", path: "prices" }));
  remoteOptions(price.command("set"))
    .argument("<prices...>", "coin=price, such as btc=60000, or a move, such as btc=-10%")
    .description("set index prices at once, or let them gap; they stay until they are set again")
    .action((prices: readonly string[], options: RemoteOptions) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "prices/push",
        parameters: { prices: assignments(prices) },
      }),
    );
  remoteOptions(price.command("report"))
    .argument("<prices...>", "coin=price, such as btc=60000")
    .requiredOption("--source <number>", "a number that names the source")
    .option("--weight <number>", "what the source counts (default: 1)")
    .description("report what one of several sources says; the venue makes the index of the live ones")
    .action((prices: readonly string[], options: ReportOptions) => report(prices, options, terminal));
}

type MarkOptions = RemoteOptions & {
  readonly method: string;
  readonly window?: string;
  readonly bound?: string;
  readonly impact?: string;
};
type ReportOptions = RemoteOptions & { readonly source: string; readonly weight?: string };

function report(words: readonly string[], options: ReportOptions, terminal: Terminal): Promise<void> {
  const { source, weight } = options;
  const prices = Object.entries(assignments(words)).map(([symbol, price]) => ({
    symbol,
    price,
    source,
    ...(weight !== undefined && { weight }),
  }));
  return callAndShow(terminal, options, { method: "POST", path: "prices/report", parameters: { prices } });
}

/** What fits in a line of a list. */
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
  const request = { method: "GET", path: "contracts", parameters: { symbol } } as const;
  const contracts = (await callControl(options, request)) as readonly Record<string, unknown>[];
  const isJson = options.json === true;
  if (isJson || symbol !== undefined) show(terminal, isJson, isJson ? contracts : contracts[0]);
  else
    show(
      terminal,
      false,
      contracts.map((each) => Object.fromEntries(LISTED.map((name) => [name, each[name]]))),
    );
}
