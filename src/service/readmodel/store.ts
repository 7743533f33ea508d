import type { HistoryFailedError, HistoryFrame, Prehistory, StoreSource } from "./history.ts";
import type { Question } from "./reader.ts";
import type { RowBatch } from "./rows.ts";
import type { Shown } from "./workerMessages.ts";

/** Where history is kept: in this thread's memory, or in a file that worker threads write and read. */
export interface Store {
  /** The file's path; "memory" for a store in memory. */
  readonly where: string;
  readonly appliedSeq: number;
  /** Called after each commit, and once with the reason when the store has failed. */
  watch(committed: (appliedSeq: number) => void, failed: (reason: HistoryFailedError) => void): void;
  /**
   * Takes the next frame, which follows the last; `undefined` while there is room for more, else a promise of
   * room.
   */
  apply(frame: HistoryFrame): Promise<void> | undefined;
  /** The last frame given that touched the account and may not be committed yet; 0 if there is none. */
  touchedSeq(account: number): number;
  /** Commits what was given up to `seq` as soon as possible: somebody waits for it. */
  hurry(seq: number): void;
  ask(question: Question): Promise<RowBatch>;
  /**
   * Asks with all of the rows `of` that were given up to `seq`, committed or not; `undefined` where they had
   * better be committed.
   */
  askFresh(question: Question, of: Shown, seq: number): Promise<RowBatch> | undefined;
  writePrehistory(prehistory: Prehistory): Promise<void>;
  settle(): Promise<void>;
  image(): Promise<Uint8Array>;
  /** What is committed, as another thread can open it. */
  source(): Promise<StoreSource>;
  close(): Promise<void>;
}
