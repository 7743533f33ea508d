import type { Command } from "commander";
import { assignments } from "../assignments.ts";
import type { RemoteOptions } from "../remote.ts";
import { callAndShow, remoteOptions, repeatableOptions } from "../remote.ts";
import type { Terminal } from "../terminal.ts";

/** Commands about accounts and their money. */
export function addAccountCommands(program: Command, terminal: Terminal): void {
  const account = program.command("account").description("accounts: list, open, show, set, paper");
  remoteOptions(account.command("list"))
    .option("--kind <kind>", "only user, house, system, paper or paper-pool accounts")
    .description("list the accounts")
    .action((options: RemoteOptions & { readonly kind?: string }) =>
      callAndShow(terminal, options, { method: "GET", path: "accounts", parameters: { kind: options.kind } }),
    );
  repeatableOptions(account.command("open"))
    .argument("<name>")
    .option("--balance <usdt>", "deposit")
    .description("open an account; it gets a key with `key create`")
    .action((name: string, options: RemoteOptions & { readonly balance?: string }) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "accounts/open",
        parameters: { name, balance: options.balance },
      }),
    );
  remoteOptions(account.command("show"))
    .argument("<account>", "id or name")
    .description("show settings, equity and other money, positions, live orders")
    .action((name: string, options: RemoteOptions) =>
      callAndShow(terminal, options, { method: "GET", path: "accounts/show", parameters: { account: name } }),
    );
  remoteOptions(account.command("set"))
    .argument("<account>", "id or name")
    .argument(
      "<settings...>",
      "name=value: takerFeeRate, makerFeeRate, discount, takerDiscount, makerDiscount (a fraction, or none), status, orderRateLimitPerMinute, orderDelayMs, cancelDelayMs, selfTradePrevention; with symbol=btc the fees are that contract's",
    )
    .description("change settings: fees, status, delays, own limits")
    .action((name: string, settings: readonly string[], options: RemoteOptions) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "accounts/settings",
        parameters: { ...assignments(settings), account: name },
      }),
    );
  repeatableOptions(account.command("paper"))
    .argument("<account>", "id or name of the user")
    .option("--balance <susdt>", "simulated USDT to begin with")
    .description("start a user's paper account anew; opens it if there is none")
    .action((name: string, options: RemoteOptions & { readonly balance?: string }) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "accounts/paper",
        parameters: { account: name, balance: options.balance },
      }),
    );
  for (const [name, what] of [
    ["deposit", "deposit USDT into an account"],
    ["withdraw", "withdraw USDT from an account"],
  ] as const) {
    repeatableOptions(program.command(name))
      .argument("<account>", "id or name")
      .argument("<amount>", "USDT, a decimal")
      .description(what)
      .action((account: string, amount: string, options: RemoteOptions) =>
        callAndShow(terminal, options, {
          method: "POST",
          path: `money/${name}`,
          parameters: { account, amount },
        }),
      );
  }
  repeatableOptions(program.command("move"))
    .argument(
      "<movement>",
      "transfer, gift, gift-back, fee-refund, follow-pay, follow-back, trader-income, third-party-share",
    )
    .argument("<amount>", "USDT, a decimal")
    .option("--from <account>", "id or name (default: the outside world)")
    .option("--to <account>", "id or name (default: the outside world)")
    .description("move USDT between accounts, as any kind of movement that bills know")
    .action((movement: string, amount: string, options: RemoteOptions & { from?: string; to?: string }) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "money/move",
        parameters: { movement, amount, from: options.from, to: options.to },
      }),
    );
}
