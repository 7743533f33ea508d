import type { Command } from "commander";
import { rebuildOffline } from "../../venue/rebuild.ts";
import { DEFAULT_DATA } from "../config.ts";
import { CliError, EXIT_DATA } from "../exitCodes.ts";
import { openJournal } from "../offline.ts";
import { Progress } from "../show/progress.ts";
import { show } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

/** `outcry history rebuild`: makes the history anew from the journal. */
export function addHistoryCommands(program: Command, terminal: Terminal): void {
  const history = program.command("history").description("the history of a data directory: rebuild");
  history
    .command("rebuild")
    .argument("[directory]", "data directory", DEFAULT_DATA)
    .option("--json", "print JSON")
    .description("make the history anew from the journal; the venue must not run")
    .action((directory: string, options: { readonly json?: boolean }) =>
      rebuild(directory, options.json === true, terminal),
    );
}

async function rebuild(directory: string, isJson: boolean, terminal: Terminal): Promise<void> {
  await openJournal(directory); // refuses a directory without one
  const progress = new Progress(terminal);
  try {
    const report = await rebuildOffline(directory, (share) =>
      progress.update("rebuilding the history", share),
    );
    show(terminal, isJson, report);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CliError(`the history was not rebuilt, the old one is as it was: ${why}`, {
      exitCode: EXIT_DATA,
      cause: error,
    });
  } finally {
    progress.end();
  }
}
