import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { syncNow } from "./sync.ts";
import { isThere } from "./systemErrors.ts";

/** Modes of what a venue stores: readable by its owner alone, whatever the process's umask is. */
export const OWNER_DIRECTORY = 0o700;
export const OWNER_FILE = 0o600;
const OTHERS = 0o077;

/**
 * Makes a directory, and its parents, durably and for its owner alone; existing ones are left as they are.
 * One after the other, since Node.js's own recursion never ends where a parent accepts no directory, as in
 * /proc.
 */
export function makeDirectory(path: string): void {
  const missing: string[] = [];
  let parent = resolve(path);
  while (!isThere(parent)) {
    missing.unshift(parent);
    parent = dirname(parent);
  }
  for (const each of missing) {
    mkdirSync(each, { mode: OWNER_DIRECTORY });
    syncNow(dirname(each));
  }
  if (!statSync(path).isDirectory()) throw notDirectory(path);
}

function notDirectory(path: string): NodeJS.ErrnoException {
  const error = new Error(`ENOTDIR: not a directory, mkdir '${path}'`);
  return Object.assign(error, { code: "ENOTDIR", syscall: "mkdir", path });
}

/** Makes an empty file if there is none. SQLite then opens it, and gives its log files the same mode. */
export function makeFile(path: string): void {
  closeSync(openSync(path, "a", OWNER_FILE));
}

/**
 * Makes a file, or a directory and everything below it, its owner's alone. Symbolic links are not followed.
 */
export function takeFromOthers(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isSymbolicLink()) return;
  if ((stats.mode & OTHERS) !== 0 && process.platform !== "win32")
    chmodSync(path, stats.isDirectory() ? OWNER_DIRECTORY : OWNER_FILE);
  if (stats.isDirectory()) for (const name of readdirSync(path)) takeFromOthers(join(path, name));
}
