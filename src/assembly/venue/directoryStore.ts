import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { OperatorView } from "../../kernel/core/index.ts";
import type { CapturedState, SharedPlace } from "../../kernel/engine/index.ts";
import {
  exchangeMachine,
  exchangeMachineUrl,
  formatTag,
  LocalSnapshotter,
  Reexecutor,
  reexecute,
  reexecuteInThread,
  replayWork,
  WAYS_ON,
  WorkerSnapshotter,
} from "../../kernel/engine/index.ts";
import type { Clock } from "../../kernel/host/clock.ts";
import type { DirectoryLock } from "../../kernel/host/directoryLock.ts";
import { NodeDisk } from "../../kernel/host/nodeDisk.ts";
import { oneAfterOther } from "../../kernel/host/oneAfterOther.ts";
import { OWNER_FILE } from "../../kernel/host/ownerOnly.ts";
import { sync } from "../../kernel/host/sync.ts";
import { isThere } from "../../kernel/host/systemErrors.ts";
import type { ClusterLog } from "../../kernel/journal/clusterLog.ts";
import { FileLog } from "../../kernel/journal/fileLog.ts";
import { FileSnapshots } from "../../kernel/journal/fileSnapshots.ts";
import { listSegments } from "../../kernel/journal/segment.ts";
import { newestSeq } from "../../kernel/journal/snapshotChoice.ts";
import type { History } from "../../service/readmodel/index.ts";
import {
  copyHistory,
  HistoryFailedError,
  openHistory,
  peekHistory,
  processThreads,
  refusingHistory,
} from "../../service/readmodel/index.ts";
import { baselineOfState, nearestSnapshots, seedJournal } from "./baselines.ts";
import { parseChecked, writeChecked } from "./checkedJson.ts";
import { refuseNodeDirectory, refuseOwnJournal, takeDirectory } from "./dataDirectory.ts";
import { DataUnusableError, withDataErrorsAsync } from "./dataErrors.ts";
import { DUMPS_DIRECTORY, HISTORY_FILE, JOURNAL_DIRECTORY, OPERATORS_FILE } from "./dataFiles.ts";
import { JournalWatch } from "./journalWatch.ts";
import { savedState } from "./memoryStore.ts";
import type { OnProgress } from "./onProgress.ts";
import { commitReplacement, finishReplacement, prepareReplacement } from "./replacement.ts";
import { boundedBy, journalRetention, Retention } from "./retention.ts";
import { keepState, readState, stateDirectory, statesIn } from "./savedStates.ts";
import { reachesLog, takeBaseline } from "./sharedBaselines.ts";
import { sharedRetention } from "./sharedRetention.ts";
import type { Stop } from "./stops.ts";
import { unwind } from "./stops.ts";
import type { DamagedState, OpenClusterLog, Replace, SavedState, Storage, Store } from "./storage.ts";
import { UnknownStateError } from "./storage.ts";

export interface DirectoryStoreOptions {
  /** Bytes of journal that stay executable; `undefined` keeps everything. */
  readonly keepBytes: number | undefined;
  /** Called with the reason why a baseline could not be written, or a file deleted; it is tried again. */
  readonly onError: (error: unknown) => void;
  /**
   * Called with the reason why history cannot be read or written, at the start or later. Absent: such a start
   * is refused.
   */
  readonly onHistoryFailure?: ((failure: HistoryFailedError) => void) | undefined;
  /**
   * Opens the log that the commands are in, where several nodes share it. Default: the files of the
   * directory.
   */
  readonly openShared?: OpenClusterLog | undefined;
  /** The place of the shared log, for a thread that opens it by itself; absent where only this thread can. */
  readonly sharedPlace?: (() => SharedPlace | undefined) | undefined;
  /** The last command that every node which follows this one has executed. Default: nobody follows. */
  readonly followedSeq?: (() => number) | undefined;
  readonly onProgress?: OnProgress | undefined;
  /**
   * Called with the reason when the journal's files cannot be checked any more, and without one when they can
   * be again.
   */
  readonly onBlind?: ((reason: Error | undefined) => void) | undefined;
  /**
   * Called with the reason when this node starts from the state that the nodes share, and not from its
   * directory's.
   */
  readonly onBaseline?: ((why: string) => void) | undefined;
  /** Called with what is wrong with a state that the nodes keep, before an older one is tried. */
  readonly onDamage?: ((why: string) => void) | undefined;
}

/** The log of commands, and what works on it beside the engine. */
type Journal = Pick<Storage, "log" | "shared" | "snapshotter" | "reexecutor" | "retention" | "watch"> & {
  close(): Promise<void>;
};

/**
 * The market in a data directory: `journal/`, `history.db` and `baselines/`, and for each saved state
 * `states/<name>/` with a snapshot and a history.
 */
export class DirectoryStore implements Store {
  readonly directory: string;
  readonly #clock: Clock;
  readonly #lock: DirectoryLock;
  readonly #options: DirectoryStoreOptions;
  readonly #inTurn = oneAfterOther();

  /** @throws DirectoryInUse, DataUnusableError */
  constructor(
    directory: string,
    clock: Clock,
    options: DirectoryStoreOptions = { keepBytes: undefined, onError() {} },
  ) {
    this.directory = directory;
    this.#clock = clock;
    this.#options = options;
    this.#lock = takeDirectory(directory, options.openShared !== undefined);
  }

  async open(): Promise<Storage> {
    await finishReplacement(this.directory);
    const disk = await NodeDisk.open(this.#path(JOURNAL_DIRECTORY));
    let past = await this.#lookAtHistory(disk);
    const knownDurableSeq = Math.max(past.appliedSeq ?? 0, await newestSeq(new FileSnapshots(disk)));
    const journal = await this.#openJournal(disk, knownDurableSeq);
    const stops: Stop[] = [() => journal.log.close()];
    try {
      if (
        journal.shared !== undefined &&
        (await this.#startFromShared(journal.shared, disk, past.appliedSeq))
      )
        past = await this.#lookAtHistory(disk);
      const history = await this.#openHistory(past.failure);
      stops.push(() => history.close());
      const dumps = await NodeDisk.open(this.#path(DUMPS_DIRECTORY));
      stops.push(
        () => journal.close(),
        () => journal.reexecutor.close(),
      );
      return {
        ...journal,
        snapshots: new FileSnapshots(disk, journal.shared === undefined ? replayWork : undefined),
        dumps,
        history,
        appliedSeq: history.failure === undefined ? history.appliedSeq : undefined,
        close: () => unwind(stops),
      };
    } catch (error) {
      await unwind(stops).catch(() => undefined); // the first error is the one to report
      throw error;
    }
  }

  async #openJournal(disk: NodeDisk, knownDurableSeq: number): Promise<Journal> {
    const { openShared, keepBytes, onError, onBlind } = this.#options;
    if (openShared !== undefined) {
      await refuseOwnJournal(this.directory, disk);
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
      const { directory: data } = this;
      const { followedSeq = () => Number.POSITIVE_INFINITY } = this.#options;
      const tidy = sharedRetention({ data, log: shared, keepBytes, followedSeq });
      const retention = new Retention({ clock: this.#clock, tidy, onError });
      const close = () => retention.close();
      return { log: shared, shared, snapshotter, reexecutor, retention, watch() {}, close };
    }
    await refuseNodeDirectory(this.directory, disk);
    const { segmentSizes } = boundedBy(keepBytes);
    const log = await FileLog.open(disk, { format: formatTag(), knownDurableSeq, segmentSizes });
    const clock = this.#clock;
    const tidy = journalRetention(this.directory, log, keepBytes);
    const retention = new Retention({ clock, tidy, onError });
    let watch: JournalWatch | undefined;
    return {
      log,
      shared: undefined,
      snapshotter: new WorkerSnapshotter(disk.where, exchangeMachineUrl),
      reexecutor: this.#reexecutor(disk.where, undefined),
      retention,
      watch(onLost) {
        watch = new JournalWatch(disk.where, { log, clock, onLost, ...(onBlind && { onBlind }) });
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

  /**
   * Puts the state that the nodes share into this directory, where the directory has none, or one that the
   * log does not continue any more. @returns whether it did
   * @throws DataUnusableError where there is no other way to start, and no baseline
   */
  async #startFromShared(shared: ClusterLog, disk: NodeDisk, appliedSeq?: number): Promise<boolean> {
    const snapshots = new FileSnapshots(disk);
    const { firstSeq, nextSeq } = shared.head();
    const isNew = (await snapshots.list()).length === 0 && (appliedSeq ?? 0) === 0;
    const canGoOn = await reachesLog(firstSeq, snapshots, Math.min(appliedSeq ?? nextSeq - 1, nextSeq - 1));
    if (canGoOn && !isNew) return false;
    const next = await prepareReplacement(this.directory);
    const seq = await takeBaseline(shared, {
      states: new FileSnapshots(await NodeDisk.open(join(next, JOURNAL_DIRECTORY))),
      keepHistory: (chunks) => writeFile(join(next, HISTORY_FILE), chunks, { mode: OWNER_FILE }),
      onProgress: (share) => this.#options.onProgress?.("taking state and history from the cluster", share),
      onDamage: (why) => this.#options.onDamage?.(why),
    });
    if (seq === undefined && canGoOn) return false; // a new node executes the whole log
    if (seq === undefined) throw nothingToStartFrom(this.directory, firstSeq);
    await commitReplacement(this.directory);
    const why = isNew
      ? `${this.directory} was empty`
      : `the log begins with command ${firstSeq} now, and what ${this.directory} held ended before`;
    this.#options.onBaseline?.(`${why}: this node starts from the cluster's state of command ${seq}`);
    return true;
  }

  /** The last command in history, or why history cannot be continued; nothing is created. */
  async #lookAtHistory(
    journal: NodeDisk,
  ): Promise<
    | { readonly appliedSeq: number; readonly failure?: never }
    | { readonly appliedSeq?: never; readonly failure: HistoryFailedError }
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
   * Opens history. One that cannot be used does not keep the market from running: reads of it are refused
   * until it is repaired.
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

  /** In turn with {@link save}, so that a state is not replaced while it is read. */
  prepare(name: string | undefined): Promise<Replace> {
    return this.#inTurn(async () => {
      const next = await withDataErrorsAsync(this.directory, () => prepareReplacement(this.directory));
      if (name !== undefined) await this.#begin(next, name);
      return async (operators) => {
        if (operators !== undefined) await writeChecked(join(next, OPERATORS_FILE), { operators });
        await commitReplacement(this.directory);
      };
    });
  }

  /** Makes a saved state the beginning of the next market. */
  async #begin(next: string, name: string): Promise<void> {
    const from = stateDirectory(this.directory, name);
    if (from === undefined) throw new UnknownStateError(name, await this.states());
    try {
      const { seq } = await readState(from);
      const snapshot = await new FileSnapshots(await NodeDisk.open(from)).read(seq);
      if (snapshot.info.format !== formatTag())
        throw new DataUnusableError(`another build wrote it, and this one must not read it. ${WAYS_ON}`);
      const disk = await NodeDisk.open(join(next, JOURNAL_DIRECTORY));
      await seedJournal(disk, { meta: snapshot.info, bytes: await snapshot.bytes() });
      const { appliedSeq } = await copyHistory(join(from, HISTORY_FILE), join(next, HISTORY_FILE));
      if (appliedSeq !== seq)
        throw new DataUnusableError(`its history ends with command ${appliedSeq}, its snapshot with ${seq}`);
      await baselineOfState(next, seq, from);
    } catch (error) {
      const why = (error as Error).message;
      throw new DataUnusableError(
        `the state '${name}' cannot be gone back to, and nothing was changed: ${why}`,
        {
          cause: error,
        },
      );
    }
  }

  async operatorsToTake(): Promise<readonly OperatorView[] | undefined> {
    const file = this.#path(OPERATORS_FILE);
    if (!isThere(file)) return undefined;
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

  /** In turn, since two of one name would be built in the same place. */
  save(name: string, state: CapturedState, _history: unknown, savedAt: number): Promise<SavedState> {
    return this.#inTurn(() =>
      keepState(this.directory, name, async (fresh) => {
        await new FileSnapshots(await NodeDisk.open(fresh)).write(state.meta, state.bytes);
        await copyHistory(this.#path(HISTORY_FILE), join(fresh, HISTORY_FILE));
        return savedState(name, state, savedAt);
      }),
    );
  }

  states(): Promise<readonly (SavedState | DamagedState)[]> {
    return withDataErrorsAsync(this.directory, () => statesIn(this.directory));
  }

  async release(): Promise<void> {
    this.#lock.release();
  }

  #path(...names: readonly string[]): string {
    return join(this.directory, ...names);
  }
}

function nothingToStartFrom(data: string, firstSeq: number): DataUnusableError {
  return new DataUnusableError(
    `${data} cannot be a node's: the log begins with command ${firstSeq}, the directory holds nothing that leads up to there, and beside the log ` +
      "is no whole state with a history of this build. Stop another node and copy its data directory; or let the node that leads store a state, " +
      "which it does after a restart, and start this one again",
  );
}

/**
 * Refuses a history that ends before the journal begins, since it cannot be continued. @throws
 * HistoryFailedError
 */
async function refuseGap(disk: NodeDisk, path: string, appliedSeq: number): Promise<void> {
  const oldest = (await listSegments(disk))[0]?.firstSeq ?? 1;
  if (appliedSeq >= oldest - 1) return;
  throw new HistoryFailedError(path, {
    why: `it is at command ${appliedSeq}, and the journal begins with command ${oldest}`,
  });
}
