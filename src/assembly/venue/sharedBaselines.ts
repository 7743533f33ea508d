import { createReadStream } from "node:fs";
import { join } from "node:path";
import { NodeDisk } from "../../kernel/host/nodeDisk.ts";
import type { ClusterLog } from "../../kernel/journal/clusterLog.ts";
import { LogError } from "../../kernel/journal/commandLog.ts";
import { FileSnapshots } from "../../kernel/journal/fileSnapshots.ts";
import type { Snapshot, SnapshotStore } from "../../kernel/journal/snapshotStore.ts";
import { SCHEMA_TAG } from "../../service/readmodel/index.ts";
import { writeBaseline } from "./baselines.ts";
import { HISTORY_FILE, JOURNAL_DIRECTORY } from "./dataFiles.ts";

/*
 * Baselines beside the log that nodes share: a state, and the history that goes with it. A new node starts
 * from the newest one, and so does one whose own past ends before the log begins. The history is stored
 * first, so that no state is without.
 */

/** Where a node that starts puts a baseline, and what it hears meanwhile. */
export interface BaselinePlace {
  readonly states: SnapshotStore;
  /** Called again, from the beginning, when what came before was of a damaged one. */
  keepHistory(chunks: AsyncIterable<Uint8Array>): Promise<void>;
  onProgress(share: number): void;
  /** Called with what is wrong with a baseline, before an older one is tried. */
  onDamage(why: string): void;
}

/**
 * Stores a baseline of a node's market, whose snapshot of command `seq` is verified first.
 *
 * @returns false while the node's history is behind the snapshot: nothing was stored
 * @throws LogError if the snapshot is damaged, or the log does not answer; HistoryFailedError
 */
export async function shareBaseline(data: string, seq: number, log: ClusterLog): Promise<boolean> {
  const from = { snapshots: join(data, JOURNAL_DIRECTORY), history: join(data, HISTORY_FILE) };
  const baseline = await writeBaseline(data, seq, from);
  if (baseline === undefined) return false;
  const state = await new FileSnapshots(await NodeDisk.open(baseline.directory)).read(seq);
  const history = createReadStream(join(baseline.directory, HISTORY_FILE));
  await log.histories.write({ ...state.info, format: SCHEMA_TAG }, history);
  await log.snapshots.write(state.info, state.chunks());
  return true;
}

/**
 * Copies the newest baseline that is whole, of this build's history, and leads up to the log's first command.
 *
 * @returns its command; `undefined` if there is none
 */
export async function takeBaseline(
  log: Pick<ClusterLog, "snapshots" | "histories" | "head">,
  to: BaselinePlace,
): Promise<number | undefined> {
  for (const entry of await log.snapshots.list()) {
    if (entry.type === "damaged") to.onDamage(entry.why);
    if (entry.type === "damaged" || entry.info.seq + 1 < log.head().firstSeq) continue;
    const { seq } = entry.info;
    try {
      const [state, history] = [await log.snapshots.read(seq), await log.histories.read(seq)];
      if (history.info.format !== SCHEMA_TAG) continue;
      const counted = counter(state.info.length + history.info.length, to.onProgress);
      await to.keepHistory(counted(history));
      await to.states.write(state.info, counted(state));
      return seq;
    } catch (error) {
      const damage = damageIn(error);
      if (damage === undefined) throw error;
      to.onDamage(damage.message);
    }
  }
  return undefined;
}

/**
 * Whether what a node has by itself leads up to a log that begins with command `firstSeq`. @param appliedSeq
 * its history's last command
 */
export async function reachesLog(
  firstSeq: number,
  snapshots: SnapshotStore,
  appliedSeq: number,
): Promise<boolean> {
  if (firstSeq === 1) return true;
  const { snapshot } = await snapshots.newest({ atMost: appliedSeq });
  return (snapshot?.info.seq ?? 0) + 1 >= firstSeq;
}

function counter(bytes: number, onProgress: (share: number) => void) {
  let done = 0;
  return async function* (part: Snapshot): AsyncGenerator<Uint8Array> {
    for await (const chunk of part.chunks()) {
      yield chunk;
      done += chunk.length;
      onProgress(done / bytes);
    }
  };
}

/** Damage is found while a body is read, and whoever writes it somewhere passes it on as the cause. */
function damageIn(error: unknown): LogError | undefined {
  if (!(error instanceof LogError)) return undefined;
  if (error.reason === "damaged") return error;
  return error.reason === "failed" ? damageIn(error.cause) : undefined;
}
