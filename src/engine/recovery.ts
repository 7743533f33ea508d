import type { TimeMs } from "../core/index.ts";
import type { CommandLog } from "../journal/commandLog.ts";
import type { SnapshotStore } from "../journal/snapshotStore.ts";
import type { MachineKind } from "./machine.ts";
import type { DurableFrame } from "./port.ts";
import type { Progress, Replay } from "./replay.ts";
import { replayFrames, startingPoint } from "./replay.ts";

/** What start-up found and did. */
export interface RecoveryReport {
  /** Sequence number of the snapshot that was loaded, 0 for genesis. */
  readonly snapshotSeq: number;
  /** Damaged snapshots newer than the one loaded. */
  readonly passedOver: readonly { readonly name: string; readonly why: string }[];
  readonly frames: number;
  readonly commands: number;
  /** The last durable sequence number, 0 in an empty log. */
  readonly headSeq: number;
  /** Market time where history ends, 0 in an empty log: from it to now the venue was down. */
  readonly headTime: TimeMs;
}

export interface RecoveryOptions {
  readonly log: CommandLog;
  readonly snapshots: SnapshotStore;
  readonly machine: MachineKind;
  /** A reader's last applied sequence number: recovery starts at or before it, and hands over every frame after it. */
  readonly appliedSeq?: number;
  /** Called with every frame that begins after `appliedSeq`, in order, and awaited. */
  readonly onRecoveredFrame?: (frame: DurableFrame) => void | Promise<void>;
  readonly progress?: Progress;
}

export interface Recovered {
  readonly replay: Replay;
  readonly epoch: number;
  readonly report: RecoveryReport;
}

/** The log ends before a command that was given out as durable. */
export class HistoryLostError extends Error {
  override readonly name = "HistoryLostError";
}

/**
 * Brings a machine from whatever was stored to the head of the log, and takes the log for writing: loads the newest
 * snapshot, then executes every frame after it, each checked by the digest that it carries.
 *
 * @throws ReplayError other rules, or an outcome that differs from the live run's
 * @throws HistoryLostError a snapshot or a reader knows of commands that the log does not hold
 */
export async function recover(options: RecoveryOptions): Promise<Recovered> {
  const { log, snapshots, machine, appliedSeq } = options;
  await refuseLostHistory(log, snapshots, appliedSeq ?? 0);
  const headSeq = log.head().nextSeq - 1;
  const { replay, snapshotSeq, passedOver } = await startingPoint(
    machine,
    snapshots,
    Math.min(headSeq, appliedSeq ?? headSeq),
  );
  await toHead(replay, options);
  const { epoch } = await log.acquire();
  await toHead(replay, options); // frames that another writer added before it lost the log
  const { seq, time } = replay.machine;
  return {
    replay,
    epoch,
    report: {
      snapshotSeq,
      passedOver,
      frames: replay.frames,
      commands: seq - snapshotSeq,
      headSeq: seq,
      headTime: Math.max(time, log.head().time),
    },
  };
}

async function toHead(replay: Replay, options: RecoveryOptions): Promise<void> {
  const { log, progress, appliedSeq, onRecoveredFrame } = options;
  await replayFrames(replay, {
    log,
    toSeq: log.head().nextSeq - 1,
    ...(progress && { progress }),
    ...(onRecoveredFrame && { onFrame: onRecoveredFrame, tellAfter: appliedSeq ?? 0 }),
  });
}

async function refuseLostHistory(
  log: CommandLog,
  snapshots: SnapshotStore,
  appliedSeq: number,
): Promise<void> {
  const headSeq = log.head().nextSeq - 1;
  const newest = (await snapshots.list()).find((entry) => entry.type === "intact");
  const snapshotSeq = newest?.type === "intact" ? newest.info.seq : 0;
  const known = Math.max(appliedSeq, snapshotSeq);
  if (known <= headSeq) return;
  const witness = known === appliedSeq ? "the history" : "a snapshot";
  throw new HistoryLostError(
    `the journal ends with command ${headSeq}, but ${witness} holds command ${known}: acknowledged commands are ` +
      "missing. The venue does not start, and nothing was changed. Restore the journal from a copy.",
  );
}
