import { closeSync, fsyncSync, openSync } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";

/** What is synced survives a power cut. Windows cannot sync a directory, and keeps names by itself. */
const SYNCS = process.platform !== "win32";

/** Syncs a file's bytes, or the names in a directory. */
export async function sync(path: string): Promise<void> {
  if (!SYNCS) return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs a directory and everything below it. */
export async function syncAll(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const { parentPath, name } of entries) await sync(join(parentPath, name));
  await sync(directory);
}

/** Syncs as {@link sync} does, before it returns. */
export function syncNow(path: string): void {
  if (!SYNCS) return;
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
