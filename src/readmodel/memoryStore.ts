import type { DatabaseSync } from "node:sqlite";
import type { HistoryFrame, Prehistory } from "./history.ts";
import { HistoryReader, type Question } from "./reader.ts";
import type { RowBatch } from "./rows.ts";
import { openForWriting } from "./schema.ts";
import type { Store } from "./store.ts";
import { HistoryWriter, type HouseHistory } from "./writer.ts";

/**
 * A store in this thread's memory, for a venue without a data directory: it starts no workers, and a frame is folded
 * as soon as it is given.
 */
export class MemoryStore implements Store {
  readonly where = "memory";
  readonly #database: DatabaseSync;
  readonly #writer: HistoryWriter;
  readonly #reader: HistoryReader;
  #committed: (appliedSeq: number) => void = () => {};

  /** @param image of another store, of which this one becomes a copy */
  constructor(houseHistory: HouseHistory, image?: Uint8Array) {
    this.#database = openForWriting(":memory:");
    if (image !== undefined) this.#database.deserialize(image);
    this.#writer = new HistoryWriter(this.#database, houseHistory);
    this.#reader = new HistoryReader(this.#database);
  }

  get appliedSeq(): number {
    return this.#writer.appliedSeq;
  }

  watch(committed: (appliedSeq: number) => void): void {
    this.#committed = committed;
  }

  apply(frame: HistoryFrame): undefined {
    this.#writer.apply([frame]);
    this.#committed(this.#writer.appliedSeq);
  }

  touchedSeq(): number {
    return 0; // every frame given is committed
  }

  hurry(): void {}

  async ask(question: Question): Promise<RowBatch> {
    return this.#reader.answer(question);
  }

  async writePrehistory(prehistory: Prehistory): Promise<void> {
    this.#writer.writePrehistory(prehistory);
  }

  async settle(): Promise<void> {}

  async image(): Promise<Uint8Array> {
    return this.#database.serialize();
  }

  async close(): Promise<void> {
    this.#database.close();
  }
}
