import type { Clock } from "../../kernel/host/clock.ts";
import { isThere } from "../../kernel/host/systemErrors.ts";
import type { History, HistoryFailedError } from "./history.ts";
import { MemoryHistoryStore } from "./memoryStore.ts";
import { RefusingStore } from "./refusingStore.ts";
import { openForReading, progressOf } from "./schema.ts";
import { SqlHistory } from "./sqlHistory.ts";
import { HistoryThreads } from "./threads.ts";
import { WorkerStore } from "./workerStore.ts";
import type { HouseHistory } from "./writer.ts";

export interface HistoryOptions {
  /** Path of the SQLite file; `undefined` keeps history in this thread's memory. */
  readonly path: string | undefined;
  /** The bytes of another store, which are copied into a store in memory. */
  readonly image?: Uint8Array | undefined;
  /** Measures how long queries wait, and how long frames wait for a batch to fill. */
  readonly clock: Clock;
  readonly houseHistory?: HouseHistory;
  /** Number of threads that answer queries; a store in memory has none. */
  readonly readers?: number;
  /**
   * Threads lent to a store in a file and taken back when it closes; without them the store starts and ends
   * its own.
   */
  readonly threads?: HistoryThreads;
  /** Called once when the store fails; from then on every query is refused with this error. */
  readonly onFailure?: (failure: HistoryFailedError) => void;
}

/**
 * Opens history, creating the store if there is none.
 *
 * @throws {HistoryFailedError} when the file is damaged, is no history store or has other tables; the message
 * names the command that makes it anew
 */
export async function openHistory(options: HistoryOptions): Promise<History> {
  const { path, image, clock, houseHistory = "none", onFailure } = options;
  if (path === undefined)
    return new SqlHistory(new MemoryHistoryStore(houseHistory, image), clock, onFailure);
  const readers = Math.max(options.readers ?? 1, 1);
  const threads = options.threads ?? new HistoryThreads();
  const endsThreads = options.threads === undefined;
  const store = await WorkerStore.open({ path, houseHistory, readers, clock, threads, endsThreads });
  return new SqlHistory(store, clock, onFailure);
}

/**
 * A stand-in for history that cannot be opened: every query is refused with the reason, and frames are
 * dropped.
 */
export function refusingHistory(failure: HistoryFailedError, clock: Clock): History {
  return new SqlHistory(new RefusingStore(failure), clock);
}

/**
 * The last sequence number in the store at `path`, 0 if there is no store: recovery starts from a snapshot no
 * later than this, so that the frames which follow can be folded.
 *
 * @throws {HistoryFailedError} as {@link openHistory}
 */
export function peekHistory(path: string): { readonly appliedSeq: number } {
  if (!isThere(path)) return { appliedSeq: 0 };
  const database = openForReading(path);
  try {
    return { appliedSeq: progressOf(database).appliedSeq };
  } finally {
    database.close();
  }
}
