import { join } from "node:path";
import { SEMANTICS_VERSION } from "../core/index.ts";
import type { Snapshotter } from "../engine/index.ts";
import { exchangeMachineUrl, WorkerSnapshotter } from "../engine/index.ts";
import type { Clock } from "../host/clock.ts";
import { lockDirectory } from "../host/directoryLock.ts";
import type { Disk } from "../host/disk.ts";
import { MemoryDisk } from "../host/memoryDisk.ts";
import { NodeDisk } from "../host/nodeDisk.ts";
import { FileLog } from "../journal/fileLog.ts";
import { FileSnapshots } from "../journal/fileSnapshots.ts";
import type { History } from "../readmodel/index.ts";
import { openHistory, peekHistory } from "../readmodel/index.ts";

/** Everything that a venue keeps, opened. */
export interface Storage {
  /** The data directory; `undefined` in memory. */
  readonly directory: string | undefined;
  readonly log: FileLog;
  readonly snapshots: FileSnapshots;
  readonly snapshotter: Snapshotter | undefined;
  /** Where a dump of a broken invariant goes. */
  readonly dumps: Disk;
  readonly history: History;
  /** History's last sequence number when it was opened. */
  readonly appliedSeq: number;
  /** Lets the directory go, after the engine has stopped. */
  release(): Promise<void>;
}

/** Files of a data directory. */
export const JOURNAL_DIRECTORY = "journal";
export const HISTORY_FILE = "history.db";

/** Opens the storage of a venue: a data directory, locked for this process, or memory. */
export async function openStorage(data: string, clock: Clock): Promise<Storage> {
  if (data === "memory") return inMemory(clock);
  const lock = lockDirectory(data);
  try {
    const path = join(data, HISTORY_FILE);
    const { appliedSeq } = peekHistory(path);
    const disk = await NodeDisk.open(join(data, JOURNAL_DIRECTORY));
    const log = await FileLog.open(disk, {
      semanticsVersion: SEMANTICS_VERSION,
      knownDurableSeq: appliedSeq,
    });
    return {
      directory: data,
      log,
      snapshots: new FileSnapshots(disk),
      snapshotter: new WorkerSnapshotter(disk.where, exchangeMachineUrl),
      dumps: await NodeDisk.open(join(data, "dumps")),
      history: await openHistory({ path, clock }),
      appliedSeq,
      async release() {
        await log.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function inMemory(clock: Clock): Promise<Storage> {
  const disk = new MemoryDisk();
  const log = await FileLog.open(disk, { semanticsVersion: SEMANTICS_VERSION });
  return {
    directory: undefined,
    log,
    snapshots: new FileSnapshots(disk),
    snapshotter: undefined,
    dumps: disk,
    history: await openHistory({ path: undefined, clock }),
    appliedSeq: 0,
    release: () => log.close(),
  };
}
