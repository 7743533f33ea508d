import { parentPort, workerData } from "node:worker_threads";
import { NodeDisk } from "../host/nodeDisk.ts";
import { FileSnapshots } from "../journal/fileSnapshots.ts";
import { readFrames } from "../journal/readFrames.ts";
import type { MachineKind } from "./machine.ts";
import { takeSnapshot } from "./snapshots.ts";

/*
 * A thread that takes one snapshot and ends (see WorkerSnapshotter). It reads the journal's files while the engine
 * goes on appending behind `until`, and writes nothing but the snapshot.
 */

/** What the thread is started with. */
export interface SnapshotTask {
  readonly directory: string;
  readonly until: number;
  readonly readerSeq: number | undefined;
  /** URL of a module that exports `machine`, a `MachineKind`. */
  readonly machineUrl: string;
}

const { directory, until, readerSeq, machineUrl } = workerData as SnapshotTask;
const { machine } = (await import(machineUrl)) as { readonly machine: MachineKind };
const disk = await NodeDisk.open(directory);
const log = { read: (from: number) => readFrames(disk, from, until) };
parentPort?.postMessage(await takeSnapshot(machine, log, new FileSnapshots(disk), until, readerSeq));
