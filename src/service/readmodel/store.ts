import type { HistoryFailedError, HistoryFrame, Prehistory, StoreSource } from "./history.ts";
import type { Question } from "./reader.ts";
import type { RowBatch } from "./rows.ts";
import type { Shown } from "./workerMessages.ts";

/** Where history is stored: in this thread's memory, or in a file that worker threads write and read. */
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
  /** Commits the frames up to `seq` as soon as possible: somebody waits for them. */
  hurry(seq: number): void;
  ask(question: Question): Promise<RowBatch>;
  /**
   * Asks for an answer that includes all rows `of` an account or list that were given up to `seq`, committed
   * or not; `undefined` where it is better to wait for the commit.
   */
  askFresh(question: Question, of: Shown, seq: number): Promise<RowBatch> | undefined;
  writePrehistory(prehistory: Prehistory): Promise<void>;
  settle(): Promise<void>;
  image(): Promise<Uint8Array>;
  /** How another thread can read what is committed. */
  source(): Promise<StoreSource>;
  close(): Promise<void>;
}
