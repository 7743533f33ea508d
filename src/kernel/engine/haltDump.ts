import type { TimeMs } from "../core/index.ts";
import { RecordView } from "../core/index.ts";
import type { Disk } from "../host/disk.ts";
import { readFully, writeFully } from "../host/disk.ts";
import type { Frame } from "../journal/commandLog.ts";
import type { SnapshotStore } from "../journal/snapshotStore.ts";
import type { Machine, MachineKind } from "./machine.ts";
import type { FrameSource } from "./replay.ts";
import { replayLog } from "./replay.ts";

/**
 * What a venue writes when it finds a bug in itself: enough to see the same failure again from the journal.
 * The file is JSON text. A venue never reads one: `readHaltDump` and `replayDump` are for whoever looks for
 * the bug, and for the tests that a dump is enough.
 */
export interface HaltDump {
  /** The broken rule, and where. */
  readonly reason: string;
  readonly stack: string;
  /** The command during which the rule broke; if it was found between two commands, the one executed last. */
  readonly seq: number;
  /** The format tag of the build. */
  readonly format: number;
  /**
   * The frame being executed. None of it was acknowledged; it may or may not be in the journal. It has no
   * commands where an audit found the rule broken between two frames.
   */
  readonly firstSeq: number;
  readonly count: number;
  readonly time: TimeMs;
  /** The frame's commands, base64. */
  readonly payload: string;
}

/** Writes a dump durably; returns the file's name. */
export async function writeHaltDump(disk: Disk, dump: HaltDump): Promise<string> {
  const name = `halt-${String(dump.firstSeq).padStart(16, "0")}.json`;
  const file = await disk.create(name);
  try {
    await writeFully(file, Buffer.from(`${JSON.stringify(dump, undefined, 2)}\n`), 0);
    await file.sync();
  } finally {
    await file.close();
  }
  await disk.syncDirectory();
  return name;
}

export async function readHaltDump(disk: Disk, name: string): Promise<HaltDump> {
  const file = await disk.open(name, "read");
  try {
    const bytes = Buffer.alloc(await file.size());
    await readFully(file, bytes, 0);
    return JSON.parse(bytes.toString()) as HaltDump;
  } finally {
    await file.close();
  }
}

/**
 * Repeats a failure from its dump: replays the journal up to the frame, then the frame as the dump has it,
 * auditing before and after every command.
 *
 * @returns the error that occurs again, or `undefined` when the frame now passes
 */
export async function replayDump(
  dump: HaltDump,
  kind: MachineKind,
  log: FrameSource,
  snapshots?: SnapshotStore,
): Promise<unknown> {
  const start = { machine: kind, log, toSeq: dump.firstSeq - 1 };
  const { machine } = await replayLog(snapshots === undefined ? start : { ...start, snapshots });
  try {
    executeAudited(machine, dump);
    return undefined;
  } catch (error) {
    return error;
  }
}

function executeAudited(machine: Machine, dump: HaltDump): void {
  const view = new RecordView(Uint8Array.from(Buffer.from(dump.payload, "base64")));
  machine.audit();
  machine.beginFrame(dump.firstSeq, dump.time);
  for (let at = 0; at < view.length; at = view.next(at)) {
    machine.execute(view, at);
    machine.audit();
  }
}

/** A frame as it was about to be logged, and the command in it during which a rule broke. */
export type BrokenFrame = Pick<Frame, "firstSeq" | "count" | "time" | "payload"> & {
  readonly brokenAt: number;
};

/** The dump of a failure during a frame. */
export function haltDump(error: Error, frame: BrokenFrame, format: number): HaltDump {
  return {
    reason: error.message,
    stack: error.stack ?? "",
    seq: frame.brokenAt,
    format,
    firstSeq: frame.firstSeq,
    count: frame.count,
    time: frame.time,
    payload: Buffer.from(frame.payload).toString("base64"),
  };
}
