import { join } from "node:path";
import type { Command } from "../../../kernel/core/index.ts";
import { RecordView } from "../../../kernel/core/index.ts";
import type { Machine } from "../../../kernel/engine/index.ts";
import { exchangeMachine, startingPoint } from "../../../kernel/engine/index.ts";
import { NodeDisk } from "../../../kernel/host/nodeDisk.ts";
import type { Frame } from "../../../kernel/journal/commandLog.ts";
import { FileSnapshots } from "../../../kernel/journal/fileSnapshots.ts";
import { readFrames } from "../../../kernel/journal/readFrames.ts";
import { exportNames } from "../../../service/readmodel/index.ts";
import { baselinesIn } from "../baselines.ts";
import { HISTORY_FILE } from "../dataFiles.ts";
import { intactJournal } from "../dump/dump.ts";
import type { OfflineSession } from "../offline.ts";
import { withSession } from "../offline.ts";
import { BranchError } from "./branches.ts";
import type { Changes } from "./changes.ts";
import { commandsIn, Editor } from "./changes.ts";
import type { Moment } from "./fork.ts";
import { seqOf } from "./fork.ts";
import { Ids } from "./ids.ts";

/** What became of the rest of a source's commands in a branch. */
export interface RestReport {
  /** The last command of the source that the branch has had. */
  readonly until: number;
  /** Commands that the branch executed; of these, `changed` are not as the source has them. */
  readonly executed: number;
  readonly changed: number;
  readonly leftOut: number;
  /**
   * Commands that name an order, a position or an account that the branch does not have; they were left out,
   * too.
   */
  readonly pointless: number;
  /** The last command of the branch. */
  readonly seq: number;
}

/**
 * Executes on a branch what its source went through after the fork, at the same market times, with changes.
 * What the branch did by itself before (other rules, other fees) stays. The source is executed again beside
 * it, so that a command that names an order by its id means the same order in the branch, whatever its id is
 * there.
 *
 * @throws BranchError, DataUnusableError, DirectoryInUse, LogError, ReplayError
 */
export async function executeRest(options: {
  readonly source: string;
  /** A data directory that `fork` made of it. */
  readonly target: string;
  /** Default: the source's last command. */
  readonly until?: Moment | undefined;
  readonly changes: Changes;
  readonly onProgress?: (share: number) => void;
}): Promise<RestReport> {
  const { source, target, changes, onProgress = () => {} } = options;
  const { disk, report } = await intactJournal(source);
  const [begin] = await baselinesIn(target);
  if (begin === undefined) throw new BranchError(`${target} is no branch: outcry branch makes one`);
  const until = await seqOf(options.until, disk, report);
  if (until < begin.seq) throw new BranchError(`until must be a command from ${begin.seq} on, got ${until}`);
  const rest = () => readFrames(disk, begin.seq + 1, until + 1);
  const editor = new Editor(changes, exportNames(join(source, HISTORY_FILE)));
  await editor.prove(rest(), begin.seq + 1, until);
  const snapshots = new FileSnapshots(await NodeDisk.open(begin.directory));
  const { replay } = await startingPoint(exchangeMachine, snapshots, begin.seq);
  const { machine, digest } = replay;
  return withSession(target, async (_store, session) => {
    const both = new Both(machine, session, editor);
    for await (const frame of rest()) {
      if (frame.firstSeq === begin.seq + 1 && Buffer.compare(frame.digest, digest) !== 0)
        throw new BranchError(
          `${target} is no branch of ${source}: its state at command ${begin.seq} is another one`,
        );
      await both.execute(frame, until);
      onProgress((machine.seq - begin.seq) / (until - begin.seq));
    }
    await session.history.settle();
    const { executed, changed, leftOut, pointless } = both;
    return { until, executed, changed, leftOut, pointless, seq: session.engine.headSeq };
  });
}

/** A venue and a branch of it, which execute the same frames. */
class Both {
  executed = 0;
  changed = 0;
  leftOut = 0;
  pointless = 0;
  readonly #machine: Machine;
  readonly #session: OfflineSession;
  readonly #editor: Editor;
  readonly #ids = new Ids();
  /** Events of the branch since the last frame of the source. */
  #events: RecordView[] = [];

  constructor(machine: Machine, session: OfflineSession, editor: Editor) {
    this.#machine = machine;
    this.#session = session;
    this.#editor = editor;
    session.engine.subscribe(({ events }) => this.#events.push(new RecordView(events)));
  }

  async execute(frame: Frame, until: number): Promise<void> {
    const { engine, clock } = this.#session;
    if (frame.time < clock.now())
      throw new BranchError(
        `the branch is at ${timeText(clock.now())} and the source's next command at ${timeText(frame.time)}: let no time pass on it before (--clock test)`,
      );
    const commands = this.#replayed(frame, until);
    clock.moveTo(frame.time);
    const submitted: { readonly command: Command; readonly here: number }[] = [];
    for (const { command, seq, here, isFirst } of commands) {
      const wanted = this.#wanted(command, seq, isFirst && engine.nextDue() <= frame.time);
      if (wanted !== undefined) submitted.push({ command: wanted, here });
      else this.#ids.pair(here, 0);
    }
    const outcomes = await engine.submitAll(submitted.map(({ command }) => command));
    for (const [i, { id }] of outcomes.entries()) this.#ids.pair(submitted[i]!.here, id);
    await engine.settle();
    this.#ids.note([new RecordView(this.#machine.events.slice())], this.#events);
    this.#events = [];
  }

  /**
   * Executes a frame as the source did. Commands that had to wait for a later frame are not among those
   * returned.
   */
  #replayed(frame: Frame, until: number) {
    const machine = this.#machine;
    const done: { command: Command; seq: number; here: number; isFirst: boolean }[] = [];
    machine.beginFrame(machine.seq + 1, frame.time);
    for (const { command, seq, view, at } of commandsIn(frame)) {
      if (seq <= machine.seq || seq > until) continue;
      machine.execute(view, at);
      if (machine.outcomeRejection?.type === "workPending") continue;
      done.push({ command, seq, here: machine.outcomeId, isFirst: seq === frame.firstSeq });
    }
    return done;
  }

  /** The command for the branch, whose engine logs by itself what is due and what is left over. */
  #wanted(command: Command, seq: number, isLed: boolean): Command | undefined {
    if (command.type === "proceed" || (command.type === "advanceTime" && isLed)) return undefined;
    const edited = this.#editor.edited(command, seq);
    if (edited === undefined) this.leftOut++;
    else if (edited !== command) this.changed++;
    const renamed = edited && this.#ids.renamed(edited);
    if (edited !== undefined && renamed === undefined) this.pointless++;
    if (renamed !== undefined) this.executed++;
    return renamed;
  }
}

function timeText(time: number): string {
  return new Date(time).toISOString();
}
