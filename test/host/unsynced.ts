import fs from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";

/** The lock is SQLite's, which makes and removes files beside it; nothing is promised of it. */
const LOCK = /lock\.db/;

/**
 * From here on until the test ends, notes what this process syncs. On Linux, which says what a descriptor has
 * open.
 *
 * @returns what a power cut could take of a directory: of it and everything below it what has changed since
 * it was last synced, the lock apart
 */
export async function watchSyncs(): Promise<(directory: string) => string[]> {
  const synced = new Map<number, string>();
  const note = (descriptor: number): void => {
    const path = fs.readlinkSync(`/proc/self/fd/${descriptor}`);
    synced.set(fs.fstatSync(descriptor).ino, contentOf(path));
  };
  const { fsyncSync, fdatasync } = fs;
  const spies = [
    vi.spyOn(fs, "fsyncSync").mockImplementation((descriptor) => {
      fsyncSync(descriptor);
      note(descriptor);
    }),
    vi.spyOn(fs, "fdatasync").mockImplementation((descriptor, callback) =>
      fdatasync(descriptor, (error) => {
        if (error === null) note(descriptor);
        callback(error);
      }),
    ),
    await spyOnHandles(note),
  ];
  syncBuiltinESMExports();
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
    syncBuiltinESMExports();
  });
  return (directory) =>
    ["", ...fs.readdirSync(directory, { recursive: true, encoding: "utf8" })].filter((name) => {
      const path = join(directory, name);
      return !LOCK.test(name) && synced.get(fs.statSync(path).ino) !== contentOf(path);
    });
}

/** What is synced of a path: the names in a directory; for a file's bytes, when they changed last. */
function contentOf(path: string): string {
  const { mtimeNs } = fs.statSync(path, { bigint: true });
  if (!fs.statSync(path).isDirectory()) return String(mtimeNs);
  const names = fs.readdirSync(path).filter((name) => !LOCK.test(name));
  return names.sort().join();
}

async function spyOnHandles(note: (descriptor: number) => void) {
  const any = await open(import.meta.filename);
  const handles = Object.getPrototypeOf(any) as FileHandle;
  await any.close();
  const { sync } = handles;
  return vi.spyOn(handles, "sync").mockImplementation(async function (this: FileHandle) {
    await sync.call(this);
    note(this.fd);
  });
}
