import type { Command } from "commander";
import { Argument } from "commander";
import {
  changeAccounts,
  disableAccounts,
  listAccounts,
  messageAccounts,
  openAccounts,
  passedBetween,
} from "../../../interface/wire/control/operations/account.ts";
import { accountStatuses } from "../../../interface/wire/control/words.ts";
import { timeOf } from "../arguments.ts";
import type { RemoteOptions } from "../remote.ts";
import { callAndShow, remoteOptions } from "../remote.ts";
import type { Terminal } from "../terminal.ts";

type ManyOptions = RemoteOptions & { readonly yes?: boolean; readonly balance?: string };

type PassedOptions = RemoteOptions & { readonly startTime?: number; readonly endTime?: number };

const WHICH = "users' accounts: ids, names, or patterns such as 'team-*'";

/**
 * Commands on many accounts at once, all of them or none. Without `--yes` each command only shows the
 * accounts that it would change, as they are.
 */
export function addManyCommands(program: Command, terminal: Terminal): void {
  const accounts = program
    .command("accounts")
    .description("many accounts at once, all or none: open, reset, fund, status, message, disable; passed");

  remoteOptions(accounts.command("open"))
    .argument("<names...>", "names of the new accounts; in a shell team-{1..200}")
    .option("--balance <usdt>", "what each begins with")
    .description("open many accounts with one command")
    .action((names: readonly string[], options: ManyOptions) =>
      callAndShow(terminal, options, openAccounts, { names, balance: options.balance }),
    );

  remoteOptions(accounts.command("passed"))
    .argument("<accounts...>", WHICH)
    .option("--start-time <time>", "start, ISO 8601 or Unix ms; default: 30 days before the end", (text) =>
      timeOf("--start-time", text),
    )
    .option("--end-time <time>", "end, ISO 8601 or Unix ms; default: now", (text) =>
      timeOf("--end-time", text),
    )
    .description("show what each gained in a span, and of whom, in trades against the index")
    .action((named: readonly string[], { startTime, endTime, ...options }: PassedOptions) =>
      callAndShow(terminal, options, passedBetween, { accounts: named.join(","), startTime, endTime }),
    );

  /** A command that shows which accounts it would change, or, with `--yes`, changes them. */
  function change(name: string, description: string, first: Argument | undefined, send: Send): void {
    const command = remoteOptions(accounts.command(name)).description(description);
    if (first !== undefined) command.addArgument(first);
    command
      .argument("<accounts...>", WHICH)
      .option("--yes", "do it; without it they are shown and nothing is changed")
      .action(async () => {
        const options = command.opts<ManyOptions>();
        const args = command.processedArgs as readonly unknown[];
        const named = args.at(-1) as readonly string[];
        if (options.yes === true)
          return send(options, named, first === undefined ? undefined : String(args[0]));
        await callAndShow(terminal, options, listAccounts, {
          match: named.join(","),
          kind: "user",
          money: true,
        });
        terminal.err("nothing was changed: --yes does it\n");
      });
  }

  change(
    "reset",
    "cancel orders, close positions at market, bring each balance back to its first deposit",
    undefined,
    (options, named) => callAndShow(terminal, options, changeAccounts, { change: "reset", accounts: named }),
  );
  change(
    "fund",
    "deposit the same amount into each",
    new Argument("<usdt>", "a decimal above 0"),
    (options, named, amount) =>
      callAndShow(terminal, options, changeAccounts, { change: "fund", accounts: named, amount }),
  );
  change(
    "status",
    "freeze or restrict them, or give them back their freedom",
    new Argument("<status>", "what they may do").choices(Object.keys(accountStatuses)),
    (options, named, status) =>
      callAndShow(terminal, options, changeAccounts, { change: "status", accounts: named, status }),
  );
  change(
    "message",
    "tell their owners something: on their page, on the channel `messages`, in `GET account/messages`",
    new Argument("<text>", "at most 500 characters"),
    (options, named, text) => callAndShow(terminal, options, messageAccounts, { accounts: named, text }),
  );
  change("disable", "disable every API key of each, for good", undefined, (options, named) =>
    callAndShow(terminal, options, disableAccounts, { accounts: named }),
  );
}

type Send = (options: ManyOptions, accounts: readonly string[], first: string | undefined) => Promise<void>;
