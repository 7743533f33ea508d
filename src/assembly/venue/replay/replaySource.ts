import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exchangeMachine, Reexecutor, reexecute } from "../../../kernel/engine/index.ts";
import { systemClock } from "../../../kernel/host/clock.ts";
import { NodeDisk } from "../../../kernel/host/nodeDisk.ts";
import type { Frame } from "../../../kernel/journal/commandLog.ts";
import { FileSnapshots } from "../../../kernel/journal/fileSnapshots.ts";
import { readFrames } from "../../../kernel/journal/readFrames.ts";
import type { LogReport } from "../../../kernel/journal/survey.ts";
import type { HistoryMark } from "../../../service/readmodel/index.ts";
import { historyMarks } from "../../../service/readmodel/index.ts";
import { baselinesIn } from "../baselines.ts";
import type { BranchPoint } from "../branch/branches.ts";
import { BranchError } from "../branch/branches.ts";
import type { Moment } from "../branch/fork.ts";
import { seqOf } from "../branch/fork.ts";
import { goTo, startingStateOf } from "../branch/goTo.ts";
import { HISTORY_FILE } from "../dataFiles.ts";
import { intactJournal } from "../dump/dump.ts";

/** A command with its market time. */
export interface Place {
  readonly seq: number;
  readonly time: number;
}

/** What a market that shows a moment of the past begins with. */
export type ReplayMoment = Pick<BranchPoint, "state" | "history" | "time">;

/**
 * The journal of a data directory, on which a venue may be running, or of a backup, as it is when this is
 * opened: from the first state that it leads to up to its last command. It is only read.
 */
export class ReplaySource {
  readonly data: string;
  readonly from: Place;
  readonly to: Place;
  readonly reexecutor: Reexecutor;
  readonly #disk: NodeDisk;
  readonly #report: LogReport;

  private constructor(data: string, disk: NodeDisk, report: LogReport, from: Place) {
    const { nextSeq, time } = report.head;
    this.data = data;
    this.from = from;
    this.to = { seq: nextSeq - 1, time: Math.max(time, from.time) };
    this.#disk = disk;
    this.#report = report;
    const log = { read: (seq: number) => readFrames(disk, seq, nextSeq) };
    const snapshots = new FileSnapshots(disk);
    this.reexecutor = new Reexecutor(
      (seq, signal) => reexecute(exchangeMachine, log, snapshots, seq, signal),
      systemClock,
    );
  }

  /** @throws BranchError, DataUnusableError, LogError: it holds nothing to replay, or is damaged */
  static async open(data: string): Promise<ReplaySource> {
    const { disk, report } = await intactJournal(data);
    return new ReplaySource(data, disk, report, await firstPlace(data, disk, report));
  }

  /**
   * The market at a moment. What a frame led to was shown together, so that of a command inside one is that
   * of the frame's last.
   *
   * @throws BranchError, ReplayError, LogError: the journal does not lead there
   */
  async at(moment: Moment, onProgress: (share: number) => void = () => {}): Promise<ReplayMoment> {
    const { data: source } = this;
    const disk = this.#disk;
    const seq = await this.#endOfFrame(await seqOf(moment, disk, this.#report));
    const begin = await startingStateOf(source, disk, this.#report.head, seq);
    const directory = await mkdtemp(join(tmpdir(), "outcry-replay-"));
    try {
      const history = join(directory, HISTORY_FILE);
      const state = await goTo(begin, { source, disk, seq, history, onProgress });
      const wanted = "time" in moment ? Math.min(moment.time, this.to.time) : 0;
      return { state, history: await readFile(history), time: Math.max(wanted, state.meta.time) };
    } finally {
      await rm(directory, { recursive: true });
    }
  }

  /**
   * The frames from the one that holds a command up to, and including, the one that holds another. Default:
   * up to the last.
   */
  frames(from: number, last = this.to.seq): AsyncGenerator<Frame> {
    return readFrames(this.#disk, from, last + 1);
  }

  /** The oldest command that is held. */
  get firstSeq(): number {
    return this.#report.head.firstSeq;
  }

  marks(): readonly HistoryMark[] {
    return historyMarks(join(this.data, HISTORY_FILE));
  }

  async #endOfFrame(seq: number): Promise<number> {
    if (seq < this.firstSeq) return seq; // a baseline, which is at the end of one
    for await (const { firstSeq, count } of this.frames(seq, seq)) return firstSeq + count - 1;
    return seq;
  }
}

async function firstPlace(data: string, disk: NodeDisk, { head }: LogReport): Promise<Place> {
  const { firstSeq, nextSeq } = head;
  if (firstSeq === 1) {
    for await (const { count, time } of readFrames(disk, 1, Math.min(2, nextSeq)))
      return { seq: count, time };
    throw new BranchError(`the journal of ${data} holds no command yet`);
  }
  const baseline = (await baselinesIn(data)).find(({ seq }) => seq >= firstSeq - 1);
  if (baseline === undefined)
    throw new BranchError(
      `the journal of ${data} begins with command ${firstSeq}, and no baseline comes before it`,
    );
  const { snapshot } = await new FileSnapshots(await NodeDisk.open(baseline.directory)).newest({
    atMost: baseline.seq,
  });
  if (snapshot === undefined)
    throw new BranchError(`the snapshot in ${baseline.directory} is damaged: restore a backup`);
  return { seq: baseline.seq, time: snapshot.info.time };
}
