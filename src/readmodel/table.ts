import type { DatabaseSync, StatementSync } from "node:sqlite";
import { crc32 } from "node:zlib";

/** Stored rows are not what was written, or some are missing. */
export class DamageError extends Error {
  override readonly name = "DamageError";
}

/** Values of a row: its numbers, then its text if it has one. */
export type Values = readonly (number | string)[];

/**
 * A table in which the last column of each row is a checksum over all its columns and the table's name: it is made
 * when the row is written, and checked whenever the row is read. Every column but the text is a whole number.
 *
 * The checksum is a CRC-32. It finds what a disk or a mistaken edit did to a row, but not an edit that also makes the
 * checksum anew; `outcry history verify` finds that.
 */
export class Table {
  readonly name: string;
  /** Without the text and the checksum. */
  readonly numbers: readonly string[];
  readonly text: string | undefined;
  /** Every column, in the order of the values; the checksum is last. */
  readonly columns: readonly string[];
  readonly key: readonly string[];
  readonly #seed: number;
  readonly #words: Float64Array;
  readonly #bytes: Uint8Array;

  constructor(
    name: string,
    {
      numbers,
      text,
      key,
    }: { readonly numbers: readonly string[]; readonly text?: string; readonly key: readonly string[] },
  ) {
    this.name = name;
    this.numbers = numbers;
    this.text = text;
    this.key = key;
    this.columns = [...numbers, ...(text === undefined ? [] : [text]), "checksum"];
    this.#seed = crc32(name);
    this.#words = new Float64Array(numbers.length);
    this.#bytes = new Uint8Array(this.#words.buffer);
  }

  /** The SQL statement that creates the table. */
  get definition(): string {
    const numbers = [...this.numbers, "checksum"].map((column) => `${column} INTEGER NOT NULL`);
    const text = this.text === undefined ? [] : [`${this.text} TEXT NOT NULL`];
    return `CREATE TABLE ${this.name} (${[...numbers, ...text].join(", ")}, PRIMARY KEY (${this.key.join(", ")})) STRICT, WITHOUT ROWID;\n`;
  }

  insert(database: DatabaseSync, verb: "INSERT" | "INSERT OR REPLACE" = "INSERT"): StatementSync {
    const places = this.columns.map(() => "?").join(", ");
    return database.prepare(`${verb} INTO ${this.name} (${this.columns.join(", ")}) VALUES (${places})`);
  }

  /** The checksum of the numbers at `at` and the text. */
  checksum(words: ArrayLike<number | string>, at: number, text = ""): number {
    // −0 is stored as 0.
    for (let i = 0; i < this.#words.length; i++) this.#words[i] = (words[at + i] as number) + 0;
    const numbers = crc32(this.#bytes, this.#seed);
    return text === "" ? numbers : crc32(text, numbers);
  }

  /** A row as it is written: its values, then their checksum. */
  sealed(...values: (number | string)[]): (number | string)[] {
    const text = this.text === undefined ? undefined : (values.at(-1) as string);
    values.push(this.checksum(values, 0, text));
    return values;
  }

  /** A row as it was read, without its checksum. @throws DamageError where that is wrong */
  opened(row: (number | string)[]): (number | string)[] {
    const checksum = row.pop();
    const text = this.text === undefined ? undefined : (row.at(-1) as string);
    if (this.checksum(row, 0, text) === checksum) return row;
    const key = this.key.map((column) => `${column} ${row[this.columns.indexOf(column)]}`).join(", ");
    throw new DamageError(`a row of ${this.name} (${key}) is not what was written`);
  }

  /** The first numbers of a row with their columns' names, for a message. */
  place(column: string): number {
    return this.columns.indexOf(column);
  }
}
