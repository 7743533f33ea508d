import { parentPort, workerData } from "node:worker_threads";
import { systemClock } from "../host/clock.ts";
import { NodeDisk } from "../host/nodeDisk.ts";
import { FileSnapshots } from "../journal/fileSnapshots.ts";
import { openPostgresLog } from "../journal/postgres/postgresLog.ts";
import { readFrames } from "../journal/readFrames.ts";
import type { MachineKind } from "./machine.ts";
import { reexecute } from "./reexecution.ts";
import type { SharedPlace } from "./snapshotWorker.ts";

/*
 * A thread that executes a log again up to the frame that holds a command, and ends (see
 * `reexecuteInThread`). It writes nothing.
 */

/** What the thread is started with. */
export interface ReexecutionTask {
  readonly seq: number;
  /** Directory of the journal's files; not read where `shared` says where the log is. */
  readonly journal: string;
  /** Where the log is that nodes share; `undefined`: it is the journal's files. */
  readonly shared: SharedPlace | undefined;
  /** The directory with the nearest snapshot before the command. */
  readonly snapshots: string;
  /** URL of a module that exports `machine`, a `MachineKind`. */
  readonly machineUrl: string;
}

const { seq, journal, shared, snapshots, machineUrl } = workerData as ReexecutionTask;
const { machine } = (await import(machineUrl)) as { readonly machine: MachineKind };
const nearest = new FileSnapshots(await NodeDisk.open(snapshots));
if (shared === undefined) {
  const disk = await NodeDisk.open(journal);
  const log = { read: (from: number) => readFrames(disk, from, seq + 1) };
  parentPort?.postMessage(await reexecute(machine, log, nearest, seq));
} else {
  const log = await openPostgresLog({ ...shared, clock: systemClock });
  parentPort?.postMessage(await reexecute(machine, log, nearest, seq));
  await log.close();
}
