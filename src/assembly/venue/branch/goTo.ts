import { join } from "node:path";
import type { CapturedState, DurableFrame, Replay } from "../../../kernel/engine/index.ts";
import { exchangeMachine, genesis, startingPoint } from "../../../kernel/engine/index.ts";
import { MINUTE_MS } from "../../../kernel/host/clock.ts";
import { NodeDisk } from "../../../kernel/host/nodeDisk.ts";
import type { LogHead } from "../../../kernel/journal/commandLog.ts";
import { FileSnapshots } from "../../../kernel/journal/fileSnapshots.ts";
import { readFrames } from "../../../kernel/journal/readFrames.ts";
import type { EarlierState } from "../../../service/readmodel/index.ts";
import { copyHistory, peekHistory, rebuildHistory, rewindHistory } from "../../../service/readmodel/index.ts";
import { baselinesIn } from "../baselines.ts";
import { HISTORY_FILE } from "../dataFiles.ts";
import { BranchError } from "./branches.ts";

/**
 * A state to execute the journal from, and where its history comes from: a file beside the state, or the
 * present history, rewound.
 */
export interface StartingState {
  readonly replay: Replay;
  readonly seq: number;
  readonly history: { readonly base: string | undefined } | { readonly rewound: EarlierState };
}

/**
 * The newest state up to a command: a snapshot of the minute before, to whose time the present history can be
 * rewound; or a baseline, which has its history beside it; or an empty market.
 */
export async function startingStateOf(
  data: string,
  disk: NodeDisk,
  { firstSeq }: LogHead,
  seq: number,
): Promise<StartingState> {
  const baselines = await baselinesIn(data);
  const baseline = baselines.findLast((each) => each.seq <= seq && each.seq >= firstSeq - 1);
  const begin = baseline?.seq ?? 0;
  const snapshots = new FileSnapshots(disk);
  const minute = seq < firstSeq ? 0 : await minuteOf(seq, disk); // before its first command is its baseline
  const { appliedSeq } = peekHistory(join(data, HISTORY_FILE));
  const nearest = (await snapshots.list()).find(
    (each) => each.type === "intact" && each.info.seq <= Math.min(seq, appliedSeq) && each.info.time < minute,
  );
  if (nearest?.type === "intact" && nearest.info.seq > begin && nearest.info.seq >= firstSeq - 1) {
    const { replay, snapshotSeq } = await startingPoint(exchangeMachine, snapshots, nearest.info.seq);
    if (snapshotSeq === nearest.info.seq)
      return { replay, seq: snapshotSeq, history: { rewound: earlier(replay) } };
  }
  if (baseline !== undefined) {
    const snapshots = new FileSnapshots(await NodeDisk.open(baseline.directory));
    const { replay } = await startingPoint(exchangeMachine, snapshots, baseline.seq);
    if (replay.machine.seq !== baseline.seq)
      throw new BranchError(`the snapshot in ${baseline.directory} is damaged: restore a backup`);
    return { replay, seq: baseline.seq, history: { base: join(baseline.directory, HISTORY_FILE) } };
  }
  if (firstSeq === 1)
    return { replay: genesis(exchangeMachine).replay, seq: 0, history: { base: undefined } };
  throw new BranchError(
    `at must be a command that a baseline comes before: the journal of ${data} begins with command ${firstSeq}, got ${seq}`,
  );
}

/**
 * Executes the journal up to a command, and writes the history up to there to a new file.
 *
 * @throws ReplayError, LogError
 */
export async function goTo(
  { replay, history: begin }: StartingState,
  to: {
    readonly source: string;
    readonly disk: NodeDisk;
    readonly seq: number;
    readonly history: string;
    readonly onProgress: (share: number) => void;
  },
): Promise<CapturedState> {
  const present = join(to.source, HISTORY_FILE);
  await copyHistory(present, to.history); // also for what no journal holds: the time before the opening
  const frames = framesUpTo(replay, to.disk, to.seq, to.onProgress);
  if ("base" in begin) await rebuildHistory({ path: to.history, base: begin.base, frames });
  else await rewindHistory(to.history, { store: present, state: begin.rewound, frames });
  const { machine, digest, kind, work } = replay;
  const { seq, time } = machine;
  return { meta: { seq, time, format: kind.format, digest, work }, bytes: machine.snapshot() };
}

/** When the minute of a command begins. */
async function minuteOf(seq: number, disk: NodeDisk): Promise<number> {
  for await (const { time } of readFrames(disk, seq, seq + 1)) return time - (time % MINUTE_MS);
  return 0;
}

function earlier({ machine }: Replay): EarlierState {
  const { seq, time } = machine;
  const contracts = machine.answer({ type: "contracts" });
  const accounts = machine.answer({ type: "accounts" }).map(({ account }) => account);
  return {
    seq,
    time,
    nextId: machine.answer({ type: "totals" }).nextId,
    accountMax: Math.max(0, ...accounts),
    contracts: contracts.length,
    marks: contracts.map(({ mark }) => mark),
    indexes: contracts.map(({ index }) => index),
  };
}

/** The frames after a state up to a command, which may lie inside the last of them. */
async function* framesUpTo(
  replay: Replay,
  disk: NodeDisk,
  seq: number,
  onProgress: (share: number) => void,
): AsyncGenerator<DurableFrame> {
  const { machine } = replay;
  if (machine.seq >= seq) return;
  for await (const frame of readFrames(disk, machine.seq + 1, seq + 1)) {
    const count = Math.min(frame.count, seq - machine.seq);
    if (count < frame.count) replay.applyPart(frame, count);
    else replay.apply(frame);
    yield replay.applied({ ...frame, count });
    onProgress(machine.seq / seq);
  }
}
