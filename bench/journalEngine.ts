import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Engine, exchangeMachine, formatTag, VenueClock } from "../src/engine/index.ts";
import { MemoryDisk } from "../src/host/memoryDisk.ts";
import { NodeDisk } from "../src/host/nodeDisk.ts";
import { systemClock } from "../src/host/systemClock.ts";
import { FileLog } from "../src/journal/fileLog.ts";
import { FileSnapshots } from "../src/journal/fileSnapshots.ts";

/** The venue's engine over a journal in a directory; snapshots are not kept, so that opening it again replays all. */
export async function openEngine(directory: string): Promise<Engine> {
  const disk = await NodeDisk.open(directory);
  return Engine.open({
    log: await FileLog.open(disk, { format: formatTag() }),
    snapshots: new FileSnapshots(new MemoryDisk()),
    machine: exchangeMachine,
    clock: VenueClock.wall(systemClock),
  });
}

/** Calls `work` with a directory of its own on a real disk. */
export async function inDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), "outcry-bench-"));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}
