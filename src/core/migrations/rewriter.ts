import { assert } from "../units/units.ts";

/**
 * Copies a snapshot's stream of words, with additions; what it reads has the forms of `SnapshotWriter`. Words are copied
 * as bytes: texts lie among them, and a text may look like a number that a copy as numbers would not keep.
 */
export class Rewriter {
  private readonly bytes: Uint8Array;
  private readonly words: Float64Array;
  private readonly parts: Uint8Array[] = [];
  private at = 0;
  /** Where what was read and not yet copied begins. */
  private copyFrom = 0;

  constructor(snapshot: Uint8Array) {
    this.bytes = snapshot.slice();
    this.words = new Float64Array(this.bytes.buffer, 0, this.bytes.byteLength / 8);
  }

  /** Puts numbers behind what was read so far. */
  add(...values: readonly number[]): void {
    this.addBytes(new Uint8Array(Float64Array.from(values).buffer));
  }

  addText(text: string): void {
    assert(text.length <= 8, "a text to add fits a word");
    this.add(text.length);
    const word = new Uint8Array(8);
    for (let i = 0; i < text.length; i++) word[i] = text.charCodeAt(i);
    this.addBytes(word);
  }

  /** Puts another number in the place of the next, which it returns. */
  replace(value: number): number {
    this.copy();
    const old = this.number();
    this.copyFrom = this.at;
    this.add(value);
    return old;
  }

  number(): number {
    assert(this.at < this.words.length, "a snapshot does not end early");
    return this.words[this.at++]!;
  }

  skip(words: number): void {
    const end = this.at + words;
    assert(words >= 0 && end <= this.words.length, "a snapshot does not end early");
    this.at = end;
  }

  text(): void {
    this.skip(Math.ceil(this.number() / 8));
  }

  /** A list of numbers. */
  values(): void {
    this.skip(this.number());
  }

  /** A record's bytes. */
  record(): Uint8Array {
    const count = this.number();
    const start = this.at;
    this.skip(count);
    return this.bytes.slice(start * 8, this.at * 8);
  }

  /** A table of so many columns; returns how many rows it has. */
  table(columns: number): number {
    const rows = this.number();
    this.skip(rows * columns);
    return rows;
  }

  /** The whole, with what is left to its end. */
  finish(): Uint8Array {
    this.at = this.words.length;
    this.copy();
    const whole = new Uint8Array(this.parts.reduce((sum, part) => sum + part.byteLength, 0));
    let at = 0;
    for (const part of this.parts) {
      whole.set(part, at);
      at += part.byteLength;
    }
    return whole;
  }

  private addBytes(bytes: Uint8Array): void {
    this.copy();
    this.parts.push(bytes);
  }

  private copy(): void {
    if (this.copyFrom < this.at) this.parts.push(this.bytes.subarray(this.copyFrom * 8, this.at * 8));
    this.copyFrom = this.at;
  }
}
