import { assert } from "../units/units.ts";
import { doubleAt } from "../units/words.ts";
import { readUtf8, utf8Length, writeUtf8 } from "./text.ts";

/** Numbers by slot: an array, or what reads and writes them where they lie. */
export type Column = Float64Array | Int32Array | Uint8Array | ColumnAside;
export interface ColumnAside {
  load(slot: number): number;
  store(slot: number, value: number): void;
}

/** Writes a snapshot: numbers, texts, records and tables in one stream of words. */
export class SnapshotWriter {
  private words = new Float64Array(4_096);
  private length = 0;

  number(value: number): void {
    this.reserve(1);
    this.words[this.length++] = value;
  }

  text(text: string): void {
    const bytes = utf8Length(text);
    const count = Math.ceil(bytes / 8);
    this.number(bytes);
    this.reserve(count);
    this.words.fill(0, this.length, this.length + count);
    writeUtf8(text, new Uint8Array(this.words.buffer), this.length * 8);
    this.length += count;
  }

  /** Appends bytes whose length is a whole number of words. */
  record(bytes: Uint8Array): void {
    const count = bytes.byteLength / 8;
    this.number(count);
    this.reserve(count);
    new Uint8Array(this.words.buffer).set(bytes, this.length * 8);
    this.length += count;
  }

  values(values: readonly number[]): void {
    this.number(values.length);
    this.reserve(values.length);
    for (const value of values) this.words[this.length++] = value;
  }

  /** The rows at `slots` of a pool, one column after the other. */
  columns(slots: readonly number[], columns: readonly Column[]): void {
    this.number(slots.length);
    this.reserve(slots.length * columns.length);
    for (const column of columns) {
      if ("load" in column) for (const slot of slots) this.words[this.length++] = column.load(slot);
      else for (const slot of slots) this.words[this.length++] = column[slot]!;
    }
  }

  finish(): Uint8Array {
    return new Uint8Array(this.words.buffer.slice(0, this.length * 8));
  }

  private reserve(words: number): void {
    if (this.length + words <= this.words.length) return;
    const larger = new Float64Array(Math.max(this.length + words, this.words.length * 2));
    larger.set(this.words.subarray(0, this.length));
    this.words = larger;
  }
}

/** Reads what {@link SnapshotWriter} wrote, in the same order. */
export class SnapshotReader {
  private readonly words: Float64Array;
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    const aligned = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
    assert(aligned.byteLength % 8 === 0 && aligned.byteLength > 0, "a snapshot is whole words");
    this.words = new Float64Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 8);
    this.bytes = aligned;
  }

  number(): number {
    assert(this.at < this.words.length, "a snapshot does not end early");
    return doubleAt(this.words, this.at++);
  }

  text(): string {
    const bytes = this.number();
    const start = this.skip(Math.ceil(bytes / 8));
    return readUtf8(this.bytes, start * 8, bytes);
  }

  record(): Uint8Array {
    const count = this.number();
    const start = this.skip(count);
    return this.bytes.slice(start * 8, (start + count) * 8);
  }

  values(): Float64Array {
    const count = this.number();
    const start = this.skip(count);
    return this.words.subarray(start, start + count);
  }

  /** How many rows the next table has, without taking it. */
  peekCount(): number {
    assert(this.at < this.words.length, "a snapshot does not end early");
    return doubleAt(this.words, this.at);
  }

  /** The first columns of the table that comes next, without taking it. */
  peekColumns(...into: readonly Float64Array[]): void {
    const count = this.peekCount();
    for (const [i, column] of into.entries()) {
      const start = this.at + 1 + i * count;
      column.set(this.words.subarray(start, start + count));
    }
  }

  columns(slots: readonly number[], columns: readonly Column[]): void {
    const count = this.number();
    assert(count === slots.length, "a table has the rows that were made for it");
    let at = this.skip(count * columns.length);
    for (const column of columns) {
      if ("load" in column) for (const slot of slots) column.store(slot, doubleAt(this.words, at++));
      else for (const slot of slots) column[slot] = doubleAt(this.words, at++);
    }
  }

  end(): void {
    assert(this.at === this.words.length, "a snapshot ends where its last table does");
  }

  private skip(words: number): number {
    const start = this.at;
    assert(
      Number.isSafeInteger(words) && words >= 0 && start + words <= this.words.length,
      "a snapshot does not end early",
    );
    this.at = start + words;
    return start;
  }
}
