import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { workerUrl } from "../host/packageFiles.ts";
import type { CommandLog } from "../journal/commandLog.ts";
import type { SnapshotInfo, SnapshotStore } from "../journal/snapshotStore.ts";
import type { MachineKind } from "./machine.ts";
import type { Snapshotter } from "./snapshots.ts";
import { takeSnapshot } from "./snapshots.ts";
import type { SharedPlace, SnapshotTask } from "./snapshotWorker.ts";

/** Takes each snapshot in a thread of its own, which then ends and gives its memory back. */
export class WorkerSnapshotter implements Snapshotter {
  readonly #directory: string;
  readonly #machineUrl: string;
  readonly #shared: SharedPlace | undefined;
  #worker: Worker | undefined;

  /**
   * @param directory where the journal and the snapshots are
   * @param machineUrl a module that exports `machine`, the kind that the engine runs
   * @param shared where the log is, if it is not the journal of the directory
   */
  constructor(directory: string, machineUrl: URL, shared?: SharedPlace) {
    this.#directory = directory;
    this.#shared = shared;
    this.#machineUrl = machineUrl.href;
  }

  async take(until: number, readerSeq?: number): Promise<SnapshotInfo | undefined> {
    const task: SnapshotTask = {
      directory: this.#directory,
      until,
      readerSeq,
      shared: this.#shared,
      machineUrl: this.#machineUrl,
    };
    const worker = new Worker(workerUrl(import.meta.url, "./snapshotWorker"), { workerData: task });
    this.#worker = worker;
    let info: SnapshotInfo | undefined;
    worker.on("message", (taken: SnapshotInfo | undefined) => {
      info = taken;
    });
    try {
      await once(worker, "exit"); // an error in the thread rejects this
      return info;
    } finally {
      this.#worker = undefined;
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}

/** Takes snapshots in this thread, between other work: for a log in memory, and for simulations. */
export class LocalSnapshotter implements Snapshotter {
  readonly #kind: MachineKind;
  readonly #log: CommandLog;
  readonly #snapshots: SnapshotStore;

  constructor(kind: MachineKind, log: CommandLog, snapshots: SnapshotStore) {
    this.#kind = kind;
    this.#log = log;
    this.#snapshots = snapshots;
  }

  take(until: number, readerSeq?: number): Promise<SnapshotInfo | undefined> {
    return takeSnapshot(this.#kind, this.#log, this.#snapshots, until, readerSeq);
  }

  async close(): Promise<void> {}
}
