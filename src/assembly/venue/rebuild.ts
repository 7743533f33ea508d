import { join } from "node:path";
import type { DurableFrame, Replay } from "../../kernel/engine/index.ts";
import {
  exchangeMachine,
  formatTag,
  genesis,
  ReplayError,
  startingPoint,
} from "../../kernel/engine/index.ts";
import { NodeDisk } from "../../kernel/host/nodeDisk.ts";
import { FileLog } from "../../kernel/journal/fileLog.ts";
import { FileSnapshots } from "../../kernel/journal/fileSnapshots.ts";
import { readFrames } from "../../kernel/journal/readFrames.ts";
import { newestSeq } from "../../kernel/journal/snapshotChoice.ts";
import { surveyLog } from "../../kernel/journal/survey.ts";
import type { Difference } from "../../service/readmodel/index.ts";
import { peekHistory, rebuildHistory, verifyHistory } from "../../service/readmodel/index.ts";
import { baselinesIn } from "./baselines.ts";
import { takeDirectory } from "./dataDirectory.ts";
import { withDataErrorsAsync } from "./dataErrors.ts";
import { HISTORY_FILE, JOURNAL_DIRECTORY } from "./dataFiles.ts";
import type { OnProgress } from "./onProgress.ts";
import { finishReplacement } from "./replacement.ts";

export interface RebuildReport {
  readonly history: string;
  readonly appliedSeq: number;
  /** The command of the baseline that it was made from; 0: from the first command. */
  readonly baselineSeq: number;
}

/**
 * Rebuilds the history of a data directory by executing its journal: from the first command if all of the
 * journal is held, else from the newest baseline.
 *
 * @throws DirectoryInUse, LogError, ReplayError, HistoryFailedError; then the old history is as it was
 */
export async function rebuildOffline(
  data: string,
  onProgress: (share: number) => void,
): Promise<RebuildReport> {
  return withFrames(data, async ({ journal, history, base, baselineSeq, headSeq, frames }) => {
    if (headSeq > baselineSeq) await makeDurable(journal);
    const { appliedSeq } = await rebuildHistory({
      path: history,
      base,
      frames: frames(headSeq, (seq) => onProgress(shareOf(seq, headSeq))),
    });
    return { history, appliedSeq, baselineSeq };
  });
}

export interface VerifyReport extends RebuildReport {
  readonly intact: boolean;
  readonly difference: Difference | undefined;
}

/**
 * Compares the history of a data directory, row by row, with one made by executing its journal: from the
 * first command if all of it is held, else from the newest baseline.
 *
 * @throws as {@link rebuildOffline}; nothing is changed
 */
export async function verifyOffline(data: string, onProgress: OnProgress): Promise<VerifyReport> {
  return withFrames(data, async ({ history, base, baselineSeq, frames }) => {
    const { appliedSeq } = peekHistory(history);
    const difference = await verifyHistory(
      {
        path: history,
        base,
        frames: frames(appliedSeq, (seq) => onProgress("executing the journal", shareOf(seq, appliedSeq))),
      },
      (share) => onProgress("comparing the history", share),
    );
    return { history, appliedSeq, baselineSeq, intact: difference === undefined, difference };
  });
}

interface Journaled {
  readonly journal: NodeDisk;
  readonly history: string;
  /** The history store at the point where the frames begin. */
  readonly base: string | undefined;
  readonly baselineSeq: number;
  readonly headSeq: number;
  /** All frames after the beginning, up to a command. */
  frames(toSeq: number, onFrame: (seq: number) => void): AsyncGenerator<DurableFrame>;
}

/** Holds a data directory, and executes its journal from the earliest possible command. */
function withFrames<T>(data: string, work: (journaled: Journaled) => Promise<T>): Promise<T> {
  return withDataErrorsAsync(data, () => executing(data, work));
}

async function executing<T>(data: string, work: (journaled: Journaled) => Promise<T>): Promise<T> {
  const lock = takeDirectory(data);
  try {
    await finishReplacement(data);
    const disk = await NodeDisk.open(join(data, JOURNAL_DIRECTORY));
    const { firstSeq, nextSeq } = (await surveyLog(disk)).head;
    const { replay, base } =
      firstSeq === 1
        ? { replay: genesis(exchangeMachine).replay, base: undefined }
        : await fromBaseline(data, firstSeq);
    return await work({
      journal: disk,
      history: join(data, HISTORY_FILE),
      base,
      baselineSeq: replay.machine.seq,
      headSeq: nextSeq - 1,
      frames: (toSeq, onFrame) => framesFrom(replay, disk, toSeq + 1, onFrame),
    });
  } finally {
    lock.release();
  }
}

/**
 * Takes a log as a start does: a history that has what the disk has not got would be ahead of the journal
 * after a power cut.
 */
async function makeDurable(journal: NodeDisk): Promise<void> {
  const knownDurableSeq = await newestSeq(new FileSnapshots(journal));
  const log = await FileLog.open(journal, { format: formatTag(), knownDurableSeq });
  try {
    await log.acquire();
  } finally {
    await log.close();
  }
}

function shareOf(seq: number, toSeq: number): number {
  return toSeq === 0 ? 1 : seq / toSeq;
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

/** All frames after a state, made by executing them again. */
async function* framesFrom(
  replay: Replay,
  disk: NodeDisk,
  until: number,
  onFrame: (seq: number) => void,
): AsyncGenerator<DurableFrame> {
  for await (const frame of readFrames(disk, replay.machine.seq + 1, until)) {
    replay.apply(frame);
    yield replay.applied(frame);
    onFrame(replay.machine.seq);
  }
}
