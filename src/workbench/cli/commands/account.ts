import { readFileSync } from "node:fs";
import type { Command } from "commander";
import * as accounts from "../../../interface/wire/control/operations/account.ts";
import { deposit, moveMoney, withdraw } from "../../../interface/wire/control/operations/money.ts";
import {
  listReferrals,
  payRebates,
  setReferral,
} from "../../../interface/wire/control/operations/referral.ts";
import type { Answer } from "../../../interface/wire/index.ts";
import { isThere } from "../../../kernel/host/systemErrors.ts";
import { usage } from "../exitCodes.ts";
import { operationCommand } from "../operationCommand.ts";
import type { Terminal } from "../terminal.ts";
import { addManyCommands } from "./accounts.ts";

/** Commands about accounts and their money. */
export function addAccountCommands(program: Command, terminal: Terminal): void {
  const account = program
    .command("account")
    .description("accounts: list, page, open, show, equity, performance, set, latency, paper");
  operationCommand(account.command("list"), terminal, accounts.listAccounts, {
    shown: (answer, options) => ofUsers(answer as readonly Listed[], options, terminal),
  })
    .option(
      "--all",
      "those of the venue and its house, too; they are also shown where --kind or --match is given",
    )
    .description("list the accounts of users, those on paper with them");
  operationCommand(account.command("page"), terminal, accounts.pageAccounts);
  operationCommand(account.command("open"), terminal, accounts.openAccount, { places: ["name"] });
  operationCommand(account.command("show"), terminal, accounts.showAccount, { places: ["account"] });
  operationCommand(account.command("equity"), terminal, accounts.equityHistory, { places: ["account"] });
  operationCommand(account.command("performance"), terminal, accounts.performance, { places: ["account"] });
  operationCommand(account.command("set"), terminal, accounts.changeAccount, {
    places: ["account"],
    assigned: "settings",
  });
  operationCommand(account.command("latency"), terminal, accounts.setLatency, {
    places: ["account"],
    send: (typed) => ({
      ...typed,
      toBook: samplesOf("--to-book", typed.toBook),
      toPush: samplesOf("--to-push", typed.toPush),
    }),
  });
  operationCommand(account.command("paper"), terminal, accounts.resetPaperAccount, { places: ["account"] });
  addManyCommands(program, terminal);
  operationCommand(program.command("deposit"), terminal, deposit, { places: ["account", "amount"] });
  operationCommand(program.command("withdraw"), terminal, withdraw, { places: ["account", "amount"] });
  operationCommand(program.command("move"), terminal, moveMoney, { places: ["movement", "amount"] });
}

type Listed = Answer<typeof accounts.listAccounts.answer>[number];

/** Without the accounts of the venue and its house, which are hundreds, unless they are asked for. */
function ofUsers(
  rows: readonly Listed[],
  { kind, match, all }: Readonly<Record<string, unknown>>,
  terminal: Terminal,
): readonly Listed[] {
  if (kind !== undefined || match !== undefined || all === true) return rows;
  const users = rows.filter((row) => row.kind === "user" || row.kind === "paper");
  if (users.length < rows.length)
    terminal.err(
      `${rows.length - users.length} accounts of the venue and its house are left out: see --all\n`,
    );
  return users;
}

/** Commands about agents, the users they brought, and their part of the fees. */
export function addReferralCommands(program: Command, terminal: Terminal): void {
  const referral = program.command("referral").description("agents and their rebates: list, set, pay");
  operationCommand(referral.command("list"), terminal, listReferrals);
  operationCommand(referral.command("set"), terminal, setReferral, {
    places: ["account", "agent", "rebateRate"],
  });
  operationCommand(referral.command("pay"), terminal, payRebates, { places: ["account"] });
}

/** The numbers that an option gives, and the lines of files that it names, in their order. */
function samplesOf(option: string, given: unknown): readonly number[] {
  return ((given ?? []) as readonly string[]).flatMap((each) => {
    if (/^\d+$/.test(each)) return [Number(each)];
    if (!isThere(each)) throw usage(`${option} must be ms or a file with one a line, got '${each}'`);
    return readFileSync(each, "utf8")
      .split("\n")
      .flatMap((line, i) => {
        const text = line.trim();
        if (text !== "" && !/^\d+$/.test(text))
          throw usage(`${each}:${i + 1}: must be whole ms, got '${text}'`);
        return text === "" ? [] : [Number(text)];
      });
  });
}
