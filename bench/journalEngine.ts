import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { Engine, exchangeMachine, formatTag, VenueClock } from "../src/kernel/engine/index.ts";
import { systemClock } from "../src/kernel/host/clock.ts";
import { MemoryDisk } from "../src/kernel/host/memoryDisk.ts";
import { NodeDisk } from "../src/kernel/host/nodeDisk.ts";
import { FileLog } from "../src/kernel/journal/fileLog.ts";
import { FileSnapshots } from "../src/kernel/journal/fileSnapshots.ts";
import { median } from "./lane.ts";

const SYNCS = 200;

/**
 * The venue's engine over a journal in a directory; snapshots are not kept, so that opening it again replays
 * all.
 */
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

/** The p50 of an asynchronous write and fdatasync of so many bytes behind each other. */
export async function syncSeconds(path: string, bytes: number): Promise<number> {
  const file = await open(path, "w");
  const record = new Uint8Array(Math.round(bytes)).fill(1);
  const seconds: number[] = [];
  for (let i = 0; i < SYNCS; i++) {
    const begun = performance.now();
    await file.write(record);
    await file.datasync();
    seconds.push((performance.now() - begun) / 1_000);
  }
  await file.close();
  return median(seconds);
}
