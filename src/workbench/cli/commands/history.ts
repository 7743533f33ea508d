import type { Command } from "commander";
import { rebuildOffline, verifyOffline } from "../../../assembly/venue/rebuild.ts";
import { DEFAULT_DATA } from "../config.ts";
import { CliError, EXIT_DATA } from "../exitCodes.ts";
import { dataError, openJournal } from "../offline.ts";
import { Progress } from "../show/progress.ts";
import { show } from "../show/value.ts";
import type { Terminal } from "../terminal.ts";

/** `outcry history`: makes the history anew from the journal, or compares the two. */
export function addHistoryCommands(program: Command, terminal: Terminal): void {
  const history = program.command("history").description("the history of a data directory: rebuild, verify");
  history
    .command("rebuild")
    .argument("[directory]", "data directory", DEFAULT_DATA)
    .option("--json", "print JSON")
    .description("make the history anew from the journal; the venue must not run")
    .action((directory: string, options: { readonly json?: boolean }) =>
      rebuild(directory, options.json === true, terminal),
    );
  history
    .command("verify")
    .argument("[directory]", "data directory", DEFAULT_DATA)
    .option("--json", "print JSON")
    .description("compare the history, row by row, with what the journal makes; the venue must not run")
    .action((directory: string, options: { readonly json?: boolean }) =>
      verify(directory, options.json === true, terminal),
    );
}

async function verify(directory: string, isJson: boolean, terminal: Terminal): Promise<void> {
  await openJournal(directory); // refuses a directory without a journal
  const progress = new Progress(terminal);
  try {
    const report = await verifyOffline(directory, (step, share) => progress.update(step, share));
    progress.end();
    show(terminal, isJson, report);
    const { difference } = report;
    if (difference === undefined) return;
    const { table, row, what } = difference;
    throw new CliError(
      `the history is not what the journal makes; first in ${table}, the row of ${row}: ${what}. ` +
        'Make it anew with "outcry history rebuild"',
      { exitCode: EXIT_DATA },
    );
  } catch (error) {
    throw dataError(error as Error);
  } finally {
    progress.end();
  }
}

async function rebuild(directory: string, isJson: boolean, terminal: Terminal): Promise<void> {
  await openJournal(directory); // refuses a directory without a journal
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
