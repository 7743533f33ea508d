import { join } from "node:path";
import type { DurableFrame, Replay } from "../engine/index.ts";
import { exchangeMachine, genesis, ReplayError, startingPoint } from "../engine/index.ts";
import { NodeDisk } from "../host/nodeDisk.ts";
import { FileSnapshots } from "../journal/fileSnapshots.ts";
import { readFrames } from "../journal/readFrames.ts";
import { surveyLog } from "../journal/survey.ts";
import { rebuildHistory } from "../readmodel/index.ts";
import { baselinesIn } from "./baselines.ts";
import { takeDirectory } from "./dataDirectory.ts";
import { sayingLater } from "./dataErrors.ts";
import { finishReplacement } from "./replacement.ts";
import { HISTORY_FILE, JOURNAL_DIRECTORY } from "./storage.ts";

export interface RebuildReport {
  readonly history: string;
  readonly appliedSeq: number;
  /** Command of the baseline it was made from; 0: from the first command. */
  readonly baselineSeq: number;
}

/**
 * Makes the history of a data directory anew by executing its journal: from the first command where all of
 * it is held, else from the newest baseline.
 *
 * @throws DirectoryInUse, LogError, ReplayError, HistoryFailedError: the old history is as it was
 */
export function rebuildOffline(data: string, onProgress: (share: number) => void): Promise<RebuildReport> {
  return sayingLater(data, () => rebuild(data, onProgress));
}

async function rebuild(data: string, onProgress: (share: number) => void): Promise<RebuildReport> {
  const lock = takeDirectory(data);
  try {
    await finishReplacement(data);
    const disk = await NodeDisk.open(join(data, JOURNAL_DIRECTORY));
    const report = await surveyLog(disk);
    const { firstSeq, nextSeq } = report.head;
    const { replay, base } =
      firstSeq === 1
        ? { replay: genesis(exchangeMachine).replay, base: undefined }
        : await fromBaseline(data, firstSeq);
    const baselineSeq = replay.machine.seq;
    const history = join(data, HISTORY_FILE);
    const { appliedSeq } = await rebuildHistory({
      path: history,
      base,
      frames: framesFrom(replay, disk, nextSeq, (seq) => onProgress(nextSeq === 1 ? 1 : seq / (nextSeq - 1))),
    });
    return { history, appliedSeq, baselineSeq };
  } finally {
    lock.release();
  }
}

async function fromBaseline(
  data: string,
  firstSeq: number,
): Promise<{ readonly replay: Replay; readonly base: string }> {
  const newest = (await baselinesIn(data)).at(-1);
  if (newest === undefined || newest.seq < firstSeq - 1) {
    throw new ReplayError(
      "gap",
      `the journal begins with command ${firstSeq}, and no baseline holds what came before: restore a backup`,
    );
  }
  const snapshots = new FileSnapshots(await NodeDisk.open(newest.directory));
  const { replay } = await startingPoint(exchangeMachine, snapshots, newest.seq);
  if (replay.machine.seq !== newest.seq) {
    throw new ReplayError("gap", `the snapshot in ${newest.directory} is damaged: restore a backup`);
  }
  return { replay, base: join(newest.directory, HISTORY_FILE) };
}

/** Everything behind a state, by executing it again. */
async function* framesFrom(
  replay: Replay,
  disk: NodeDisk,
  until: number,
  onFrame: (seq: number) => void,
): AsyncGenerator<DurableFrame> {
  for await (const frame of readFrames(disk, replay.machine.seq + 1, until)) {
    yield replay.apply(frame);
    onFrame(replay.machine.seq);
  }
}
