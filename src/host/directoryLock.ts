import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A data directory this process alone may write to. */
export interface DirectoryLock {
  release(): void;
}

/** Another process (or another venue in this one) works in the directory. */
export class DirectoryInUse extends Error {
  override readonly name = "DirectoryInUse";
  constructor(directory: string) {
    super(
      `${directory} is in use by another running venue; two writers would destroy each other's history. ` +
        "Stop the other one, or choose another data directory.",
    );
  }
}

/**
 * Takes a directory (made when missing) for this process, or throws `DirectoryInUse`.
 *
 * The lock is SQLite's exclusive lock on `lock.db`: the kernel lets go of it when the process dies in
 * whatever way, so it never has to be broken by hand as a file with a process id would.
 */
export function lockDirectory(directory: string): DirectoryLock {
  mkdirSync(directory, { recursive: true });
  const database = new DatabaseSync(join(directory, "lock.db"));
  try {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    throw isBusy(error) ? new DirectoryInUse(directory) : error;
  }
  return { release: () => database.close() };
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}
