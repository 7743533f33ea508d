import { join } from "node:path";
import { Exchange } from "../../../kernel/core/index.ts";
import type { Progress } from "../../../kernel/engine/index.ts";
import { exchangeMachine, replayFrom, startingPoint } from "../../../kernel/engine/index.ts";
import { NodeDisk } from "../../../kernel/host/nodeDisk.ts";
import { LogError } from "../../../kernel/journal/commandLog.ts";
import { FileSnapshots } from "../../../kernel/journal/fileSnapshots.ts";
import { readFrames } from "../../../kernel/journal/readFrames.ts";
import { behind, describeDamage } from "../../../kernel/journal/recovery.ts";
import type { LogReport } from "../../../kernel/journal/survey.ts";
import { surveyLog } from "../../../kernel/journal/survey.ts";
import { HistoryFailedError, peekHistory } from "../../../service/readmodel/index.ts";
import {
  dataFormat,
  holdsMarket,
  noVenueIn,
  refuseNodeDirectory,
  refuseOtherFormat,
} from "../dataDirectory.ts";
import { withDataErrorsAsync } from "../dataErrors.ts";
import { HISTORY_FILE, JOURNAL_DIRECTORY } from "../dataFiles.ts";
import type { OnProgress } from "../onProgress.ts";
import { withClusterLog } from "../withClusterLog.ts";
import { dumpLines } from "./text.ts";

/**
 * The market of a data directory as lines of portable text: the newest snapshot, with the journal's commands
 * after it executed. It only reads, so a venue may be running; then the dump is the market as of a moment
 * ago.
 *
 * @throws DataUnusableError, LogError, ReplayError
 */
export function dump(data: string, onProgress: OnProgress = () => {}): Promise<Generator<string>> {
  return withDataErrorsAsync(data, async () => {
    const { disk, report } = await intactJournal(data);
    const { head } = report;
    const toSeq = head.nextSeq - 1;
    const from = await startingPoint(exchangeMachine, new FileSnapshots(disk), toSeq);
    const log = { read: (seq: number) => readFrames(disk, seq, head.nextSeq) };
    const { machine } = await replayFrom(from, { log, toSeq, progress: executing(onProgress) });
    return dumpLines(Exchange.restore(machine.snapshot()), dataFormat());
  });
}

/**
 * The journal of a data directory, read to its end; a venue may be appending to it.
 *
 * @throws DataUnusableError, LogError: there is none, or it is damaged
 */
export async function intactJournal(
  data: string,
): Promise<{ readonly disk: NodeDisk; readonly report: LogReport }> {
  if (!holdsMarket(data)) throw noVenueIn(data);
  refuseOtherFormat(data);
  const disk = await NodeDisk.open(join(data, JOURNAL_DIRECTORY));
  await refuseNodeDirectory(data, disk);
  const known = await knownDurable(data, disk);
  const report = await surveyLog(disk);
  const { head, damage } = report;
  if (head.nextSeq <= known) throw behind(report, known);
  if (damage.length > 0)
    throw new LogError("damaged", `the journal is damaged: ${describeDamage(damage[0]!)}`);
  return { disk, report };
}

function executing(onProgress: OnProgress): Progress {
  return (done, total) => onProgress("executing the journal", total === 0 ? 1 : done / total);
}

/**
 * The market of a cluster in the same form: the newest state beside its log, with the commands after it
 * executed.
 *
 * @param onDamage called with what is wrong with a newer state than the one taken
 * @throws LogError, ReplayError
 */
export function dumpShared(
  url: string,
  onProgress: OnProgress,
  onDamage: (why: string) => void,
): Promise<Generator<string>> {
  return withClusterLog(url, onProgress, async (log) => {
    const toSeq = log.head().nextSeq - 1;
    const from = await startingPoint(exchangeMachine, log.snapshots, toSeq);
    for (const { why } of from.passedOver) onDamage(why);
    const { machine } = await replayFrom(from, { log, toSeq, progress: executing(onProgress) });
    return dumpLines(Exchange.restore(machine.snapshot()), dataFormat());
  });
}

/**
 * The last command known to be durable, from a snapshot or the history: so a damaged last frame of the
 * journal is not taken for one that was never written.
 */
async function knownDurable(data: string, journal: NodeDisk): Promise<number> {
  const [newest] = await new FileSnapshots(journal).list();
  const snapshotSeq = newest === undefined ? 0 : newest.type === "intact" ? newest.info.seq : newest.seq;
  return Math.max(snapshotSeq, historySeq(data));
}

function historySeq(data: string): number {
  try {
    return peekHistory(join(data, HISTORY_FILE)).appliedSeq;
  } catch (error) {
    if (error instanceof HistoryFailedError) return 0; // a damaged history says nothing, and a dump does not need it
    throw error;
  }
}
