import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { isThere } from "../../kernel/host/systemErrors.ts";
import { copyHistory } from "./copy.ts";
import { HistoryFailedError, type HistoryFrame } from "./history.ts";
import { copyPrehistory } from "./prehistoryTables.ts";
import { openForReading, openForWriting } from "./schema.ts";
import { type Difference, firstDamage, firstDifference } from "./verify.ts";
import { HistoryWriter, type HouseHistory } from "./writer.ts";

/** Bytes of events folded in one transaction. */
const TRANSACTION_BYTES = 16 * 1024 * 1024;

export interface RebuildOptions {
  readonly frames: AsyncIterable<HistoryFrame>;
  readonly path: string;
  /**
   * A store to start from instead of an empty one; frames that it holds are skipped. The store itself is not
   * changed.
   */
  readonly base?: string | undefined;
  readonly houseHistory?: HouseHistory;
  readonly progress?: (appliedSeq: number) => void;
}

/**
 * Builds the store anew from its frames, in a file beside it, compares the two, and deletes that file; then
 * checks the store's own checksums and numbers.
 *
 * @param options.frames as for {@link rebuildHistory}, up to the store's last sequence number
 * @param onCompared called with the share of rows compared
 * @returns the first difference, `undefined` if there is none
 */
export async function verifyHistory(
  options: RebuildOptions,
  onCompared: (share: number) => void,
): Promise<Difference | undefined> {
  const anew = `${options.path}.verify`;
  try {
    await foldAnew(anew, options);
    return firstDifference(options.path, anew, onCompared) ?? firstDamage(options.path);
  } finally {
    remove(anew);
  }
}

/**
 * Folds all frames into a new store beside `path`, and at the end puts it in the old one's place in one step;
 * until then the old store is as it was. Pre-history, which is in no frame, is copied from the old store if
 * it can be read there. No other process or thread may have the store open.
 *
 * @param options.frames from sequence number 1, or at the latest from the one after `base`, none missing
 * @returns the last sequence number folded
 */
export async function rebuildHistory(options: RebuildOptions): Promise<{ readonly appliedSeq: number }> {
  const { path } = options;
  const fresh = `${path}.rebuild`;
  const appliedSeq = await foldAnew(fresh, options);
  const file = openSync(fresh, "r+");
  fsyncSync(file);
  closeSync(file);
  if (!retire(path)) remove(path);
  renameSync(fresh, path);
  syncDirectory(dirname(path));
  return { appliedSeq };
}

/** Folds frames into a new file, and copies the generated past from the old store. */
async function foldAnew(
  fresh: string,
  { frames, path, base, houseHistory = "none", progress }: RebuildOptions,
): Promise<number> {
  remove(fresh);
  if (base !== undefined) await copyHistory(base, fresh);
  const appliedSeq = await fill(fresh, frames, houseHistory, progress);
  takeOverPrehistory(path, fresh);
  return appliedSeq;
}

async function fill(
  path: string,
  frames: AsyncIterable<HistoryFrame>,
  houseHistory: HouseHistory,
  progress: ((appliedSeq: number) => void) | undefined,
): Promise<number> {
  const database = openForWriting(path, "none");
  try {
    return await foldInto(database, frames, houseHistory, progress);
  } finally {
    database.close();
  }
}

/** Folds frames into an open store. @returns the last sequence number in it */
export async function foldInto(
  database: DatabaseSync,
  frames: AsyncIterable<HistoryFrame>,
  houseHistory: HouseHistory,
  progress?: (appliedSeq: number) => void,
): Promise<number> {
  const writer = new HistoryWriter(database, houseHistory);
  let gathered: HistoryFrame[] = [];
  let bytes = 0;
  const commit = (): void => {
    writer.apply(gathered);
    gathered = [];
    bytes = 0;
    progress?.(writer.appliedSeq);
  };
  for await (const frame of frames) {
    gathered.push(frame);
    bytes += frame.events.byteLength;
    if (bytes >= TRANSACTION_BYTES) commit();
  }
  commit();
  return writer.appliedSeq;
}

/**
 * Copies the generated past, which is in no frame, series by series; a series with a damaged or missing row
 * is left out.
 */
function takeOverPrehistory(from: string, to: string): void {
  if (!isReadable(from)) return;
  const old = openForReading(from);
  const database = openForWriting(to, "none");
  try {
    database.exec("BEGIN"); // otherwise each row would be a transaction
    copyPrehistory(old, database);
    database.exec("COMMIT");
  } finally {
    old.close();
    database.close();
  }
}

function isReadable(path: string): boolean {
  if (!isThere(path)) return false;
  try {
    openForReading(path).close();
    return true;
  } catch (error) {
    return falseIfDamaged(error); // or it has other tables, which is why it is rebuilt
  }
}

/** Rethrows an error of the system: the file may be whole, and is not deleted. False for damage. */
function falseIfDamaged(error: unknown): false {
  if (!(error instanceof HistoryFailedError) || error.systemError !== undefined) throw error;
  return false;
}

/**
 * Closes the old store so that no write-ahead log of its own is left; false if it is too damaged for that.
 */
function retire(path: string): boolean {
  if (!isReadable(path)) return false;
  try {
    openForWriting(path).close();
    return !isThere(`${path}-wal`);
  } catch (error) {
    return falseIfDamaged(error); // the file is readable, but its log is not: it is deleted like a damaged one
  }
}

/** The file is deleted first: without it nothing reads its logs. */
function remove(path: string): void {
  for (const name of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]) rmSync(name, { force: true });
}

function syncDirectory(path: string): void {
  if (process.platform === "win32") return; // Windows cannot sync a directory
  const directory = openSync(path, "r");
  fsyncSync(directory);
  closeSync(directory);
}
