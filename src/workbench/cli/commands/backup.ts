import { resolve } from "node:path";
import type { Command } from "commander";
import { restore } from "../../../assembly/venue/restore.ts";
import { backup } from "../../../interface/wire/control/operations/venue.ts";
import { DEFAULT_DATA } from "../config.ts";
import { dataError } from "../offline.ts";
import { operationCommand } from "../operationCommand.ts";
import { Progress } from "../show/progress.ts";
import { show } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

interface RestoreOptions {
  readonly data: string;
  readonly replace?: boolean;
  readonly json?: boolean;
}

/** Commands that copy a market while it runs, and check a copy before it is used. */
export function addBackupCommands(program: Command, terminal: Terminal): void {
  operationCommand(program.command("backup"), terminal, backup, {
    places: ["directory"],
    send: ({ directory, ...typed }, { url }) => ({
      ...typed,
      directory: url === undefined ? resolve(String(directory)) : directory,
    }),
  });
  program
    .command("restore")
    .argument("<directory>", "the backup")
    .option("--data <dir>", "data directory to restore; no venue may run on it", DEFAULT_DATA)
    .option("--replace", "delete the market that is there")
    .option("--json", "print JSON")
    .description("prove a backup by executing its journal, then make it the market of a data directory")
    .action((directory: string, options: RestoreOptions) => restoreAndShow(directory, options, terminal));
}

async function restoreAndShow(directory: string, options: RestoreOptions, terminal: Terminal): Promise<void> {
  const progress = new Progress(terminal);
  try {
    const report = await restore({
      backup: directory,
      data: options.data,
      replace: options.replace === true,
      onProgress: (step, share) => progress.update(step, share),
    });
    show(terminal, options.json === true, report);
    if (!report.secrets) {
      terminal.err(
        "the backup holds no master key: put the old master.key into the data directory, or set OUTCRY_MASTER_KEY, before the start\n",
      );
    }
  } catch (error) {
    throw dataError(error as Error);
  } finally {
    progress.end();
  }
}
