import type { SnapshotStore } from "../journal/snapshotStore.ts";
import type { MachineKind } from "./machine.ts";
import type { DurableFrame } from "./port.ts";
import type { FrameSource } from "./replay.ts";
import { ReplayError, startingPoint } from "./replay.ts";

/** Frames that are executed in the engine's own thread before others have their turn. */
const UNPACED_FRAMES = 32;

/** Gives others their turn, now and then. @param frames executed so far */
export async function yieldToOthers(frames: number): Promise<void> {
  if (frames % UNPACED_FRAMES === 0) await new Promise((resolve) => setImmediate(resolve));
}

/** A stored frame with the events that its commands led to. */
export interface ReexecutedFrame extends DurableFrame {
  /** Command records, as in the log. */
  readonly commands: Uint8Array;
}

/** Executes a log from the nearest snapshot up to the frame that holds a command. */
export async function reexecute(
  kind: MachineKind,
  log: FrameSource,
  snapshots: SnapshotStore,
  seq: number,
  signal?: AbortSignal,
): Promise<ReexecutedFrame> {
  const { replay } = await startingPoint(kind, snapshots, seq - 1);
  for await (const frame of log.read(replay.machine.seq + 1)) {
    signal?.throwIfAborted();
    replay.apply(frame);
    if (replay.machine.seq >= seq) return { ...replay.applied(frame), commands: frame.payload.slice() };
    await yieldToOthers(replay.frames);
  }
  throw new ReplayError("gap", `the log ends before command ${seq}`);
}
