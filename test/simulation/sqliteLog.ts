import { DatabaseSync } from "node:sqlite";
import type { CommandLog, Frame, FrameInput, LogHead } from "../../src/kernel/journal/commandLog.ts";
import { LogError } from "../../src/kernel/journal/commandLog.ts";
import { checkFrame, decodeFrame, FrameEncoder, frameHash } from "../../src/kernel/journal/frame.ts";

const EMPTY: LogHead = { firstSeq: 1, nextSeq: 1, epoch: 0, time: 0, hash: new Uint8Array(32) };

/**
 * The same log as rows of SQLite: an obvious second implementation, to compare the real one with. It stores
 * the same frame bytes, one row each, and leaves durability to SQLite.
 */
export class SqliteLog implements CommandLog {
  readonly #database: DatabaseSync;
  readonly #encoder = new FrameEncoder();
  #head: LogHead = EMPTY;
  #epoch: number;
  #acquired = false;
  #busy = false;
  #closed = false;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#database.exec(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;" +
        "CREATE TABLE IF NOT EXISTS frame (firstSeq INTEGER PRIMARY KEY, bytes BLOB NOT NULL)",
    );
    for (const { bytes } of this.#rows(0)) this.#advance(bytes);
    this.#head = { ...this.#head, firstSeq: this.#rows(0)[0]?.firstSeq ?? this.#head.nextSeq };
    this.#epoch = this.#head.epoch;
  }

  async acquire(): Promise<{ epoch: number; head: LogHead }> {
    this.#refuseIfClosed();
    this.#acquired = true;
    return { epoch: ++this.#epoch, head: this.#head };
  }

  async append(epoch: number, expectedSeq: number, frame: FrameInput): Promise<void> {
    this.#refuseIfClosed();
    const { nextSeq, hash } = this.#head;
    if (!this.#acquired || epoch !== this.#epoch) throw new LogError("fenced", `epoch is ${this.#epoch}`);
    if (this.#busy) throw new LogError("busy", "an append is under way");
    if (expectedSeq !== nextSeq) throw new LogError("outOfOrder", `next is ${nextSeq}`);
    checkFrame(frame, nextSeq);
    const place = { firstSeq: nextSeq, epoch, previousHash: hash, format: 1 };
    const bytes = this.#encoder.encode(place, frame);
    this.#database.prepare("INSERT INTO frame VALUES (?, ?)").run(nextSeq, bytes);
    this.#busy = true;
    await Promise.resolve();
    this.#busy = false;
    this.#advance(bytes);
  }

  async *read(from: number): AsyncGenerator<Frame> {
    this.#refuseIfClosed();
    const until = this.#head.nextSeq;
    if (from >= until) return;
    if (from < this.#head.firstSeq) throw new LogError("trimmed", `begins with ${this.#head.firstSeq}`);
    for (const { bytes } of this.#rows(0)) {
      const frame = decodeFrame(bytes);
      if (frame.firstSeq + frame.count > from && frame.firstSeq < until) yield frame;
    }
  }

  head(): LogHead {
    return this.#head;
  }

  async trim(before: number): Promise<void> {
    this.#refuseIfClosed();
    const ends = this.#rows(0).filter(({ bytes, firstSeq }) => firstSeq + decodeFrame(bytes).count <= before);
    for (const { firstSeq } of ends)
      this.#database.prepare("DELETE FROM frame WHERE firstSeq = ?").run(firstSeq);
    this.#head = { ...this.#head, firstSeq: this.#rows(0)[0]?.firstSeq ?? this.#head.nextSeq };
  }

  async close(): Promise<void> {
    if (!this.#closed) this.#database.close();
    this.#closed = true;
  }

  #rows(from: number): { firstSeq: number; bytes: Uint8Array }[] {
    const rows = this.#database
      .prepare("SELECT firstSeq, bytes FROM frame WHERE firstSeq >= ? ORDER BY 1")
      .all(from);
    return rows as { firstSeq: number; bytes: Uint8Array }[];
  }

  #advance(bytes: Uint8Array): void {
    const { firstSeq, count, epoch, time } = decodeFrame(bytes);
    this.#head = { ...this.#head, nextSeq: firstSeq + count, epoch, time, hash: frameHash(bytes) };
  }

  #refuseIfClosed(): void {
    if (this.#closed) throw new LogError("closed", "the log is closed");
  }
}
