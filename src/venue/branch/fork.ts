import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { DurableFrame, Replay } from "../../engine/index.ts";
import { exchangeMachine, genesis, startingPoint } from "../../engine/index.ts";
import { MINUTE_MS } from "../../host/clock.ts";
import { NodeDisk } from "../../host/nodeDisk.ts";
import type { LogHead } from "../../journal/commandLog.ts";
import { FileSnapshots } from "../../journal/fileSnapshots.ts";
import { readFrames } from "../../journal/readFrames.ts";
import type { LogReport } from "../../journal/survey.ts";
import type { EarlierState } from "../../readmodel/index.ts";
import { copyHistory, peekHistory, rebuildHistory, rewindHistory } from "../../readmodel/index.ts";
import { baselinesIn, sealBaseline } from "../baselines.ts";
import { CREDENTIALS_FILE, MASTER_KEY_FILE } from "../credentials.ts";
import { holdsMarket, takeDirectory } from "../dataDirectory.ts";
import { withDataErrorsAsync } from "../dataErrors.ts";
import { HISTORY_FILE, JOURNAL_DIRECTORY } from "../dataFiles.ts";
import { intactJournal } from "../dump/dump.ts";
import { commitReplacement, finishReplacement, prepareReplacement } from "../replacement.ts";
import { seedJournal } from "../seedJournal.ts";
import { BranchError } from "./branchError.ts";

/** Where a market is forked: after a command, or after the last command up to a market time (Unix ms). */
export type Moment = { readonly seq: number } | { readonly time: number };

/** A data directory whose market begins where another one was. */
export interface ForkReport {
  readonly data: string;
  /** The last command of both; the next number is the branch's first command. */
  readonly seq: number;
  /** Market time of that command. */
  readonly time: number;
  /** The running digest of all events up to it, hex, and the SHA-256 of the state: those of the source at this command. */
  readonly eventsDigest: string;
  readonly stateDigest: string;
  /** Commands that were executed again to get there. */
  readonly replayed: number;
  /** Whether the source's master key is there too; without it nobody opens the API secrets. */
  readonly secrets: boolean;
}

/**
 * Forks the market of a data directory, on which a venue may be running, or of a backup: another data directory begins
 * with its state after a command and the history up to there. Every frame on the way is proven by its digest.
 *
 * @param at default: the last command
 * @throws BranchError, DataUnusableError, DirectoryInUse, LogError, ReplayError; then nothing was made
 */
export function fork(options: {
  readonly source: string;
  readonly target: string;
  readonly at?: Moment | undefined;
  readonly onProgress?: (share: number) => void;
}): Promise<ForkReport> {
  const { source, target, onProgress = () => {} } = options;
  return withDataErrorsAsync(target, async () => {
    const { disk, report } = await intactJournal(source);
    const seq = await seqOf(options.at, disk, report);
    const begin = await beginning(source, disk, report.head, seq);
    const lock = takeDirectory(target);
    try {
      await finishReplacement(target);
      if (holdsMarket(target))
        throw new BranchError(
          `${target} holds a market already: name a directory that is empty or does not exist yet`,
        );
      const next = await prepareReplacement(target);
      const history = join(next, HISTORY_FILE);
      const present = join(source, HISTORY_FILE);
      await copyHistory(present, history); // also for what no journal holds: the time before the opening
      const frames = framesUpTo(begin.replay, disk, seq, onProgress);
      if ("base" in begin.history) await rebuildHistory({ path: history, base: begin.history.base, frames });
      else await rewindHistory(history, { store: present, state: begin.history.rewound, frames });
      const state = stateOf(begin.replay);
      await seedJournal(await NodeDisk.open(join(next, JOURNAL_DIRECTORY)), state);
      await sealBaseline(next, seq, { snapshots: join(next, JOURNAL_DIRECTORY), history });
      const secrets = await copySecrets(source, target);
      await commitReplacement(target);
      return {
        data: resolve(target),
        seq,
        time: state.meta.time,
        eventsDigest: Buffer.from(state.meta.digest).toString("hex"),
        stateDigest: hash("sha256", state.bytes, "hex"),
        replayed: seq - begin.seq,
        secrets,
      };
    } finally {
      lock.release();
    }
  });
}

/** The command of a moment. @throws BranchError if the journal has none */
export async function seqOf(
  at: Moment | undefined,
  disk: NodeDisk,
  { head: { firstSeq, nextSeq }, segments }: LogReport,
): Promise<number> {
  const headSeq = nextSeq - 1;
  if (at === undefined) return headSeq;
  if ("seq" in at) {
    if (at.seq >= firstSeq - 1 && at.seq > 0 && at.seq <= headSeq) return at.seq;
    throw new BranchError(
      `at must be a command from ${Math.max(firstSeq - 1, 1)} to ${headSeq}, got ${at.seq}`,
    );
  }
  const segment = segments.findLast(({ timeMin }) => timeMin !== undefined && timeMin <= at.time);
  let seq = firstSeq - 1;
  for await (const { time, firstSeq: first, count } of readFrames(
    disk,
    segment?.firstSeq ?? firstSeq,
    nextSeq,
  )) {
    if (time > at.time) break;
    seq = first + count - 1;
  }
  if (seq >= firstSeq) return seq;
  throw new BranchError(
    `at must not be before the journal's first command, got ${new Date(at.time).toISOString()}`,
  );
}

/** A state to execute the journal from, and how its history is had: from a store of then, or by rewinding the present one. */
interface Beginning {
  readonly replay: Replay;
  readonly seq: number;
  readonly history: { readonly base: string | undefined } | { readonly rewound: EarlierState };
}

/**
 * The newest state up to a command: a snapshot of the minute before, to whose time the present history can be
 * rewound; or a baseline, which has its history beside it; or an empty market.
 */
async function beginning(
  data: string,
  disk: NodeDisk,
  { firstSeq }: LogHead,
  seq: number,
): Promise<Beginning> {
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
    const sealed = new FileSnapshots(await NodeDisk.open(baseline.directory));
    const { replay } = await startingPoint(exchangeMachine, sealed, baseline.seq);
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

function stateOf({ machine, digest, kind }: Replay) {
  const { seq, time } = machine;
  return { meta: { seq, time, format: kind.format, digest }, bytes: machine.snapshot() };
}

/** @returns whether there is a master key */
async function copySecrets(from: string, to: string): Promise<boolean> {
  for (const name of [CREDENTIALS_FILE, MASTER_KEY_FILE])
    if (existsSync(join(from, name))) await copyFile(join(from, name), join(to, name));
  return existsSync(join(to, MASTER_KEY_FILE));
}
