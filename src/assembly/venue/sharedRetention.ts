import { join } from "node:path";
import { NodeDisk } from "../../kernel/host/nodeDisk.ts";
import type { ClusterLog } from "../../kernel/journal/clusterLog.ts";
import { FileSnapshots } from "../../kernel/journal/fileSnapshots.ts";
import { HistoryFailedError } from "../../service/readmodel/index.ts";
import { dropBaselines } from "./baselines.ts";
import { JOURNAL_DIRECTORY } from "./dataFiles.ts";
import { shareBaseline } from "./sharedBaselines.ts";

/** Histories kept, and states at least: if the newest is damaged, the one before takes its place. */
const BASELINES_KEPT = 2;
/**
 * A bounded log has a baseline after each such part of its bound, so that a new node executes at most that
 * much.
 */
const BASELINES_PER_BOUND = 4;

export interface SharedRetentionOptions {
  readonly data: string;
  readonly log: ClusterLog;
  /** Bytes of the log that stay executable; `undefined` keeps everything. */
  readonly keepBytes: number | undefined;
  /** The last command that every node which follows has executed. */
  readonly followedSeq: () => number;
}

/**
 * What the node that leads does for the log: stores the snapshots that it takes, each with its history, as
 * baselines for other nodes, and deletes the oldest part of a log that grows past a bound.
 *
 * Of a log without a bound each snapshot is stored and two baselines are kept. Of a bounded one states are
 * kept further back, up to the first after which `keepBytes` were logged; what comes before that one is
 * deleted, unless a node that follows has not executed it yet.
 */
export function sharedRetention({ data, log, keepBytes, followedSeq }: SharedRetentionOptions) {
  let lookedAt = 0;

  /** A snapshot of this node that was not looked at yet. */
  async function newSnapshot(): Promise<number | undefined> {
    const own = await new FileSnapshots(await NodeDisk.open(join(data, JOURNAL_DIRECTORY))).list();
    const newest = own.find((entry) => entry.type === "intact");
    return newest?.type === "intact" && newest.info.seq > lookedAt ? newest.info.seq : undefined;
  }

  /** The commands of the states stored, newest first. */
  async function stored(): Promise<number[]> {
    const entries = await log.snapshots.list();
    return entries.flatMap((entry) => (entry.type === "intact" ? [entry.info.seq] : []));
  }

  async function isDue(seq: number): Promise<boolean> {
    const [newest = 0] = await stored();
    if (seq <= newest) return false;
    if (keepBytes === undefined) return true;
    return (await log.bytes(newest + 1, seq + 1)) * BASELINES_PER_BOUND >= keepBytes;
  }

  /** Whether it was stored; not while the history is not so far yet, or has failed, which was told. */
  async function share(seq: number): Promise<boolean> {
    try {
      return await shareBaseline(data, seq, log);
    } catch (error) {
      if (error instanceof HistoryFailedError) return false;
      throw error;
    }
  }

  /** How many states are kept, and with the last of them where the log may begin. */
  async function bound(keep: number): Promise<{ readonly states: number; readonly seq: number }> {
    const seqs = await stored();
    let bytes = 0;
    let until = log.head().nextSeq;
    for (const [i, seq] of seqs.entries()) {
      bytes += await log.bytes(seq + 1, until);
      until = seq + 1;
      if (i + 1 >= BASELINES_KEPT && bytes >= keep) return { states: i + 1, seq };
    }
    return { states: Math.max(seqs.length, 1), seq: 0 };
  }

  return async (): Promise<void> => {
    const seq = await newSnapshot();
    if (seq === undefined) return;
    if ((await isDue(seq)) && !(await share(seq))) return;
    lookedAt = seq;
    await dropBaselines(data, seq + 1); // the one that was stored just now: a node has no use for its own
    await log.histories.prune(BASELINES_KEPT);
    if (keepBytes === undefined) {
      await log.snapshots.prune(BASELINES_KEPT);
      return;
    }
    const { states, seq: until } = await bound(keepBytes);
    await log.trim(Math.min(until, followedSeq()) + 1);
    await log.snapshots.prune(states);
  };
}
