import type { TimeMs } from "../core/index.ts";
import type { CommandLog, Frame } from "../journal/commandLog.ts";
import { newestSeq } from "../journal/snapshotChoice.ts";
import type { SnapshotStore } from "../journal/snapshotStore.ts";
import type { MachineKind } from "./machine.ts";
import type { DurableFrame } from "./port.ts";
import type { Progress, Replay, StartingPoint } from "./replay.ts";
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
  /**
   * A reader's last applied sequence number: recovery starts at or before it, and hands over every frame
   * after it.
   */
  readonly appliedSeq?: number;
  /** Called with every frame that begins after `appliedSeq`, in order, and awaited. */
  readonly onRecoveredFrame?: (frame: DurableFrame) => void | Promise<void>;
  readonly progress?: Progress;
}

/** A machine that has executed what was stored. */
export interface Restored {
  readonly replay: Replay;
  readonly report: RecoveryReport;
}

/** A machine at the head of the log, which was taken for writing. */
export interface Recovered extends Restored {
  readonly epoch: number;
}

/** The log ends before a command that was given out as durable. */
class HistoryLostError extends Error {
  override readonly name = "HistoryLostError";
}

/**
 * Brings a machine from whatever was stored to the head of the log, and takes the log for writing: loads the
 * newest snapshot, takes the log, then executes every frame after the snapshot, each checked by the digest
 * that it carries.
 *
 * @throws ReplayError other rules, or an outcome that differs from the live run's
 * @throws HistoryLostError a snapshot or a reader knows of commands that the log does not hold
 */
export async function recover(options: RecoveryOptions): Promise<Recovered> {
  const { log } = options;
  const start = await begin(options);
  const { epoch } = await log.acquire(); // from here on all that the log holds is durable
  await advance(start.replay, options);
  return { replay: start.replay, epoch, report: reportOf(start, log.head().time) };
}

/**
 * Brings a machine up to a log that another node may be writing, and takes nothing: every frame is executed
 * but the newest, unless a reader has it, since only a frame that another one follows is durable for certain.
 *
 * @throws ReplayError, HistoryLostError as {@link recover}
 */
export async function catchUp(options: RecoveryOptions): Promise<Restored> {
  const { log, appliedSeq = 0 } = options;
  const start = await begin(options);
  const { nextSeq } = log.head();
  await advance(
    start.replay,
    options,
    ({ firstSeq, count }) => firstSeq > appliedSeq && firstSeq + count >= nextSeq,
  );
  return { replay: start.replay, report: reportOf(start, start.replay.machine.time) };
}

async function begin({ log, snapshots, machine, appliedSeq }: RecoveryOptions): Promise<StartingPoint> {
  await refuseLostHistory(log, snapshots, appliedSeq ?? 0);
  const headSeq = log.head().nextSeq - 1;
  return startingPoint(machine, snapshots, Math.min(headSeq, appliedSeq ?? headSeq));
}

function reportOf({ replay, snapshotSeq, passedOver }: StartingPoint, headTime: TimeMs): RecoveryReport {
  const { seq, time } = replay.machine;
  return {
    snapshotSeq,
    passedOver,
    frames: replay.frames,
    commands: seq - snapshotSeq,
    headSeq: seq,
    headTime: Math.max(time, headTime),
  };
}

async function advance(
  replay: Replay,
  options: RecoveryOptions,
  holdsBack?: (frame: Frame) => boolean,
): Promise<void> {
  const { log, progress, appliedSeq, onRecoveredFrame } = options;
  await replayFrames(replay, {
    log,
    toSeq: log.head().nextSeq - 1,
    ...(progress && { progress }),
    ...(onRecoveredFrame && { onFrame: onRecoveredFrame, framesAfter: appliedSeq ?? 0 }),
    ...(holdsBack && { holdsBack }),
  });
}

async function refuseLostHistory(
  log: CommandLog,
  snapshots: SnapshotStore,
  appliedSeq: number,
): Promise<void> {
  const headSeq = log.head().nextSeq - 1;
  const known = Math.max(appliedSeq, await newestSeq(snapshots));
  if (known <= headSeq) return;
  const holder = known === appliedSeq ? "the history" : "a snapshot";
  throw new HistoryLostError(
    `the journal ends with command ${headSeq}, but ${holder} holds command ${known}: acknowledged commands are ` +
      "missing. The venue does not start, and nothing was changed. Restore the journal from a copy.",
  );
}
