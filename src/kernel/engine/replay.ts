import type { TimeMs } from "../core/index.ts";
import { RecordView } from "../core/index.ts";
import type { Frame } from "../journal/commandLog.ts";
import type { SnapshotStore } from "../journal/snapshotStore.ts";
import { DIGEST_ZERO, Digester, digestsEqual } from "./digest.ts";
import { shownTag, WAYS_ON } from "./formatTag.ts";
import type { Machine, MachineKind } from "./machine.ts";
import type { DurableFrame } from "./port.ts";
import { replayCost } from "./work.ts";

/** Executing the log again gave another outcome than the live run, or was not possible. */
export class ReplayError extends Error {
  override readonly name = "ReplayError";
  readonly reason: "otherFormat" | "diverged" | "gap" | "broken";
  constructor(reason: ReplayError["reason"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** The part of a log that a replay needs; `readFrames` and every `CommandLog` have it. */
export interface FrameSource {
  /** Frames from the one that holds `from` up to the head. */
  read(from: number): AsyncIterable<Frame>;
}

/** A machine on its way through a log, with the running digest of everything that happened on it. */
export class Replay {
  readonly machine: Machine;
  readonly kind: MachineKind;
  /** The running digest of every event up to `machine.seq`. */
  digest: Uint8Array;
  /** Frames executed by this replay. */
  frames = 0;
  /**
   * The work ({@link replayCost}) of everything up to `machine.seq`, also of what there was before this
   * replay.
   */
  work: number;
  readonly workBefore: number;
  readonly #digester = new Digester();

  constructor(kind: MachineKind, machine: Machine, digest: Uint8Array, work: number) {
    this.kind = kind;
    this.machine = machine;
    this.digest = digest;
    this.work = work;
    this.workBefore = work;
  }

  /**
   * Checks that a frame is the next one, has the same format, and was written after the same past.
   *
   * @throws ReplayError `gap`, `otherFormat` or `diverged`; `apply` also `broken`, when a command breaks an
   * invariant
   */
  check(frame: Frame): void {
    const { seq } = this.machine;
    if (frame.firstSeq !== seq + 1) {
      throw new ReplayError("gap", `the state is at command ${seq}, but the next frame is ${frame.firstSeq}`);
    }
    if (frame.format !== this.kind.format)
      throw otherFormat(`command ${frame.firstSeq}`, frame.format, this.kind);
    if (!digestsEqual(frame.digest, this.digest)) throw diverged(frame);
  }

  /**
   * Executes a whole frame after checking it. Its events stay in the machine until the next one;
   * {@link applied} copies them.
   */
  apply(frame: Frame): void {
    this.check(frame);
    this.#execute(frame, frame.count);
    this.frames++;
  }

  /** What the frame just applied caused, as the live run gave it out. */
  applied({ firstSeq, count, time }: Pick<Frame, "firstSeq" | "count" | "time">): DurableFrame {
    return { firstSeq, count, time, events: this.machine.events.slice() };
  }

  /**
   * Executes the first commands of a frame, to look at a state inside it; nothing can be applied after it.
   */
  applyPart(frame: Frame, commands: number): void {
    this.check(frame);
    this.#execute(frame, commands);
  }

  #execute(frame: Frame, commands: number): void {
    const view = new RecordView(frame.payload);
    this.machine.beginFrame(frame.firstSeq, frame.time);
    let at = 0;
    for (let i = 0; i < commands; i++) {
      try {
        this.machine.execute(view, at);
      } catch (error) {
        throw broken(frame.firstSeq + i, error);
      }
      at = view.next(at);
    }
    this.digest = this.#digester.next(this.digest, this.machine.events);
    this.work += replayCost(commands, this.machine.events);
  }
}

/** Where a replay begins: genesis, or a snapshot. */
export interface StartingPoint {
  readonly replay: Replay;
  /** Sequence number of the snapshot; 0 for genesis. */
  readonly snapshotSeq: number;
  /** Bytes of the snapshot; 0 for genesis. */
  readonly snapshotBytes: number;
  /** Market time of the snapshot. */
  readonly time: TimeMs;
  /** Damaged snapshots newer than the one used. */
  readonly passedOver: readonly { readonly name: string; readonly why: string }[];
}

/** The newest intact snapshot of a sequence number up to `atMost`, or genesis. */
export async function startingPoint(
  kind: MachineKind,
  snapshots: SnapshotStore,
  atMost: number,
): Promise<StartingPoint> {
  const { snapshot, passedOver } = await snapshots.newest({ atMost });
  if (snapshot === undefined) return { ...genesis(kind), passedOver };
  const { seq, time, digest, format, work } = snapshot.info;
  if (format !== kind.format) throw otherFormat(`the snapshot of command ${seq}`, format, kind);
  const machine = kind.restore(await snapshot.bytes());
  if (machine.seq !== seq) {
    throw new ReplayError("diverged", `the snapshot of command ${seq} holds the state after ${machine.seq}`);
  }
  const replay = new Replay(kind, machine, Uint8Array.from(digest), work);
  return { replay, snapshotSeq: seq, snapshotBytes: snapshot.info.length, time, passedOver };
}

/** The starting point of an empty log. */
export function genesis(kind: MachineKind): StartingPoint {
  return {
    replay: new Replay(kind, kind.genesis(), DIGEST_ZERO, 0),
    snapshotSeq: 0,
    snapshotBytes: 0,
    time: 0,
    passedOver: [],
  };
}

/** Called now and then and at the end with the commands executed so far, and their total. */
export type Progress = (done: number, total: number) => void;

export interface ReplayOptions {
  readonly machine: MachineKind;
  readonly log: FrameSource;
  /** The last sequence number to execute; it may lie inside a frame. */
  readonly toSeq: number;
  /** Snapshots to start from; without them the replay begins at genesis. */
  readonly snapshots?: SnapshotStore;
  readonly progress?: Progress;
  /** Given every whole frame that begins after `framesAfter`, and awaited. */
  readonly onFrame?: (frame: DurableFrame) => void | Promise<void>;
  /** Frames that begin up to this sequence number are not given to `onFrame`; default: 0. */
  readonly framesAfter?: number;
  /** Whether to end before this frame, although it is not beyond `toSeq`. */
  readonly holdsBack?: (frame: Frame) => boolean;
}

type Advance = Pick<ReplayOptions, "log" | "toSeq" | "progress" | "onFrame" | "framesAfter" | "holdsBack">;

export interface Replayed {
  readonly machine: Machine;
  /** The running digest of all events up to the last command executed. */
  readonly digest: Uint8Array;
  readonly snapshotSeq: number;
  readonly frames: number;
  readonly commands: number;
}

/**
 * Executes a log again up to `toSeq`, checking every frame's digest, and returns the state.
 *
 * @throws ReplayError when the log is of another format or the outcome differs
 */
export async function replayLog(options: ReplayOptions): Promise<Replayed> {
  const { machine: kind, snapshots, toSeq } = options;
  const start = snapshots === undefined ? genesis(kind) : await startingPoint(kind, snapshots, toSeq);
  return replayFrom(start, options);
}

/** {@link replayLog} from a known state. */
export async function replayFrom(
  { replay, snapshotSeq }: StartingPoint,
  options: Advance,
): Promise<Replayed> {
  await replayFrames(replay, options);
  const { machine, digest, frames } = replay;
  return { machine, digest, snapshotSeq, frames, commands: machine.seq - snapshotSeq };
}

/** Progress is reported after this many commands. */
const PROGRESS_COMMANDS = 50_000;

/** Executes frames up to `toSeq`. */
export async function replayFrames(
  replay: Replay,
  { log, toSeq, progress, onFrame, framesAfter = 0, holdsBack }: Advance,
): Promise<void> {
  const { machine } = replay;
  const from = machine.seq;
  if (from >= toSeq) return;
  let reportedSeq = from;
  for await (const frame of log.read(from + 1)) {
    if (holdsBack?.(frame) === true) {
      progress?.(machine.seq - from, machine.seq - from);
      return;
    }
    const commands = Math.min(frame.count, toSeq - machine.seq);
    if (commands < frame.count) {
      replay.applyPart(frame, commands);
    } else {
      replay.apply(frame);
      if (frame.firstSeq > framesAfter) await onFrame?.(replay.applied(frame));
    }
    if (machine.seq - reportedSeq >= PROGRESS_COMMANDS) {
      reportedSeq = machine.seq;
      progress?.(reportedSeq - from, toSeq - from);
    }
    if (machine.seq >= toSeq) break;
  }
  if (machine.seq < toSeq) {
    throw new ReplayError("gap", `the log ends with command ${machine.seq}, before command ${toSeq}`);
  }
  progress?.(toSeq - from, toSeq - from);
}

function otherFormat(what: string, written: number, kind: MachineKind): ReplayError {
  return new ReplayError(
    "otherFormat",
    `${what} was written by a build of format ${shownTag(written)}; this program has format ` +
      `${shownTag(kind.format)} and must not execute or read it. ${WAYS_ON}`,
  );
}

function diverged(frame: Frame): ReplayError {
  return new ReplayError(
    "diverged",
    `before command ${frame.firstSeq}: executing the journal again gave other events than the live run ` +
      `(format ${shownTag(frame.format)}). Either the rules changed where the format tag does not see it, or the ` +
      "machine or the program differs. Nothing was changed; start the program that wrote the journal.",
  );
}

function broken(seq: number, cause: unknown): ReplayError {
  return new ReplayError(
    "broken",
    `command ${seq} breaks a rule of the exchange (${String(cause)}), as it must have when it was logged. It was never ` +
      "acknowledged, but the journal holds it: start a program in which this is corrected.",
    { cause },
  );
}
