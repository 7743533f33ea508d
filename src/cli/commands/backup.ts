import { resolve } from "node:path";
import type { Command } from "commander";
import { restore } from "../../venue/restore.ts";
import { DEFAULT_DATA } from "../config.ts";
import { dataError } from "../offline.ts";
import type { RemoteOptions } from "../remote.ts";
import { callAndShow, remoteOptions } from "../remote.ts";
import { Progress } from "../show/progress.ts";
import { show } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

interface RestoreOptions {
  readonly data: string;
  readonly replace?: boolean;
  readonly json?: boolean;
}

/** Copies of a market, made while it runs and proven before they are used. */
export function addBackupCommands(program: Command, terminal: Terminal): void {
  remoteOptions(program.command("backup"))
    .argument("<directory>", "where to, on the venue's machine; it must be absent or empty")
    .option("--secrets", "copy master key and credentials too")
    .description("copy a running venue's journal, snapshots and history, consistently")
    .action((directory: string, options: RemoteOptions & { readonly secrets?: boolean }) =>
      callAndShow(terminal, options, {
        method: "POST",
        path: "backup",
        parameters: {
          directory: options.url === undefined ? resolve(directory) : directory,
          secrets: options.secrets === true,
        },
      }),
    );
  program
    .command("restore")
    .argument("<directory>", "the backup")
    .option("--data <dir>", "data directory to restore; no venue may run on it", DEFAULT_DATA)
    .option("--replace", "delete the market that is there")
    .option("--json", "print JSON")
    .description("prove a backup by executing its journal, then make it the market of a data directory")
    .action((directory: string, options: RestoreOptions) => restoreAndShow(directory, options, terminal));
}

async function restoreAndShow(backup: string, options: RestoreOptions, terminal: Terminal): Promise<void> {
  const progress = new Progress(terminal);
  try {
    const report = await restore({
      backup,
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
