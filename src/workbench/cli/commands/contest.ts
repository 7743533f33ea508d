import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import * as operations from "../../../interface/wire/control/operations/contest.ts";
import { OWNER_FILE } from "../../../kernel/host/ownerOnly.ts";
import { commandName } from "../config.ts";
import { CliError, EXIT_FAILED, usage } from "../exitCodes.ts";
import { operationCommand } from "../operationCommand.ts";
import type { RemoteOptions } from "../remote.ts";
import { callControl, credentialsIn, remoteOptions } from "../remote.ts";
import { show } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";
import { addResultsCommands } from "./contestResults.ts";

/** Commands about contests. */
export function addContestCommands(program: Command, terminal: Terminal): void {
  const contest = program
    .command("contest")
    .description("contests: create, show, keys, move, results, verify");
  operationCommand(contest.command("create"), terminal, operations.createContest, {
    places: ["rules", "teams"],
    send: ({ rules, teams }) => read(rules as string, teams as string),
  });
  operationCommand(contest.command("list"), terminal, operations.listContests);
  operationCommand(contest.command("show"), terminal, operations.showContest, { places: ["contest"] });
  for (const [word, moment, what] of [
    ["practice", "practice", "begin the practice round"],
    ["start", "start", "begin the round"],
    ["end", "end", "end the round"],
  ] as const) {
    operationCommand(contest.command(word), terminal, operations.moveContest, {
      places: ["contest"],
      without: ["moment"],
      send: (typed) => ({ ...typed, moment }),
    }).description(`${what} with the next whole minute, or at another than was said`);
  }
  remoteOptions(contest.command("keys"))
    .argument("<contest>", "its name")
    .option("--team <name>", "only this team's")
    .option("--out <folder>", "where each key is written, a file a key, readable by you alone", "keys")
    .option("--links", "print links instead, by which each team makes its own key, once")
    .option("--hours <number>", "how long links work (1 to 720; default: 72)")
    .description("make a key for each team, in a file of its own, or a link by which the team makes it")
    .action((name: string, options: KeysOptions) => keys(name, options, terminal));
  addResultsCommands(contest, terminal);
}

/** The rules and the teams as the venue takes them: the text of both files. */
async function read(rules: string, teams: string): Promise<{ rules: string; teams: string }> {
  const text = (path: string) =>
    readFile(path, "utf8").catch((error: Error) => {
      throw usage(`${path} cannot be read: ${error.message}`);
    });
  return { rules: await text(rules), teams: await text(teams) };
}

interface KeysOptions extends RemoteOptions {
  readonly team?: string;
  readonly out: string;
  readonly links?: boolean;
  readonly hours?: string;
}

async function keys(contest: string, options: KeysOptions, terminal: Terminal): Promise<void> {
  const { team, out, links = false, hours } = options;
  if (!links) await makeRoom(contest, options);
  const made = await callControl(options, operations.contestKeys, { contest, team, links, hours });
  const at = options.url === undefined ? (await credentialsIn(options.data)).baseUrl : "";
  if (links) {
    show(
      terminal,
      options.json === true,
      made.map(({ link, ...of }) => ({ ...of, link: `${at}${link}` })),
    );
    return;
  }
  const files: object[] = [];
  const lost: string[] = [];
  for (const { team: name, round, apiKey, secret, passphrase } of made) {
    const file = fileOf(out, name, round);
    const text = JSON.stringify(
      { contest, team: name, round, baseUrl: at, apiKey, secret, passphrase },
      null,
      2,
    );
    try {
      await writeFile(file, `${text}\n`, { mode: OWNER_FILE, flag: "wx" });
      files.push({ team: name, round, apiKey, file });
    } catch (error) {
      lost.push(`${(error as Error).message}: disable its key with "${commandName()} key disable ${apiKey}"`);
    }
  }
  show(terminal, options.json === true, files);
  if (lost.length > 0) throw new CliError(lost.join("\n"), { exitCode: EXIT_FAILED });
}

/** Makes the folder, and checks before any key is made that none of the files exists. */
async function makeRoom(contest: string, options: KeysOptions): Promise<void> {
  const { team: wanted, out } = options;
  const { teams } = await callControl(options, operations.showContest, { contest });
  const taken = teams
    .filter(({ team }) => wanted === undefined || team === wanted)
    .flatMap(({ team }) => [fileOf(out, team, "practice"), fileOf(out, team, "contest")])
    .filter((file) => existsSync(file));
  if (taken.length > 0) throw usage(`no key was made, since no file is overwritten: ${taken.join(", ")}`);
  await mkdir(out, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw usage(`--out ${out} cannot be made: ${error.message}`);
  });
}

/** The file for a team's key in a round. */
function fileOf(out: string, team: string, round: "practice" | "contest"): string {
  return join(out, round === "practice" ? `${team}.practice.json` : `${team}.json`);
}
