import { makeFile } from "../../kernel/host/ownerOnly.ts";
import { backup, DatabaseSync } from "../../kernel/host/sqlite.ts";
import { failureOf, openForReading, progressOf } from "./schema.ts";

/**
 * Copies a store to a new file, off this thread and in one read transaction: the copy is of one moment
 * however busy the writer is, and it is a single file without a write-ahead log.
 *
 * @returns the last sequence number in the copy
 * @throws {HistoryFailedError} when the file is damaged, not a history store or of another version
 */
export async function copyHistory(from: string, to: string): Promise<{ readonly appliedSeq: number }> {
  const database = openForReading(from);
  try {
    makeFile(to);
    await backup(database, to, { rate: ALL_PAGES });
    settleInOneFile(to);
  } catch (error) {
    throw failureOf(to, "it cannot be copied", error);
  } finally {
    database.close();
  }
  const copy = openForReading(to);
  try {
    return { appliedSeq: progressOf(copy).appliedSeq };
  } finally {
    copy.close();
  }
}

/**
 * Ends the copy's write-ahead mode, which it has from the original: otherwise whoever opens it would create
 * a log file beside it.
 */
function settleInOneFile(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA journal_mode = DELETE");
  } finally {
    database.close();
  }
}

/**
 * All pages in one step: a copy in several steps begins anew with every transaction that falls between them.
 */
const ALL_PAGES = 0x7fff_ffff;
