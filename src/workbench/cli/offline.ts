import { join } from "node:path";
import { dataErrorInWords } from "../../assembly/venue/dataErrors.ts";
import { JOURNAL_DIRECTORY } from "../../assembly/venue/dataFiles.ts";
import type { OnProgress } from "../../assembly/venue/onProgress.ts";
import type { Past } from "../../assembly/venue/replayStart.ts";
import { NodeDisk } from "../../kernel/host/nodeDisk.ts";
import { isThere } from "../../kernel/host/systemErrors.ts";
import { listSegments } from "../../kernel/journal/segment.ts";
import { CliError, EXIT_DATA } from "./exitCodes.ts";
import { Progress } from "./show/progress.ts";
import { show } from "./show/value.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Opens the journal of a data directory, or a journal's own directory, for reading; nothing is created.
 *
 * @throws CliError when there is none
 */
export async function openJournal(directory: string): Promise<NodeDisk> {
  const inside = join(directory, JOURNAL_DIRECTORY);
  const path = isThere(inside) ? inside : directory;
  if (!isThere(path)) throw noJournal(directory);
  const disk = await NodeDisk.open(path);
  if ((await listSegments(disk)).length === 0) throw noJournal(directory);
  return disk;
}

function noJournal(directory: string): CliError {
  return new CliError(`there is no journal in ${directory}: name the data directory of a venue`, {
    exitCode: EXIT_DATA,
  });
}

/** As {@link openJournal}, with the other places where its snapshots may be. */
export async function openPast(directory: string): Promise<Past> {
  const journal = await openJournal(directory);
  return { journal, data: isThere(join(directory, JOURNAL_DIRECTORY)) ? directory : undefined };
}

/** Errors about unusable data whose message says everything. */
const DATA_ERRORS = new Set([
  "DirectoryInUse",
  "DataUnusableError",
  "LockUnusable",
  "LogError",
  "ReplayError",
  "HistoryLostError",
  "HistoryFailedError",
  "EngineHaltedError",
  "BackupError",
  "BranchError",
  "DumpError",
  "MoveError",
  "OtherLinkError",
]);

/** An error about data as the user is shown it; unexpected errors are returned unchanged. */
export function dataError(error: Error): Error {
  const worded = dataErrorInWords("what was named", error) as Error;
  return DATA_ERRORS.has(worded.name)
    ? new CliError(worded.message, { exitCode: EXIT_DATA, cause: error })
    : error;
}

/** Does work with a progress bar, and shows its result. */
export async function working<T>(
  terminal: Terminal,
  { json }: { readonly json?: boolean },
  work: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  const progress = new Progress(terminal);
  try {
    const result = await work((step, share) => progress.update(step, share));
    progress.end();
    show(terminal, json === true, result);
    return result;
  } catch (error) {
    throw dataError(error as Error);
  } finally {
    progress.end();
  }
}
