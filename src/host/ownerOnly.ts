import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** What a venue keeps is readable by its owner alone, whatever the process's umask says. */
export const OWNER_DIRECTORY = 0o700;
export const OWNER_FILE = 0o600;
const OTHERS = 0o077;

/** Makes a directory, and its parents, for its owner alone; those that exist are left as they are. */
export function makeDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: OWNER_DIRECTORY });
}

/** Makes an empty file where there is none. SQLite opens it then, and gives its logs the same mode. */
export function makeFile(path: string): void {
  closeSync(openSync(path, "a", OWNER_FILE));
}

/** Takes a file, or a directory and everything below it, from all but its owner. Links are left alone. */
export function takeFromOthers(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isSymbolicLink()) return;
  if ((stats.mode & OTHERS) !== 0 && process.platform !== "win32")
    chmodSync(path, stats.isDirectory() ? OWNER_DIRECTORY : OWNER_FILE);
  if (stats.isDirectory()) for (const name of readdirSync(path)) takeFromOthers(join(path, name));
}
