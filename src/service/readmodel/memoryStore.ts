import type { DatabaseSync } from "node:sqlite";
import { historyPieces } from "./handover.ts";
import { HistoryFailedError, type HistoryFrame, type Prehistory, type StoreHandover } from "./history.ts";
import { HistoryReader, type Question } from "./reader.ts";
import type { RowBatch } from "./rows.ts";
import { openForWriting } from "./schema.ts";
import type { Store } from "./store.ts";
import { HistoryWriter, type HouseHistory } from "./writer.ts";

/** The most frames, and rows of accounts, in one transaction: its commit must not hold anybody up. */
const FRAMES_MAX = 4_096;
const ROWS_MAX = 512;

/**
 * A store in this thread's memory, for a venue without a data directory: it starts no workers, and a frame
 * is folded as soon as it is given. Rows are written once somebody asks, or once there are many. To write
 * them sooner would save nothing from a crash, which takes the whole store, and most rows of a market are
 * rewritten every minute.
 */
export class MemoryHistoryStore implements Store {
  readonly where = "memory";
  readonly #database: DatabaseSync;
  readonly #writer: HistoryWriter;
  readonly #reader: HistoryReader;
  #committed: (appliedSeq: number) => void = () => {};
  #failed: (reason: HistoryFailedError) => void = () => {};
  #failure: HistoryFailedError | undefined;
  /** Frames of the transaction under way. */
  #frames = 0;

  /** @param image the bytes of another store, which are copied into this one */
  constructor(houseHistory: HouseHistory, image?: Uint8Array) {
    this.#database = openForWriting(":memory:");
    if (image !== undefined) this.#database.deserialize(image);
    this.#writer = new HistoryWriter(this.#database, houseHistory);
    this.#reader = new HistoryReader(this.#database);
  }

  get appliedSeq(): number {
    return this.#writer.foldedSeq; // reading commits the frames first
  }

  watch(committed: (appliedSeq: number) => void, failed: (reason: HistoryFailedError) => void): void {
    this.#committed = committed;
    this.#failed = failed;
  }

  apply(frame: HistoryFrame): undefined {
    this.#write(() => this.#writer.fold(frame));
    if (++this.#frames >= FRAMES_MAX || this.#writer.rowsKeptBack >= ROWS_MAX) this.#commit();
    this.#committed(this.#writer.foldedSeq);
  }

  #commit(): void {
    this.#write(() => this.#writer.commit());
    this.#frames = 0;
  }

  /**
   * Runs work of the writer. If it fails, it is rolled back with everything gathered so far, and the store
   * ends there.
   */
  #write(work: () => void): void {
    if (this.#failure) throw this.#failure;
    try {
      work();
    } catch (cause) {
      const { message } = cause as Error;
      this.#failure = new HistoryFailedError(this.where, { why: `writing it failed (${message})`, cause });
      this.#failed(this.#failure);
      throw this.#failure;
    }
  }

  touchedSeq(): number {
    return 0; // reading commits all frames first
  }

  hurry(): void {}

  async ask(question: Question): Promise<RowBatch> {
    this.#commit();
    return this.#reader.answer(question);
  }

  askFresh(question: Question): Promise<RowBatch> {
    return this.ask(question);
  }

  async writePrehistory(prehistory: Prehistory): Promise<void> {
    this.#write(() => this.#writer.writePrehistory(prehistory));
  }

  async settle(): Promise<void> {}

  async image(): Promise<Uint8Array> {
    this.#commit();
    return this.#database.serialize();
  }

  /**
   * Rows are handed over one piece at a time. A copy of the whole store would hold everybody up, and could
   * not be made in steps: each commit makes SQLite begin its copy of a store in memory anew.
   */
  async source(): Promise<StoreHandover> {
    this.#commit();
    return { pieces: (what, query) => historyPieces(this.#database, what, query) };
  }

  async close(): Promise<void> {
    this.#database.close();
  }
}
