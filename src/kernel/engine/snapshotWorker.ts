import { parentPort, workerData } from "node:worker_threads";
import { systemClock } from "../host/clock.ts";
import { NodeDisk } from "../host/nodeDisk.ts";
import { FileSnapshots } from "../journal/fileSnapshots.ts";
import type { PostgresLogOptions } from "../journal/postgres/postgresLog.ts";
import { openPostgresLog } from "../journal/postgres/postgresLog.ts";
import { readFrames } from "../journal/readFrames.ts";
import type { MachineKind } from "./machine.ts";
import { takeSnapshot } from "./snapshots.ts";
import { replayWork } from "./work.ts";

/*
 * A thread that takes one snapshot and ends (see WorkerSnapshotter). It reads the journal's files, or the log
 * that nodes share, while the engine goes on appending behind `until`, and writes nothing but the snapshot.
 */

/** A log that nodes share, for a thread to open by itself. */
export type SharedPlace = Omit<PostgresLogOptions, "clock" | "knownDurableSeq">;

/** What the thread is started with. */
export interface SnapshotTask {
  readonly directory: string;
  readonly until: number;
  readonly readerSeq: number | undefined;
  /** Where the log is that nodes share; `undefined`: it is the journal of the directory. */
  readonly shared: SharedPlace | undefined;
  /** URL of a module that exports `machine`, a `MachineKind`. */
  readonly machineUrl: string;
}

const { directory, until, readerSeq, shared, machineUrl } = workerData as SnapshotTask;
const { machine } = (await import(machineUrl)) as { readonly machine: MachineKind };
const disk = await NodeDisk.open(directory);
const snapshots = new FileSnapshots(disk, shared === undefined ? replayWork : undefined);
if (shared === undefined) {
  const log = { read: (from: number) => readFrames(disk, from, until) };
  parentPort?.postMessage(await takeSnapshot(machine, log, snapshots, until, readerSeq));
} else {
  const log = await openPostgresLog({ ...shared, clock: systemClock });
  parentPort?.postMessage(await takeSnapshot(machine, log, snapshots, until, readerSeq));
  await log.close();
}
