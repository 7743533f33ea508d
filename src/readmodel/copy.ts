import { makeFile } from "../host/ownerOnly.ts";
import { backup, DatabaseSync } from "../host/sqlite.ts";
import { appliedSeqOf, openForReading } from "./schema.ts";

/**
 * Copies a store to a new file, off this thread and in one read transaction, so that it is of one moment however busy
 * the writer is; the copy is one file without logs of its own.
 *
 * @returns the last sequence number in the copy
 * @throws {HistoryFailedError} when the file is damaged, not a history store or of another version
 */
export async function copyHistory(from: string, to: string): Promise<{ readonly appliedSeq: number }> {
  const database = openForReading(from);
  try {
    makeFile(to);
    await backup(database, to, { rate: ALL_PAGES });
  } finally {
    database.close();
  }
  settleInOneFile(to);
  const copy = openForReading(to);
  try {
    return { appliedSeq: appliedSeqOf(copy) };
  } finally {
    copy.close();
  }
}

/** The copy says of itself that it has a write-ahead log, as the original does; whoever opens it would make one. */
function settleInOneFile(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA journal_mode = DELETE");
  } finally {
    database.close();
  }
}

/** In one step: copied in several, it would begin anew with every transaction that falls between them. */
const ALL_PAGES = 0x7fff_ffff;
