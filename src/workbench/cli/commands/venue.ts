import type { Command } from "commander";
import { listMessages } from "../../../interface/wire/control/operations/account.ts";
import { showClock } from "../../../interface/wire/control/operations/clock.ts";
import { showLeaderboard } from "../../../interface/wire/control/operations/contest.ts";
import { readNews } from "../../../interface/wire/control/operations/journal.ts";
import * as operations from "../../../interface/wire/control/operations/venue.ts";
import { type Dialect, dialectNames, dialectPrograms } from "../../../interface/wire/dialects.ts";
import { DirectoryInUse, lockDirectory } from "../../../kernel/host/directoryLock.ts";
import { commandOn, DEFAULT_DATA, socketPaths } from "../config.ts";
import { CliError, EXIT_FAILED, usage } from "../exitCodes.ts";
import { operationCommand } from "../operationCommand.ts";
import type { RemoteOptions } from "../remote.ts";
import { callAndShow, callControl, credentialsIn, remoteOptions } from "../remote.ts";
import { shellWord } from "../shellWord.ts";
import { show, showJson } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

/** Commands about a running venue as a whole. */
export function addVenueCommands(program: Command, terminal: Terminal): void {
  remoteOptions(program.command("stop"))
    .description("stop a running venue cleanly; returns when it has gone")
    .action((options: RemoteOptions) => stop(options, terminal));
  operationCommand(program.command("status"), terminal, operations.status);
  remoteOptions(program.command("audit"))
    .option(
      "--journal <directory>",
      "of a journal on the disk instead: execute it, audit its states, and find the first that breaks a rule",
    )
    .option("--last", "do not check now: show what the background audit has found so far")
    .description("check every invariant of a running venue's state now")
    .action(async (options: RemoteOptions & { readonly journal?: string; readonly last?: boolean }) => {
      if (options.journal === undefined)
        return callAndShow(terminal, options, options.last ? operations.backgroundAudit : operations.audit);
      const { auditOffline } = await import("./journal.ts");
      return auditOffline(options.journal, options, terminal);
    });
  operationCommand(program.command("news"), terminal, readNews);
  operationCommand(program.command("messages"), terminal, listMessages);
  operationCommand(program.command("leaderboard"), terminal, showLeaderboard);
  operationCommand(program.command("scenario"), terminal, operations.showScenario);
  const requests = program.command("requests").description("the request log: list, signatures");
  operationCommand(requests.command("list"), terminal, operations.readRequests);
  operationCommand(requests.command("signatures"), terminal, operations.signatureFailures);
  operationCommand(program.command("uploads"), terminal, operations.listUploads, { places: ["account"] });
  program
    .command("env")
    .argument("[account]", "name of the account", "demo-1")
    .description("print a bot's environment: address and key, as export lines")
    .option("--data <dir>", "data directory of the venue", DEFAULT_DATA)
    .option("--admin-token", "print the token that opens control, too")
    .option("--json", "print JSON")
    .action((account: string, options: EnvironmentOptions) => environment(account, options, terminal));
}

/** How often, and for how long, a stopping venue is checked, ms. */
const LOOK_MS = 50;
const STOP_MAX_MS = 60_000;

async function stop(options: RemoteOptions, terminal: Terminal): Promise<void> {
  const { seq } = await callControl(options, operations.stop);
  for (let waitedMs = 0; await isThere(options); waitedMs += LOOK_MS) {
    if (waitedMs > STOP_MAX_MS) {
      throw new CliError(`the venue is still stopping after ${STOP_MAX_MS / 1000} s; its log says why`, {
        exitCode: EXIT_FAILED,
      });
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  show(terminal, options.json === true, { stopped: true, seq });
}

/** Whether the venue still answers, or still holds the lock of its data directory. */
async function isThere(options: RemoteOptions): Promise<boolean> {
  const answers = await callControl(options, showClock).then(
    () => true,
    () => false,
  );
  if (answers || options.url !== undefined) return answers;
  try {
    lockDirectory(options.data).release();
    return false;
  } catch (error) {
    if (error instanceof DirectoryInUse) return true;
    throw error;
  }
}

type EnvironmentOptions = RemoteOptions & { readonly adminToken?: boolean };

async function environment(name: string, options: EnvironmentOptions, terminal: Terminal): Promise<void> {
  const { baseUrl, wsUrl, accounts, adminToken, dialects = dialectNames } = await credentialsIn(options.data);
  const account = accounts.find((each) => each.name === name);
  if (account === undefined) {
    throw usage(
      `the credentials file holds no keys of '${name}', only of ${accounts.map((each) => each.name).join(", ")}; keys made later were shown once`,
    );
  }
  const variables = {
    OUTCRY_BASE_URL: baseUrl,
    OUTCRY_WS_URL: wsUrl,
    OUTCRY_API_KEY: account.apiKey,
    OUTCRY_API_SECRET: account.secret,
    ...(asksPassphrase(dialects) && { OUTCRY_API_PASSPHRASE: account.passphrase }),
    ...(options.adminToken === true && { OUTCRY_ADMIN_TOKEN: adminToken }),
  };
  if (options.json === true) showJson(terminal, variables);
  else {
    for (const [variable, value] of Object.entries(variables))
      terminal.out(`export ${variable}=${shellWord(value)}\n`);
    terminal.err(`OUTCRY_WS_URL: append the path of a socket, ${socketPaths(dialects).join(", ")}\n`);
    for (const line of hintsOf(dialects, name, options.data)) terminal.err(`${line}\n`);
  }
}

/** Whether programs of one of the dialects name a passphrase. */
function asksPassphrase(dialects: readonly Dialect[]): boolean {
  return dialects.some((each) => dialectPrograms[each].namesPassphrase);
}

/** For a program of a dialect: what it needs besides the variables. @param name the account's */
function hintsOf(dialects: readonly Dialect[], name: string, data: string): readonly string[] {
  const silent = dialects.filter((each) => !dialectPrograms[each].namesPassphrase);
  const net = dialects.filter((each) => dialectPrograms[each].positionMode === "one-way");
  return [
    ...silent.map((each) => `${each} takes names of streams behind its paths, and asks for no passphrase`),
    ...net.map(
      (each) =>
        `programs of ${each} assume one net position a contract: ${commandOn(data, "env demo-oneway")}, or ${commandOn(data, `account set ${name} positionMode=one-way`)}`,
    ),
  ];
}
