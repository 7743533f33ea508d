import { join } from "node:path";
import type { Command } from "commander";
import type { Changes, Selector } from "../../../assembly/venue/branch/changes.ts";
import { fork } from "../../../assembly/venue/branch/fork.ts";
import { executeRest } from "../../../assembly/venue/branch/rest.ts";
import { JOURNAL_DIRECTORY } from "../../../assembly/venue/dataFiles.ts";
import * as operations from "../../../interface/wire/control/operations/venue.ts";
import { isThere } from "../../../kernel/host/systemErrors.ts";
import { assignments, collect, momentOf } from "../arguments.ts";
import { usage } from "../exitCodes.ts";
import { dataError } from "../offline.ts";
import type { RemoteOptions } from "../remote.ts";
import { callAndShow, remoteOptions } from "../remote.ts";
import { Progress } from "../show/progress.ts";
import { show } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

interface BranchOptions extends RemoteOptions {
  readonly at?: string;
  readonly rest?: boolean;
  readonly until?: string;
  readonly without?: readonly string[];
  readonly set?: readonly string[];
  readonly price?: readonly string[];
}

/**
 * `outcry branch`: a venue that begins where another one was: in a new directory, or, if the other one runs,
 * beside it.
 */
export function addBranchCommands(program: Command, terminal: Terminal): void {
  remoteOptions(program.command("branch"))
    .argument(
      "[directory]",
      "data directory to make; without one, the running venue starts a branch in memory",
    )
    .option(
      "--at <moment>",
      "a command's number, or a moment such as 2026-01-31T12:00:00Z (default: the last command)",
    )
    .option("--rest", "then execute what the venue went through after that; also on a branch made before")
    .option("--until <moment>", "the last command of the rest (default: the last command)")
    .option(
      "--without <commands>",
      "leave out of the rest: a command's number, ACCOUNT, or ACCOUNT:CLIENT_ID; repeatable",
      collect,
    )
    .option(
      "--set <commands,field=value>",
      "another price, size or triggerPrice in the rest: bot:x-1,price=59000; repeatable",
      collect,
    )
    .option(
      "--price <symbol=price>",
      "another index price in the rest, or all of them moved: btc=-10%; repeatable",
      collect,
    )
    .description(
      "fork a venue, running or not, or a backup: another one begins with its state and history at any command",
    )
    .action((directory: string | undefined, options: BranchOptions) =>
      directory === undefined ? live(options, terminal) : offline(directory, options, terminal),
    );
}

/** Options about a branch in a directory. */
const OFFLINE = ["at", "rest", "until", "without", "set", "price"] as const;

async function live(options: BranchOptions, terminal: Terminal): Promise<void> {
  const given = OFFLINE.find((name) => options[name] !== undefined);
  if (given !== undefined)
    throw usage(`--${given} needs a directory: a branch in memory begins at this moment`);
  await callAndShow(terminal, options, operations.branch);
}

async function offline(target: string, options: BranchOptions, terminal: Terminal): Promise<void> {
  if (options.url !== undefined)
    throw usage("--url is for a branch in memory: name the venue's directory with --data");
  const at = momentOf("--at", options.at);
  const until = momentOf("--until", options.until);
  const changes = changesOf(options);
  const hasRest = OFFLINE.slice(1).some((name) => options[name] !== undefined);
  const isMade = hasRest && isThere(join(target, JOURNAL_DIRECTORY));
  if (isMade && at !== undefined)
    throw usage(`--at: ${target} is a branch already, made at a moment of its own`);
  const progress = new Progress(terminal);
  const onProgress = (share: number) => progress.update("executing the journal", share);
  const source = options.data;
  try {
    const forked = isMade ? undefined : await fork({ source, target, at, onProgress });
    const rest = hasRest ? await executeRest({ source, target, until, changes, onProgress }) : undefined;
    progress.end();
    show(terminal, options.json === true, rest === undefined ? forked : { ...forked, rest });
    if (forked?.secrets === false)
      terminal.err("there is no master key: set OUTCRY_MASTER_KEY to that of the venue before the start\n");
  } catch (error) {
    throw dataError(error as Error);
  } finally {
    progress.end();
  }
}

function changesOf({ without = [], set = [], price = [] }: BranchOptions): Changes {
  return {
    without: without.map(selectorOf),
    fields: set.map((text) => {
      const [, of, field, value] = /^(.+),(price|size|triggerPrice)=([^,=]+)$/s.exec(text) ?? [];
      if (of === undefined || value === undefined)
        throw usage(
          `--set must be COMMANDS,FIELD=VALUE, FIELD one of price, size, triggerPrice, got '${text}'`,
        );
      return { of: selectorOf(of), field: field as "price" | "size" | "triggerPrice", value };
    }),
    prices: new Map(Object.entries(assignments(price)).map(([symbol, value]) => [symbol, String(value)])),
  };
}

function selectorOf(text: string): Selector {
  if (/^\d{1,15}$/.test(text)) return { seq: Number(text) };
  const mark = text.indexOf(":");
  if (mark < 0) return { account: text };
  return { account: text.slice(0, mark), clientId: text.slice(mark + 1) };
}
