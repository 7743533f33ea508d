import { join } from "node:path";
import { makeDirectory, makeFile } from "./ownerOnly.ts";
import { DatabaseSync } from "./sqlite.ts";
import { systemErrorOf } from "./systemErrors.ts";

/** A data directory this process alone may write to. */
export interface DirectoryLock {
  release(): void;
}

/** Another process (or another venue in this one) uses the directory. */
export class DirectoryInUse extends Error {
  override readonly name = "DirectoryInUse";
  constructor(directory: string) {
    super(
      `${directory} is in use by another running venue; two writers would destroy each other's history. ` +
        "Stop the other one, or choose another data directory.",
    );
  }
}

/** The lock file is not an SQLite file. */
export class LockUnusable extends Error {
  override readonly name = "LockUnusable";
  constructor(path: string, cause: Error) {
    super(
      `${path} cannot be locked (${cause.message}). The file holds nothing: where no venue runs on the directory, delete it, ` +
        "and start again.",
      { cause },
    );
  }
}

/** What is locked until it is released: a file that nobody refers to is closed when memory is collected. */
const held = new Set<DatabaseSync>();

/** The file that is locked in a data directory. */
export const LOCK_FILE = "lock.db";

/**
 * Takes a directory (made when missing) for this process, or throws `DirectoryInUse`, `LockUnusable`.
 *
 * The lock is SQLite's exclusive lock on `lock.db`: the kernel lets go of it when the process dies in
 * whatever way, so it never has to be broken by hand as a file with a process id would.
 */
export function lockDirectory(directory: string): DirectoryLock {
  makeDirectory(directory);
  const path = join(directory, LOCK_FILE);
  makeFile(path);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (error) {
    database?.close();
    throw refusalOf(directory, path, error);
  }
  held.add(database);
  return {
    release() {
      held.delete(database);
      database.close();
    },
  };
}

const SQLITE_BUSY = 5;

function refusalOf(directory: string, path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("errcode" in error)) return error;
  if (error.errcode === SQLITE_BUSY) return new DirectoryInUse(directory);
  return systemErrorOf(error, path) ?? new LockUnusable(path, error);
}
