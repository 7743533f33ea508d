import type { Command } from "commander";
import type { RemoteOptions } from "../remote.ts";
import { callAndShow, remoteOptions, repeatableOptions } from "../remote.ts";
import type { Terminal } from "../terminal.ts";

/** Commands that let happen on purpose what else the market brings: liquidation, auto-deleveraging, funding, an empty fund. */
export function addRiskCommands(program: Command, terminal: Terminal): void {
  repeatableOptions(program.command("liquidate"))
    .argument("<account>", "id or name")
    .option("--position <id>", "an isolated position instead of the shared ones")
    .description("liquidate an account whatever its margin")
    .action((account: string, options: RemoteOptions & { readonly position?: string }) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "accounts/liquidate",
        parameters: { account, position: options.position },
      }),
    );

  const adl = program.command("adl").description("auto-deleveraging: run, ranks");
  repeatableOptions(adl.command("run"))
    .argument("<account>", "id or name")
    .argument("<symbol>", "symbol or coin")
    .argument("<leg>", "long or short")
    .argument("<size>", "in the base coin, at most the leg's oldest position")
    .description("close part of a leg at mark against the first in the queue")
    .action((account: string, symbol: string, leg: string, size: string, options: RemoteOptions) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "accounts/deleverage",
        parameters: { account, symbol, leg, size },
      }),
    );
  remoteOptions(adl.command("ranks"))
    .argument("<symbol>", "symbol or coin")
    .description("show who is closed first, with the lights 5 to 1")
    .action((symbol: string, options: RemoteOptions) =>
      callAndShow(terminal, options, { method: "GET", path: "adl", parameters: { symbol } }),
    );

  const funding = program.command("funding").description("funding: show, settle, skip");
  remoteOptions(funding.command("show"))
    .description("show funding rates and when they are paid")
    .action((options: RemoteOptions) => callAndShow(terminal, options, { method: "GET", path: "funding" }));
  for (const [name, what] of [
    ["settle", "settle a contract's funding now; the next period ends when it would have"],
    ["skip", "end a contract's funding period now without payment"],
  ] as const) {
    repeatableOptions(funding.command(name))
      .argument("<symbol>", "symbol or coin")
      .description(what)
      .action((symbol: string, options: RemoteOptions) =>
        callAndShow(terminal, options, { method: "POST", path: `funding/${name}`, parameters: { symbol } }),
      );
  }

  const fund = program.command("fund").description("the insurance fund: show, deposit, withdraw, rule");
  remoteOptions(fund.command("show"))
    .description("show what the insurance fund is worth and what it has taken over")
    .action((options: RemoteOptions) => callAndShow(terminal, options, { method: "GET", path: "fund" }));
  for (const [name, what] of [
    ["deposit", "pay into the insurance fund"],
    ["withdraw", "drain the insurance fund, so that counterparties are deleveraged instead"],
  ] as const) {
    repeatableOptions(fund.command(name))
      .argument("<amount>", "USDT, a decimal")
      .description(what)
      .action((amount: string, options: RemoteOptions) =>
        callAndShow(terminal, options, { method: "POST", path: `fund/${name}`, parameters: { amount } }),
      );
  }
  remoteOptions(fund.command("rule"))
    .option("--floor <amount>", "its equity stays at or above this, USDT (default: 0)")
    .option("--notional-max <amount>", "what its positions may be worth together, USDT (default: no limit)")
    .description("limit what the insurance fund may take over; what it may not is deleveraged")
    .action((options: RemoteOptions & { readonly floor?: string; readonly notionalMax?: string }) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "fund/rule",
        parameters: { floor: options.floor, notionalMax: options.notionalMax },
      }),
    );
}
