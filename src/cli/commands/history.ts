import { join } from "node:path";
import type { Command } from "commander";
import type { DurableFrame } from "../../engine/index.ts";
import { exchangeMachine, genesis } from "../../engine/index.ts";
import { lockDirectory } from "../../host/directoryLock.ts";
import type { Disk } from "../../host/disk.ts";
import { readFrames } from "../../journal/readFrames.ts";
import { surveyLog } from "../../journal/survey.ts";
import { rebuildHistory } from "../../readmodel/index.ts";
import { HISTORY_FILE } from "../../venue/storage.ts";
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
  const disk = await openJournal(directory);
  const path = join(directory, HISTORY_FILE);
  const progress = new Progress(terminal);
  try {
    const lock = lockDirectory(directory);
    try {
      const { head } = await surveyLog(disk);
      const headSeq = head.nextSeq - 1;
      const { appliedSeq } = await rebuildHistory({
        path,
        frames: durableFrames(disk, headSeq, (seq) =>
          progress.update("rebuilding the history", seq / headSeq),
        ),
      });
      show(terminal, isJson, { history: path, appliedSeq });
    } finally {
      lock.release();
    }
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

/** Everything that happened, by executing the journal again from its beginning. */
async function* durableFrames(
  disk: Disk,
  headSeq: number,
  onFrame: (seq: number) => void,
): AsyncGenerator<DurableFrame> {
  const { replay } = genesis(exchangeMachine);
  for await (const frame of readFrames(disk, 1, headSeq + 1)) {
    yield replay.apply(frame);
    onFrame(replay.machine.seq);
  }
}
