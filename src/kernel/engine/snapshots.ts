import type { SnapshotInfo, SnapshotStore } from "../journal/snapshotStore.ts";
import type { MachineKind } from "./machine.ts";
import type { FrameSource, Replay } from "./replay.ts";
import { startingPoint } from "./replay.ts";

/** Snapshots kept: if the newest is damaged, an older one and a longer replay take its place. */
const SNAPSHOTS_KEPT = 3;

/** Takes snapshots beside the running engine. */
export interface Snapshotter {
  /**
   * Takes a snapshot of the durable commands below `until`, except those of the last frame, whose digest
   * proves it. `undefined` when there is nothing new to take.
   *
   * @param readerSeq the newest snapshot up to this sequence number is kept
   */
  take(until: number, readerSeq?: number): Promise<SnapshotInfo | undefined>;
  /** Ends the snapshot under way; what it leaves behind is not taken for a snapshot. */
  close(): Promise<void>;
}

/**
 * Takes a snapshot from the log alone: newest snapshot, replay up to the last frame before `until`, and that
 * frame's digest as the proof that the state is the live run's. The live state is never touched. Where old
 * ones are kept, those that are due on the way are taken too, each proven by the frame after it.
 *
 * @param log holds the durable commands below `until`
 * @returns `undefined` when there is no newer frame boundary whose digest is known
 * @throws ReplayError `diverged` when the proof fails; nothing is written
 */
export async function takeSnapshot(
  kind: MachineKind,
  log: FrameSource,
  snapshots: SnapshotStore,
  until: number,
  readerSeq?: number,
): Promise<SnapshotInfo | undefined> {
  const { replay, snapshotSeq, snapshotBytes } = await startingPoint(kind, snapshots, until - 1);
  const { machine } = replay;
  if (machine.seq + 1 >= until) return undefined;
  const { spacing = () => Number.POSITIVE_INFINITY } = snapshots;
  let next = replay.work + spacing(snapshotBytes);
  for await (const frame of log.read(machine.seq + 1)) {
    if (frame.firstSeq + frame.count >= until) {
      replay.check(frame);
      break;
    }
    if (replay.work >= next) {
      replay.check(frame);
      const { length, work } = await writeSnapshot(replay, snapshots, readerSeq);
      next = work + spacing(length);
    }
    replay.apply(frame);
  }
  return machine.seq === snapshotSeq ? undefined : await writeSnapshot(replay, snapshots, readerSeq);
}

/** Audits a state, writes it and deletes old snapshots. */
export async function writeSnapshot(
  { machine, digest, kind, work }: Pick<Replay, "machine" | "digest" | "kind" | "work">,
  snapshots: SnapshotStore,
  readerSeq?: number,
): Promise<SnapshotInfo> {
  machine.audit();
  const meta = { seq: machine.seq, format: kind.format, time: machine.time, digest, work };
  const info = await snapshots.write(meta, machine.snapshot());
  await snapshots.prune(SNAPSHOTS_KEPT, readerSeq);
  return info;
}
