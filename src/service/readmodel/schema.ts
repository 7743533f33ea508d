import { hash } from "node:crypto";
import type { TimeMs } from "../../kernel/core/index.ts";
import { makeFile } from "../../kernel/host/ownerOnly.ts";
import { DatabaseSync } from "../../kernel/host/sqlite.ts";
import { systemErrorKind, systemErrorOf } from "../../kernel/host/systemErrors.ts";
import { HistoryFailedError } from "./history.ts";
import { Statements } from "./statements.ts";
import { DamageError } from "./table.ts";
import { countedTables, definitions, progress } from "./tables.ts";

/** "OUTC": marks the file as a history store of this program. */
const APPLICATION_ID = 0x4f555443;

/** The tag of the tables, a number of 31 bits that changes with them; it is stored in the file. */
export const SCHEMA_TAG = hash("sha256", definitions, "buffer").readUInt32BE(0) >>> 1;

/** Passed in place of a path. */
const IN_MEMORY = ":memory:";

const MEBIBYTE = 1024 * 1024;
/**
 * The writer's cache, bytes. When it is full, pages are written to the log at once, so that a commit need
 * not write all of them at its end.
 */
const WRITER_CACHE_BYTES = 8 * MEBIBYTE;
/**
 * A rebuild's cache, bytes: it writes at the ends of every account's lists, and this keeps those pages in
 * memory.
 */
const REBUILD_CACHE_BYTES = 512 * MEBIBYTE;
const READER_CACHE_BYTES = 16 * MEBIBYTE;
/**
 * Pages in the write-ahead log before a commit writes it back into the file: 128 MiB. A store with threads
 * does so earlier, beside its commits.
 */
const WAL_PAGES = 32_768;

/** Why a store cannot be used: damage has its own text; for any other error, the operation that failed. */
export function failureOf(path: string, what: string, error: unknown): HistoryFailedError {
  if (error instanceof HistoryFailedError) return error;
  const { message } = error as Error;
  if (error instanceof DamageError) return unusable(path, message, error);
  const refusal = systemErrorOf(error, path);
  return new HistoryFailedError(path, {
    why: `${what} (${refusal?.message ?? message})`,
    systemError: systemErrorKind(refusal),
    cause: error,
  });
}

/** An error that says what is wrong with the store, and the remedy. */
function unusable(path: string, why: string, cause?: unknown): HistoryFailedError {
  return new HistoryFailedError(path, { why, cause });
}

/**
 * Opens the store for its one writer and creates it if there is none.
 *
 * Rows and `applied_seq` are committed in one transaction, so a crash of the process loses nothing that was
 * committed and a power cut at most the last transactions as wholes (synchronous NORMAL); the journal gives
 * those again.
 *
 * @param path of the file, or `:memory:`
 * @param durability `none` while a rebuild fills a file that nobody uses yet
 * @throws {HistoryFailedError} when the file is damaged, not ours, or of other tables
 */
export function openForWriting(path: string, durability: "journaled" | "none" = "journaled"): DatabaseSync {
  return opening(path, () => {
    if (path !== IN_MEMORY) makeFile(path);
    const database = new DatabaseSync(path);
    try {
      database.exec(
        durability === "none"
          ? "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
          : `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${WAL_PAGES};`,
      );
      const cacheBytes = durability === "none" ? REBUILD_CACHE_BYTES : WRITER_CACHE_BYTES;
      database.exec(`PRAGMA cache_size = -${cacheBytes / 1024}`);
      if (
        number(database, "PRAGMA user_version") === 0 &&
        number(database, "SELECT count(*) FROM sqlite_schema") === 0
      ) {
        database.exec(
          `BEGIN; ${definitions} PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_TAG};`,
        );
        saveProgress(database)(0, 0, []);
        database.exec("COMMIT");
      }
      check(path, database);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** Opens an existing store for a reader; refuses as {@link openForWriting} does. */
export function openForReading(path: string): DatabaseSync {
  return opening(path, () => {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      database.exec(`PRAGMA cache_size = -${READER_CACHE_BYTES / 1024}`);
      check(path, database);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/**
 * Copies what is committed from the write-ahead log into the file, over a connection of its own; nobody waits
 * for it, and it waits for nobody.
 */
export function copyLog(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA wal_checkpoint(PASSIVE)");
  } finally {
    database.close();
  }
}

/** The number of the last command that a store has, and more. */
interface Progress {
  readonly appliedSeq: number;
  /** The time of the last event. */
  readonly time: TimeMs;
  /** The number of rows of {@link countedTables}. */
  readonly lengths: readonly number[];
}

/** The progress of an open store. @throws {HistoryFailedError} when it is damaged */
export function progressOf(database: DatabaseSync): Progress {
  return opening(database.location() ?? "memory", () => {
    const [row] = new Statements(database).rows(progress, "");
    if (row === undefined) throw new DamageError(progress.name, "id 1", "is missing");
    const [, appliedSeq, time, ...lengths] = row as [number, number, number, ...number[]];
    return { appliedSeq, time, lengths };
  });
}

/**
 * Writes the last command that was folded, the time of the last event, and how many rows {@link
 * countedTables} have.
 */
export function saveProgress(
  database: DatabaseSync,
): (appliedSeq: number, time: TimeMs, lengths: readonly number[]) => void {
  const save = progress.insert(database, "INSERT OR REPLACE");
  return (appliedSeq, time, lengths) => {
    const all = countedTables.map((_, i) => lengths[i] ?? 0);
    save.run(...progress.withChecksum(1, appliedSeq, time, ...all));
  };
}

function opening<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw failureOf(path, "it cannot be opened", error);
  }
}

function check(path: string, database: DatabaseSync): void {
  if (number(database, "PRAGMA application_id") !== APPLICATION_ID)
    throw unusable(path, "it is not a history store");
  const version = number(database, "PRAGMA user_version");
  if (version !== SCHEMA_TAG) throw unusable(path, `it has schema ${version}, not ${SCHEMA_TAG}`);
}

function number(database: DatabaseSync, sql: string): number {
  return Object.values(database.prepare(sql).get()!)[0] as number;
}
