import type { Command } from "commander";
import type { Moment } from "../../venue/branch/fork.ts";
import { fork } from "../../venue/branch/fork.ts";
import * as operations from "../../wire/control/operations/venue.ts";
import { usage } from "../exitCodes.ts";
import { dataError } from "../offline.ts";
import type { RemoteOptions } from "../remote.ts";
import { callAndShow, remoteOptions } from "../remote.ts";
import { Progress } from "../show/progress.ts";
import { show } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

interface BranchOptions extends RemoteOptions {
  readonly at?: string;
}

/** `outcry branch`: a venue that begins where another one was, in a directory or, of a running one, beside it. */
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
    .description(
      "fork a venue, running or not, or a backup: another one begins with its state and history at any command",
    )
    .action((directory: string | undefined, options: BranchOptions) =>
      directory === undefined ? live(options, terminal) : offline(directory, options, terminal),
    );
}

async function live(options: BranchOptions, terminal: Terminal): Promise<void> {
  if (options.at !== undefined)
    throw usage("--at needs a directory: a branch in memory begins at this moment");
  await callAndShow(terminal, options, operations.branch);
}

async function offline(target: string, options: BranchOptions, terminal: Terminal): Promise<void> {
  const at = options.at === undefined ? undefined : momentOf(options.at);
  if (options.url !== undefined)
    throw usage("--url is for a branch in memory: name the venue's directory with --data");
  const progress = new Progress(terminal);
  try {
    const report = await fork({
      source: options.data,
      target,
      at,
      onProgress: (share) => progress.update("executing the journal", share),
    });
    progress.end();
    show(terminal, options.json === true, report);
    if (!report.secrets)
      terminal.err("there is no master key: set OUTCRY_MASTER_KEY to that of the venue before the start\n");
  } catch (error) {
    throw dataError(error as Error);
  } finally {
    progress.end();
  }
}

function momentOf(text: string): Moment {
  if (/^\d{1,15}$/.test(text)) return { seq: Number(text) };
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw usage(`--at must be a command's number or a moment such as 2026-01-31T12:00:00Z, got '${text}'`);
  return { time };
}
