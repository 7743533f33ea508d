import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";

/** What a venue keeps is readable by its owner alone, whatever the process's umask says. */
export const OWNER_DIRECTORY = 0o700;
export const OWNER_FILE = 0o600;
const OTHERS = 0o077;

/**
 * Makes a directory, and its parents, for its owner alone; those that exist are left as they are. One after the other:
 * Node.js's own recursion never ends where a parent takes no directory, as /proc does not.
 *
 * @returns the first that had to be made, `undefined` for none
 */
export function makeDirectory(path: string): string | undefined {
  const missing: string[] = [];
  let parent = resolve(path);
  while (!existsSync(parent)) {
    missing.unshift(parent);
    parent = dirname(parent);
  }
  for (const each of missing) mkdirSync(each, { mode: OWNER_DIRECTORY });
  if (!statSync(path).isDirectory()) throw notDirectory(path);
  return missing[0];
}

function notDirectory(path: string): NodeJS.ErrnoException {
  const error = new Error(`ENOTDIR: not a directory, mkdir '${path}'`);
  return Object.assign(error, { code: "ENOTDIR", syscall: "mkdir", path });
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
