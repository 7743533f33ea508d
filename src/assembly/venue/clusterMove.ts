import { hash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatTag, replayFrom } from "../../kernel/engine/index.ts";
import { systemClock } from "../../kernel/host/clock.ts";
import { NodeDisk } from "../../kernel/host/nodeDisk.ts";
import { OWNER_FILE } from "../../kernel/host/ownerOnly.ts";
import { systemRng } from "../../kernel/host/rng.ts";
import { copyLog } from "../../kernel/journal/copyLog.ts";
import { FileLog } from "../../kernel/journal/fileLog.ts";
import { FileSnapshots } from "../../kernel/journal/fileSnapshots.ts";
import { openPostgresLog } from "../../kernel/journal/postgres/postgresLog.ts";
import { readFrames } from "../../kernel/journal/readFrames.ts";
import { surveyLog } from "../../kernel/journal/survey.ts";
import { Vault } from "../../service/gateway/index.ts";
import { fingerprint } from "../cluster/index.ts";
import { writeBaseline } from "./baselines.ts";
import { verifyCluster } from "./clusterVerify.ts";
import { masterKeyOf } from "./credentials.ts";
import { patienceFor } from "./databasePatience.ts";
import { holdsMarket, noVenueIn, takeDirectory } from "./dataDirectory.ts";
import { withDataErrorsAsync } from "./dataErrors.ts";
import { HISTORY_FILE, JOURNAL_DIRECTORY } from "./dataFiles.ts";
import { sealOffline } from "./offline.ts";
import type { OnProgress } from "./onProgress.ts";
import { replaceMarket } from "./replaceMarket.ts";
import { replayStart } from "./replayStart.ts";
import { shareBaseline, takeBaseline } from "./sharedBaselines.ts";
import { withClusterLog } from "./withClusterLog.ts";

/** A market that was moved; both sides have the same frames, byte for byte, and the same state. */
export interface MoveReport {
  readonly data: string;
  readonly firstSeq: number;
  readonly headSeq: number;
  /** SHA-256 of the newest frame, hex, which stands for all before it. */
  readonly hash: string;
  /** Running digest of all events, hex. */
  readonly digest: string;
  /** SHA-256 of the state at the head, hex. */
  readonly stateDigest: string;
}

/** A move whose copy is not the market that was moved. */
export class MoveError extends Error {
  override readonly name = "MoveError";
}

/**
 * Makes the market of a data directory, on which no venue runs, that of a cluster whose database is empty:
 * the journal's frames as they are, and the state and history at the head, from which its nodes start. Then
 * the copy is executed, and its digests are compared. The directory is left as it is, sealed. A move that was
 * broken off is continued where it ended.
 *
 * @param masterKey instead of the directory's own
 * @throws DataUnusableError, DirectoryInUse, LogError, ReplayError; MoveError when the digests differ
 */
export function moveIntoCluster(options: {
  readonly data: string;
  readonly url: string;
  readonly single: boolean;
  readonly masterKey: Uint8Array | undefined;
  readonly onProgress: OnProgress;
}): Promise<MoveReport> {
  const { data, url, single, onProgress } = options;
  return withDataErrorsAsync(data, async () => {
    if (!holdsMarket(data)) throw noVenueIn(data);
    const master = await masterKeyOf(data, options.masterKey, systemRng);
    const vault = new Vault(master, systemRng);
    const keyFingerprint = fingerprint(vault.linkKey);
    const executed = (share: number) => onProgress("executing the journal", share);
    const sealed = await sealOffline(data, executed, vault);
    const lock = takeDirectory(data);
    try {
      const disk = await NodeDisk.open(join(data, JOURNAL_DIRECTORY));
      const journal = await FileLog.open(disk, { format: formatTag(), knownDurableSeq: sealed.seq });
      const patience = patienceFor(onProgress);
      const place = { url, single, format: formatTag(), keyFingerprint, clock: systemClock, patience };
      const log = await openPostgresLog(place);
      try {
        const { firstSeq, epoch } = journal.head();
        const copied = (seq: number) =>
          onProgress("copying the journal", (seq - firstSeq) / (sealed.seq - firstSeq));
        await log.adopt(journal, copied);
        const { replay, snapshotSeq } = await replayStart({ journal: disk, data }, await surveyLog(disk));
        const { seq, time } = replay.machine;
        if (snapshotSeq > 0 && snapshotSeq < sealed.seq)
          await log.snapshots.write(
            { seq, time, format: formatTag(), digest: replay.digest, work: replay.work },
            replay.machine.snapshot(),
          );
        onProgress("copying state and history", 0);
        if (!(await shareBaseline(data, sealed.seq, log)))
          throw new MoveError(
            `the history in ${data} ends before its journal: "outcry history rebuild" makes it whole`,
          );
        const verdict = await verifyCluster(log, {
          nodes: [{ node: data, seq: sealed.seq, digest: sealed.digest }],
          onProgress,
        });
        if (verdict.damage.length > 0 || verdict.nodesEqual !== 1)
          throw new MoveError(
            `the cluster's log is not the journal of ${data}: ${verdict.damage.join("; ")}`,
          );
        await log.lease.release(epoch); // from here on nodes can lead
        const { headSeq, hash, digest, stateDigest } = verdict;
        return { data, firstSeq, headSeq, hash, digest, stateDigest };
      } finally {
        await log.close();
        await journal.close();
      }
    } finally {
      lock.release();
    }
  });
}

/**
 * Makes the market of a cluster, whose nodes may run, that of a data directory: the log's frames as a
 * journal, and the newest state and history that the nodes keep. The copy is executed before it takes its
 * place.
 *
 * @throws DataUnusableError, DirectoryInUse, LogError, ReplayError; MoveError when it ends with another frame
 */
export function moveOutOfCluster(options: {
  readonly data: string;
  readonly url: string;
  readonly onProgress: OnProgress;
  /** Called with what is wrong with a state or history beside the log, before an older one is tried. */
  readonly onDamage: (why: string) => void;
}): Promise<MoveReport> {
  const { data, url, onProgress, onDamage } = options;
  return withDataErrorsAsync(data, () =>
    withClusterLog(url, onProgress, (log) =>
      replaceMarket(data, {
        async fill(next) {
          const journal = await NodeDisk.open(join(next, JOURNAL_DIRECTORY));
          const seq = await takeBaseline(log, {
            states: new FileSnapshots(journal),
            keepHistory: (chunks) => writeFile(join(next, HISTORY_FILE), chunks, { mode: OWNER_FILE }),
            onProgress: (share) => onProgress("copying state and history", share),
            onDamage,
          });
          if (seq !== undefined)
            await writeBaseline(next, seq, { snapshots: journal.where, history: join(next, HISTORY_FILE) });
          const { firstSeq, nextSeq, hash: newest } = await log.refresh();
          const copied = (done: number) =>
            onProgress("copying the log", (done - firstSeq) / (nextSeq - firstSeq));
          await copyLog(log, journal, formatTag(), copied);
          const report = await surveyLog(journal);
          if (report.damage.length > 0 || Buffer.compare(report.head.hash, newest) !== 0)
            throw new MoveError(
              `the journal in ${data} would not be the cluster's log: its newest frame differs`,
            );
          const replayed = await replayFrom(await replayStart({ journal, data: next }, report), {
            log: { read: (from: number) => readFrames(journal, from, nextSeq) },
            toSeq: nextSeq - 1,
            progress: (done, total) => onProgress("executing the journal", total === 0 ? 1 : done / total),
          });
          replayed.machine.audit();
          return {
            data,
            firstSeq,
            headSeq: nextSeq - 1,
            hash: hex(newest),
            digest: hex(replayed.digest),
            stateDigest: hash("sha256", replayed.machine.snapshot(), "hex"),
          };
        },
      }),
    ),
  );
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
