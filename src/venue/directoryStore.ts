import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { OperatorView } from "../core/index.ts";
import type { CapturedState, SharedPlace } from "../engine/index.ts";
import {
  exchangeMachine,
  exchangeMachineUrl,
  formatTag,
  LocalSnapshotter,
  Reexecutor,
  reexecute,
  reexecuteInThread,
  WorkerSnapshotter,
} from "../engine/index.ts";
import type { Clock } from "../host/clock.ts";
import type { DirectoryLock } from "../host/directoryLock.ts";
import { NodeDisk } from "../host/nodeDisk.ts";
import { FileLog } from "../journal/fileLog.ts";
import { FileSnapshots } from "../journal/fileSnapshots.ts";
import { listSegments } from "../journal/segment.ts";
import type { History } from "../readmodel/index.ts";
import {
  copyHistory,
  HistoryFailedError,
  openHistory,
  peekHistory,
  processThreads,
  refusingHistory,
} from "../readmodel/index.ts";
import { baselineOfState, nearestSnapshots } from "./baselines.ts";
import { parseChecked, writeChecked } from "./checkedJson.ts";
import { takeDirectory } from "./dataDirectory.ts";
import { DataUnusableError } from "./dataErrors.ts";
import {
  DUMPS_DIRECTORY,
  HISTORY_FILE,
  JOURNAL_DIRECTORY,
  OPERATORS_FILE,
  STATES_DIRECTORY,
} from "./dataFiles.ts";
import { JournalWatch } from "./journalWatch.ts";
import { savedState } from "./memoryStore.ts";
import { commitReplacement, finishReplacement, prepareReplacement, sync } from "./replacement.ts";
import { boundedBy, Retention, type RetentionOptions } from "./retention.ts";
import { seedJournal } from "./seedJournal.ts";
import type { OpenClusterLog, SavedState, Storage, Store } from "./storage.ts";
import { UnknownStateError } from "./storage.ts";

export interface DirectoryStoreOptions extends Pick<RetentionOptions, "keepBytes" | "onError"> {
  /**
   * Called with the reason why history cannot be read or written, at the start or later. Absent: such a start is
   * refused.
   */
  readonly onHistoryFailure?: ((failure: HistoryFailedError) => void) | undefined;
  /** Opens the log that the commands are in, where several nodes share it. Default: the files of the directory. */
  readonly openShared?: OpenClusterLog | undefined;
  /** Where that is, for a thread that opens it by itself; absent where only this thread can. */
  readonly sharedPlace?: (() => SharedPlace | undefined) | undefined;
}

/** Where the commands are, and what is done to keep that in order. */
type Journal = Pick<Storage, "log" | "shared" | "snapshotter" | "reexecutor" | "retention" | "watch"> & {
  close(): Promise<void>;
};

/** The file that describes a saved state, in its directory; written last. */
const STATE_FILE = "state.json";

/**
 * The market in a data directory: `journal/`, `history.db` and `baselines/`, and for each saved state
 * `states/<name>/` with a snapshot and a history.
 */
export class DirectoryStore implements Store {
  readonly directory: string;
  readonly #clock: Clock;
  readonly #lock: DirectoryLock;
  readonly #options: DirectoryStoreOptions;
  #saving: Promise<unknown> = Promise.resolve();

  /** @throws DirectoryInUse, DataUnusableError */
  constructor(
    directory: string,
    clock: Clock,
    options: DirectoryStoreOptions = { keepBytes: undefined, onError() {} },
  ) {
    this.directory = directory;
    this.#clock = clock;
    this.#options = options;
    this.#lock = takeDirectory(directory);
  }

  async open(): Promise<Storage> {
    await finishReplacement(this.directory);
    const disk = await NodeDisk.open(this.#path(JOURNAL_DIRECTORY));
    const past = await this.#lookAtHistory(disk);
    const knownDurableSeq = past.failure === undefined ? past.appliedSeq : 0;
    const journal = await this.#openJournal(disk, knownDurableSeq);
    try {
      const history = await this.#openHistory(past.failure);
      return {
        ...journal,
        snapshots: new FileSnapshots(disk),
        dumps: await NodeDisk.open(this.#path(DUMPS_DIRECTORY)),
        history,
        appliedSeq: history.failure === undefined ? history.appliedSeq : undefined,
        async close() {
          journal.reexecutor.close();
          await journal.close();
          await history.close();
          await journal.log.close();
        },
      };
    } catch (error) {
      await journal.log.close();
      throw error;
    }
  }

  async #openJournal(disk: NodeDisk, knownDurableSeq: number): Promise<Journal> {
    const { openShared, keepBytes, onError } = this.#options;
    if (openShared !== undefined) {
      if ((await listSegments(disk)).length > 0) throw hasOwnJournal(this.directory);
      const shared = await openShared(knownDurableSeq);
      const place = this.#options.sharedPlace?.();
      const snapshots = new FileSnapshots(disk);
      const snapshotter =
        place === undefined
          ? new LocalSnapshotter(exchangeMachine, shared, snapshots)
          : new WorkerSnapshotter(disk.where, exchangeMachineUrl, place);
      const reexecutor =
        place === undefined
          ? new Reexecutor(
              (seq, signal) => reexecute(exchangeMachine, shared, snapshots, seq, signal),
              this.#clock,
            )
          : this.#reexecutor(disk.where, place);
      const none = { retention: undefined, watch() {}, async close() {} };
      return { log: shared, shared, snapshotter, reexecutor, ...none };
    }
    const { segmentSizes } = boundedBy(keepBytes);
    const log = await FileLog.open(disk, { format: formatTag(), knownDurableSeq, segmentSizes });
    const clock = this.#clock;
    const retention = new Retention({ data: this.directory, log, clock, keepBytes, onError });
    let watch: JournalWatch | undefined;
    return {
      log,
      shared: undefined,
      snapshotter: new WorkerSnapshotter(disk.where, exchangeMachineUrl),
      reexecutor: this.#reexecutor(disk.where, undefined),
      retention,
      watch(onLost) {
        watch = new JournalWatch(disk.where, { log, clock, onLost });
        watch.start();
      },
      async close() {
        await watch?.close();
        await retention.close();
      },
    };
  }

  #reexecutor(journal: string, shared: SharedPlace | undefined): Reexecutor {
    const machineUrl = exchangeMachineUrl.href;
    const taskOf = async (seq: number) => {
      const snapshots = await nearestSnapshots(this.directory, journal, seq);
      return { journal, shared, snapshots, machineUrl };
    };
    return new Reexecutor(reexecuteInThread(taskOf), this.#clock);
  }

  /** How far history is, or why it cannot be continued; nothing is created. */
  async #lookAtHistory(
    journal: NodeDisk,
  ): Promise<
    { readonly appliedSeq: number; readonly failure?: never } | { readonly failure: HistoryFailedError }
  > {
    const path = this.#path(HISTORY_FILE);
    try {
      const past = peekHistory(path);
      await refuseGap(journal, path, past.appliedSeq);
      return past;
    } catch (error) {
      return { failure: this.#reportOrThrow(error) };
    }
  }

  /**
   * Opens history. One that cannot be used does not keep the market from running: reads of it are refused until it is
   * repaired.
   */
  async #openHistory(failure: HistoryFailedError | undefined): Promise<History> {
    const clock = this.#clock;
    if (failure !== undefined) return refusingHistory(failure, clock);
    const { onHistoryFailure } = this.#options;
    const path = this.#path(HISTORY_FILE);
    const options = { path, clock, threads: processThreads };
    try {
      return await openHistory({ ...options, ...(onHistoryFailure && { onFailure: onHistoryFailure }) });
    } catch (error) {
      return refusingHistory(this.#reportOrThrow(error), clock);
    }
  }

  /** Reports a failure of history, or throws it where the market must not run without history. */
  #reportOrThrow(error: unknown): HistoryFailedError {
    const { onHistoryFailure } = this.#options;
    if (!(error instanceof HistoryFailedError) || onHistoryFailure === undefined) throw error;
    onHistoryFailure(error);
    return error;
  }

  async replace(name: string | undefined, operators?: readonly OperatorView[]): Promise<void> {
    const from = name === undefined ? undefined : this.#path(STATES_DIRECTORY, name);
    if (name !== undefined && !existsSync(join(from!, STATE_FILE)))
      throw new UnknownStateError(name, await this.states());
    const next = await prepareReplacement(this.directory);
    if (from !== undefined) {
      const { seq } = await readState(from);
      const snapshot = await new FileSnapshots(await NodeDisk.open(from)).read(seq);
      const disk = await NodeDisk.open(join(next, JOURNAL_DIRECTORY));
      await seedJournal(disk, { meta: snapshot.info, bytes: await snapshot.bytes() });
      await copyHistory(join(from, HISTORY_FILE), join(next, HISTORY_FILE));
      await baselineOfState(next, seq, from);
    }
    if (operators !== undefined) await writeChecked(join(next, OPERATORS_FILE), { operators });
    await commitReplacement(this.directory);
  }

  async operatorsToTake(): Promise<readonly OperatorView[] | undefined> {
    const file = this.#path(OPERATORS_FILE);
    if (!existsSync(file)) return undefined;
    const kept = parseChecked(await readFile(file, "utf8"));
    if (kept !== undefined) return (kept as { readonly operators: readonly OperatorView[] }).operators;
    throw new DataUnusableError(
      `${file} is not what was written: delete it, and the market that started over has the operators of its state`,
    );
  }

  async operatorsTaken(): Promise<void> {
    await rm(this.#path(OPERATORS_FILE));
    await sync(this.directory);
  }

  /** One at a time, since each is built in a place named after it. */
  save(name: string, state: CapturedState, _history: unknown, savedAt: number): Promise<SavedState> {
    const saved = this.#saving.then(() => this.#save(name, state, savedAt));
    this.#saving = saved.catch(() => undefined); // the caller has the rejection
    return saved;
  }

  async #save(name: string, state: CapturedState, savedAt: number): Promise<SavedState> {
    const fresh = this.#path(STATES_DIRECTORY, `.${name}`);
    await rm(fresh, { recursive: true, force: true });
    const disk = await NodeDisk.open(fresh);
    await new FileSnapshots(disk).write(state.meta, state.bytes);
    await copyHistory(this.#path(HISTORY_FILE), join(fresh, HISTORY_FILE));
    const info = savedState(name, state, savedAt);
    await writeChecked(join(fresh, STATE_FILE), info);
    await sync(join(fresh, HISTORY_FILE));
    await sync(fresh);
    const path = this.#path(STATES_DIRECTORY, name);
    await rm(path, { recursive: true, force: true });
    await rename(fresh, path);
    await sync(this.#path(STATES_DIRECTORY));
    return info;
  }

  states(): Promise<readonly SavedState[]> {
    return statesIn(this.directory);
  }

  async release(): Promise<void> {
    this.#lock.release();
  }

  #path(...names: readonly string[]): string {
    return join(this.directory, ...names);
  }
}

function hasOwnJournal(data: string): DataUnusableError {
  return new DataUnusableError(
    `${data} holds the journal of a venue that is one process, and a node of a cluster has its commands in PostgreSQL: name ` +
      "another --data; to take the market along, see docs/cluster.md",
  );
}

/** Refuses a history that ends before the journal begins, since it cannot be continued. @throws HistoryFailedError */
async function refuseGap(disk: NodeDisk, path: string, appliedSeq: number): Promise<void> {
  const oldest = (await listSegments(disk))[0]?.firstSeq ?? 1;
  if (appliedSeq >= oldest - 1) return;
  throw new HistoryFailedError(path, {
    why: `it is at command ${appliedSeq}, and the journal begins with command ${oldest}`,
  });
}

/** The saved states of a data directory, by name; nothing is locked or changed. */
export async function statesIn(data: string): Promise<readonly SavedState[]> {
  const root = join(data, STATES_DIRECTORY);
  const names = (existsSync(root) ? await readdir(root) : []).filter((name) =>
    existsSync(join(root, name, STATE_FILE)),
  );
  const whole = names.filter((name) => !name.startsWith(".")).sort();
  return Promise.all(whole.map((name) => readState(join(root, name))));
}

async function readState(path: string): Promise<SavedState> {
  const file = join(path, STATE_FILE);
  const state = parseChecked(await readFile(file, "utf8"));
  if (state !== undefined) return state as SavedState;
  throw new DataUnusableError(`${file} is not what was written: delete ${path}, or restore it from a copy`);
}
